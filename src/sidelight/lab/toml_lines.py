"""On which line each key of a TOML file stands, which ``tomllib`` does not tell.

The text must have been accepted by ``tomllib`` already: so this walk only has to know where things begin and end.
"""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]
Lines = dict[Path, int]

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*\'''', re.DOTALL
)  # fmt: skip
_PLAIN = re.compile(r"[^,\]}#\r\n]+")


def lines_of(text: str) -> Lines:
    r"""The line, from 1, of each key and each item of an array, by the keys that lead to it.

    >>> lines_of("a = 1\n[b]\nc = [\n 2,\n 3]\n")[("b", "c", 1)]
    5
    """
    return _Walk(text).lines


def _unquoted(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key


class _Walk:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.lines: Lines = {}
        self.counts: dict[Path, int] = {}
        self._document()

    def _document(self) -> None:
        table: Path = ()
        while self._skip() < len(self.text):
            if self._at("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        line, many = self._line(), self._at("[[")
        self.place += 2 if many else 1
        path = self._within(self._keys())
        self.place += 2 if many else 1
        self.lines.setdefault(path, line)
        if not many:
            return path
        self.counts[path] = self.counts.get(path, -1) + 1
        item = (*path, self.counts[path])
        self.lines[item] = line
        return item

    def _within(self, keys: Path) -> Path:
        """The path a header means: where a key names an array of tables, its latest one."""
        path: Path = ()
        for k, key in enumerate(keys):
            path = (*path, key)
            if path in self.counts and k + 1 < len(keys):
                path = (*path, self.counts[path])
        return path

    def _pair(self, table: Path) -> None:
        line, path = self._line(), table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.place += 1  # =
        self._value(path)

    def _keys(self) -> Path:
        keys: list[str] = []
        while True:
            found = _KEY.match(self.text, self.place)
            assert found is not None, "tomllib accepted this text"
            self.place = found.end()
            keys.append(_unquoted(found[1]))
            if not self._at("."):
                return tuple(keys)
            self.place += 1

    def _value(self, path: Path) -> None:
        self._skip()
        self.lines.setdefault(path, self._line())
        if self._at("["):
            self._array(path)
        elif self._at("{"):
            self._inline(path)
        else:
            found = _STRING.match(self.text, self.place) or _PLAIN.match(self.text, self.place)
            assert found is not None, "tomllib accepted this text"
            self.place = found.end()

    def _array(self, path: Path) -> None:
        self.place += 1
        count = 0
        while self._skip() < len(self.text) and not self._at("]"):
            self._value((*path, count))
            count += 1
            self._skip()
            self.place += self._at(",")
        self.place += 1

    def _inline(self, path: Path) -> None:
        self.place += 1
        while self._skip() < len(self.text) and not self._at("}"):
            self._pair(path)
            self._skip()
            self.place += self._at(",")
        self.place += 1

    def _skip(self) -> int:
        found = _SPACE.match(self.text, self.place)
        assert found is not None
        self.place = found.end()
        return self.place

    def _at(self, mark: str) -> bool:
        return self.text.startswith(mark, self.place)

    def _line(self) -> int:
        return self.text.count("\n", 0, self.place) + 1
