"""What is exported exists, is documented, and shows nothing by accident."""

import inspect

import pytest

import sidelight
import sidelight.arena
import sidelight.certificates
import sidelight.graphs
import sidelight.lab
import sidelight.learners
import sidelight.testing
import sidelight.theory
import sidelight.worlds

ROOMS = [
    sidelight,
    sidelight.arena,
    sidelight.certificates,
    sidelight.graphs,
    sidelight.lab,
    sidelight.learners,
    sidelight.testing,
    sidelight.theory,
    sidelight.worlds,
]


@pytest.mark.parametrize("module", ROOMS, ids=lambda module: module.__name__)
def test_every_exported_name_exists_and_says_what_it_is(module: object) -> None:
    names = module.__all__  # type: ignore[attr-defined]
    assert len(set(names)) == len(names)
    for name in names:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{name} has no docstring"


def test_public_methods_of_a_graph_are_documented() -> None:
    for name, member in inspect.getmembers(sidelight.FeedbackGraph):
        if not name.startswith("_") and (callable(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"FeedbackGraph.{name} has no docstring"


@pytest.mark.parametrize("kind", [sidelight.Games, sidelight.Tournament, sidelight.Comparison, sidelight.Certificate])
def test_public_methods_of_results_are_documented(kind: type) -> None:
    for name, member in inspect.getmembers(kind):
        if not name.startswith("_") and (callable(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{kind.__name__}.{name} has no docstring"


def test_errors_are_one_tree_of_builtin_kinds() -> None:
    for name, error in inspect.getmembers(sidelight.errors, inspect.isclass):
        assert name in (sidelight.errors.__doc__ or "")
        if issubclass(error, Warning):
            assert issubclass(error, UserWarning)
            continue
        assert issubclass(error, sidelight.SidelightError)
        if error is not sidelight.SidelightError:
            assert issubclass(error, (ValueError, LookupError, TypeError, ImportError, OSError))
