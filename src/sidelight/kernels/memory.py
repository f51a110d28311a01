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


if TYPE_CHECKING or config.DISABLE_JIT:
    pointer, after, whole = _itself, _rest, _whole
    float_of, bits_of = _plain_float_of, _plain_bits_of
else:
    pointer, after, whole = intrinsic(_pointer), intrinsic(_after), np.int64
    float_of, bits_of = intrinsic(_float_of), intrinsic(_bits_of)
