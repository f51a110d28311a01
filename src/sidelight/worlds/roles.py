"""What a world's random numbers are for: part of their address."""

from enum import IntEnum


class Role(IntEnum):
    """Never renumber: replays of recorded runs depend on these. Graphs have the numbers below 100, learners 101."""

    LOSS = 201
    SECRET = 202
