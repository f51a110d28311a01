"""Randomness by address: exact by its structure where that can be enumerated, then by sampling.

Every sampled check has a false-alarm rate of 1e-6 or less: with the fixed seeds below, sound randomness would
have failed it with that chance when they were chosen. None of them can fail tomorrow if it passes today.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom, chisquare

from sidelight.kernels import adjacency, intervals, randomness, sampling
from sidelight.kernels.randomness import address, mixed, residues, uniform, uniforms
from sidelight.kernels.sampling import sampled_cells

FALSE_ALARM = 1e-6
WORD = 2**64
COUNT = 200_000
Numbers = NDArray[np.float64]


def plain(kernel: Any) -> Any:
    """The Python that a kernel was compiled from."""
    return getattr(kernel, "py_func", kernel)


def unmixed(word: int) -> int:
    """The inverse of ``mixed``, in whole numbers."""
    word ^= (word >> 31) ^ (word >> 62)
    word = word * pow(0x94D049BB133111EB, -1, WORD) % WORD
    word ^= (word >> 27) ^ (word >> 54)
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return word ^ (word >> 30) ^ (word >> 60)


def test_mixing_can_be_undone_so_no_two_words_mix_to_the_same() -> None:
    """A bijection of 64-bit words: over all places each 53-bit fraction is equally frequent, exactly."""
    rng = np.random.default_rng(0)
    words = [*range(100), *(1 << k for k in range(64)), WORD - 1, *rng.integers(0, 2**63, 1000).tolist()]
    assert [unmixed(int(mixed(np.uint64(word)))) for word in words] == words


def test_the_numbers_of_a_place_are_splitmix64() -> None:
    """The published test vector of splitmix64 for the seed 1234567."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [uniform(1234567, k) for k in range(5)] == [(word >> 11) / 2**53 for word in published]


def test_an_address_is_the_same_tomorrow() -> None:
    assert address(0, 0, 0) == 1279368494785126216
    assert address(2**63 - 1, 5, 2**63 - 1) == 6035910970646909009
    assert uniform(address(7, 2, 100), 3) == 0.9055959286755364


def test_addresses_are_distinct_and_below_2_to_63() -> None:
    places = {address(s, r, t) for s in range(40) for r in range(10) for t in range(100)}
    assert len(places) == 40_000
    assert 0 <= min(places) <= max(places) < 2**63
    assert (
        len({address(a, b, c) for a, b, c in [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]}) == 6
    )


def test_many_numbers_are_the_same_as_one_by_one() -> None:
    place = address(3, 1, 4)
    assert uniforms(place, 5, 20).tolist() == [uniform(place, k) for k in range(5, 25)]
    assert uniforms(place, 0, 0).size == 0
    numbers = uniforms(place, 0, COUNT)
    assert numbers.min() >= 0.0
    assert numbers.max() < 1.0
    grid = numbers * 2**53
    assert (grid == np.floor(grid)).all()
    assert (grid % 2 == 1).any()


def even(numbers: Numbers, bins: int = 1000) -> bool:
    counts = np.bincount((numbers * bins).astype(np.int64), minlength=bins)
    return bool(chisquare(counts).pvalue > FALSE_ALARM)


def unrelated(a: Numbers, b: Numbers, bins: int = 32) -> bool:
    """The pairs (a, b) fill a square evenly."""
    cells = (a * bins).astype(np.int64) * bins + (b * bins).astype(np.int64)
    return bool(chisquare(np.bincount(cells, minlength=bins * bins)).pvalue > FALSE_ALARM)


def by_seed(step: int, k: int = 0) -> Numbers:
    return np.array([uniform(address(s * step, 1, 0), k) for s in range(COUNT)])


def by_role(step: int, k: int = 0) -> Numbers:
    return np.array([uniform(address(0, r * step, 0), k) for r in range(COUNT)])


def by_round(step: int, k: int = 0) -> Numbers:
    return np.array([uniform(address(0, 1, t * step), k) for t in range(COUNT)])


def by_position(step: int, k: int = 0) -> Numbers:
    return np.array([uniform(address(0, 1, 0), t * step + k) for t in range(COUNT)])


WAYS: dict[str, Callable[..., Numbers]] = {
    "seed": by_seed,
    "role": by_role,
    "round": by_round,
    "position": by_position,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("step", [1, 2**20, 2**40])
def test_numbers_are_even_and_neighbours_unrelated(way: str, step: int) -> None:
    numbers = WAYS[way](step)
    assert even(numbers)
    for lag in (1, 2, 16):
        assert unrelated(numbers[:-lag], numbers[lag:]), lag
    low_bits = numbers * 2**20 % 1.0
    assert even(low_bits)
    assert unrelated(numbers, low_bits)


def test_numbers_at_one_address_are_unrelated_to_those_at_others() -> None:
    """Coordinates exchanged, or shifted from one to the other, do not meet."""
    s, t = np.divmod(np.arange(COUNT), 500)
    here = np.array([uniform(address(a, 1, b), 0) for a, b in zip(s.tolist(), t.tolist(), strict=True)])
    elsewhere = {
        "next round, earlier number": [uniform(address(a, 1, b + 1), 0) for a, b in zip(s, t, strict=True)],
        "next number": [uniform(address(a, 1, b), 1) for a, b in zip(s, t, strict=True)],
        "next role": [uniform(address(a, 2, b), 0) for a, b in zip(s, t, strict=True)],
        "next seed": [uniform(address(a + 1, 1, b), 0) for a, b in zip(s, t, strict=True)],
        "seed and round exchanged": [uniform(address(b + 1000, 1, a), 0) for a, b in zip(s, t, strict=True)],
        "role and round exchanged": [uniform(address(a, b + 2, 1), 0) for a, b in zip(s, t, strict=True)],
    }
    for name, numbers in elsewhere.items():
        assert unrelated(here, np.array(numbers)), name


def test_each_bit_of_an_address_depends_on_each_bit_of_its_coordinates() -> None:
    rng = np.random.default_rng(1)
    trials = 400
    coordinates = rng.integers(0, 2**62, (trials, 3)).tolist()
    lowest, highest = binom.ppf([FALSE_ALARM / 20_000, 1 - FALSE_ALARM / 20_000], trials, 0.5)
    for which in range(3):
        for bit in range(62):
            flips = np.zeros(63, np.int64)
            for given in coordinates:
                other = list(given)
                other[which] ^= 1 << bit
                change = address(*given) ^ address(*other)
                flips += (change >> np.arange(63)) & 1
            assert lowest <= flips.min() <= flips.max() <= highest, (which, bit)


def test_residues_are_even_and_never_zero() -> None:
    drawn = residues(address(0, 0, 0), COUNT, 11)
    assert set(drawn.tolist()) == set(range(1, 11))
    assert chisquare(np.bincount(drawn)[1:]).pvalue > FALSE_ALARM
    large = residues(address(0, 0, 1), COUNT, adjacency.FINGERPRINT_PRIME)
    assert large.min() >= 1
    assert large.max() < adjacency.FINGERPRINT_PRIME
    assert even((large - 1) / (adjacency.FINGERPRINT_PRIME - 1))


def subsets_with_chances(
    n_cells: int, p: Fraction, grid: int, patch: pytest.MonkeyPatch
) -> Iterator[tuple[Any, Fraction]]:
    """What is kept for each way the draws can fall, ``grid`` equally likely values each, drawn only as needed."""

    class NeedsMore(Exception):
        pass

    open_: list[tuple[int, ...]] = [()]
    while open_:
        draws = open_.pop()

        def scripted(place: int, k: int, draws: tuple[int, ...] = draws) -> float:
            if k >= len(draws):
                raise NeedsMore
            return (draws[k] + 0.5) / grid

        patch.setattr(sampling, "uniform", scripted)
        try:
            kept = plain(sampled_cells)(n_cells, float(p), 0)
        except NeedsMore:
            open_.extend((*draws, value) for value in range(grid))
        else:
            yield tuple(kept.tolist()), Fraction(1, grid) ** len(draws)


@pytest.mark.parametrize(
    ("n_cells", "p", "grid"),
    [
        (1, (1, 2), 2),
        (3, (1, 2), 8),
        (4, (1, 2), 16),
        (2, (1, 3), 9),
        (3, (1, 3), 27),
        (2, (3, 4), 16),
        (2, (2, 5), 25),
    ],
)
def test_sampled_cells_are_independent_coins_exactly(
    n_cells: int, p: tuple[int, int], grid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By enumerating all draws: the chance of each subset is the product of its coins', with no rounding."""
    chance = Fraction(*p)
    law: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for kept, weight in subsets_with_chances(n_cells, chance, grid, monkeypatch):
        law[kept] += weight
    assert len(law) == 2**n_cells
    for kept, weight in law.items():
        assert weight == chance ** len(kept) * (1 - chance) ** (n_cells - len(kept)), kept


@pytest.mark.parametrize(("n_cells", "p"), [(50, 0.02), (50, 0.3), (50, 0.9), (1000, 0.001), (7, 0.5)])
def test_sampled_cells_in_number_place_and_pairs(n_cells: int, p: float) -> None:
    samples = [sampled_cells(n_cells, p, address(5, 1, t)) for t in range(20_000)]
    counts = np.bincount([kept.size for kept in samples], minlength=n_cells + 1)
    expected = binom.pmf(np.arange(n_cells + 1), n_cells, p) * len(samples)
    common = expected >= 10
    grouped = np.append(counts[common], counts[~common].sum()), np.append(expected[common], expected[~common].sum())
    keep = grouped[1] > 0
    assert chisquare(grouped[0][keep], grouped[1][keep]).pvalue > FALSE_ALARM
    at = np.bincount(np.concatenate(samples), minlength=n_cells)
    assert chisquare(
        np.column_stack((at, len(samples) - at)), len(samples) * np.array([p, 1 - p]), axis=1
    ).pvalue.min() > (FALSE_ALARM / n_cells)
    both = sum(bool(np.isin([2, 3], kept).all()) for kept in samples)
    lowest, highest = binom.ppf([FALSE_ALARM, 1 - FALSE_ALARM], len(samples), p * p)
    assert lowest <= both <= highest


@pytest.mark.parametrize("n_cells", [0, 1, 10, 1000])
def test_chance_zero_keeps_nothing_and_chance_one_all(n_cells: int) -> None:
    for t in range(50):
        assert sampled_cells(n_cells, 0.0, address(0, 1, t)).size == 0
        assert sampled_cells(n_cells, 1.0, address(0, 1, t)).tolist() == list(range(n_cells))
        assert sampled_cells(n_cells, 5e-324, address(0, 1, t)).size == 0


@pytest.mark.parametrize("p", [1e-10, 3e-9, 1e-7])
def test_a_few_of_a_million_million_cells(p: float) -> None:
    n_cells = 10**12
    kept = [sampled_cells(n_cells, p, address(1, 1, t)) for t in range(20)]
    for cells in kept:
        assert (np.diff(cells) > 0).all()
        assert 0 <= cells.min(initial=0) <= cells.max(initial=0) < n_cells
    lowest, highest = binom.ppf([FALSE_ALARM, 1 - FALSE_ALARM], 20 * n_cells, p)
    assert lowest <= sum(cells.size for cells in kept) <= highest
    assert even(np.concatenate(kept) / n_cells, bins=20)


def random_rows(rng: np.random.Generator, n: int, p: float) -> tuple[Any, Any]:
    m = rng.random((n, n)) < p
    return np.concatenate(([0], np.cumsum(m.sum(1)))).astype(np.int32), np.nonzero(m)[1].astype(np.int32)


def kernel_calls(seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Each kernel with arguments for which it is made."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    yield mixed, (np.uint64(rng.integers(0, 2**63)) * np.uint64(2) + np.uint64(1),)
    yield address, tuple(int(x) for x in rng.integers(0, 2**63, 3))
    place = int(rng.integers(0, 2**63))
    yield uniform, (place, int(rng.integers(0, 2**40)))
    yield uniforms, (place, 3, n)
    yield randomness.first_numbers, (place, 7, int(rng.integers(0, 10**12)), n)
    yield residues, (place, n, 2**31 - 1)
    yield sampled_cells, (int(rng.integers(0, 300)), float(rng.choice([0.0, 0.01, 0.5, 0.99, 1.0])), place)
    rows, cols = rng.integers(-1, n + 1, (2, 5))
    yield adjacency.first_bad_edge, (n, rows, cols)
    yield adjacency.first_bad_edge, (n, rows % n, cols % n)
    keys, values = rng.integers(0, n, (2, 3 * n))
    yield adjacency.bucket, (n, keys, values)
    a, b = random_rows(rng, n, rng.random()), random_rows(rng, n, rng.random())
    yield adjacency.transposed, (n, *a)
    yield adjacency.diagonal, (n, *a)
    yield adjacency.merged_rows, (n, *a, *b, True)
    yield adjacency.merged_rows, (n, *a, *b, False)
    repeated = np.sort(rng.integers(0, n, 2 * n)).astype(np.int32)
    yield adjacency.without_repeats, (n, np.array([0] * n + [2 * n], np.int32), repeated)
    chosen = rng.permutation(n)[: rng.integers(1, n + 1)].astype(np.int32)
    new_index = np.full(n, -1, np.int32)
    new_index[chosen] = np.arange(chosen.size)
    yield adjacency.induced_rows, (*a, chosen, new_index)
    left, right = rng.integers(1, 2**31 - 1, (2, n))
    yield adjacency.bilinear_sum, (*a, left, right, 2**31 - 1)
    first, stop = np.sort(rng.integers(0, n + 1, (2, n)), axis=0).astype(np.int32)
    yield intervals.in_degrees, (n, first, stop)
    yield intervals.lowest_owner, (n, first, stop, False)
    yield intervals.lowest_owner, (n, first, stop, True)
    yield intervals.runs_of_neighbours, (n, first, stop, True)
    yield intervals.runs_of_neighbours, (n, first, stop, False)
    around = np.minimum(first, np.arange(n)).astype(np.int32), np.maximum(stop, np.arange(1, n + 1)).astype(np.int32)
    yield intervals.mutual_pairs, (n, *around)
    targets = np.flatnonzero(intervals.in_degrees(n, first, stop) > 0).astype(np.int32)
    yield intervals.covering_ranges, (targets, first, stop)
    looped = np.flatnonzero((first <= np.arange(n)) & (np.arange(n) < stop)).astype(np.int32)
    previous, best = np.full(looped.size, -1, np.int32), np.zeros(n + 1, np.int32)
    yield intervals.longest_chain, (looped, first, stop, previous, best, n)


def arrays(values: Any) -> list[Any]:
    return [np.asarray(value) for value in (values if isinstance(values, tuple) else (values,))]


KERNELS = {
    name: kernel
    for module in (randomness, adjacency, intervals, sampling)
    for name, kernel in vars(module).items()
    if callable(kernel) and getattr(kernel, "__module__", "") == module.__name__
}


@pytest.mark.parametrize("name", KERNELS)
def test_a_compiled_kernel_does_what_its_python_says(name: str) -> None:
    calls = [given for seed in range(150) for kernel, given in kernel_calls(seed) if kernel is KERNELS[name]]
    assert calls
    for given in calls:
        twins = [[np.array(x) if isinstance(x, np.ndarray) else x for x in given] for _ in range(2)]
        with np.errstate(over="ignore"):
            answers = arrays(KERNELS[name](*twins[0])), arrays(plain(KERNELS[name])(*twins[1]))
        for compiled_, python in zip(*answers, strict=True):
            np.testing.assert_array_equal(compiled_, python, err_msg=str(given))
        for written, expected in zip(*twins, strict=True):  # kernels may write over what they are given
            np.testing.assert_array_equal(written, expected, err_msg=str(given))
