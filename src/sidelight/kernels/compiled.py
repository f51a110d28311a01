"""The one door to numba: ``@compiled`` makes a kernel, cached on disk and never stale.

Numba's own cache only watches the file a kernel stands in: edit a kernel in *another* file that it calls
and the next process still runs yesterday's machine code. Here the cache folder is named by a digest of
every source file of this room, so an edit anywhere is a new folder.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    InTreeCacheLocator,
    UserProvidedCacheLocator,
    UserWideCacheLocator,
)

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def sources_digest(folder: Path) -> str:
    """Digest of every Python file below ``folder``: names and contents."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


KERNELS_DIGEST = sources_digest(Path(__file__).parent)


def forget_old_folders(parent: Path, keep: int = 4) -> None:
    """Remove the machine code of kernels long edited, all but the latest few."""
    folders = sorted(parent.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


class _KeyedByAllKernels:
    def get_cache_path(self) -> str:
        return os.path.join(super().get_cache_path(), f"kernels-{KERNELS_DIGEST}")  # type: ignore[misc]

    def get_source_stamp(self) -> str:
        return KERNELS_DIGEST

    def ensure_cache_path(self) -> None:
        folder = Path(self.get_cache_path())
        if not folder.exists():
            forget_old_folders(folder.parent)
        super().ensure_cache_path()  # type: ignore[misc]


class _UserProvided(_KeyedByAllKernels, UserProvidedCacheLocator):  # type: ignore[misc]
    pass


class _InTree(_KeyedByAllKernels, InTreeCacheLocator):  # type: ignore[misc]
    pass


class _UserWide(_KeyedByAllKernels, UserWideCacheLocator):  # type: ignore[misc]
    pass


class _KernelCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_UserProvided, _InTree, _UserWide)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _KernelCacheImpl


def compiled(kernel: Kernel) -> Kernel:
    """Compile ``kernel`` without the interpreter lock; ``.py_func`` (or NUMBA_DISABLE_JIT=1) is plain Python."""
    if config.DISABLE_JIT:
        return _plain(kernel)
    return cast(Kernel, _cached(njit(nogil=True)(kernel)))


def compiled_inline(kernel: Kernel) -> Kernel:
    """Like ``compiled``, and pasted into its callers: for the small steps of hot loops."""
    if config.DISABLE_JIT:
        return _plain(kernel)
    return cast(Kernel, _cached(njit(nogil=True, forceinline=True)(kernel)))


def direct(kernel: Kernel, *arguments: Any) -> Kernel:
    """``kernel`` for arguments of just these types, called once with these, without a look at types at every call.

    Saves a third of what a call from Python costs. Whoever calls it vouches for the types.
    """
    kernel(*arguments)
    if config.DISABLE_JIT:
        return kernel
    dispatcher = cast(Any, kernel)
    signature = tuple(dispatcher.typeof_pyval(argument) for argument in arguments)
    return cast(Kernel, dispatcher.overloads[signature].entry_point)


def _plain(kernel: Kernel) -> Kernel:
    """As plain Python; machine integers wrap round silently there too, as hashes need them to."""
    return np.errstate(over="ignore")(kernel)


def _cached(dispatcher: Any) -> Any:
    with contextlib.suppress(RuntimeError):  # no folder to write to: compile anew in each process
        dispatcher._cache = _KernelCache(dispatcher.py_func)
    return dispatcher
