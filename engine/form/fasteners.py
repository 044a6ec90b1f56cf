"""Screws, nuts, washers and standoffs, by the proportions that standards give them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.form import neighbors
from engine.graph import coaxial, extents, hexagons
from engine.graph.coaxial import AxisLine
from engine.graph.hexagons import Hexagon
from engine.graph.turning import Revolution
from engine.model.arrays import Floats, vector_product
from engine.model.evidence import DrawnThread
from engine.model.part import Body, FaceId, Part
from engine.model.surface import Cylinder, Plane
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM

HEAD_OVER_SHANK = (1.35, 2.6)
"""Width of a head, across its flats or round, over the diameter of the shank: hexagon heads 1.5 (M30, ISO
4014) to 1.8 (M3), socket heads 1.5 to 1.9 (ISO 4762), button and pan heads 1.75 to 2.1 (ISO 7380, ISO 7045),
flat ones 1.9 to 2.2; carriage bolts 2.3."""

HEAD_LENGTH = 1.1
"""A head is at most this many shank diameters long: that of a socket screw is one."""

LEAST_SHANK = 0.9
"""A shank is at least this many of its diameters long; what is shorter is a plug."""

ACROSS_FLATS_OVER_BORE = (1.15, 2.6)
"""Of a nut: 1.17 of the lock nut of a M30 sensor, 1.45 of a thin M30 with its major diameter drawn, 2.4 of an
M2 with its minor one (ISO 4032)."""

NUT_HEIGHT = 1.3
"""A nut is at most so many times as high as wide across its flats; what is higher is a standoff or sleeve."""

RING_THICKNESS = (0.04, 0.22)
"""A washer is so thick for its outer diameter: body washers 3 of 50 mm (ISO 7093), M3 plain 0.5 of 7 mm, M14
heavy 6 of 30 mm (DIN 7349). What is thinner is a seal, a foil or a shim."""

RING_BORE = (0.3, 0.72)
"""Inner over outer diameter of a washer: 0.35 of body washers (ISO 7093), 0.44 heavy, 0.6 of narrow ones."""

EXPLAINED_SHARE = 0.8
"""At least this share of the area of what has a hexagon turns about its axis, or is that hexagon or socket: a
housing with a hexagonal boss is no nut."""

SET_SCREW_SOCKET = (0.4, 0.69)
"""Across the flats of a set screw's socket over its diameter: 0.44 of M1.6, 0.5 of M3 and most (ISO 4026).
The corners of a wider one cut into the thread: its core is 0.796 of the diameter of M3 and M6 (ISO 724)."""

SET_SCREW_SOCKET_DEPTH = 0.8
"""Share of a set screw's length that its socket takes at most: 0.63 of M4 by 4; all of it makes a sleeve."""

SET_SCREW_LENGTH = (0.7, 12.0)
"""Diameters that a set screw is long: M10 by 8, M4 by 40."""

SOCKET_SHARE = 0.85
"""The recess that a screw is driven by is no wider than this share of its head."""


class FastenerKind(StrEnum):
    """What a person would call it."""

    HEXAGON_SCREW = "hexagon head screw"
    SCREW = "screw"
    NUT = "nut"
    SET_SCREW = "set screw"
    WASHER = "washer"
    STANDOFF = "hexagon standoff"
    FITTING = "threaded fitting"


@dataclass(frozen=True, slots=True, eq=False)
class Fastener:
    """A fastener that a body looks like."""

    kind: FastenerKind
    diameter_mm: float
    """Of the shank, of the bore of a nut or washer."""
    width_mm: float
    """Across the flats or of the round head; of a washer the outer diameter."""


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Cylinders of one radius about the axis."""

    radius_mm: float
    low_mm: float
    high_mm: float

    @property
    def length_mm(self) -> float:
        return self.high_mm - self.low_mm


def find(
    part: Part,
    body: Body,
    revolution: Revolution,
    threads: Sequence[DrawnThread],
    explained: frozenset[FaceId],
) -> Fastener | None:
    """Return what fastener a body looks like; None where it is none. `explained` are its `round_faces`."""
    axis = revolution.axis
    outer = _stretches(part, body, axis, sense=1)
    inner = _stretches(part, body, axis, sense=-1)
    found = hexagons.about(part, body, axis)
    explained_mm2 = sum(part.faces[face].area_mm2 for face in sorted(explained))
    least_mm2 = EXPLAINED_SHARE * body.area_mm2
    has_flats = explained_mm2 >= least_mm2
    heads = [each for each in found if not each.is_socket and has_flats]
    sockets = [each for each in found if each.is_socket]
    sockets_mm2 = sum(part.faces[face].area_mm2 for each in sockets for face in each.faces)
    threaded = _threaded_shank(part, axis, threads, outer)
    fastener = _washer(body, revolution, outer, inner)
    if fastener is None and heads:
        fastener = _with_flats(heads[0], outer, inner, threaded)
    if fastener is None and sockets and explained_mm2 + sockets_mm2 >= least_mm2:
        fastener = _set_screw(part, body, axis, outer, sockets)
    if fastener is None and threaded is not None:
        fastener = _screw(part, body, axis, threaded, sockets, is_threaded=True)
    if fastener is None and outer:
        shank = max(outer, key=lambda each: each.length_mm)
        fastener = _screw(part, body, axis, shank, sockets, is_threaded=False)
    return fastener


def round_faces(
    part: Part, body: Body, revolution: Revolution, threads: Sequence[DrawnThread]
) -> frozenset[FaceId]:
    """Return what turns about the axis, with the threads and the outer hexagons about it.

    The ends of a hexagon bar are among them: flats square to the axis between such faces alone.
    """
    faces = {face for group in (*revolution.curved, *revolution.flats) for face in group.faces}
    faces.update(*(thread.flanks + thread.between for thread in threads))
    for found in hexagons.about(part, body, revolution.axis):
        if not found.is_socket:
            faces.update(found.faces, _corner_rounds(part, found))
    ends = [
        each
        for each in body.faces
        if each not in faces
        and coaxial.is_square_to(part.faces[each], revolution.axis)
        and faces.issuperset(neighbors.of_face(part, each))
    ]
    return frozenset(faces.union(ends))


def _corner_rounds(part: Part, hexagon: Hexagon) -> set[FaceId]:
    """Return the rounds between neighboring flats of a hexagon."""
    beside = [neighbors.of_face(part, face) for face in hexagon.faces]
    between = {face for each in beside for face in each if sum(face in other for other in beside) == 2}
    return {face for face in between if isinstance(part.faces[face].surface, Cylinder)}


def _with_flats(
    flats: Hexagon, outer: list[_Stretch], inner: list[_Stretch], threaded: _Stretch | None
) -> Fastener | None:
    width_mm, height_mm = flats.across_flats_mm, flats.high_mm - flats.low_mm
    shanks = [
        each
        for each in (*filter(None, [threaded]), *outer)
        if HEAD_OVER_SHANK[0] <= width_mm / (2.0 * each.radius_mm) <= HEAD_OVER_SHANK[1]
        and (each.high_mm <= flats.low_mm + height_mm / 2.0 or each.low_mm >= flats.high_mm - height_mm / 2.0)
    ]
    if shanks:
        shank = max(shanks, key=lambda each: each.length_mm)
        diameter_mm = 2.0 * shank.radius_mm
        if height_mm <= HEAD_LENGTH * diameter_mm and shank.length_mm >= LEAST_SHANK * diameter_mm:
            return Fastener(FastenerKind.HEXAGON_SCREW, diameter_mm, width_mm)
    if threaded is not None:
        return Fastener(FastenerKind.FITTING, 2.0 * threaded.radius_mm, width_mm)
    bores = [
        each
        for each in inner
        if ACROSS_FLATS_OVER_BORE[0] <= width_mm / (2.0 * each.radius_mm) <= ACROSS_FLATS_OVER_BORE[1]
    ]
    if bores and not shanks and height_mm <= NUT_HEIGHT * width_mm:
        bore = max(bores, key=lambda each: each.length_mm)
        if bore.length_mm >= 0.5 * height_mm:
            return Fastener(FastenerKind.NUT, 2.0 * bore.radius_mm, width_mm)
    if (bores or shanks) and height_mm > width_mm:
        stem = max(shanks or bores, key=lambda each: each.length_mm)
        return Fastener(FastenerKind.STANDOFF, 2.0 * stem.radius_mm, width_mm)
    return None


def _washer(
    body: Body, revolution: Revolution, outer: list[_Stretch], inner: list[_Stretch]
) -> Fastener | None:
    """Return a plain ring, its edges chamfered or not."""
    if len(outer) != 1 or len(inner) != 1 or revolution.share < 1.0 - FIT_LENGTH or body.volume_mm3 <= 0.0:
        return None
    ring, bore = outer[0].radius_mm, inner[0].radius_mm
    thickness_mm = body.volume_mm3 / (np.pi * (ring**2 - bore**2)) if ring > bore else np.inf
    thinnest_mm, thickest_mm = (share * 2.0 * ring for share in RING_THICKNESS)
    is_one = RING_BORE[0] <= bore / ring <= RING_BORE[1] and thinnest_mm <= thickness_mm <= thickest_mm
    return Fastener(FastenerKind.WASHER, 2.0 * bore, 2.0 * ring) if is_one else None


def _screw(
    part: Part, body: Body, axis: AxisLine, shank: _Stretch, sockets: list[Hexagon], *, is_threaded: bool
) -> Fastener | None:
    """Return a screw with a round head at the end of its shank: threaded, or with a recess in the head."""
    diameter_mm = 2.0 * shank.radius_mm
    if shank.length_mm < LEAST_SHANK * diameter_mm:
        return None
    heights, radii = _profile(part, body, axis)
    ends = [heights[radii > shank.radius_mm * (1.0 + FIT_LENGTH)], heights]
    if not len(ends[0]):
        return None
    is_above = float(ends[0].min()) >= shank.high_mm - 0.25 * diameter_mm
    is_below = float(ends[0].max()) <= shank.low_mm + 0.25 * diameter_mm
    if not is_above and not is_below:
        return None
    width_mm = 2.0 * float(radii.max())
    head_mm = float(ends[1].max()) - shank.high_mm if is_above else shank.low_mm - float(ends[1].min())
    if not HEAD_OVER_SHANK[0] <= width_mm / diameter_mm <= HEAD_OVER_SHANK[1]:
        return None
    if head_mm > HEAD_LENGTH * diameter_mm:
        return None
    top_mm = float(ends[1].max()) if is_above else float(ends[1].min())
    is_driven = bool(sockets) or _has_recess(part, body, axis, top_mm, head_mm, width_mm)
    return Fastener(FastenerKind.SCREW, diameter_mm, width_mm) if is_driven or is_threaded else None


def _threaded_shank(
    part: Part, axis: AxisLine, threads: Sequence[DrawnThread], outer: list[_Stretch]
) -> _Stretch | None:
    """Return what threads drawn on the outside reach along, with the plain cylinders that are no wider.

    It is as wide as the widest of them midway: at its ends a thread runs out, or into a head.
    """
    found = []
    for thread in threads:
        if not thread.is_inside:
            points = np.concatenate([extents.border(part, face) for face in thread.flanks])
            heights, radii = axis.along(points), axis.distance(points)
            quartiles = np.quantile(heights, (0.25, 0.75))
            midway = (heights >= quartiles[0]) & (heights <= quartiles[1])
            radius_mm = float(radii[midway].max())
            found.append(_Stretch(radius_mm, float(heights.min()), float(heights.max())))
    if not found:
        return None
    widest = max(found, key=lambda each: each.radius_mm)
    most_mm = widest.radius_mm * (1.0 + FIT_LENGTH) + LENGTH_FLOOR_MM
    found += [each for each in outer if each.radius_mm <= most_mm]
    low_mm, high_mm = min(each.low_mm for each in found), max(each.high_mm for each in found)
    return _Stretch(widest.radius_mm, low_mm, high_mm)


def _set_screw(
    part: Part, body: Body, axis: AxisLine, outer: list[_Stretch], sockets: list[Hexagon]
) -> Fastener | None:
    """Return a screw without a head: one cylinder, and a socket that opens at its end."""
    if not outer:
        return None
    shank = max(outer, key=lambda each: each.length_mm)
    heights, radii = _profile(part, body, axis)
    length_mm, diameter_mm = float(np.ptp(heights)), 2.0 * shank.radius_mm
    least_mm, most_mm = (times * diameter_mm for times in SET_SCREW_LENGTH)
    is_plain = float(radii.max()) <= shank.radius_mm * (1.0 + FIT_LENGTH)
    if not is_plain or not least_mm <= length_mm <= most_mm:
        return None
    ends_mm = (float(heights.min()), float(heights.max()))
    for socket in sockets:
        gap_mm = min(socket.low_mm - ends_mm[0], ends_mm[1] - socket.high_mm)
        is_wide = SET_SCREW_SOCKET[0] <= socket.across_flats_mm / diameter_mm <= SET_SCREW_SOCKET[1]
        is_deep = socket.high_mm - socket.low_mm > SET_SCREW_SOCKET_DEPTH * length_mm
        if is_wide and not is_deep and gap_mm <= 0.25 * diameter_mm:
            return Fastener(FastenerKind.SET_SCREW, diameter_mm, socket.across_flats_mm)
    return None


def _has_recess(
    part: Part,
    body: Body,
    axis: AxisLine,
    top_mm: float,
    head_mm: float,
    width_mm: float,
) -> bool:
    """Whether planes along the axis look at it in the head, near its middle: a slot, a cross, a socket."""
    for face in (part.faces[each] for each in body.faces):
        if not isinstance(face.surface, Plane):
            continue
        along_mm = float(axis.along(face.inner_point))
        is_in_head = abs(along_mm - top_mm) <= head_mm + LENGTH_FLOOR_MM
        is_upright = abs(float(face.inner_normal @ axis.direction)) <= 0.5
        is_near = float(axis.distance(face.inner_point[None])[0]) <= SOCKET_SHARE * width_mm / 2.0
        looks_in = float(face.inner_normal @ (face.inner_point - axis.at(along_mm))) < 0.0
        if is_in_head and is_upright and is_near and looks_in:
            return True
    return False


def _stretches(part: Part, body: Body, axis: AxisLine, sense: int) -> list[_Stretch]:
    """Return the cylinders about the axis that face away from it (1) or towards it (-1), by radius."""
    found: list[_Stretch] = []
    for face in (part.faces[each] for each in body.faces):
        surface = face.surface
        if not isinstance(surface, Cylinder) or face.sense != sense:
            continue
        slack_mm = FIT_LENGTH * surface.radius_mm + LENGTH_FLOOR_MM
        is_on_axis = float(axis.distance(surface.origin[None])[0]) <= slack_mm
        if not is_on_axis or float(np.linalg.norm(vector_product(surface.axis, axis.direction))) > FIT_LENGTH:
            continue
        heights = axis.along(extents.border(part, face.id))
        low, high = float(heights.min()), float(heights.max())
        same = [each for each in found if abs(each.radius_mm - surface.radius_mm) <= slack_mm]
        found = [each for each in found if each not in same]
        low = min([low, *(each.low_mm for each in same)])
        high = max([high, *(each.high_mm for each in same)])
        found.append(_Stretch(surface.radius_mm, low, high))
    return found


def _profile(part: Part, body: Body, axis: AxisLine) -> tuple[Floats, Floats]:
    """Return how far along the axis and how far from it points of a body lie."""
    points = np.concatenate([extents.border(part, face) for face in body.faces])
    return axis.along(points), axis.distance(points)
