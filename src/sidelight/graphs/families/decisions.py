"""Graphs that real decisions make: what a bid, a price or a stock level shows about the others.

All are on an order (of bids, prices, levels) and each action reveals a contiguous range of it.
"""

from __future__ import annotations

import numpy as np

from sidelight.graphs.families.checks import whole
from sidelight.graphs.families.registry import family
from sidelight.graphs.feedback_graph import FeedbackGraph


@family({"n_bids": 5, "winning_from": 2}, {"n_bids": 4, "winning_from": 4})
def first_price(n_bids: int, winning_from: int) -> FeedbackGraph:
    """Bids from ``winning_from`` on win. A winner knows all higher bids win too, a loser that all lower ones lose."""
    n = whole("n_bids", n_bids, 1)
    wins = np.arange(n) >= whole("winning_from", winning_from, 0, n)
    return FeedbackGraph.from_intervals(np.where(wins, np.arange(n), 0), np.where(wins, n, np.arange(1, n + 1)))


@family({"n_prices": 5, "n_selling": 2}, {"n_prices": 4, "n_selling": 0})
def posted_price(n_prices: int, n_selling: int) -> FeedbackGraph:
    """The lowest ``n_selling`` prices sell. A sale shows that lower ones sell, a refusal that higher do not."""
    n = whole("n_prices", n_prices, 1)
    sells = np.arange(n) < whole("n_selling", n_selling, 0, n)
    return FeedbackGraph.from_intervals(np.where(sells, 0, np.arange(n)), np.where(sells, np.arange(1, n + 1), n))


@family({"n_levels": 5, "n_sold_out": 3}, {"n_levels": 4, "n_sold_out": 0})
def inventory(n_levels: int, n_sold_out: int) -> FeedbackGraph:
    """The lowest ``n_sold_out`` stock levels sell out and show lower levels only; a level with stock left shows all."""
    n = whole("n_levels", n_levels, 1)
    sold_out = np.arange(n) < whole("n_sold_out", n_sold_out, 0, n)
    return FeedbackGraph.from_intervals(np.zeros(n, np.int64), np.where(sold_out, np.arange(1, n + 1), n))
