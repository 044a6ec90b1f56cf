"""Where a legend's ticks and labels go, so that none lies on another."""

import math
from collections.abc import Sequence


def ticks(low: float, high: float, most: int = 7) -> tuple[float, ...]:
    """Return round numbers within a range, at most `most`, at least a few; none of an empty range."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return ()
    rough = (high - low) / max(most - 1, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * size for size in (1.0, 2.0, 2.5, 5.0, 10.0) if power * size >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    found: list[float] = []
    while (first + len(found)) * step <= high + 1e-9 * step:
        found.append((first + len(found)) * step)
    return tuple(found)


def decimals(values: Sequence[float]) -> int:
    """Return how many decimals distinguish these, none too many."""
    for count in range(4):
        if all(abs(round(value, count) - value) < 1e-9 * max(abs(value), 1.0) for value in values):
            return count
    return 4


def spread(wanted: Sequence[float], height: float, low: float, high: float) -> tuple[float, ...]:
    """Move labels apart, as little as it takes, so that none lies on another and all stay within.

    `wanted` are their middles, `height` is that of a label. Where there is no room for all they are even.
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    if len(order) * height > high - low:
        step = (high - low) / max(len(order), 1)
        placed = {at: low + (place + 0.5) * step for place, at in enumerate(order)}
        return tuple(placed[at] for at in range(len(wanted)))
    groups: list[list[int]] = []
    middles: list[float] = []
    for at in order:
        groups.append([at])
        middles.append(min(max(wanted[at], low + height / 2), high - height / 2))
        while len(groups) > 1 and _bottom(groups[-2], middles[-2], height) > _top(
            groups[-1], middles[-1], height
        ):
            last = groups.pop()
            middles.pop()
            groups[-1] = groups[-1] + last
            half = len(groups[-1]) * height / 2
            mean = sum(wanted[one] for one in groups[-1]) / len(groups[-1])
            middles[-1] = min(max(mean, low + half), high - half)
    found = [0.0] * len(wanted)
    for group, middle in zip(groups, middles, strict=True):
        for place, at in enumerate(group):
            found[at] = middle + (place - (len(group) - 1) / 2) * height
    return tuple(found)


def free(wanted: Sequence[float], taken: Sequence[float], height: float) -> tuple[int, ...]:
    """Return which labels lie on none that is taken, nor on each other."""
    kept: list[int] = []
    for at, place in enumerate(wanted):
        others = (*taken, *(wanted[one] for one in kept))
        if all(abs(place - other) >= height for other in others):
            kept.append(at)
    return tuple(kept)


def _top(group: list[int], middle: float, height: float) -> float:
    return middle - len(group) * height / 2 + 1e-9


def _bottom(group: list[int], middle: float, height: float) -> float:
    return middle + len(group) * height / 2 - 1e-9
