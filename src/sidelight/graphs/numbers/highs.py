"""The one door to HiGHS: it can be interrupted, and it is left when it forgets the time.

Inside HiGHS no signal is looked at, and its own time limit is only looked at between stages of which one may
last minutes. scipy lets other threads run meanwhile, so it works in a thread of its own. A solver that
was left works on in the background until its own limit; what it finds then is not looked at.
"""

import contextvars
import math
import threading
from collections.abc import Callable
from typing import Any

from sidelight.kernels import clock

FOREVER = 1e9  # seconds; an infinite limit is none HiGHS knows
LOOK = 0.05  # seconds between two looks: for so long an interrupt may have to wait where waiting is deaf to it
LATE, LATER = 0.1, 0.2  # a share of the limit, and seconds: HiGHS is often just about to stop


def ask(
    solver: Callable[..., Any], *problem: Any, seconds: float, options: dict[str, Any] | None = None, **more: Any
) -> Any:
    """Return the answer of ``scipy.optimize.milp`` or ``linprog``; None when it is not there soon after ``seconds``.

    >>> from scipy.optimize import linprog
    >>> ask(linprog, [1.0], seconds=9.0, bounds=[(2.0, None)]).fun
    2.0
    """
    if seconds <= 0:
        return None
    answers: list[Any] = []
    troubles: list[BaseException] = []
    limits = {**(options or {}), "time_limit": min(seconds, FOREVER)}
    surroundings = contextvars.copy_context()

    def work() -> None:
        try:
            answers.append(surroundings.run(solver, *problem, options=limits, **more))
        except BaseException as trouble:  # whatever it is, it belongs to whoever asked
            troubles.append(trouble)

    worker = threading.Thread(target=work, name="sidelight-highs", daemon=True)
    patience = clock.now() + seconds * (1.0 + LATE) + LATER if math.isfinite(seconds) else math.inf
    worker.start()
    while worker.is_alive() and clock.now() < patience:
        worker.join(LOOK)
    if troubles:
        raise troubles[0]
    return answers[0] if answers else None
