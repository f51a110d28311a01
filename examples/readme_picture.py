"""The picture of the README: four graphs, from the easiest to learn on to the hardest.

Run with ``python -m examples.readme_picture``.
"""

from pathlib import Path

from matplotlib.figure import Figure

import sidelight as sl

PANELS = {
    "Stock levels: a level with stock left\nshows what all others would have cost": sl.graphs.inventory(7, 3),
    "Ring: each action shows\nits neighbours and itself": sl.graphs.ring(8),
    "Loopless clique: each action\nshows all others, never itself": sl.graphs.loopless_clique(7),
    "Asking shows everything,\nguessing nothing": sl.graphs.revealing_action(7),
}


def main(path: Path) -> None:
    """Draw the panels side by side."""
    figure = Figure(figsize=(14, 4.2), layout="constrained", facecolor="white")
    axes = figure.subplots(1, len(PANELS), width_ratios=[1.6, 1, 1, 1])
    for ax, (title, graph) in zip(axes, PANELS.items(), strict=True):
        graph.plot(ax, title=title)
    figure.savefig(path, dpi=110)
    print(path)


if __name__ == "__main__":
    main(Path(__file__).parents[1] / "docs" / "pictures" / "graphs.png")
