"""A value of a spec with its place, so that whatever is wrong with it is told with file and line."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from sidelight.lab.errors import InvalidSpec
from sidelight.lab.toml_lines import Lines, lines_of


class Source:
    """A file and the lines of its keys."""

    def __init__(self, name: str, lines: Lines) -> None:
        self.name, self.lines = name, lines

    def where(self, path: tuple[str | int, ...]) -> str:
        """``file:line`` of a key, or of the nearest thing around it that stands in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.name}:{self.lines.get(path, 1)}"

    def refuse(self, path: tuple[str | int, ...], message: str) -> NoReturn:
        """An error that points there."""
        raise InvalidSpec(f"{self.where(path)}: {message}")


class Node:
    """A value, and the keys that lead to it."""

    def __init__(self, source: Source, value: Any, path: tuple[str | int, ...] = ()) -> None:
        self.source, self.value, self.path = source, value, path

    @property
    def name(self) -> str:
        """The last key."""
        return str(self.path[-1]) if self.path else "the spec"

    def refuse(self, message: str) -> NoReturn:
        """An error that points here."""
        self.source.refuse(self.path, message)

    def has(self, key: str) -> bool:
        """Whether a table has this key."""
        return key in self.value

    def __getitem__(self, key: str | int) -> Node:
        return Node(self.source, self.value[key], (*self.path, key))

    def items(self) -> Iterator[Node]:
        """Each entry of a table, or item of a list."""
        keys = self.value if isinstance(self.value, Mapping) else range(len(self.value))
        return (self[key] for key in keys)

    def table(self, what: str) -> Node:
        """Itself, if it is a table that is not empty."""
        if not isinstance(self.value, Mapping) or not self.value:
            self.refuse(f"{self.name} must be a table of {what}, with at least one")
        return self

    def text(self) -> str:
        """A text that is not empty."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.refuse(f"{self.name} = {self.value!r} must be a text that is not empty")
        return self.value

    def whole(self, least: int, most: int) -> int:
        """A whole number within limits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not least <= self.value <= most:
            self.refuse(f"{self.name} = {self.value!r} must be a whole number from {least:,} to {most:,}")
        return self.value

    def list(self) -> list[Node]:
        """Its items, at least one."""
        if not isinstance(self.value, list) or not self.value:
            self.refuse(f"{self.name} = {self.value!r} must be a list of at least one item")
        return list(self.items())

    def one_of(self, known: Collection[str], what: str) -> str:
        """A name that is known."""
        if self.value not in list(known):
            self.refuse(f"{self.value!r} is no {what}{did_you_mean(self.value, known)} Known: {', '.join(known)}")
        return str(self.value)

    def only(self, allowed: Collection[str]) -> None:
        """Refuse a key that means nothing here."""
        for key in self.value:
            if key not in allowed:
                hint = did_you_mean(key, allowed)
                self[key].refuse(f"{key!r} is not known here{hint} Allowed: {', '.join(allowed)}")


def did_you_mean(given: Any, known: Collection[str]) -> str:
    """A guess, if there is a good one; with the mark that ends the sentence."""
    close = difflib.get_close_matches(str(given), list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else "."


def read_toml(text: str, name: str) -> Node:
    """The whole of a file."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidSpec(f"{name}: this is not TOML: {error}") from error
    return Node(Source(name, lines_of(text)), values)


def read_file(path: Path) -> str:
    """The text of a spec."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSpec(f"{path}: cannot be read: {error}; 'sidelight new {path}' writes an example") from error
