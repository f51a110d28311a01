"""What a random number is for: part of its address, so that no two uses share numbers."""

from enum import IntEnum


class Role(IntEnum):
    """Never renumber: graphs and digests on disk depend on these."""

    EDGES = 1
    LOOPS = 2
    POSITIONS = 3
    DIRECTIONS = 4
    POOL = 5
    BLOCKS = 6
    DROPS = 7
    FLICKER = 8
    CENTRE = 9
    SCOUT = 10
    FINGERPRINT = 11
    COLUMN_CLASSES = 12
