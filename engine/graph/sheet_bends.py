"""Sheet bends: where a sheet of one thickness turns about a line.

A bend shows two skins, coaxial cylinders or cones a thickness apart, and is free at both ends of its
line: there the sheet ends, or a relief is cut. That tells it from the round corner of a molded tray, which
runs into the floor, and from louvers and beads, which close themselves off. On its sides the sheet goes on,
tangent to both skins: into a flange, into the next bend, or on one side nowhere (the eye of a hinge). A bend
whose inside was drawn sharp has its outer skin alone, turning about the inner edge. A sheet drawn sharp
inside and outside has no bends to measure.

What cuts a bend (holes, reliefs, the file) does not make it two, as long as the flanges on both sides are the
same two. A tube is no bend, for it turns back into itself; nor is a machined part, for most of it does not
lie in skins at the bend's thickness.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.graph import coaxial, curved_skins, neighborhoods, sheet
from engine.graph.coaxial import AxisLine
from engine.graph.curved_skins import SAME_THICKNESS, Pair, Skin
from engine.model.arrays import Vector
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import Body, BodyId, FaceId, Line, Part
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

SHEET_SHARE = 0.6
"""At least this share of a body's area lies in skins at the sheet's thickness. The rest are the sheet's own
edges, embosses and hardware; real sheet parts measured 0.8 and more, the thickest brackets least."""

BLOCKED_SHARE = 0.25
"""Each end of a bend's inner skin, and each side of both, may run into something in a hollow along less than
this share of itself; a tray's corner does along one whole end."""

BLOCKED_OUTSIDE = 0.5
"""The ends of the outer skin may, along less than this: where three folds meet in a corner, their outer skins
reach into each other's reliefs by a third."""

TANGENT_SHARE = 0.25
"""A flange goes on from a bend along at least this share of its length."""

RULING = 0.98
"""An edge runs along the bend when this share of its length does: 11 degrees off. Mitered ends run across."""

OUTER = (Convexity.CONVEX, Convexity.SMOOTH_CONVEX)
"""How a skin meets the sheet's edge, sharp or broken by a round."""

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
    center: Vector
    """On the axis, half way along the bend."""
    stray_mm: float
    """How far the faces stray from their surfaces."""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """One pair of skins, or an outer skin about a sharp inner edge."""

    inner: Skin | None
    outer: Skin
    thickness_mm: float
    flanges: frozenset[int]
    """The groups that the sheet goes on with beside the outer skin."""


def find(part: Part, graph: FaceGraph) -> tuple[SheetBend, ...]:
    """Find the bends of every body, in the order of their outer skins. Empty for anything but sheet."""
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
        bends.extend(_bend(body, together) for together in _together(kept))
    return tuple(sorted(bends, key=lambda bend: bend.outer))


def _bent(pair: Pair) -> _Piece | None:
    """Return what two skins are a piece of, if they are free at both ends and go on at a side."""
    skins = (pair.inner, pair.outer)
    if any(skin.is_full or not _is_free_at_its_ends(skin) for skin in skins):
        return None
    sides = [_flanges(skin) for skin in skins]
    if any(side is None for side in sides):
        return None
    if not all(any(side) for side in sides if side is not None):
        length_mm = max(float(np.ptp(skin.line.along(skin.rim))) for skin in skins)
        arc_mm = pair.inner.radius_mm * float(np.radians(pair.inner.span_deg))
        if min(arc_mm, length_mm) < ROLLED * pair.thickness_mm:
            return None
    flanges = frozenset(group for side in sides[1] or () for group in side)
    return _Piece(pair.inner, pair.outer, pair.thickness_mm, flanges)


def _is_free_at_its_ends(skin: Skin) -> bool:
    """Whether both ends of a skin are outer edges along most of their arcs."""
    along = skin.line.along(skin.rim)
    middle = 0.5 * float(along.min() + along.max())
    joints = [joint for joint in _outline(skin) if not _is_ruling(skin, joint)]
    low = [joint for joint in joints if float(skin.line.along(joint.midpoint)) < middle]
    high = [joint for joint in joints if float(skin.line.along(joint.midpoint)) >= middle]
    limit = BLOCKED_SHARE if skin.face.sense < 0 else BLOCKED_OUTSIDE
    return all(_blocked_share(end) <= limit for end in (low, high) if end) and bool(joints)


def _outline(skin: Skin) -> list[Joint]:
    """Return the joints of the skin's outer loop."""
    joints = neighborhoods.border_joints(skin.graph, skin.faces)
    if len(skin.faces) == 1 and len(skin.face.loops) == 1:
        return list(joints)
    windows = {joint.edge for joint in skin.ring.windows}
    return [joint for joint in joints if joint.edge not in windows]


def _is_ruling(skin: Skin, joint: Joint) -> bool:
    """Whether a joint runs straight along the bend; on a taper, towards the apex."""
    points = skin.part.edges[joint.edge].points
    reach_mm = float(np.linalg.norm(points[-1] - points[0]))
    along_mm = abs(float((points[-1] - points[0]) @ skin.line.direction))
    return along_mm * float(np.hypot(1.0, skin.slope)) >= RULING * max(reach_mm, joint.length_mm)


def _blocked_share(joints: Sequence[Joint]) -> float:
    blocked_mm = sum(joint.length_mm for joint in joints if joint.convexity not in OUTER)
    return blocked_mm / max(sum(joint.length_mm for joint in joints), LENGTH_FLOOR_MM)


def _flanges(skin: Skin) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return the groups a skin goes on with tangentially on its two sides; None if it runs into something."""
    across = _cross(skin.line.direction, skin.arc.look)
    halves: tuple[list[Joint], list[Joint]] = ([], [])
    for joint in _outline(skin):
        if _is_ruling(skin, joint):
            halves[float((joint.midpoint - skin.line.origin) @ across) > 0.0].append(joint)
    length_mm = float(np.ptp(skin.line.along(skin.rim)))
    found = []
    for joints in halves:
        smooth = [joint for joint in joints if joint.convexity in neighborhoods.SMOOTH]
        blocked = [joint for joint in joints if joint.convexity not in (*OUTER, *neighborhoods.SMOOTH)]
        if sum(joint.length_mm for joint in blocked) > BLOCKED_SHARE * length_mm:
            return None
        if sum(joint.length_mm for joint in smooth) < TANGENT_SHARE * length_mm:
            smooth = []
        others = (face for joint in smooth for face in joint.faces if face not in skin.faces and face >= 0)
        found.append(frozenset(int(skin.graph.group_of_face[face]) for face in others))
    return found[0], found[1]


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
    part: Part, graph: FaceGraph, body: Body, pairs: Iterable[Pair], creases: Sequence[Joint]
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
        sides = _flanges(skin)
        if sides is not None and all(sides) and _is_free_at_its_ends(skin):
            found.append(_Piece(None, skin, skin.base_mm, sides[0] | sides[1]))
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


def _cross(a: Vector, b: Vector) -> Vector:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _beside(line: AxisLine, ends: np.ndarray, low: float, high: float) -> bool:
    """Whether an edge along the axis lies abreast of at least a half of itself."""
    start, stop = sorted(line.along(ends).tolist())
    return bool(min(stop, high) - max(start, low) >= 0.5 * (stop - start))


def _together(pieces: list[_Piece]) -> list[list[_Piece]]:
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


def _bend(body: Body, pieces: list[_Piece]) -> SheetBend:
    outer = {piece.outer.group: piece.outer for piece in pieces}
    inner = {piece.inner.group: piece.inner for piece in pieces if piece.inner is not None}
    line = pieces[0].outer.line
    skins = [*outer.values(), *inner.values()]
    heights = np.concatenate([line.along(skin.rim) for skin in skins])
    low, high = float(heights.min()), float(heights.max())
    telling = inner or outer
    return SheetBend(
        body=body.id,
        inner=tuple(sorted(face for skin in inner.values() for face in skin.faces)),
        outer=tuple(sorted(face for skin in outer.values() for face in skin.faces)),
        thickness_mm=float(np.median([piece.thickness_mm for piece in pieces])),
        inside_radius_mm=min((skin.radius_mm for skin in inner.values()), default=0.0),
        outside_radius_mm=min(skin.radius_mm for skin in outer.values()),
        angle_deg=max(skin.span_deg for skin in telling.values()),
        length_mm=(high - low) * float(np.hypot(1.0, pieces[0].outer.slope)),
        axis=line.direction,
        center=line.at((low + high) / 2.0),
        stray_mm=max(skin.stray_mm for skin in skins),
    )
