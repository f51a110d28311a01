"""What there is, on one page: a game and its tail, then a picture and the numbers of some graphs of every sort.

Run with ``python -m examples.demo [folder]``; prints tables and leaves ``demo/report.html``.
"""

from __future__ import annotations

import html
import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from matplotlib.figure import Figure

import sidelight as sl
from examples import giant_picture

ROUNDS, SEEDS = 10_000, 400
SHOWN: dict[str, tuple[str, dict[str, object]]] = {
    "Classical bandit": ("bandit", {"n_actions": 8}),
    "Learning from experts": ("full_information", {"n_actions": 8}),
    "Ring": ("ring", {"n_actions": 12}),
    "Policies that agree": ("cliques", {"sizes": [3, 4, 5]}),
    "Posted price, 4 of 10 sell": ("posted_price", {"n_prices": 10, "n_selling": 4}),
    "Stock levels, 3 of 8 sell out": ("inventory", {"n_levels": 8, "n_sold_out": 3}),
    "Loopless clique": ("loopless_clique", {"n_actions": 8}),
    "Apple tasting": ("apple_tasting", {}),
    "Asking reveals all": ("revealing_action", {"n_actions": 8}),
    "Gadgets": ("gadgets", {"n_gadgets": 4}),
    "Star without loops": ("star", {"n_actions": 9}),
    "Petersen graph": ("kneser", {"n": 5, "k": 2}),
    "Queens on 8 x 8": ("queens", {"side": 8}),
    "Random, 200 actions": ("erdos_renyi", {"n_actions": 200, "p": 0.1, "loops": 0.5, "seed": 1}),
    "Communities": ("stochastic_block", {"sizes": [8, 8], "p": [[0.6, 0.03], [0.03, 0.6]]}),
    "A million actions, loopless clique": ("loopless_clique", {"n_actions": 1_000_000}),
    "A million actions, 1000 cliques": ("cliques", {"sizes": [1000] * 1000, "loops": False}),
}
LARGE = 60  # summarised rather than drawn, and hard to read when narrow
STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 78rem; margin: 2rem auto; padding: 0 1rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: 1.2rem; }
article { border: 1px solid #8884; border-radius: .6rem; padding: .8rem 1rem; overflow: hidden; }
section { margin: 0 0 2rem; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 1.6rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
caption { white-space: pre-line; padding: .3rem 0; }
td, th { padding: .15rem .7rem .15rem 0; }
figure { margin: 0; background: #fff; border-radius: .4rem; }
figure svg { width: 100%; height: auto; display: block; }
code { font-size: .85rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; font-size: .78rem; margin: .6rem 0 0; }
@media (min-width: 48rem) { .wide { grid-column: span 2; } .on-phones { display: none; } }
@media (max-width: 47.99rem) { .at-desks { display: none; } }
"""


def game() -> str:
    """Algorithm 1 with its bias and without, played on the spot: the picture, and the numbers that it shows."""
    before = time.perf_counter()
    games = giant_picture.played(ROUNDS, SEEDS)
    summary = games.summary()
    print(f"{summary}\n{2 * ROUNDS * SEEDS:,} rounds in {time.perf_counter() - before:.1f} seconds\n", flush=True)
    wide, narrow = (as_svg(giant_picture.picture(games, *size)) for size in ((9.6, 3.9), (4.6, 6.4)))
    call = f"sl.play({{name: learner, ...}}, sl.worlds.sleeping_giant({ROUNDS}), rounds={ROUNDS}, seeds={SEEDS})"
    return (
        f"<section><h2>A game, and why tails</h2><p>The favourite of the first third of all rounds turns bad, and only "
        f"playing the other action shows it. In just this situation Algorithm 1 adds a pessimistic bias. Here it "
        f"plays with the bias and without, on the same {SEEDS} seeds: the mean hides what the tail shows.</p>"
        f"<figure class=at-desks>{wide}</figure><figure class=on-phones>{narrow}</figure>"
        f"<p><code>{html.escape(call)}</code></p><div class=scroll>{summary._repr_html_()}</div></section>"
    )


def as_svg(figure: Figure) -> str:
    """To stand in a page."""
    drawing = io.StringIO()
    figure.savefig(drawing, format="svg")
    return drawing.getvalue()[drawing.getvalue().index("<svg") :]


def cards() -> Iterator[str]:
    """One card a graph; prints a line for each as it goes."""
    print(f"{'graph':<36}{'kind':<14}{'alpha':>12}{'d':>10}{'m':>14}{'kappa':>14}{'seconds':>9}")
    for title, (family, parameters) in SHOWN.items():
        before = time.perf_counter()
        graph = sl.graphs.build(family, **parameters)
        columns = [graph.independence_number(1), graph.weak_domination_number(1)]
        columns += [graph.largest_acyclic(1), graph.clique_partition_number(1)]
        alpha, d, m, kappa = map(shown, columns)
        line = f"{title:<36}{graph.kind.value:<14}{alpha:>12}{d:>10}{m:>14}{kappa:>14}"
        print(f"{line}{time.perf_counter() - before:9.2f}", flush=True)
        yield card(title, family, parameters, graph)


def shown(bracket: sl.Bracket) -> str:
    """A number, or the two sides it lies between."""
    return f"{bracket.lower}" if bracket.exact else f"{bracket.lower}..{bracket.upper}"


def card(title: str, family: str, parameters: dict[str, object], graph: sl.FeedbackGraph) -> str:
    """The picture, how to make the graph, and what it says of itself."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    call = f"sl.graphs.{family}({arguments})".replace(repr([1000] * 1000), "[1000] * 1000")
    wide = " class=wide" if graph.n_actions > LARGE else ""
    return (
        f"<article{wide}><h3>{html.escape(title)}</h3><figure>{graph._repr_svg_()}</figure>"
        f"<p><code>{html.escape(call)}</code></p><pre>{html.escape(graph.describe())}\n"
        f"  m            {shown(graph.largest_acyclic(1))}  largest acyclic subgraph\n"
        f"  kappa        {shown(graph.clique_partition_number(1))}  clique partition number</pre></article>"
    )


def main(folder: Path) -> None:
    """Write the page."""
    folder.mkdir(parents=True, exist_ok=True)
    print("In a fresh installation the first seconds go into compiling.\n")
    played, body = game(), "\n".join(cards())
    page = folder / "report.html"
    page.write_text(
        f"<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>sidelight</title><style>{STYLE}</style><h1>sidelight {sl.__version__}</h1>"
        f"<p>Online decisions that learn from side observations.</p>{played}<h2>Feedback graphs</h2>"
        f"<p>Playing an action reveals the losses of those its arrows point to.</p><main>{body}</main></html>",
        encoding="utf-8",
    )
    print(f"\nPictures and numbers: {page}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "demo"))
