"""Finds holes, slots and windows through a sheet, and measures how much sheet is left round them.

What is left is measured along the flat panel a cut-out lies in, from its own border to the nearest other one:
the outline, or the rim of the next cut-out. Borders where the sheet goes on (bends, sharp folds, what is
formed or set into it) are no edges; the distance to a fold is reported apart. Rounds, bevels and countersinks
are looked past, to the wall that goes through. What is engraved on one side does not: of both skins the one
with more left counts (to a fold, the one with less: a sharp fold has its outer skin a thickness further out).

What goes through less than half of the sheet is none of its own: a crumb of a hole drawn in coarse triangles.
Notches are no cut-outs, for they are part of the outline. A hole in a bend lies at no distance from it; one
in a rolled shell has neither a bend nor an edge to keep from.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.features.bend import Bend
from engine.features.hole import Hole
from engine.features.pocket import Pocket
from engine.features.slot import Slot
from engine.graph import neighborhoods, outlines, planar_curves
from engine.graph.planar_curves import Curves, Frame
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Bools, Ints, frozen
from engine.model.evidence import Cutout, Gap, SheetBody
from engine.model.face_graph import Convexity, Joint
from engine.model.feature import Feature, Kind
from engine.model.part import EdgeId, FaceId, Part
from engine.model.surface import Plane
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, at_least

ROUND_DEG = 359.0
"""A hole whose smallest stage goes less far round is cut by the outline: a notch."""

SAME_MM = 10.0 * LENGTH_FLOOR_MM
"""Borders of both skins that differ by no more lie opposite each other."""

LEAST_DEPTH = 0.5
"""Thicknesses that a cut-out goes through at least: sheets are coined to a half, and hardly thinner."""

ROLLED = 10.0
"""A bend whose inside radius is more thicknesses is rolled: its skins are stretched by 5 % at most, and a
hole in it by no more."""

NOTHING = Gap(math.inf, 0.0, None, ())
"""Where there is nothing to come near to."""


def find(context: RunContext, recognition: Recognition, sheets: Sequence[SheetBody]) -> tuple[Cutout, ...]:
    """Find the cut-outs of every sheet, in the order of the features."""
    sheet_of_body = {sheet.body: sheet for sheet in sheets if sheet.is_sheet}
    edges_of_body = {body: set(sheet.edges) for body, sheet in sheet_of_body.items()}
    sides = [side for sheet in sheet_of_body.values() for side in _sides(context.prepared, sheet)]
    sides_of_face: dict[int, list[_Side]] = {}
    for side in sides:
        for face in np.unique(side.beyond[side.is_inside]).tolist():
            sides_of_face.setdefault(face, []).append(side)
    recognition.require(Kind.HOLE, Kind.SLOT, Kind.POCKET)
    bent = {
        face
        for bend in recognition.of_kind(Kind.BEND)
        if isinstance(bend, Bend) and bend.inside_radius_mm <= ROLLED * bend.thickness_mm
        for face in bend.faces
    }
    cutouts = []
    for index, feature in enumerate(recognition.features):
        through = _through(feature)
        if through is None or edges_of_body.get(feature.body, set()).isdisjoint(feature.faces):
            continue
        width_mm, depth_mm = through
        if not at_least(depth_mm, LEAST_DEPTH * sheet_of_body[feature.body].thickness_mm):
            continue
        touched = {id(side): side for face in feature.faces for side in sides_of_face.get(face, ())}
        rims = [_rim(context.part, side, feature) for side in touched.values()]
        if not rims and not isinstance(feature, Hole):
            continue
        to_bend = min((rim.to_bend for rim in rims), key=lambda gap: gap.distance_mm, default=None)
        crossed = sorted(bent.intersection(neighborhoods.neighbors(context.graph, feature.faces)))
        if crossed and isinstance(feature, Hole):
            to_bend = Gap(0.0, 0.0, None, (*feature.faces, *crossed))
        cutouts.append(
            Cutout(
                feature=index,
                width_mm=width_mm,
                thickness_mm=sheet_of_body[feature.body].thickness_mm,
                to_edge=_least_of_panels([(rim.panel, rim.to_edge) for rim in rims]),
                to_bend=to_bend,
            )
        )
    return tuple(cutouts)


def _through(feature: Feature) -> tuple[float, float] | None:
    """Return how wide and how deep what goes through is; None where it does not, or is open at a side."""
    match feature:
        case Hole(through=True) if feature.span_deg >= ROUND_DEG:
            return feature.diameter_mm, feature.depth_mm
        case Slot(through=True, open_ends=0):
            return feature.min_width_mm, feature.depth_mm
        case Pocket(through=True, open_sides=0):
            return feature.width_mm, feature.depth_mm
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One skin of a flat panel and the curves its borders are made of, N of them."""

    panel: FaceId
    """The first group of the panel."""
    frame: Frame
    curves: Curves
    loop: Ints
    """(N,) the border each belongs to."""
    beyond: Ints
    """(N,) the face beyond each."""
    is_inside: Bools
    """(N,) whether its border is not the outer one."""
    is_cut: Bools
    """(N,) whether the sheet ends there."""
    is_fold: Bools
    """(N,) whether it goes on there over a bend or a sharp fold."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    panel: FaceId
    to_edge: Gap
    to_bend: Gap


def _sides(prepared: PreparedPart, sheet: SheetBody) -> list[_Side]:
    """Look at the skins of each flat panel that has something cut into it; of two that are alike, at one."""
    part, graph = prepared.part, prepared.graph
    skins, edges = {*sheet.skins[0], *sheet.skins[1]}, set(sheet.edges)
    found = []
    for panel in sheet.panels:
        if not isinstance(part.faces[panel[0]].surface, Plane):
            continue
        frame = Frame.on(part.faces[panel[0]].inner_point, part.faces[panel[0]].inner_normal)
        sides: list[_Side] = []
        for group in panel:
            loops = neighborhoods.border_loops(part, graph.faces_of_group[group])
            if len(loops) > 1:
                beside = frame.moved_to(part.faces[group].inner_point)
                side = _side(prepared, panel[0], group, beside, loops, skins, edges)
                if not any(_is_alike(side, other) for other in sides):
                    sides.append(side)
        found.extend(sides)
    return found


def _is_alike(side: _Side, other: _Side) -> bool:
    """Whether two skins have the same borders."""
    if side.is_cut.sum() != other.is_cut.sum() or side.is_fold.sum() != other.is_fold.sum():
        return False
    ours, theirs = (np.sort(each.curves.traits, axis=0) for each in (side, other))
    return ours.shape == theirs.shape and bool(np.allclose(ours, theirs, rtol=FIT_LENGTH**2, atol=SAME_MM))


def _side(
    prepared: PreparedPart,
    panel: FaceId,
    group: FaceId,
    frame: Frame,
    loops: tuple[tuple[EdgeId, ...], ...],
    skins: set[FaceId],
    edges: set[FaceId],
) -> _Side:
    part, graph = prepared.part, prepared.graph
    face = part.faces[group]
    areas = [abs(outlines.vector_area(outlines.points(part, loop)) @ face.inner_normal) for loop in loops]
    outer = areas.index(max(areas))
    loop_of_edge = {edge: place for place, loop in enumerate(loops) for edge in loop}
    faces = graph.faces_of_group[group]
    lines = [
        _BorderEdge(joint.edge, joint, loop_of_edge[joint.edge], other)
        for joint in neighborhoods.border_joints(graph, faces)
        if (other := _across(joint, faces)) >= 0
    ]
    near = {line.beyond for line in lines}
    lines = [far for line in lines for far in _past_bevel(prepared, line, set(faces), near, skins, edges)]
    curves = planar_curves.draw([part.edges[line.edge] for line in lines], frame)
    line_of_edge = {int(line.edge): line for line in lines}
    drawn = [line_of_edge[edge] for edge in curves.edges.tolist()]
    is_fold = np.array([line.beyond in skins for line in drawn], dtype=bool)
    ends = np.array([_ends_sheet(line.joint, line.beyond, edges) for line in drawn], dtype=bool)
    loop = np.array([line.loop for line in drawn], dtype=np.int64)
    return _Side(
        panel=panel,
        frame=frame,
        curves=curves,
        loop=loop,
        beyond=np.array([line.beyond for line in drawn], dtype=np.int64),
        is_inside=loop != outer,
        is_cut=ends & ~is_fold,
        is_fold=is_fold,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _BorderEdge:
    """One edge that a border is drawn by."""

    edge: EdgeId
    joint: Joint
    """Where the skin ends."""
    loop: int
    beyond: FaceId


def _across(joint: Joint, faces: Sequence[FaceId]) -> FaceId:
    return joint.faces[1] if joint.faces[0] in faces else joint.faces[0]


def _past_bevel(
    prepared: PreparedPart,
    line: _BorderEdge,
    own: set[FaceId],
    near: set[FaceId],
    skins: set[FaceId],
    edges: set[FaceId],
) -> list[_BorderEdge]:
    """Go on past a round, bevel or countersink, which leads off one skin alone, to the wall behind it."""
    beside = neighborhoods.neighbors(prepared.graph, (line.beyond,))
    if line.beyond not in edges or not skins.intersection(beside) <= own:
        return [line]
    far = [
        _BorderEdge(joint.edge, line.joint, line.loop, wall)
        for joint in neighborhoods.border_joints(prepared.graph, (line.beyond,))
        if (wall := _across(joint, (line.beyond,))) in edges and wall not in near and wall not in skins
    ]
    return far or [line]


def _ends_sheet(joint: Joint, other: FaceId, edges: set[FaceId]) -> bool:
    """Whether the sheet ends at a joint: at a sharp edge, or a round that leads to the edge of the sheet."""
    if joint.convexity == Convexity.CONVEX:
        return True
    return other in edges and joint.convexity == Convexity.SMOOTH_CONVEX


def _rim(part: Part, side: _Side, feature: Feature) -> _Rim:
    """Measure from the border of a feature on one skin."""
    own = side.is_inside & np.isin(side.beyond, feature.faces)
    others = side.is_cut & ~np.isin(side.loop, side.loop[own])
    return _Rim(side.panel, _gap(part, side, own, others), _gap(part, side, own, side.is_fold))


def _gap(part: Part, side: _Side, own: Bools, others: Bools) -> Gap:
    found = planar_curves.nearest(side.curves.only(own), side.curves.only(others))
    if found is None:
        return NOTHING
    faces = tuple(
        sorted(
            {
                FaceId(int(side.beyond[np.flatnonzero(side.curves.edges == edge)[0]]))
                for edge in (found.start_edge, found.end_edge)
            }
        )
    )
    stray_mm = found.stray_mm + sum(part.faces[face].deviation_mm for face in faces)
    witness = frozen(side.frame.lifted(found.start)), frozen(side.frame.lifted(found.end))
    return Gap(found.distance_mm, stray_mm, witness, faces)


def _least_of_panels(gaps: Sequence[tuple[FaceId, Gap]]) -> Gap | None:
    """Return the least gap of all panels, on each the larger of both skins; None of none."""
    largest: dict[FaceId, Gap] = {}
    for panel, gap in gaps:
        if panel not in largest or gap.distance_mm > largest[panel].distance_mm:
            largest[panel] = gap
    return min(largest.values(), key=lambda gap: gap.distance_mm, default=None)
