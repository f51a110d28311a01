"""The lab: studies as files, played in chunks on any engine, kept in a folder that survives whatever happens."""

from sidelight.lab.errors import ChunkFailed, DamagedStudy, InvalidSpec, NotSaved, StudyInUse
from sidelight.lab.estimate import Estimate, estimated
from sidelight.lab.example import EXAMPLE
from sidelight.lab.run import Report, Status, run
from sidelight.lab.spec import Spec, parse_spec, read_spec
from sidelight.lab.study import Study, read_study

__all__ = [
    "EXAMPLE",
    "ChunkFailed",
    "DamagedStudy",
    "Estimate",
    "InvalidSpec",
    "NotSaved",
    "Report",
    "Spec",
    "Status",
    "Study",
    "StudyInUse",
    "estimated",
    "parse_spec",
    "read_spec",
    "read_study",
    "run",
]
