"""Memory as kernels see it: a bare pointer, so that a call inside a hot loop costs nothing.

Numba counts references to an array at every call it is passed through, and hands over seven words for it; the loops
here make dozens of such calls a round. A pointer is one word and is not counted. It must not outlive its array:
pointers are made at the doors (functions called from Python, which hold the arrays) and never of arrays that a
kernel made itself. In plain Python a pointer is the array.
"""

from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numba import config, types
from numba.extending import intrinsic
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Actions = NDArray[np.int64]
Index = NDArray[np.int32]


def _pointer(typing_context: Any, array: Any) -> Any:
    """To the first entry of a contiguous array."""
    if isinstance(array, types.CPointer):
        return array(array), lambda context, builder, signature, arguments: arguments[0]

    def first_entry(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), first_entry


def _after(typing_context: Any, pointer: Any, count: Any) -> Any:
    """To what stands ``count`` entries further on."""

    def moved(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return pointer(pointer, types.int64), moved


def _float_of(typing_context: Any, bits: Any) -> Any:
    """The number whose bits these are."""

    def cast_bits(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.float64))

    return types.float64(types.int64), cast_bits


def _bits_of(typing_context: Any, number: Any) -> Any:
    """The bits of a number."""

    def cast_number(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.int64))

    return types.int64(types.float64), cast_number


def _at_address(dtype: Any) -> Any:
    """A pointer to numbers of this type, from an address."""

    def at(typing_context: Any, address: Any) -> Any:
        def cast_address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(types.CPointer(dtype)))

        return types.CPointer(dtype)(types.int64), cast_address

    return intrinsic(at)


Array = TypeVar("Array", bound=NDArray[Any])


def _itself(array: Array) -> Array:
    return array


def _rest(array: Array, count: int) -> Array:
    return cast(Array, array[count:])


def _whole(number: Any) -> int:
    return int(number)


def _plain_float_of(bits: int) -> float:
    return float(np.int64(bits).view(np.float64))


def _plain_bits_of(number: float) -> int:
    return int(np.float64(number).view(np.int64))


def _plain_at(place: Any) -> Any:
    return place


if TYPE_CHECKING or config.DISABLE_JIT:
    pointer, after, whole = _itself, _rest, _whole
    float_of, bits_of = _plain_float_of, _plain_bits_of
    floats_at = integers_at = index_at = _plain_at
else:
    pointer, after, whole = intrinsic(_pointer), intrinsic(_after), np.int64
    float_of, bits_of = intrinsic(_float_of), intrinsic(_bits_of)
    floats_at, integers_at, index_at = map(_at_address, (types.float64, types.int64, types.int32))


class Places:
    """Where some arrays stand, for doors that are called so often that handing over arrays would take long.

    ``table`` is what a kernel is given: addresses, from which ``floats_at`` and the like make pointers; in plain Python
    the arrays. They are held here, so that they live as long as their addresses.
    """

    def __init__(self, *arrays: NDArray[Any]) -> None:
        self.arrays = list(arrays)
        self.table: Any = self.arrays if config.DISABLE_JIT else np.array([a.ctypes.data for a in arrays], np.int64)

    def put(self, k: int, array: NDArray[Any]) -> None:
        """Let the k-th be this array from now on."""
        if not config.DISABLE_JIT:
            self.table[k] = array.ctypes.data
        self.arrays[k] = array
