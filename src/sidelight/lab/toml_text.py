"""Plain values as TOML, in one order and one form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(values: Mapping[str, Any]) -> str:
    """A TOML document that reads back equal: plain keys first, then tables of tables in their order.

    >>> print(as_toml({"seeds": 3, "graphs": {"g": {"family": "ring", "n_actions": 5}}}), end="")
    seeds = 3
    <BLANKLINE>
    [graphs.g]
    family = "ring"
    n_actions = 5
    """
    plain = [f"{_key(key)} = {_value(value)}" for key, value in values.items() if not isinstance(value, Mapping)]
    parts = ["\n".join(plain)]
    for section, tables in values.items():
        if isinstance(tables, Mapping):
            for name, table in tables.items():
                rows = [f"{_key(key)} = {_value(value)}" for key, value in table.items()]
                parts.append("\n".join([f"[{_key(section)}.{_key(name)}]", *rows]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }"
    return "[" + ", ".join(_value(part) for part in value) + "]"
