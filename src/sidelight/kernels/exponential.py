"""exp in additions and multiplications alone: the same bits on every machine, and eight at once in a loop.

The library's own differs between platforms in the last bit, and a loop that calls it does one at a time. Here
``x = k ln 2 + r`` with |r| <= ln 2 / 2, exp(r) is its Taylor polynomial of degree 13 (which errs by less than 1e-17),
grouped so that few steps wait for one another, times 2^k. Within one unit in the last place of what is right.
"""

from sidelight.kernels.compiled import compiled_inline
from sidelight.kernels.memory import bits_of, float_of

PER_LN2 = 1.4426950408889634
LN2_HIGH = 6.93147180369123816490e-01  # ln 2 in two parts; the product of this one with any exponent is exact
LN2_LOW = 1.90821492927058770002e-10
ROUNDER = 6755399441055744.0  # 3 * 2^51: what is added to it is rounded to a whole number
ROUNDER_BITS = 0x4338000000000000
LOWEST, HIGHEST = -746.0, 710.0  # 0 below, infinite above
C2, C3, C4, C5 = 1 / 2, 1 / 6, 1 / 24, 1 / 120
C6, C7, C8, C9 = 1 / 720, 1 / 5040, 1 / 40320, 1 / 362880
C10, C11, C12, C13 = 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800


@compiled_inline
def exp(x: float) -> float:
    """E to the power of x."""
    x = LOWEST if x < LOWEST else x
    x = HIGHEST if x > HIGHEST else x
    shifted = x * PER_LN2 + ROUNDER
    k = shifted - ROUNDER
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    r2 = r * r
    r4 = r2 * r2
    low = (C2 + C3 * r) + (C4 + C5 * r) * r2
    middle = (C6 + C7 * r) + (C8 + C9 * r) * r2
    high = (C10 + C11 * r) + (C12 + C13 * r) * r2
    power = 1.0 + (r + r2 * (low + r4 * middle + (r4 * r4) * high))
    whole = bits_of(shifted) - ROUNDER_BITS
    half = whole >> 1  # in two steps, for 2^k alone may be out of range
    return power * float_of((half + 1023) << 52) * float_of((whole - half + 1023) << 52)
