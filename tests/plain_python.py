"""What learners say, as JSON. With NUMBA_DISABLE_JIT=1 kernels are plain Python, and must say the same."""

import json
import sys
import warnings
from typing import Any

from numba import config

from sidelight import NoGuaranteeWarning
from sidelight.learners import LEARNERS
from tests import gold_traces
from tests.sequences import sampled

SEQUENCES = range(1, 62)  # of each learner


def everything() -> dict[str, Any]:
    """All traces, and some random sequences of each learner."""
    warnings.simplefilter("ignore", NoGuaranteeWarning)
    traces = gold_traces.in_files("traces") + gold_traces.made_here()
    return {
        "compiled": not config.DISABLE_JIT,
        "traces": {trace["name"]: list(gold_traces.run(trace)) for trace in traces},
        "sequences": {name: sampled(name, SEQUENCES)[1] for name in LEARNERS},
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(everything()))
