"""Finds the patterns of equal features: the largest regular arrangements first, each feature in one at most.

Equal features are gathered first. Among them grids, circles and rows are looked for; the one that explains
most stands, and what it leaves is looked at again. Pairs across the middle of the body come next, and three
or more that nothing puts in order are told as equal.
"""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import cKDTree

from engine.kinds import KIND_OF_KEY
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, Ints, cross, frozen
from engine.model.feature import Feature, Kind
from engine.model.mesh import Mesh
from engine.model.part import BodyId
from engine.model.pattern import Pattern, PatternForm
from engine.patterns import circles, equal, labels, lattices, mirrors
from engine.patterns.arrangement import FEWEST, Arrangement, Placed
from engine.tolerances import LENGTH_FLOOR_MM, PARALLEL_SINE

OFF_PLACE = 3e-3
"""A feature may lie off its place by this share of the first size that it is known by: a place that was
typed to a hundredth of a millimeter holds a hole of 3.4, and 0.2 mm are no rounding of anything below 60."""

MOST_ROUNDS = 8
"""How often what is left is looked at again; each round takes whatever does not overlap."""

NEAR = 1.2
"""Steps at most so many times as long as the way to the nearest equal feature lead to neighbors."""

MOST_LINES = 32
"""Axes of a body that circles are looked for about, the widest features' first."""


def find(prepared: PreparedPart, recognition: Recognition) -> tuple[Pattern, ...]:
    """Return the patterns, in the order of their kinds and first features.

    Kinds that were not looked for have none.
    """
    features = recognition.features
    round_ones: dict[BodyId, list[Feature]] = {}
    for feature in features:
        if feature.kind in (Kind.HOLE, Kind.BOSS):
            round_ones.setdefault(feature.body, []).append(feature)
    lines: dict[BodyId, Floats] = {}
    outlines: dict[BodyId, Floats] = {}
    found: list[Pattern] = []
    for members in equal.sets(features):
        body = features[int(members[0])].body
        placed = _placed(features, members)
        if len(placed) >= FEWEST and body not in lines:
            lines[body] = _lines(round_ones.get(body, []))
        regular, rest = _regular(placed, lines.get(body, np.zeros((0, 2, 3))))
        if len(rest) >= 2:
            if body not in outlines:
                outlines[body] = _outline(prepared.mesh, body)
            mirrored, rest = _disjoint(mirrors.find(rest, outlines[body], prepared.mesh.chord_mm), rest)
            regular += mirrored
        if len(rest) >= FEWEST:
            regular.append(_equal(rest))
        found += [_pattern(features, each) for each in regular]
    found.sort(key=lambda pattern: min(pattern.features))
    return tuple(found)


def _placed(features: Sequence[Feature], members: Ints) -> Placed:
    """Return equal features as points; parallel ways through in one plane, whatever their depth."""
    ones = [features[int(index)] for index in members]
    axes = np.array([np.full(3, np.nan) if one.axis is None else one.axis for one in ones])
    centers = np.array([one.center for one in ones])
    size = KIND_OF_KEY[ones[0].kind].sizes[0].field
    slack_mm = np.array(
        [OFF_PLACE * getattr(one, size) + 2.0 * one.uncertainty_mm + LENGTH_FLOOR_MM for one in ones]
    )
    slack_mm = np.nan_to_num(slack_mm, nan=LENGTH_FLOOR_MM)
    placed = Placed(members, centers, axes, equal.is_through(ones[0]), slack_mm)
    if not placed.is_either_way or np.isnan(axes[0]).any():
        return placed
    if not placed.pointing(axes[0], np.arange(len(placed))).all():
        return placed
    heights = np.einsum("nk,k->n", centers, axes[0])
    level = centers - (heights - np.median(heights))[:, None] * axes[0]
    flat = Placed(members, level, axes, True, slack_mm)
    return placed if cKDTree(level).query_pairs(2.0 * float(slack_mm.max())) else flat


def _lines(round_ones: Sequence[Feature]) -> Floats:
    """Return point and direction (L, 2, 3) of the axes of round features, each once, the widest first."""
    kept = np.zeros((MOST_LINES, 2, 3))
    count = 0
    for one in sorted(round_ones, key=lambda one: -float(getattr(one, "diameter_mm", 0.0))):
        if count == MOST_LINES:
            break
        if one.axis is None:
            continue
        known = kept[:count]
        turned = np.linalg.norm(cross(known[:, 1], one.axis), axis=1)
        off_mm = np.linalg.norm(cross(one.center - known[:, 0], one.axis), axis=1)
        slack_mm = OFF_PLACE * float(getattr(one, "diameter_mm", 0.0)) + one.uncertainty_mm
        if not ((turned <= PARALLEL_SINE) & (off_mm <= slack_mm)).any():
            kept[count] = one.center, one.axis
            count += 1
    return kept[:count]


def _regular(placed: Placed, lines: Floats) -> tuple[list[Arrangement], Placed]:
    """Return the arrangements that explain most, none of which share a feature, and what they leave."""
    found: list[Arrangement] = []
    for _ in range(MOST_ROUNDS):
        if len(placed) < FEWEST:
            break
        grids = [each for part in placed.by_direction() for each in lattices.grids(part)]
        _, others = _disjoint([each for each in grids if _is_plain(each)], placed)
        rows = [each for part in others.by_direction() for each in lattices.rows(part)]
        offered = [*grids, *circles.find(others, lines), *rows]
        taken, rest = _best(offered, placed)
        if not taken:
            break
        found, placed = found + taken, rest
    return found, placed


def _best(offered: Sequence[Arrangement], placed: Placed) -> tuple[list[Arrangement], Placed]:
    """Take what tells the features in the fewest words: by size, or full circles first where that is better.

    Two circles of three side by side have four features on a grid, which leaves two that nothing explains.
    """
    nearest_mm = placed.nearest_mm
    near = [each for each in offered if _is_near(each, placed, nearest_mm)]
    far = [each for each in offered if not _is_near(each, placed, nearest_mm)]
    round_ones = [each for each in near if each.form is PatternForm.CIRCULAR and each.is_full]
    best: tuple[list[Arrangement], Placed] = ([], placed)
    for groups in ((near, far), (round_ones, near, far)):
        taken: list[Arrangement] = []
        rest = placed
        for group in groups:
            more, rest = _disjoint(group, rest)
            taken = taken + more
        if len(taken) + len(rest) < len(best[0]) + len(best[1]):
            best = taken, rest
    return best


def _is_near(arrangement: Arrangement, placed: Placed, nearest_mm: Floats) -> bool:
    """Whether its steps lead to neighbors: circles side by side make longer rows, which nobody sees."""
    rows = np.searchsorted(placed.indices, arrangement.members)
    return arrangement.least_step_mm <= NEAR * float(np.median(nearest_mm[rows]))


def _is_plain(grid: Arrangement) -> bool:
    """Whether a grid has more features than any circle or row through some of them."""
    return not grid.places or min(grid.places) >= 3


def _disjoint(offered: Sequence[Arrangement], placed: Placed) -> tuple[list[Arrangement], Placed]:
    """Take the best of what is offered, and the next that shares nothing with it, and so on."""
    taken: list[Arrangement] = []
    free = set(placed.indices.tolist())
    for each in sorted(offered, key=lambda one: one.order):
        if free.issuperset(each.members.tolist()):
            taken.append(each)
            free -= set(each.members.tolist())
    return taken, placed.part(np.isin(placed.indices, sorted(free)))


def _equal(placed: Placed) -> Arrangement:
    return Arrangement(
        form=PatternForm.EQUAL,
        members=placed.indices,
        center=frozen(placed.centers.mean(axis=0)),
        deviation_mm=0.0,
        rank=0,
    )


def _outline(mesh: Mesh, body: BodyId) -> Floats:
    """Return the vertices (V, 3) of a body."""
    corners = np.unique(mesh.triangles[mesh.body_of_triangle == int(body)])
    return np.asarray(mesh.vertices[corners])


def _pattern(features: Sequence[Feature], found: Arrangement) -> Pattern:
    members = tuple(int(index) for index in found.members)
    ones = [features[index] for index in members]
    return Pattern(
        form=found.form,
        kind=ones[0].kind,
        features=members,
        body=ones[0].body,
        label=labels.of(found, ones[0]),
        center=found.center,
        axis=found.axis,
        directions=found.directions,
        places=found.places,
        pitch_mm=found.pitch_mm,
        diameter_mm=found.diameter_mm,
        angle_deg=found.angle_deg,
        uncertainty_mm=found.deviation_mm + max(one.uncertainty_mm for one in ones),
    )
