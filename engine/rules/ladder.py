"""The ladder: a rule's tiers with their bounds put in, as severities along the number line.

The bounds cut the line into pieces: open intervals, and the bounds themselves. Each piece has one severity,
that of the first tier that holds there. Whether a value is decided, how far it is from a better verdict and
where that verdict begins are then questions about neighboring pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, frozen, frozen_ints
from engine.model.rulepack import Bound, Comparison, Tier

NO_TIER = -1
"""The rank where no tier of the ladder holds."""

SIDES_OF_COMPARISON = {
    Comparison.LT: (-1,),
    Comparison.LE: (-1, 0),
    Comparison.GT: (1,),
    Comparison.GE: (0, 1),
    Comparison.EQ: (0,),
    Comparison.NE: (-1, 1),
}
"""Where a comparison holds: below its bound (-1), at it (0), above it (1)."""

NOISE_SHARE = 1e-9
"""Share of a bound within which a value is the bound; it covers the rounding of large sums."""

NOISE = 1e-5
"""What is no farther from a bound than this is the bound: files hold lengths to five or six decimals, and who
draws a slot of 2 mm is not told that 1.999999 are too narrow."""

AT_BOUND_SHARE = 0.01
"""Within this share of a bound, a value that may as well be the bound counts as it: designers draw walls as
thick as the limit, and no mesh measures 3 mm to the last digit. Further away, the value itself decides."""


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """Severity ranks along the number line.

    Piece 2i is the open interval below bound i, piece 2i + 1 the bound itself, the last lies above all.
    """

    bounds: Floats
    """(B,) ascending, each once."""
    rank_of_piece: Ints
    """(2B + 1,) `Severity.rank`, or NO_TIER."""

    def ranks(self, values: Floats) -> Ints:
        """Judge values.

        Parameters
        ----------
        values : (N,) float64
            As `settled` returns them. No NaN; inf is allowed and lies above (-inf below) every bound.

        Returns
        -------
        (N,) int64
            Severity ranks; NO_TIER where no tier holds.
        """
        return self.rank_of_piece[_pieces(self.bounds, values)]

    def settled(self, values: Floats, uncertainties: Floats) -> Floats:
        """Replace values by the bound nearest to them where they may as well be it.

        That is where they differ by their uncertainty at most, and by `AT_BOUND_SHARE` of the bound.
        """
        if not len(self.bounds):
            return values
        nearest = self.bounds[_nearest(self.bounds, values)]
        return np.asarray(np.where(is_at(values, uncertainties, nearest), nearest, values))

    def disputed_bounds(self, values: Floats, uncertainties: Floats) -> Floats:
        """Return for each value the bound within value ± uncertainty at which the rank changes.

        Returns
        -------
        (N,) float64
            The nearest such bound; NaN where all of value ± uncertainty has one rank.
        """
        ranks = self.rank_of_piece
        is_change = (ranks[:-2:2] != ranks[1:-1:2]) | (ranks[1:-1:2] != ranks[2::2])
        changes = self.bounds[is_change]
        if not len(changes):
            return np.full(len(values), np.nan)
        nearest = changes[_nearest(changes, values)]
        return np.asarray(np.where(is_within_error(values, uncertainties, nearest), nearest, np.nan))

    def nearest_changes(self, values: Floats, *wanted: tuple[int, ...]) -> list[Floats]:
        """Find for each value the nearest bound at which one of some ranks begins.

        Returns
        -------
        list of (N,) float64
            For each of `wanted` the bounds; NaN where no bound leads to one of its ranks, or where the value
            stands in one already.
        """
        pieces = _pieces(self.bounds, values)
        found = []
        for ranks in wanted:
            down, up = self._borders(ranks)
            below, above = down[pieces], up[pieces]
            is_down = np.isnan(above) | (values - below <= above - values)
            found.append(np.where(is_down, below, above))
        return found

    def lower_limits(self) -> tuple[float, float]:
        """Return the bounds below which a value fails and is warned of; NaN where there is none.

        Of several of one kind the largest; a warning that no larger value than a fail gets is none.
        """
        ranks = np.maximum(self.rank_of_piece[::2], 0)  # of the open pieces; no tier holds: nothing to say
        below, above = ranks[:-1], ranks[1:]
        fail = float(np.max(self.bounds[(below == 2) & (above < 2)], initial=-np.inf))
        warn = float(np.max(self.bounds[(below == 1) & (above < 1)], initial=-np.inf))
        return (
            fail if np.isfinite(fail) else np.nan,
            warn if np.isfinite(warn) and warn > fail else np.nan,
        )

    def _borders(self, ranks: tuple[int, ...]) -> tuple[Floats, Floats]:
        """Return for each piece the bound to cross downwards and upwards to one of `ranks`; NaN for none."""
        is_wanted = _is_one_of(self.rank_of_piece, ranks)
        n_pieces = len(self.rank_of_piece)
        down, up = np.full(n_pieces, np.nan), np.full(n_pieces, np.nan)
        for piece in range(1, n_pieces):
            down[piece] = self.bounds[(piece - 1) // 2] if is_wanted[piece - 1] else down[piece - 1]
        for piece in range(n_pieces - 2, -1, -1):
            up[piece] = self.bounds[piece // 2] if is_wanted[piece + 1] else up[piece + 1]
        down[is_wanted] = up[is_wanted] = np.nan
        return down, up


def build(tiers: Sequence[Tier], parameters: Mapping[str, float]) -> Ladder:
    """Put a configuration's parameters into a rule's tiers, taken to hold whatever their `where` says."""
    rungs = [(tier, None if tier.bound is None else resolve(tier.bound, parameters)) for tier in tiers]
    bounds = sorted({bound for _, bound in rungs if bound is not None})
    ranks = [_rank(rungs, piece, bounds) for piece in range(2 * len(bounds) + 1)]
    return Ladder(frozen(bounds), frozen_ints(ranks))


def resolve(bound: Bound, parameters: Mapping[str, float]) -> float:
    """Return the number a bound stands for under these parameters."""
    if bound.param is not None:
        return parameters[bound.param] * bound.factor
    assert bound.literal is not None, "a bound is a number or a parameter"
    return bound.literal


def holds(op: Comparison, values: Floats, bound: float) -> Bools:
    """Compare values with a bound, where a difference that is mere floating noise is none."""
    side = np.where(is_noise(values, bound), 0.0, np.sign(values - bound))
    return _is_one_of(side, SIDES_OF_COMPARISON[op])


def is_at(values: Floats, uncertainties: Floats, bounds: Floats | float) -> Bools:
    """Tell which values count as their bound.

    They differ from it by their uncertainty at most, and by `AT_BOUND_SHARE` of it; or by mere noise.
    """
    slack = np.minimum(uncertainties, AT_BOUND_SHARE * np.abs(bounds))
    is_bound = is_noise(values, bounds) | (np.abs(values - bounds) <= slack)
    return np.asarray(is_bound & np.isfinite(values))


def is_within_error(values: Floats, uncertainties: Floats, bounds: Floats | float) -> Bools:
    """Tell which values may as well lie on the other side of a bound; none that has no uncertainty."""
    return np.asarray((np.abs(values - bounds) <= uncertainties) & (uncertainties > 0.0))


def is_noise(values: Floats | float, bounds: Floats | float) -> Bools:
    """Tell where a value differs from its bound by no more than floating noise; never for inf."""
    apart = np.abs(values - bounds)
    return np.asarray((apart <= NOISE + NOISE_SHARE * np.abs(bounds)) & np.isfinite(values))


def _is_one_of(numbers: Floats | Ints, few: tuple[int, ...]) -> Bools:
    """Tell which numbers are among a few: where those are three, `np.isin` takes ten times as long."""
    found = numbers == few[0]
    for each in few[1:]:
        found |= numbers == each
    return np.asarray(found)


def _rank(rungs: list[tuple[Tier, float | None]], piece: int, bounds: list[float]) -> int:
    """Return the rank of the first tier that holds on a whole piece."""
    for tier, bound in rungs:
        if tier.op is None or bound is None:
            return tier.level.rank
        side = int(np.sign(piece - (2 * bounds.index(bound) + 1)))
        if side in SIDES_OF_COMPARISON[tier.op]:
            return tier.level.rank
    return NO_TIER


def _pieces(bounds: Floats, values: Floats) -> Ints:
    """Return the index of the piece each value lies in."""
    pieces = 2 * np.searchsorted(bounds, values)
    if not len(bounds):
        return pieces
    nearest = _nearest(bounds, values)
    return np.asarray(np.where(is_noise(values, bounds[nearest]), 2 * nearest + 1, pieces))


def _nearest(bounds: Floats, values: Floats) -> Ints:
    """Return the index of the bound nearest to each value."""
    return np.searchsorted(0.5 * (bounds[:-1] + bounds[1:]), values, side="right")
