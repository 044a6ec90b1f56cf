"""Whether most of a body could be turned on a lathe, about which axis, and to which diameters.

A body is turned when most of its area turns about one axis: cylinders, cones, tori and balls about it, and
flats square to it that are bounded by circles round it. Flats, slots and cross holes cut afterwards take
from that area and do not change what the body is. A plate with a large bore is not turned: its flats end
at straight edges; nor is a block with a boss.
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.graph import coaxial, extents, hexagons, neighborhoods
from engine.graph.coaxial import AxisLine
from engine.model.arrays import Bools, Floats, cross, frozen, norms
from engine.model.evidence import Turned, TurnedDiameter
from engine.model.face_graph import FaceGraph
from engine.model.part import BodyId, EdgeId, Face, FaceId, Part
from engine.model.surface import Cone, Cylinder, Plane, Sphere, Torus
from engine.run_context import RunContext
from engine.tolerances import FIT_LENGTH, LENGTH_FLOOR_MM, same_length

TURNED_SHARE = 0.6
"""At least this share of a turned body's area turns about its axis. A hexagon bolt keeps 0.65, a shaft with
keyways and flats 0.8 and more; a square tube with the largest bore it can hold has 0.45."""

BAR_SHARE = 0.2
"""At least this share of a hexagon bar's area is turned all the same: a standoff with a bore and a stud keeps
0.34, and a mere nut 0.3."""

CANDIDATES = 12
"""Axes that are tried, those of the largest curved faces first. A turned body's own axis has one of them."""

ROUND_FLAT = 0.5
"""A flat of which at least this share of the outline runs round the axis is turned itself."""

LARGEST_GAP = 0.36
"""Of a turn: what leaves out more of it was not turned about the axis. A flat on a shaft leaves out a third
at most, a wall that ends in a half ring or a bend of a pipe half a turn or nearly."""

ROUND_SHARE = 0.01
"""An edge runs round the axis when its distance from it changes by no more than this share."""

GROOVE_WIDTH = 0.5
"""A groove is no wider than this share of the diameter it is cut into; what is wider is a neck or a shank.
Undercuts for threads, the widest grooves in use, are a quarter."""


def of_body(context: RunContext, body: BodyId) -> Turned | None:
    """Do as `axis_of`, once a run for each body."""
    turned = context.once(_by_body)
    if body not in turned:
        turned[body] = axis_of(context.part, context.graph, body)
    return turned[body]


def _by_body(_: RunContext) -> dict[BodyId, Turned | None]:
    """Return the bodies that were looked at so far: in the beginning none."""
    return {}


def with_hexagons(context: RunContext, body: BodyId) -> Turned | None:
    """Do as `of_body`, and take a body for turned whose hexagons about its axis make up what it lacks.

    A standoff or a fitting is turned from hexagon bar. `share` and `faces` are without the hexagons.
    """
    turned = context.once(_by_body_with_hexagons)
    if body not in turned:
        turned[body] = of_body(context, body) or _of_hexagon_bar(context.part, context.graph, body)
    return turned[body]


def _by_body_with_hexagons(_: RunContext) -> dict[BodyId, Turned | None]:
    """Return the bodies that were looked at so far: in the beginning none."""
    return {}


def _of_hexagon_bar(part: Part, graph: FaceGraph, body: BodyId) -> Turned | None:
    revolution = about_best_axis(part, graph, body, BAR_SHARE)
    if revolution is None or not any(group.face.sense > 0 for group in revolution.curved):
        return None
    found = hexagons.about(part, part.bodies[body], revolution.axis)
    flats_mm2 = sum(part.faces[face].area_mm2 for each in found if not each.is_socket for face in each.faces)
    if not flats_mm2 or revolution.share + flats_mm2 / part.bodies[body].area_mm2 < TURNED_SHARE:
        return None
    return _turned(part, body, revolution.axis, revolution.share, [*revolution.curved, *revolution.flats])


def journals(turned: Turned) -> tuple[TurnedDiameter, ...]:
    """List the outer diameters that are no grooves, from the heavier end to the lighter.

    Those of one diameter with nothing but grooves between them are one: rings and seals are let into it.
    """
    found: list[TurnedDiameter] = []
    for each in turned.diameters:
        if each.is_groove:
            continue
        before = found[-1] if found else None
        if before is not None and same_length(before.diameter_mm, each.diameter_mm, FIT_LENGTH):
            faces = tuple(sorted(before.faces + each.faces))
            found[-1] = replace(before, high_mm=max(before.high_mm, each.high_mm), faces=faces)
        else:
            found.append(each)
    return tuple(found)


def outside(part: Part, graph: FaceGraph, turned: Turned) -> frozenset[FaceId]:
    """Return what the outline of a turned body runs over: all that looks away from the axis, flats included.

    A flat square to the axis is among them if it is an end of the body, or meets one that looks out: the
    floor of a socket is not.
    """
    axis = AxisLine(turned.origin, turned.direction)
    faces = [part.faces[face] for face in part.bodies[turned.body].faces]
    square = [face for face in faces if coaxial.is_square_to(face, axis)]
    turning = set(turned.faces) - {face.id for face in square}
    found = {
        face.id
        for face in faces
        if (face.id in turning or _runs_along(face, axis)) and _looks_out(face, axis)
    }
    steps = {
        face.id
        for face in square
        if is_end(face, turned) or not found.isdisjoint(neighborhoods.neighbors(graph, (face.id,)))
    }
    return frozenset(found | steps)


def is_end(face: Face, turned: Turned) -> bool:
    """Whether a flat square to the axis of a turned body is the end of it that it looks out of."""
    axis = AxisLine(turned.origin, turned.direction)
    height_mm = float(axis.along(face.inner_point))
    is_up = float(face.inner_normal @ axis.direction) > 0.0
    off_mm = turned.length_mm - height_mm if is_up else height_mm
    return off_mm <= FIT_LENGTH * turned.length_mm + LENGTH_FLOOR_MM


def is_ring(part: Part, faces: tuple[FaceId, ...], axis: AxisLine) -> bool:
    """Whether flat faces of one surface, square to the axis, lie between two circles round it.

    The end of a milled flat lies between a circle and a line.
    """
    loops = neighborhoods.border_loops(part, faces)
    radii = [
        float(axis.distance(part.edges[edge].points).mean())
        for loop in loops
        for edge in loop
        if _is_round(part, edge, axis)
    ]
    return bool(radii) and max(radii) - min(radii) > ROUND_SHARE * max(radii)


def goes_round(part: Part, faces: tuple[FaceId, ...], axis: AxisLine) -> bool:
    """Whether the border of faces of one kind leaves out at most `LARGEST_GAP` of a turn about an axis.

    What has no border is whole, and of a ball any border says little.
    """
    is_ball = isinstance(part.faces[faces[0]].surface, Sphere)
    if is_ball or not any(part.faces[face].loops for face in faces):
        return True
    turns = np.sort(axis.turns(np.concatenate([extents.border(part, face) for face in faces])))
    return float(np.diff(turns, append=turns[0] + 1.0).max()) <= LARGEST_GAP


def _looks_out(face: Face, axis: AxisLine) -> bool:
    """Whether a face looks away from the axis or along it, not towards it."""
    away = face.inner_point - axis.at(float(axis.along(face.inner_point)))
    return float(face.inner_normal @ away) >= -FIT_LENGTH * float(np.linalg.norm(away))


def _runs_along(face: Face, axis: AxisLine) -> bool:
    """Whether a face is a flat along the axis."""
    sine = float(np.sin(np.radians(coaxial.COAXIAL_DEG)))
    return isinstance(face.surface, Plane) and abs(float(face.inner_normal @ axis.direction)) <= sine


def axis_of(part: Part, graph: FaceGraph, body: BodyId) -> Turned | None:
    """Find the axis that a body turns about, with what turns about it; None where too little does."""
    revolution = about_best_axis(part, graph, body, TURNED_SHARE)
    if revolution is None or not any(group.face.sense > 0 for group in revolution.curved):
        return None
    return _turned(part, body, revolution.axis, revolution.share, [*revolution.curved, *revolution.flats])


@dataclass(frozen=True, slots=True, eq=False)
class Revolution:
    """What of a body turns about one axis."""

    axis: AxisLine
    share: float
    """Of the body's area, what turns about the axis or is a flat turned square to it."""
    curved_share: float
    """The same without the flats."""
    curved: tuple["_Group", ...]
    flats: tuple["_Group", ...]
    """Those turned themselves."""


def about_best_axis(part: Part, graph: FaceGraph, body: BodyId, least_share: float) -> Revolution | None:
    """Find the axis that most of a body's curved area turns about; None where less than a share does."""
    groups = _groups(part, graph, body)
    curved = _curved(groups)
    axes = _candidates(curved)
    if not axes:
        return None
    turning = [curved.turn_about(axis) for axis in axes]
    areas = [round(float(curved.areas_mm2[turns].sum() / curved.areas_mm2.sum()), 3) for turns in turning]
    best = areas.index(max(areas))
    axis, turns = axes[best], turning[best]
    members = [group for group, does_turn in zip(curved.groups, turns.tolist(), strict=True) if does_turn]
    members = _that_go_round(part, members, axis)
    flats = [group for group in groups if coaxial.is_square_to(group.face, axis)]
    whole_mm2 = sum(group.area_mm2 for group in groups)
    curved_mm2 = sum(group.area_mm2 for group in members)
    if sum(group.area_mm2 for group in members + flats) < least_share * whole_mm2:
        return None  # spares the outlines of flats
    round_shares = [_round_share(part, group, axis) for group in flats]
    round_mm2 = sum(group.area_mm2 * share for group, share in zip(flats, round_shares, strict=True))
    share = (curved_mm2 + round_mm2) / whole_mm2
    if share < least_share:
        return None
    round_flats = [group for group, each in zip(flats, round_shares, strict=True) if each >= ROUND_FLAT]
    return Revolution(axis, share, curved_mm2 / whole_mm2, tuple(members), tuple(round_flats))


def _that_go_round(part: Part, groups: list["_Group"], axis: AxisLine) -> list["_Group"]:
    """Return the groups that go round an axis, each by itself or with its equals: the tips of a gear do."""
    reaches_mm = [axis.distance(_points(part, group.face)) for group in groups]
    alike: list[list[int]] = []
    for at, reach_mm in enumerate(reaches_mm):
        slack_mm = ROUND_SHARE * float(reach_mm.max()) + LENGTH_FLOOR_MM
        for others in alike:
            first = reaches_mm[others[0]]
            off_mm = max(abs(reach_mm.min() - first.min()), abs(reach_mm.max() - first.max()))
            if off_mm <= slack_mm and type(groups[others[0]].face.surface) is type(groups[at].face.surface):
                others.append(at)
                break
        else:
            alike.append([at])
    found = {
        at
        for members in alike
        if goes_round(part, tuple(face for at in members for face in groups[at].faces), axis)
        for at in members
    }
    return [group for at, group in enumerate(groups) if at in found]


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Faces of one surface."""

    face: Face
    """The first of them."""
    faces: tuple[FaceId, ...]
    area_mm2: float


@dataclass(frozen=True, slots=True, eq=False)
class _Curved:
    """The groups of a body on surfaces of revolution, largest first; G of them."""

    groups: tuple[_Group, ...]
    areas_mm2: Floats
    """(G,)"""
    centers: Floats
    """(G, 3) the point of each axis abreast of the faces; the center of a ball."""
    directions: Floats
    """(G, 3) unit vectors; zero for balls, which turn about any axis through their center."""
    points: Floats
    """(G, 3) a point of each."""

    def turn_about(self, axis: AxisLine) -> Bools:
        """Return (G,) which turn about an axis, as closely as `coaxial.turns_about` asks."""
        crossing = norms(cross(self.directions, axis.direction))
        stray_mm = np.array([group.face.deviation_mm for group in self.groups])
        tolerance_mm = coaxial.COAXIAL_SHARE * axis.distance(self.points) + stray_mm + LENGTH_FLOOR_MM
        is_near = axis.distance(self.centers) <= tolerance_mm
        return np.asarray(is_near & (crossing <= np.sin(np.radians(coaxial.COAXIAL_DEG))))


def _groups(part: Part, graph: FaceGraph, body: BodyId) -> list[_Group]:
    ids = sorted({int(graph.group_of_face[face]) for face in part.bodies[body].faces})
    members = (graph.faces_of_group[FaceId(group)] for group in ids)
    return [
        _Group(part.faces[faces[0]], faces, sum(part.faces[face].area_mm2 for face in faces))
        for faces in members
    ]


def _curved(groups: list[_Group]) -> _Curved:
    curved, centers, directions = [], [], []
    for group in sorted(groups, key=lambda each: (-each.area_mm2, each.faces)):
        line = coaxial.axis_line(group.face.surface)
        if line is not None:
            centers.append(line.at(float(line.along(group.face.inner_point))))
            directions.append(line.direction)
        elif isinstance(group.face.surface, Sphere):
            centers.append(group.face.surface.center)
            directions.append(np.zeros(3))
        else:
            continue
        curved.append(group)
    return _Curved(
        groups=tuple(curved),
        areas_mm2=np.array([group.area_mm2 for group in curved]),
        centers=np.array(centers).reshape(-1, 3),
        directions=np.array(directions).reshape(-1, 3),
        points=np.array([group.face.inner_point for group in curved]).reshape(-1, 3),
    )


def _candidates(curved: _Curved) -> list[AxisLine]:
    """Return axes that differ, those of the largest faces first; a ball alone has none."""
    left = np.linalg.norm(curved.directions, axis=1) > 0.0
    axes: list[AxisLine] = []
    while left.any() and len(axes) < CANDIDATES:
        first = int(np.argmax(left))
        axes.append(AxisLine(curved.centers[first], curved.directions[first]))
        left &= ~curved.turn_about(axes[-1])
        left[first] = False
    return axes


def _round_share(part: Part, group: _Group, axis: AxisLine) -> float:
    """Return how much of a flat's outline runs round the axis; its inner loops do not count."""
    outer = max(neighborhoods.border_loops(part, group.faces), key=lambda loop: _length_mm(part, loop))
    round_mm = sum(part.edges[edge].length_mm for edge in outer if _is_round(part, edge, axis))
    return round_mm / max(_length_mm(part, outer), LENGTH_FLOOR_MM)


def _length_mm(part: Part, edges: tuple[EdgeId, ...]) -> float:
    return sum(part.edges[edge].length_mm for edge in edges)


def _is_round(part: Part, edge: EdgeId, axis: AxisLine) -> bool:
    radii = axis.distance(part.edges[edge].points)
    return bool(np.ptp(radii) <= ROUND_SHARE * radii.max() + LENGTH_FLOOR_MM)


def _turned(part: Part, body: BodyId, axis: AxisLine, share: float, turning: list[_Group]) -> Turned:
    axis, length_mm = _from_heavy_end(part, body, axis)
    diameters = _diameters(part, axis, turning)
    outside = [part.faces[face] for group in turning for face in group.faces if part.faces[face].sense > 0]
    return Turned(
        body=body,
        origin=frozen(axis.origin),
        direction=frozen(axis.direction),
        length_mm=length_mm,
        diameter_mm=2.0 * max(_reach_mm(part, face, axis) for face in outside),
        share=share,
        faces=tuple(sorted(face for group in turning for face in group.faces)),
        diameters=_with_grooves(diameters),
    )


def _from_heavy_end(part: Part, body: BodyId, axis: AxisLine) -> tuple[AxisLine, float]:
    """Point the axis from the end with more area to the other, and start it abreast of that end.

    Where both ends weigh the same, along the largest component of its direction.
    """
    faces = [part.faces[face] for face in part.bodies[body].faces]
    edges = sorted({edge for face in faces for loop in face.loops for edge in loop.edges})
    direction = axis.direction
    if direction[int(np.argmax(np.abs(direction) > np.abs(direction).max() * (1.0 - 1e-9)))] < 0.0:
        direction = -direction
    ends = np.array([extents.along(part.edges[edge], direction) for edge in edges])
    low, high = float(ends[:, 0].min()), float(ends[:, 1].max())
    areas = np.array([face.area_mm2 for face in faces])
    middle = float(areas @ np.stack([face.centroid for face in faces]) @ direction / areas.sum())
    if middle - (low + high) / 2.0 > FIT_LENGTH * (high - low):
        direction, low, high = -direction, -high, -low
    start = axis.origin + (low - float(axis.origin @ direction)) * direction
    return AxisLine(start, direction), high - low


def _diameters(part: Part, axis: AxisLine, turning: list[_Group]) -> list[TurnedDiameter]:
    """Return the outer cylinders along the axis; those of one diameter that touch or overlap are one."""
    found: list[TurnedDiameter] = []
    for group in turning:
        surface = group.face.surface
        if isinstance(surface, Cylinder) and group.face.sense > 0:
            heights = axis.along(_rim(part, group.faces))
            low, high = float(heights.min()), float(heights.max())
            found.append(TurnedDiameter(2.0 * surface.radius_mm, low, high, group.faces, False, False))
    joined: list[TurnedDiameter] = []
    for alike in _of_one_diameter(found):
        runs: list[TurnedDiameter] = []
        for each in sorted(alike, key=lambda one: (one.low_mm, one.faces)):
            before = runs[-1] if runs else None
            slack_mm = FIT_LENGTH * each.diameter_mm + LENGTH_FLOOR_MM
            if before is not None and each.low_mm <= before.high_mm + slack_mm:
                faces = tuple(sorted(before.faces + each.faces))
                runs[-1] = replace(before, high_mm=max(before.high_mm, each.high_mm), faces=faces)
            else:
                runs.append(each)
        joined += runs
    return sorted(joined, key=lambda each: (each.low_mm, each.high_mm, each.faces))


def _of_one_diameter(found: list[TurnedDiameter]) -> list[list[TurnedDiameter]]:
    """Put cylinders of one diameter together, however rounding tells them apart; the thinnest first."""
    alike: list[list[TurnedDiameter]] = []
    for each in sorted(found, key=lambda one: (one.diameter_mm, one.faces)):
        slack_mm = FIT_LENGTH * each.diameter_mm + LENGTH_FLOOR_MM
        if alike and each.diameter_mm - alike[-1][-1].diameter_mm <= slack_mm:
            alike[-1].append(each)
        else:
            alike.append([each])
    return alike


def _with_grooves(diameters: list[TurnedDiameter]) -> tuple[TurnedDiameter, ...]:
    """Mark which diameters are the outermost and which are floors of grooves."""
    largest_mm = max((each.diameter_mm for each in diameters), default=0.0) * (1.0 - FIT_LENGTH)
    marked = []
    for index, each in enumerate(diameters):
        beside = [
            max((other.diameter_mm for other in others), default=0.0)
            for others in (diameters[max(index - 1, 0) : index], diameters[index + 1 : index + 2])
        ]
        is_groove = min(beside) > each.diameter_mm and each.high_mm - each.low_mm <= GROOVE_WIDTH * min(
            beside
        )
        marked.append(replace(each, is_outermost=each.diameter_mm >= largest_mm, is_groove=is_groove))
    return tuple(marked)


def _reach_mm(part: Part, face: Face, axis: AxisLine) -> float:
    """Return how far a face that turns about the axis comes to lie from it."""
    match face.surface:
        case Cylinder(radius_mm=radius_mm):
            return radius_mm
        case Cone():
            return float(axis.distance(_rim(part, (face.id,))).max())
        case Torus() | Sphere():
            return float(axis.distance(_points(part, face)).max())
    return 0.0


def _points(part: Part, face: Face) -> Floats:
    points: list[Floats] = [face.inner_point[None, :]]
    if any(loop.edges for loop in face.loops):
        points.append(_rim(part, (face.id,)))
    return np.concatenate(points)


def _rim(part: Part, faces: tuple[FaceId, ...]) -> Floats:
    return np.concatenate(
        [part.edges[edge].points for face in faces for loop in part.faces[face].loops for edge in loop.edges]
    )
