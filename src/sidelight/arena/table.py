"""Tables of numbers, as text and for notebooks."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

from sidelight.arena.quantiles import Interval


@dataclass(frozen=True)
class Table:
    """A heading, columns, and rows of texts; the first column names the row, the others are aligned to the right."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """As wide as it must be, two blanks between columns."""
        lines = [self.columns, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.columns))]
        body = [
            "  " + "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
            for line in lines
        ]
        return "\n".join([*self.heading.splitlines(), *body])

    def html(self) -> str:
        """A ``<table>`` in the colours of the page it is shown on."""
        caption = "<br>".join(html.escape(line) for line in self.heading.splitlines())
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join(f"<tr>{_html_cells(row)}</tr>" for row in self.rows)
        return (
            f'<table><caption style="text-align:left">{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _html_cells(row: Sequence[str]) -> str:
    cells = "".join(f'<td style="text-align:right;white-space:nowrap">{html.escape(text)}</td>' for text in row[1:])
    return f'<th style="text-align:left">{html.escape(row[0])}</th>{cells}'


def number(value: float) -> str:
    """Enough digits to be compared, no more.

    >>> [number(x) for x in (15866.2, 25.04, -0.51234, 0.0, float("inf"), float("nan"))]
    ['15,866', '25.0', '-0.512', '0', '∞', '-']
    """
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def limits(interval: Interval) -> str:
    """Both limits in brackets; a round bracket where there is none.

    >>> limits(Interval(5.0, 3.0, float("inf")))
    '[3, ∞)'
    """
    left = "(" if math.isinf(interval.low) else "["
    right = ")" if math.isinf(interval.high) else "]"
    return f"{left}{number(interval.low)}, {number(interval.high)}{right}"


def share(value: float) -> str:
    """A share as a percentage, without more digits than it has.

    >>> share(0.999), share(0.5)
    ('99.9 %', '50 %')
    """
    return f"{100 * value:.10g} %"


def counted(count: int, thing: str) -> str:
    """``1 seed``, ``1,000 seeds``."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
