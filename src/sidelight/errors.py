"""What can go wrong, in one tree.

::

    SidelightError
    ├── InvalidParameter (ValueError)       a number or an option outside what is allowed
    ├── InvalidGraph (ValueError)           what was given does not describe a feedback graph
    │   ├── InvalidEdge                     an edge names an action that is not there, or has a weight
    │   ├── InvalidLabels                   labels repeated, unhashable, or not one for each action
    │   └── UnobservableGraph               some action is never revealed, so no learner can work
    ├── UnknownAction (LookupError)         an action or label the graph does not have
    ├── NotExact (ValueError)               a single value was asked of a bracket that is still open
    ├── TooLarge (ValueError)               the answer itself would not fit in memory
    └── MissingDependency (ImportError)     an optional library is needed; names the extra

Each is also a subclass of the builtin one would catch without knowing this library. A message names
the argument, its value, what is allowed, and the way out.
"""


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


class UnknownAction(SidelightError, LookupError):
    """An action or label that the graph does not have."""


class NotExact(SidelightError, ValueError):
    """A single value was asked of a bracket whose two sides have not met."""


class TooLarge(SidelightError, ValueError):
    """The answer itself would not fit in memory."""


class MissingDependency(SidelightError, ImportError):
    """An optional library is needed; the message names the extra that brings it."""
