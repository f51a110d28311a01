"""What can go wrong in the lab, beside the tree of ``sidelight.errors``.

::

    SidelightError
    ├── InvalidSpec (ValueError)            a spec that says what cannot be; names the line and what is allowed
    ├── StudyInUse (BlockingIOError)        another run writes into this folder
    ├── DamagedStudy (ValueError)           a shard or the manifest is not what was written
    ├── NotSaved (OSError)                  the disk is full, or refuses; what was finished before is intact
    └── ChunkFailed (RuntimeError)          a chunk raised, or killed its workers again and again
"""

from sidelight.errors import SidelightError

__all__ = ["ChunkFailed", "DamagedStudy", "InvalidSpec", "NotSaved", "StudyInUse"]


class InvalidSpec(SidelightError, ValueError):
    """A spec that says what cannot be; the message begins with file and line, and says what is allowed."""


class StudyInUse(SidelightError, BlockingIOError):
    """Another run writes into this folder."""


class DamagedStudy(SidelightError, ValueError):
    """A shard or the manifest is not what was written; the rest is intact."""


class NotSaved(SidelightError, OSError):
    """The disk is full, or refuses to be written; what was finished before is intact."""


class ChunkFailed(SidelightError, RuntimeError):
    """A chunk raised, or killed its workers again and again."""
