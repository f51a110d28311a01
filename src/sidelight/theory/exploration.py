"""How large Q can be: the sum, over self-loops, of a chance over the chance that the loss is seen (plus gamma).

``Q_t = sum_{i in S_t} p_i / (W_i + gamma)`` with p before and W after the exploration of mass rho is mixed in.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sidelight.errors import InvalidParameter
from sidelight.theory.checks import actions, parameter, within


class Most(NamedTuple):
    """An upper side, and which of the ways to it was the shortest."""

    value: float
    form: str


def log_form(n_actions: int, gamma: float, loop_alpha: float) -> float:
    """``2 a ln(1 + (ceil(K^2 / gamma) + K) / a) + 2``, Lemma 1 of Kocak et al. (2014); 0 without self-loops.

    >>> log_form(10, 0.1, 0.0)
    0.0
    """
    if loop_alpha <= 0.0:
        return 0.0
    return 2.0 * loop_alpha * math.log1p((math.ceil(n_actions**2 / gamma) + n_actions) / loop_alpha) + 2.0


def most_q(
    n_actions: int,
    gamma: float,
    *,
    mixed: float = 0.0,
    loop_alpha: float | None = None,
    acyclic: float | None = None,
    loops: float | None = None,
    symmetric: bool = False,
) -> Most:
    """The most that Q can be in a round, from what is known of the graph; ``mixed`` is the mass of exploration.

    ``loop_alpha``: independence number among self-loops; ``acyclic``: largest acyclic subgraph of them; ``loops``:
    how many there are (K if left out). All forms are concave in these, so averages over rounds may stand in for them.

    >>> most_q(10, 0.05, loop_alpha=3, symmetric=True)
    Most(value=3.0, form='symmetric')
    >>> most_q(10, 0.2)
    Most(value=5.0, form='1/gamma')
    """
    n, g = actions(n_actions), parameter("gamma", gamma, 1.0)
    rest = 1.0 - within("mixed", mixed, 0.0, 1.0 - 1e-12, "it is the mass of exploration")
    known = {"loop_alpha": loop_alpha, "acyclic": acyclic, "loops": float(n) if loops is None else loops}
    a, m, s = (None if value is None else within(name, value, 0, n, "of one round") for name, value in known.items())
    if s == 0.0 or a == 0.0:
        return Most(0.0, "no self-loops")
    forms = [Most(1.0 / g, "1/gamma"), Most(float(s or 0.0) / rest, "self-loops")]
    if m is not None:
        forms.append(Most(m / rest, "acyclic"))
    if a is not None:
        forms.append(Most((a if symmetric else log_form(n, g, a)) / rest, "symmetric" if symmetric else "logarithm"))
    elif symmetric:
        raise InvalidParameter("symmetric=True needs loop_alpha=, the independence number among self-loops")
    return min(forms, key=lambda most: most.value)
