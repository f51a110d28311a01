"""A digest of content that does not depend on how the content is stored.

Hashing a list of edges would cost 10^12 steps for a loopless clique of a million actions. So the digest is
built on ``sum over edges of a[i] * b[j]`` modulo the prime 2^31 - 1, for four fixed pairs of pseudo-random
vectors: each storage can sum that in its own size, and two different graphs on the same actions agree in
all four with chance about 2^-123 (the sum is a bilinear form in a and b). The four sums and the number of
actions are then hashed.
"""

import hashlib

from sidelight.graphs.roles import Role
from sidelight.graphs.storage.base import Storage
from sidelight.kernels.adjacency import FINGERPRINT_PRIME
from sidelight.kernels.randomness import address, residues

LANES = 4


def digest_of(storage: Storage) -> str:
    """32 hexadecimal digits, equal for equal graphs whatever their storage."""
    sums = []
    for lane in range(LANES):
        left = residues(address(lane, Role.FINGERPRINT, 0), storage.n, FINGERPRINT_PRIME)
        right = residues(address(lane, Role.FINGERPRINT, 1), storage.n, FINGERPRINT_PRIME)
        sums.append(storage.fingerprint(left, right))
    return hashlib.sha256(repr(("feedback graph", storage.n, sums)).encode()).hexdigest()[:32]
