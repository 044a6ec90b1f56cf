"""Recognizes pockets: recesses with a floor and walls round it, and windows that go through.

A pocket is what an end mill clears: walls all round a floor, or on so many sides that they face each other
with another between them. Walls that run from one mouth to another are a window. Fillets in its corners
and along its floor belong to it, and so do steps of its floor; whatever stands in it (bosses, ribs, pads)
or is cut into it (holes, slots, further pockets) is a feature of its own, named in `sub_features`.

What is no pocket: a step and the corner of one, a channel, a round hole and its thread, what is a slot
already, a waist inside a vessel, from which no way leads out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.features.pockets import (
    corners,
    hollows,
    inside,
    level,
    outlook,
    pads,
    pocket_context,
    section,
)
from engine.features.pockets.floors import FEWEST_WALLS
from engine.features.pockets.hollow import Hollow
from engine.features.pockets.mouths import FLOOR_COSINE
from engine.features.pockets.pads import Pad
from engine.features.pockets.pocket_context import PocketContext
from engine.graph import extents
from engine.graph.coaxial import axis_line, turns_about
from engine.model.arrays import Floats, Vector, frozen
from engine.model.face_graph import Convexity
from engine.model.feature import (
    Claim,
    FaceRole,
    Feature,
    FeatureKind,
    Kind,
    Precedence,
    Role,
    Size,
    SizeForm,
)
from engine.model.part import FaceId
from engine.run_context import RunContext
from engine.tolerances import LENGTH_FLOOR_MM, SAME_LENGTH, at_least

KIND = FeatureKind(
    key=Kind.POCKET,
    plural="Pockets",
    color="#7697ec",
    roles=(
        FaceRole(Role.POCKET_WALL, "Pocket wall", place="wall"),
        FaceRole(Role.POCKET_FLOOR, "Pocket floor", place="floor", tint=0.35),
    ),
    precedence=Precedence.BROAD,
    sizes=(
        Size("length_mm"),
        Size("width_mm"),
        Size("depth_mm"),
        Size("through", after="thru", form=SizeForm.FLAG),
    ),
    n_sizes_in_name=3,
    order_in_results=7,
    order_in_lists=5,
)

ROUND_SHARE = 0.5
"""Where holes have more of the mouth than this, it is the mouth of a hole that something else cuts."""

WINDOW_LEAN = 0.5
"""Sine by which the walls of a window lean on average against the way through (30 degrees: the face it was
cut into may be slanted): beyond, it is a funnel or the inside of a dome."""

SAME_LEAN = 0.02
"""Walls may lean by this sine (1 degree) more against the way off the floor than against that out of the
mouth."""

ONE_WAY = 0.01
"""The walls of a window run along one direction when their normals lean against it by at most this sine, root
mean square over the area, as a share of what they do in the foremost direction across it."""

LEDGE_SHARE = 0.5
"""Floors that cover less than this share of the mouth are a ledge or bevel of a window that leads out."""

SAME_DEPTH_SHARE = 1e-3
"""An opening on the far side is as deep as the floor within this share of the depth."""

DEEP = 2.0
"""A recess open at its side is at most this many times as deep as its floor is wide: beyond, it is a corner
between tall walls."""

OPEN_SHARE = 0.02
"""An opening at the side is at least this share of the border: less is a scratch."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pocket(Feature):
    """A pocket. `axis` points into it; `fid` is its largest floor, of a window its largest wall."""

    depth_mm: float
    """From the mouth to the deepest floor, or to the other mouth."""
    width_mm: float
    length_mm: float
    """Sides of the smallest rectangle round the section at the mouth, as if no corner were rounded."""
    min_internal_radius_mm: float
    """Of the upright hollow corners; 0 where one is sharp, NaN where there is none."""
    corner_radii_mm: tuple[float, ...]
    """Of every upright hollow corner, ascending."""
    open_sides: int
    """Places where its border has no wall."""
    through: bool
    """Whether it has no floor, or little of one that leads down to an opening on the far side."""
    sub_features: tuple[FaceId, ...]
    """Defining faces of the features in it, ascending."""


def recognize(context: RunContext, found: tuple[Claim, ...]) -> tuple[Pocket, ...]:
    """Find the pockets, in the order of their defining faces."""
    within = pocket_context.build(context, found)
    standing = pads.find(within)
    measured = [
        (hollow, _pocket(within, hollow, standing))
        for hollow in hollows.find(within)
        if _is_pocket(within, hollow)
    ]
    candidates = [
        (hollow, pocket)
        for hollow, pocket in measured
        if pocket is not None
        # walls in one line enclose nothing
        and min(pocket.depth_mm, pocket.width_mm)
        > LENGTH_FLOOR_MM + SAME_LENGTH * pocket.length_mm + pocket.uncertainty_mm
        and (hollow.is_closed or at_least(DEEP * pocket.width_mm, pocket.depth_mm))
        and _leads_out(within, pocket)
    ]
    nested = [_with_nested(within, hollow, pocket, candidates) for hollow, pocket in candidates]
    return tuple(sorted(nested, key=lambda pocket: pocket.fid))


def _leads_out(context: PocketContext, pocket: Pocket) -> bool:
    """Whether a pocket can be reached from outside the part."""
    floors, walls = (
        tuple(face for face, role in pocket.roles if role is wanted)
        for wanted in (Role.POCKET_FLOOR, Role.POCKET_WALL)
    )
    assert pocket.axis is not None  # pockets have one
    up, half_mm = -pocket.axis, pocket.depth_mm / 2.0
    middle_mm = float(pocket.center @ up)
    return outlook.leads_out(
        context, () if pocket.through else floors, walls, up, (middle_mm - half_mm, middle_mm + half_mm)
    )


def _is_pocket(context: PocketContext, hollow: Hollow) -> bool:
    """Whether a hollow has walls, and neither a slot nor a hole explains it."""
    if not hollow.walls or (not hollow.floors and not _is_window(context, hollow)):
        return False
    if hollow.mouth is not None and _round_share(context, hollow) > ROUND_SHARE:
        return False
    if _is_ring_groove(context, hollow):
        return False
    groups = {*hollow.walls, *hollow.floors}
    return not any(
        feature.kind in (Kind.SLOT, Kind.HOLE) and groups.issubset(whole)
        for feature, whole in context.features_at(hollow.walls[:1])
    )


def _is_window(context: PocketContext, hollow: Hollow) -> bool:
    """Whether walls run along the opening, and are neither all round one axis nor two bores run together."""
    is_upright = _lean(context, hollow.walls, hollow.up) <= WINDOW_LEAN
    is_bored = len(hollow.walls) < FEWEST_WALLS and all(
        axis_line(context.face(wall).surface) is not None for wall in hollow.walls
    )
    return is_upright and not is_bored and not context.are_round(hollow.walls)


def _is_ring_groove(context: PocketContext, hollow: Hollow) -> bool:
    """Whether one round wall goes about a round island on the same axis."""
    if len(hollow.walls) != 1 or not (axis := axis_line(context.face(hollow.walls[0]).surface)):
        return False
    return any(
        context.face(group).sense > 0
        and axis_line(context.face(group).surface)
        and turns_about(context.face(group), axis)
        for group in hollow.past
    )


def _round_share(context: PocketContext, hollow: Hollow) -> float:
    assert hollow.mouth is not None
    met = [
        (length_mm, meeting.across(hollow.mouth.group) in context.taken)
        for length_mm, meeting in zip(hollow.mouth.lengths_mm, hollow.mouth.meetings, strict=True)
        if meeting is not None
    ]
    return sum(length_mm for length_mm, is_round in met if is_round) / sum(length_mm for length_mm, _ in met)


def _pocket(context: PocketContext, hollow: Hollow, standing: tuple[Pad, ...]) -> Pocket | None:
    """Measure a hollow; None where all its walls are those of features in it."""
    part = context.part
    within = inside.features(context, hollow)
    others = {context.group(face) for each in within for face in each.faces}
    walls = frozenset(hollow.walls) - others
    # Where ribs are all of the floor, as in a grid of them, their tops are.
    floors = frozenset(hollow.floors) - others or frozenset(hollow.floors)
    if not walls:
        return None
    up = _opening(context, hollow, walls, floors)
    level_mm = level.mouth(context, hollow, up)
    bottom_mm = level.bottom(context, tuple(sorted(floors or walls)), up)
    rectangle = section.measure(context, hollow.borders, walls, up, level_mm)
    is_ledge = _seen_from(context, floors, up) < LEDGE_SHARE * rectangle.length_mm * rectangle.width_mm
    is_through = (
        not _stands_on_shared_floor(context, hollow, walls, up)
        if not floors
        else is_ledge and _goes_out(context, hollow, up, bottom_mm, level_mm)
    )
    radii_mm = corners.radii(context, walls, up)
    blends = inside.blends(context, walls | floors)
    faces = sorted(
        {face for group in walls | floors for face in context.graph.faces_of_group[group]} | blends
    )
    fid = _defining(context, floors or walls)
    body = part.faces[fid].body
    assert body is not None  # stray faces have no walls round them
    middle = rectangle.center + ((bottom_mm - level_mm) / 2.0) * up
    return Pocket(
        kind=Kind.POCKET,
        fid=fid,
        faces=tuple(faces),
        roles=tuple((face, _role(context, face, floors, walls)) for face in faces if face not in blends),
        body=body,
        center=frozen(middle),
        axis=frozen(0.0 - up),
        box_mm=extents.box(part, faces),
        uncertainty_mm=max(part.faces[face].deviation_mm for face in faces),
        depth_mm=level_mm - bottom_mm,
        width_mm=rectangle.width_mm,
        length_mm=rectangle.length_mm,
        min_internal_radius_mm=min(radii_mm, default=float("nan")),
        corner_radii_mm=radii_mm,
        open_sides=0,
        through=is_through,
        sub_features=tuple(
            sorted(
                {each.fid for each in within}
                | {pads.fid(context, pad) for pad in standing if not hollow.past.isdisjoint(pad.walls)}
                | inside.chains(context, frozenset(faces))
            )
        ),
    )


def _stands_on_shared_floor(
    context: PocketContext, hollow: Hollow, walls: Iterable[FaceId], up: Vector
) -> bool:
    """Whether the floor is a blind hole's that opens at its side, as that of a keyhole is."""
    met = {
        meeting.across(wall)
        for wall in walls
        for contour in context.contours(wall)
        for meeting in contour.meetings
        if meeting is not None and meeting.convexity == Convexity.CONCAVE
    }
    shared = met & hollow.past & context.taken
    return any(float(context.normals(group).mean(axis=0) @ up) > FLOOR_COSINE for group in shared)


def _goes_out(context: PocketContext, hollow: Hollow, up: Vector, bottom_mm: float, level_mm: float) -> bool:
    """Whether the way leaves on the far side no higher than the deepest floor."""
    exits = [extents.along(context.part.edges[edge], up)[0] for edge in hollow.exit_edges]
    return bool(exits) and min(exits) <= bottom_mm + SAME_DEPTH_SHARE * (level_mm - bottom_mm)


def _seen_from(context: PocketContext, floors: Iterable[FaceId], up: Vector) -> float:
    """Return the area of floors as seen from above, mm²."""
    return sum(context.area_mm2(group) * float(context.normals(group).mean(axis=0) @ up) for group in floors)


def _opening(
    context: PocketContext, hollow: Hollow, walls: frozenset[FaceId], floors: frozenset[FaceId]
) -> Vector:
    """Return the direction out of a pocket: off its largest flat floor, or along the walls of a window.

    Where the floor slopes and the walls stand upright to the mouth, that is the way it was cut. It is, too,
    where the walls of a window run along no one direction, as over a sloping sill, and none fits them better.
    """
    flat = [group for group in floors if context.is_flat(group)]
    if flat:
        off_floor = context.face(_defining(context, frozenset(flat))).inner_normal
        is_better = _lean(context, walls, off_floor) <= _lean(context, walls, hollow.up) + SAME_LEAN
        return off_floor if is_better else hollow.up
    if floors:
        return hollow.up
    spread = [(*context.spread(group), context.area_mm2(group)) for group in sorted(walls)]
    normals: Floats = np.concatenate(
        [ways * np.sqrt(area_mm2 * shares)[:, None] for ways, shares, area_mm2 in spread]
    )
    _, sizes, ways = np.linalg.svd(normals, full_matrices=False)
    if len(sizes) < 3 or sizes[1] <= 1e-3 * sizes[0]:
        return hollow.up
    along: Vector = ways[2] if float(ways[2] @ hollow.up) > 0.0 else -ways[2]
    is_common = sizes[2] <= ONE_WAY * sizes[0]
    is_better = _lean(context, walls, along) + SAME_LEAN < _lean(context, walls, hollow.up)
    return along if is_common or is_better else hollow.up


def _lean(context: PocketContext, walls: Iterable[FaceId], up: Vector) -> float:
    """Return the mean by area of the sine by which walls lean against a direction."""
    groups = sorted(walls)
    areas = np.array([context.area_mm2(group) for group in groups])
    spread = map(context.spread, groups)
    leans = np.array([np.abs(normals @ up) @ shares for normals, shares in spread])
    return float(areas @ leans / areas.sum())


def _defining(context: PocketContext, groups: frozenset[FaceId]) -> FaceId:
    faces = [face for group in groups for face in context.graph.faces_of_group[group]]
    return context.part.largest_face(faces).id


def _role(context: PocketContext, face: FaceId, floors: frozenset[FaceId], walls: frozenset[FaceId]) -> Role:
    return Role.POCKET_FLOOR if context.group(face) in floors else Role.POCKET_WALL


def _with_nested(
    context: PocketContext, hollow: Hollow, pocket: Pocket, others: list[tuple[Hollow, Pocket]]
) -> Pocket:
    """Add the pockets that open in this one, and count the sides of it that are open.

    A side is open where nothing rises from the border and nothing of the pocket, or of one in it, is there.
    """
    nested = {other.fid for inner, other in others if not hollow.past.isdisjoint(inner.walls)}
    count = 0
    for border in hollow.borders if hollow.mouth is None else ():
        whole_mm = sum(border.lengths_mm)
        for run in context.runs(border):
            beyond = run.neighbors(border.group)
            if run.convexity == Convexity.CONCAVE or not hollow.reached.isdisjoint(beyond):
                continue
            lower = {
                other.fid
                for inner, other in others
                if inner is not hollow and inner.is_closed and not set(beyond).isdisjoint(inner.walls)
            }
            nested |= lower
            count += not lower and run.length_mm > OPEN_SHARE * whole_mm
    inside_it = tuple(sorted({*pocket.sub_features, *nested} - {pocket.fid}))
    return replace(pocket, open_sides=count, sub_features=inside_it)
