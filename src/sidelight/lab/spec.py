"""A study as it is asked for: learners x worlds x graphs x horizons x seeds, in one file that people can read."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sidelight.arena.measures import MEASURES
from sidelight.arena.play import DEFAULT_CHECKPOINTS, MOST_ROUNDS
from sidelight.lab.entries import ROLES, Entry, entries_of
from sidelight.lab.reading import Node, Source, read_file, read_toml
from sidelight.lab.toml_text import as_toml

BOUNDS = "bounds"
RECORDS = (*MEASURES, BOUNDS)
DEFAULT_RECORD = ("own_losses", "regret", "pseudo_regret")
KEYS = ("title", "horizons", "seeds", "checkpoints", "record", "claims", *ROLES)
MOST_SEEDS = 10**7


@dataclass(frozen=True)
class Spec:
    """What is to be played and recorded; checked as far as that goes without building anything."""

    learners: tuple[Entry, ...]
    worlds: tuple[Entry, ...]
    graphs: tuple[Entry, ...]
    horizons: tuple[int, ...]
    seeds: tuple[int, ...]
    checkpoints: int | tuple[int, ...] = DEFAULT_CHECKPOINTS
    record: tuple[str, ...] = DEFAULT_RECORD
    claims: tuple[str, ...] = ()
    title: str = ""
    source: Source = field(default_factory=lambda: Source("spec", {}), compare=False, repr=False)
    folder: str | None = field(default=None, compare=False)

    @property
    def canonical(self) -> dict[str, Any]:
        """All there is to it, defaults included, whatever the file looks like."""
        seeds: int | list[int] = list(self.seeds)
        if self.seeds == tuple(range(len(self.seeds))):
            seeds = len(self.seeds)
        head = ({"title": self.title} if self.title else {}) | {
            "horizons": list(self.horizons),
            "seeds": seeds,
            "checkpoints": self.checkpoints if isinstance(self.checkpoints, int) else list(self.checkpoints),
            "record": list(self.record),
            "claims": list(self.claims),
        }
        sections = {
            section: {entry.name: entry.plain(role.key) for entry in getattr(self, section)}
            for section, role in ROLES.items()
        }
        return head | {section: entries for section, entries in sections.items() if entries}

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits, the same for every way to write this down; titles do not count."""
        told = {key: value for key, value in self.canonical.items() if key != "title"}
        return digest_of(told)

    def to_toml(self) -> str:
        """A spec with every default written out, and every ``each`` taken apart."""
        return as_toml(self.canonical)


def digest_of(*parts: Any) -> str:
    """Sixteen hexadecimal digits of plain values, whatever the order of keys."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def read_spec(path: str | Path) -> Spec:
    """The spec in a TOML file; ``InvalidSpec`` says on which line it cannot be, and what is allowed."""
    place = Path(path)
    return parse_spec(read_file(place), str(path), folder=str(place.resolve().parent))


def parse_spec(text: str, name: str = "spec", *, folder: str | None = None) -> Spec:
    """The spec in a text. ``folder`` is where modules of the user's own are looked for.

    >>> spec = parse_spec('''
    ... horizons = [1000]
    ... seeds = 10
    ... [learners.ix]
    ... learner = "Exp3IX"
    ... [worlds.coins]
    ... world = "bernoulli"
    ... means = { first = 0.4, others = 0.5 }
    ... [graphs.ring]
    ... family = "ring"
    ... n_actions = 5
    ... ''')
    >>> spec.digest
    'd208199d4f8374be'
    """
    root = read_toml(text, name)
    root.only(KEYS)
    for key in ("learners", "worlds", "horizons", "seeds"):
        if not root.has(key):
            root.refuse(f"{key} is missing; a spec needs learners, worlds, horizons and seeds")
    sections = {
        section: tuple(entries_of(root[section], role)) if root.has(section) else ()
        for section, role in ROLES.items()
    }  # fmt: skip
    spec = Spec(
        **sections,
        horizons=_horizons(root["horizons"]),
        seeds=_seeds(root["seeds"]),
        checkpoints=_checkpoints(root["checkpoints"]) if root.has("checkpoints") else DEFAULT_CHECKPOINTS,
        record=_record(root["record"]) if root.has("record") else DEFAULT_RECORD,
        claims=_names(root["claims"]) if root.has("claims") else (),
        title=root["title"].text() if root.has("title") else "",
        source=root.source,
        folder=folder,
    )
    _check_filters(spec)
    return spec


def _horizons(node: Node) -> tuple[int, ...]:
    return _distinct(node, [item.whole(1, MOST_ROUNDS) for item in node.list()])


def _seeds(node: Node) -> tuple[int, ...]:
    if isinstance(node.value, list):
        return _distinct(node, [item.whole(0, 2**63 - 1) for item in node.list()])
    return tuple(range(node.whole(1, MOST_SEEDS)))


def _checkpoints(node: Node) -> int | tuple[int, ...]:
    if isinstance(node.value, list):
        return tuple(sorted(_distinct(node, [item.whole(1, MOST_ROUNDS) for item in node.list()])))
    return node.whole(1, 10**6)


def _record(node: Node) -> tuple[str, ...]:
    return _distinct(node, [item.one_of(RECORDS, "thing to record") for item in node.list()])


def _names(node: Node) -> tuple[str, ...]:
    return _distinct(node, [item.text() for item in node.list()]) if node.value != [] else ()


def _distinct(node: Node, values: list[Any]) -> tuple[Any, ...]:
    if len(set(values)) < len(values):
        repeated = next(value for value in values if values.count(value) > 1)
        node.refuse(f"{node.name} has {repeated!r} twice")
    return tuple(values)


def _check_filters(spec: Spec) -> None:
    """A learner or a world may be for some worlds or graphs only; those must exist."""
    for entry in (*spec.learners, *spec.worlds):
        for section, names in entry.filters.items():
            known = {base_name(other.name) for other in getattr(spec, section)}
            for name in names:
                if name not in known:
                    told = ", ".join(sorted(known)) or "none"
                    spec.source.refuse((*entry.path, section), f"{section} has no {name!r}. There is: {told}")


def base_name(name: str) -> str:
    """The name in the file, without what ``each`` added."""
    return name.partition("[")[0]
