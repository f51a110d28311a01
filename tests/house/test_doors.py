"""Third parties come in by one door each, and importing the library opens none that is not needed."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sidelight

ROOT = Path(sidelight.__file__).parent
EVERYWHERE = {"numpy", "scipy", "sidelight", *sys.stdlib_module_names}
DOORS = {
    "numba": lambda path: path.parts[0] == "kernels",
    "llvmlite": lambda path: path.parts[0] == "kernels",
    "matplotlib": lambda path: path.name.startswith("picture"),
    "pandas": lambda path: path.name == "frames.py",
    "polars": lambda path: path.name == "frames.py",
    "pyarrow": lambda path: path.name == "frames.py",
    "click": lambda path: path.parts[0] == "cli",
    "rich": lambda path: path.parts[0] == "cli",
    "duckdb": lambda path: path.as_posix() == "lab/parquet.py",
}
OPTIONAL = ["matplotlib", "networkx", "igraph", "pandas", "polars", "pyarrow", "scipy.optimize", "scipy.spatial"]
OPTIONAL += ["click", "rich", "duckdb", "sqlite3", "multiprocessing.connection", "sidelight.lab", "sidelight.cli"]


def imports_of(path: Path) -> set[str]:
    """Top-level packages a file imports when it runs; imports for type checkers do not count."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = [ast.Pass()]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_library_comes_in_by_its_door(path: Path) -> None:
    inside = path.relative_to(ROOT)
    for package in imports_of(path) - EVERYWHERE:
        assert package in DOORS, f"{inside} imports {package}, which has no door"
        assert DOORS[package](inside), f"{inside} imports {package}, which is not its door"


def test_frames_are_asked_for_at_their_door_only() -> None:
    """They are imported by name when a function is called, which the walk above does not see."""
    for path in ROOT.rglob("*.py"):
        if path.name != "frames.py":
            named = [
                library for library in ("pandas", "polars") if f'optional_library("{library}")' in path.read_text()
            ]
            assert not named, f"{path.relative_to(ROOT)} imports {named[0] if named else ''} past its door"


def test_importing_loads_no_optional_or_slow_library() -> None:
    probe = f"import sys, sidelight; print([name for name in {OPTIONAL!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
