"""Finds where a sheet of one thickness bends about a line.

A bend shows two skins, coaxial cylinders or cones a thickness apart, and is free at both ends of its line:
there the sheet ends, or a relief is cut. That distinguishes it from the round corner of a molded tray, which
runs into the floor, and from louvers and beads, which close themselves off. On its sides the sheet goes on,
tangent to both skins: into a flange, into the next bend, or on one side nowhere (the eye of a hinge). A bend
whose inside was drawn sharp has its outer skin alone, turning about the inner edge. A sheet drawn sharp
inside and outside has no bends to measure.

What cuts a bend (holes, reliefs, the file) does not make it two, as long as the flanges on both sides are the
same two. A tube has none, be it round or square, for no blank can be folded to it; nor has a machined part,
for most of it does not lie in skins at the bend's thickness.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph import coaxial, curved_skins, neighborhoods, sheet, skin_borders
from engine.graph.coaxial import AxisLine
from engine.graph.curved_skins import SAME_THICKNESS, Skin, SkinPair
from engine.graph.skin_borders import Sides
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import Body, BodyId, FaceId, Line, Part
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH

SHEET_SHARE = 0.6
"""At least this share of a body's area lies in skins at the sheet's thickness. The rest are the sheet's own
edges, embosses and hardware; real sheet parts measured 0.8 and more, the thickest brackets least."""

ROLLED = 5.0
"""A curved sheet without a flange is this many thicknesses long and wide at least: less is a clip, a ring."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetBend:
    """One bend."""

    body: BodyId
    inner: tuple[FaceId, ...]
    """Faces of the inner skin, ascending; none where the inside is sharp."""
    outer: tuple[FaceId, ...]
    thickness_mm: float
    inside_radius_mm: float
    """The smallest, where the bend tapers; 0 where the inside is sharp."""
    outside_radius_mm: float
    angle_deg: float
    """By how much the sheet turns: 90 for a square corner, 180 for a hem, more for an eye."""
    length_mm: float
    """Along the bend line (of a taper, along its side), from end to end, over what is cut out of it."""
    axis: Vector
    """Unit vector along the bend line; its sign carries no meaning."""
    stray_mm: float
    """How far the faces stray from their surfaces."""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """One pair of skins, or an outer skin about a sharp inner edge."""

    inner: Skin | None
    outer: Skin
    thickness_mm: float
    sides: dict[int, Sides]
    """By the group of each skin, what the sheet goes on with beside it."""

    @property
    def flanges(self) -> frozenset[int]:
        """The groups that the sheet goes on with beside the outer skin."""
        first, second = self.sides[self.outer.group]
        return first | second


def find(context: RunContext) -> tuple[SheetBend, ...]:
    """Find the bends of every body, in the order of their outer skins. Empty for anything but sheet.

    To be asked for by `context.once`.
    """
    part, graph = context.part, context.graph
    bends: list[SheetBend] = []
    creases = _creases(part, graph)
    for body in part.bodies:
        pairs = curved_skins.pairs(part, graph, body)
        pieces = [
            *(piece for pair in pairs if (piece := _bent(pair)) is not None),
            *_sharp_inside(part, graph, body, pairs, creases.get(body.id, [])),
        ]
        if not pieces:
            continue
        thickness_mm, area_share = sheet.thickness(part, graph, body, pairs) or (0.0, 0.0)
        if area_share < SHEET_SHARE:
            continue
        kept = [piece for piece in pieces if sheet.is_as_thick(piece.thickness_mm, thickness_mm)]
        bends.extend(_bend(body, together) for together in _foldable(_grouped(kept)))
    return tuple(sorted(bends, key=lambda bend: bend.outer))


def _bent(pair: SkinPair) -> _Piece | None:
    """Return what two skins are a piece of, if they are free at both ends and go on at a side."""
    skins = (pair.inner, pair.outer)
    if any(skin.is_full or not skin_borders.is_free_at_its_ends(skin) for skin in skins):
        return None
    sides = {int(skin.group): beside for skin in skins if (beside := skin_borders.flanges(skin)) is not None}
    if len(sides) < len(skins):
        return None
    if not all(any(beside) for beside in sides.values()):
        length_mm = max(float(np.ptp(skin.line.along(skin.rim))) for skin in skins)
        arc_mm = pair.inner.radius_mm * float(np.radians(pair.inner.span_deg))
        if min(arc_mm, length_mm) < ROLLED * pair.thickness_mm:
            return None
    return _Piece(pair.inner, pair.outer, pair.thickness_mm, sides)


def _creases(part: Part, graph: FaceGraph) -> dict[BodyId, list[Joint]]:
    """List the straight inner edges of each body."""
    found: dict[BodyId, list[Joint]] = {}
    for joint in graph.joints:
        body = part.faces[joint.faces[0]].body
        if (
            joint.convexity == Convexity.CONCAVE
            and body is not None
            and isinstance(part.edges[joint.edge].curve, Line)
        ):
            found.setdefault(body, []).append(joint)
    return found


def _sharp_inside(
    part: Part, graph: FaceGraph, body: Body, pairs: Iterable[SkinPair], creases: Sequence[Joint]
) -> list[_Piece]:
    """Find the outer skins that turn about a sharp inner edge, a radius away as the sheet is thick."""
    if not creases:
        return []
    paired = {pair.outer.group for pair in pairs}
    ends = np.stack([part.edges[joint.edge].points[[0, -1]] for joint in creases])
    found = []
    for skin in curved_skins.outward(part, graph, body):
        if skin.group in paired:
            continue
        near = np.flatnonzero((skin.line.distance(ends) <= SAME_THICKNESS * skin.base_mm).all(axis=1))
        if not near.size:
            continue
        heights = skin.line.along(skin.rim)
        low, high = float(heights.min()), float(heights.max())
        beside = [creases[index] for index in near.tolist() if _beside(skin.line, ends[index], low, high)]
        if not any(_ends_outside(part, graph, crease) for crease in beside):
            continue
        if skin.is_full or high - low < curved_skins.WIDE * skin.base_mm:
            continue
        sides = skin_borders.flanges(skin)
        if sides is not None and all(sides) and skin_borders.is_free_at_its_ends(skin):
            found.append(_Piece(None, skin, skin.base_mm, {skin.group: sides}))
    return found


def _ends_outside(part: Part, graph: FaceGraph, crease: Joint) -> bool:
    """Whether an inner edge meets no other inner edge at its ends: there the sheet ends."""
    ends = part.edges[crease.edge].points[[0, -1]]
    reach_mm = FIT_LENGTH * crease.length_mm
    for joint in neighborhoods.border_joints(graph, crease.faces):
        if joint.convexity in (Convexity.CONCAVE, Convexity.SMOOTH_CONCAVE):
            points = part.edges[joint.edge].points[[0, -1]]
            if np.linalg.norm(points[:, None] - ends[None], axis=2).min() <= reach_mm:
                return False
    return True


def _beside(line: AxisLine, ends: np.ndarray, low: float, high: float) -> bool:
    """Whether an edge along the axis lies abreast of at least a half of itself."""
    start, stop = sorted(line.along(ends).tolist())
    return bool(min(stop, high) - max(start, low) >= 0.5 * (stop - start))


def _grouped(pieces: list[_Piece]) -> list[list[_Piece]]:
    """Gather the pieces of each bend: those that share a skin, or the flanges on both sides and the axis."""
    bends: list[list[_Piece]] = []
    for piece in sorted(
        pieces, key=lambda each: (each.outer.group, -1 if each.inner is None else each.inner.group)
    ):
        joined = [bend for bend in bends if any(_is_one_bend(piece, other) for other in bend)]
        bends = [bend for bend in bends if bend not in joined]
        bends.append([*(other for bend in joined for other in bend), piece])
    return bends


def _is_one_bend(a: _Piece, b: _Piece) -> bool:
    if a.outer.group == b.outer.group or (
        a.inner is not None and b.inner is not None and a.inner.group == b.inner.group
    ):
        return True
    if len(a.flanges) < 2 or a.flanges != b.flanges or (a.inner is None) != (b.inner is None):
        return False
    tolerance_mm = FIT_LENGTH * a.outer.radius_mm + a.outer.stray_mm + b.outer.stray_mm
    return abs(a.outer.radius_mm - b.outer.radius_mm) <= tolerance_mm and coaxial.is_same_line(
        a.outer.line, b.outer.line, a.outer.face.inner_point, tolerance_mm
    )


def _foldable(bends: list[list[_Piece]]) -> list[list[_Piece]]:
    """Leave out the bends round which the sheet comes back to itself: a blank cannot be folded to a tube."""
    beside: dict[int, set[int]] = {}
    for group, sides in (link for bend in bends for piece in bend for link in piece.sides.items()):
        for other in sides[0] | sides[1]:
            beside.setdefault(group, set()).add(other)
            beside.setdefault(other, set()).add(group)
    return [bend for bend in bends if not _is_on_a_circuit(bend, beside)]


def _is_on_a_circuit(bend: list[_Piece], beside: dict[int, set[int]]) -> bool:
    """Whether one side of a skin hangs together with its other side past other bends."""
    own = {group for piece in bend for group in piece.sides}
    for first, second in (sides for piece in bend for sides in piece.sides.values()):
        reached, frontier = set(first), sorted(first)
        while frontier:
            further = beside[frontier.pop()] - reached - own
            reached |= further
            frontier.extend(further)
        if not reached.isdisjoint(second):
            return True
    return False


def _bend(body: Body, pieces: list[_Piece]) -> SheetBend:
    outer = {piece.outer.group: piece.outer for piece in pieces}
    inner = {piece.inner.group: piece.inner for piece in pieces if piece.inner is not None}
    line = pieces[0].outer.line
    skins = [*outer.values(), *inner.values()]
    heights = np.concatenate([line.along(skin.rim) for skin in skins])
    low, high = float(heights.min()), float(heights.max())
    measured = inner or outer
    return SheetBend(
        body=body.id,
        inner=tuple(sorted(face for skin in inner.values() for face in skin.faces)),
        outer=tuple(sorted(face for skin in outer.values() for face in skin.faces)),
        thickness_mm=float(np.median([piece.thickness_mm for piece in pieces])),
        inside_radius_mm=min((skin.radius_mm for skin in inner.values()), default=0.0),
        outside_radius_mm=min(skin.radius_mm for skin in outer.values()),
        angle_deg=max(skin.span_deg for skin in measured.values()),
        length_mm=(high - low) * float(np.hypot(1.0, pieces[0].outer.slope)),
        axis=line.direction,
        stray_mm=max(skin.stray_mm for skin in skins),
    )
