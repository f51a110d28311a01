"""What can go wrong, in one tree.

::

    SidelightError
    ├── InvalidParameter (ValueError)       a number or an option outside what is allowed
    ├── InvalidGraph (ValueError)           what was given does not describe a feedback graph
    │   ├── InvalidEdge                     an edge names an action that is not there, or has a weight
    │   ├── InvalidLabels                   labels repeated, unhashable, or not one for each action
    │   ├── UnobservableGraph               some action is never revealed, so no learner can work
    │   ├── NoGuarantee                     a learner was given a graph that its theory does not cover
    │   └── WrongGraph                      the graph is not the one this decision, or this learner, is about
    ├── GraphTooEarly (TypeError)           a graph was shown to an uninformed learner before its decision
    ├── MissingGraph (TypeError)            a learner that needs the graph now was given none
    ├── InvalidLosses (ValueError)          losses that cannot be those of this round
    │   ├── LossOutOfRange                  not a number, or outside [0, 1]
    │   ├── LossNotRevealed                 the loss of an action that the decision does not reveal
    │   └── LossMissing                     the decision reveals more than was given
    ├── InvalidTicket (LookupError)         a decision that cannot be learned from (again)
    │   ├── AlreadyLearned                  its losses were learned before
    │   ├── Forgotten                       it was given up, on request or to keep within memory
    │   └── ForeignTicket                   this learner never made that decision
    ├── InvalidSnapshot (ValueError)        what was given does not restore a learner
    ├── UnknownAction (LookupError)         an action or label the graph does not have
    ├── NotExact (ValueError)               a single value was asked of a bracket that is still open
    ├── TooLarge (ValueError)               the answer would not fit in memory, or take too long
    ├── NotRecorded (LookupError)           what is asked for was not recorded while playing
    ├── IncomparableGames (ValueError)      games of other worlds or seeds, which cannot be held against each other
    ├── InvalidLog (ValueError)             a log that cannot be audited; names the row
    │   └── ImpossibleChances               chances that no action can have been drawn with
    ├── InvalidFile (ValueError)            a file that this library did not write, or that is damaged
    ├── WouldOverwrite (FileExistsError)    there is a file already where one is to be written
    └── MissingDependency (ImportError)     an optional library is needed; names the extra

Each is also a subclass of the builtin one would catch without knowing this library. A message names
the argument, its value, what is allowed, and the way out.

Two things are warned about rather than refused: ``NoGuaranteeWarning``, where a learner plays on although its theory
does not cover the graph, and ``ForgottenWarning``, where open decisions were given up to keep within memory.
"""

import sys
import warnings

__all__ = [
    "AlreadyLearned",
    "ForeignTicket",
    "Forgotten",
    "ForgottenWarning",
    "GraphTooEarly",
    "ImpossibleChances",
    "IncomparableGames",
    "InvalidEdge",
    "InvalidFile",
    "InvalidGraph",
    "InvalidLabels",
    "InvalidLog",
    "InvalidLosses",
    "InvalidParameter",
    "InvalidSnapshot",
    "InvalidTicket",
    "LossMissing",
    "LossNotRevealed",
    "LossOutOfRange",
    "MissingDependency",
    "MissingGraph",
    "NoGuarantee",
    "NoGuaranteeWarning",
    "NotExact",
    "NotRecorded",
    "SidelightError",
    "TooLarge",
    "UnknownAction",
    "UnobservableGraph",
    "WouldOverwrite",
    "WrongGraph",
]


class SidelightError(Exception):
    """Everything this library raises on purpose."""


class InvalidParameter(SidelightError, ValueError):
    """A number or an option outside what is allowed."""


class InvalidGraph(SidelightError, ValueError):
    """What was given does not describe a feedback graph."""


class InvalidEdge(InvalidGraph):
    """An edge names an action that is not there, or carries a weight other than 0 or 1."""


class InvalidLabels(InvalidGraph):
    """Labels repeated, unhashable, or not one for each action."""


class UnobservableGraph(InvalidGraph):
    """Some action is never revealed, so no learner can do better than linear regret."""


class NoGuarantee(InvalidGraph):
    """A learner was given a graph that its theory does not cover; ``strict=False`` warns instead."""


class WrongGraph(InvalidGraph):
    """The graph is not the one this decision, or this learner, is about."""


class GraphTooEarly(SidelightError, TypeError):
    """A graph was shown to an uninformed learner before its decision."""


class MissingGraph(SidelightError, TypeError):
    """A learner that needs the graph now was given none."""


class InvalidLosses(SidelightError, ValueError):
    """Losses that cannot be those of this round."""


class LossOutOfRange(InvalidLosses):
    """A loss that is not a number, or outside [0, 1]."""


class LossNotRevealed(InvalidLosses):
    """The loss of an action that the decision does not reveal."""


class LossMissing(InvalidLosses):
    """The decision reveals more losses than were given."""


class InvalidTicket(SidelightError, LookupError):
    """A decision that cannot be learned from (again)."""


class AlreadyLearned(InvalidTicket):
    """The losses of this decision were learned before."""


class Forgotten(InvalidTicket):
    """The decision was given up, on request or to keep within memory."""


class ForeignTicket(InvalidTicket):
    """The decision was made by another learner, or by none."""


class InvalidSnapshot(SidelightError, ValueError):
    """What was given does not restore a learner."""


class NoGuaranteeWarning(UserWarning):
    """A learner runs without the guarantee of its theory, because it was told not to be strict."""


class ForgottenWarning(UserWarning):
    """Open decisions were forgotten, because together they took more memory than they may."""


class UnknownAction(SidelightError, LookupError):
    """An action or label that the graph does not have."""


class NotExact(SidelightError, ValueError):
    """A single value was asked of a bracket whose two sides have not met."""


class TooLarge(SidelightError, ValueError):
    """The answer would not fit in memory, or take too long to compute."""


class NotRecorded(SidelightError, LookupError):
    """What is asked for was not recorded while playing."""


class IncomparableGames(SidelightError, ValueError):
    """Games of other worlds, seeds or lengths, which cannot be held against each other."""


class InvalidLog(SidelightError, ValueError):
    """A log that cannot be audited; the message names the row."""


class ImpossibleChances(InvalidLog):
    """Chances that no action can have been drawn with: without the true ones a certificate says nothing."""


class InvalidFile(SidelightError, ValueError):
    """A file that this library did not write, or that is damaged."""


class WouldOverwrite(SidelightError, FileExistsError):
    """There is a file already where one is to be written; ``overwrite=True`` replaces it."""


class MissingDependency(SidelightError, ImportError):
    """An optional library is needed; the message names the extra that brings it."""


def warn(message: str, category: type[Warning]) -> None:
    """Warn, pointing at the line outside this library that led here."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
