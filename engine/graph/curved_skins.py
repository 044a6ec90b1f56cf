"""Finds pairs of coaxial cylinders or cones with material of one thickness between them.

These are the two sides of a bent sheet, of a rolled one, of a tube, and of the round corner of a molded tray;
which of them it is, the ends and the rest of the body decide. Radii and axes alone are not compared: a short
arc of a large radius determines neither well. What counts is that each skin lies at one distance from the
other, wherever it has a border.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.graph import coaxial, rings
from engine.graph.coaxial import AxisLine
from engine.graph.rings import Ring
from engine.model.arrays import Bools, Floats, Vector
from engine.model.face_graph import FaceGraph
from engine.model.part import Body, Face, FaceId, Part
from engine.model.surface import Cone, Cylinder
from engine.tolerances import LENGTH_FLOOR_MM

SAME_THICKNESS = 0.05
"""The thickness of a sheet is the same everywhere to within this share: what bending thins is not modeled,
and gauges differ by more."""

OVERLAP_SHARE = 0.5
"""Both skins share at least this much of the shorter one's length and of the narrower one's arc."""

WIDE = 1.2
"""Skins are at least this many thicknesses long along their axis: below that what is bent is a bar, or it
lies flat and was cut out round."""

NEARLY_ROUND_DEG = 330.0
"""Samples of a border do not show on which side a smaller gap than this leaves is."""

ROUGHLY = 0.5
"""Axes further apart than this share of the thickness are not looked at any closer."""


@dataclass(frozen=True, slots=True, eq=False)
class Arc:
    """How far something reaches round an axis, as samples show: to within their steps of 15 degrees."""

    look: Vector
    """Unit vector from the axis to the middle."""
    span_deg: float


@dataclass(frozen=True, eq=False)
class Skin:
    """One cylinder or cone, all faces of its group."""

    part: Part
    graph: FaceGraph
    face: Face
    """The first of the group."""
    faces: tuple[FaceId, ...]
    """Ascending."""
    line: AxisLine
    """A cone's starts at the apex, and the cone opens along it."""
    slope: float
    """By how much the radius grows along the axis; 0 for a cylinder."""
    base_mm: float
    """Radius where the line starts."""

    @cached_property
    def rim(self) -> Floats:
        """(N, 3) points along the edges."""
        loops = (loop for face in self.faces for loop in self.part.faces[face].loops)
        return np.concatenate([self.part.edges[edge].points for loop in loops for edge in loop.edges])

    @cached_property
    def arc(self) -> Arc:
        """Where it lies round its axis."""
        return arc_of(self.line, self.rim)

    @cached_property
    def ring(self) -> Ring:
        """How it lies round its axis."""
        return rings.around(self.part, self.graph, self.faces, self.line)

    @property
    def is_full(self) -> bool:
        """Whether it goes all the way round its axis."""
        return self.arc.span_deg >= NEARLY_ROUND_DEG and self.ring.is_full

    @property
    def span_deg(self) -> float:
        """How far it goes round its axis: 360 all the way."""
        return self.ring.span_deg if self.arc.span_deg >= NEARLY_ROUND_DEG else self.arc.span_deg

    @property
    def group(self) -> FaceId:
        """The id of its group."""
        return self.faces[0]

    @property
    def area_mm2(self) -> float:
        """Area of all its faces."""
        return sum(self.part.faces[face].area_mm2 for face in self.faces)

    @property
    def stray_mm(self) -> float:
        """How far its faces stray from the surface."""
        return max(self.part.faces[face].deviation_mm for face in self.faces)

    @property
    def radius_mm(self) -> float:
        """The smallest radius of curvature along its border."""
        tilt = float(np.hypot(1.0, self.slope))
        if self.slope == 0.0:
            return self.base_mm
        return float(self.line.distance(self.rim).min()) * tilt

    def height_mm(self, points: Floats) -> Floats:
        """Return how far points lie from the surface, square to it; negative on the axis' side."""
        radii = self.base_mm + self.slope * self.line.along(points)
        return np.asarray((self.line.distance(points) - radii) / np.hypot(1.0, self.slope))


@dataclass(frozen=True, slots=True, eq=False)
class SkinPair:
    """Two skins of one sheet."""

    inner: Skin
    outer: Skin
    thickness_mm: float


def pairs(part: Part, graph: FaceGraph, body: Body) -> list[SkinPair]:
    """Find every pair of skins of a body, in the order of their inner skins; a skin may be in several."""
    skins = _skins(part, graph, body)
    inner, outer = ([skin for skin in skins if skin.face.sense == sense] for sense in (-1, 1))
    if not inner or not outer:
        return []
    near = np.argwhere(_near(_Array.of(inner), _Array.of(outer))).tolist()
    found = (_pair(inner[row], outer[column]) for row, column in near)
    return [pair for pair in found if pair is not None]


def outward(part: Part, graph: FaceGraph, body: Body) -> list[Skin]:
    """List the outward cylinders of a body."""
    skins = _skins(part, graph, body)
    return [skin for skin in skins if skin.face.sense > 0 and isinstance(skin.face.surface, Cylinder)]


def _skins(part: Part, graph: FaceGraph, body: Body) -> list[Skin]:
    found = []
    for group in sorted({int(graph.group_of_face[face]) for face in body.faces}):
        faces = graph.faces_of_group[FaceId(group)]
        face = part.faces[faces[0]]
        if not any(loop.edges for loop in face.loops):
            continue
        match face.surface:
            case Cylinder(origin=origin, axis=axis, radius_mm=radius_mm):
                found.append(Skin(part, graph, face, faces, AxisLine(origin, axis), 0.0, radius_mm))
            case Cone(apex=apex, axis=axis, half_angle_deg=half_deg):
                slope = float(np.tan(np.radians(half_deg)))
                found.append(Skin(part, graph, face, faces, AxisLine(apex, axis), slope, 0.0))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Array:
    """Skins side by side, S of them."""

    axes: Floats
    """(S, 3) the point of each axis abreast of the skin's middle."""
    directions: Floats
    looks: Floats
    """(S, 3) unit vectors from the axis to the middle of the skin's arc."""
    radii: Floats
    slopes: Floats
    halves_mm: Floats
    """(S,) half the length along the axis."""
    spans_deg: Floats

    @staticmethod
    def of(skins: Sequence[Skin]) -> "_Array":
        """Lay skins side by side."""
        ranges = np.array(
            [(along.min(), along.max()) for along in (skin.line.along(skin.rim) for skin in skins)]
        )
        middles = ranges.mean(axis=1)
        return _Array(
            axes=np.array(
                [skin.line.at(middle) for skin, middle in zip(skins, middles.tolist(), strict=True)]
            ),
            directions=np.array([skin.line.direction for skin in skins]),
            looks=np.array([skin.arc.look for skin in skins]),
            radii=np.array([skin.base_mm for skin in skins])
            + np.array([skin.slope for skin in skins]) * middles,
            slopes=np.array([skin.slope for skin in skins]),
            halves_mm=np.diff(ranges, axis=1)[:, 0] / 2.0,
            spans_deg=np.array([skin.arc.span_deg for skin in skins]),
        )


def _near(inner: _Array, outer: _Array) -> Bools:
    """Return (I, O) whether two skins could be a pair, as their axes stand and as far as they reach."""
    crossing = inner.directions @ outer.directions.T
    apart = outer.axes[None, :, :] - inner.axes[:, None, :]
    along = np.einsum("ijk,ik->ij", apart, inner.directions)
    off = np.sqrt(np.maximum((apart**2).sum(axis=2) - along**2, 0.0))
    widening = inner.slopes[:, None] * along
    thickness = outer.radii[None, :] - inner.radii[:, None] - widening
    shortest = np.minimum(inner.halves_mm[:, None], outer.halves_mm[None, :])
    shared = inner.halves_mm[:, None] + outer.halves_mm[None, :] - np.abs(along)
    narrowest = np.minimum(inner.spans_deg[:, None], outer.spans_deg[None, :])
    turned = np.degrees(np.arccos(np.clip(inner.looks @ outer.looks.T, -1.0, 1.0)))
    shared_deg = (inner.spans_deg[:, None] + outer.spans_deg[None, :]) / 2.0 - turned
    return np.asarray(
        (np.abs(crossing) >= np.cos(np.radians(coaxial.COAXIAL_DEG)))
        & (thickness > LENGTH_FLOOR_MM)
        & (off <= ROUGHLY * thickness)
        & (np.abs(inner.slopes[:, None] - outer.slopes[None, :]) <= np.tan(np.radians(coaxial.COAXIAL_DEG)))
        & ((inner.slopes[:, None] == 0.0) | (crossing > 0.0))
        & (2.0 * np.maximum(inner.halves_mm[:, None], outer.halves_mm[None, :]) >= WIDE * thickness)
        & (shared >= 2.0 * OVERLAP_SHARE * shortest)
        & ((narrowest >= NEARLY_ROUND_DEG) | (shared_deg >= OVERLAP_SHARE * narrowest))
    )


def _pair(inner: Skin, outer: Skin) -> SkinPair | None:
    heights = np.concatenate([inner.height_mm(outer.rim), -outer.height_mm(inner.rim)])
    thickness_mm = float(np.median(heights))
    slack_mm = SAME_THICKNESS * thickness_mm + inner.stray_mm + outer.stray_mm
    if thickness_mm <= LENGTH_FLOOR_MM or np.abs(heights - thickness_mm).max() > slack_mm:
        return None
    if inner.is_full != outer.is_full:
        return None
    return SkinPair(inner, outer, thickness_mm)


def arc_of(line: AxisLine, points: Floats) -> Arc:
    """Return the arc that points cover round an axis: all but the widest gap between them."""
    first, second = _frame(line.direction)
    offsets = points - line.origin
    angles = np.sort(np.arctan2(offsets @ second, offsets @ first))
    gaps = np.append(np.diff(angles), angles[0] + 2.0 * np.pi - angles[-1])
    widest = int(np.argmax(gaps))
    span = 2.0 * np.pi - float(gaps[widest])
    middle = float(angles[(widest + 1) % len(angles)]) + span / 2.0
    return Arc(first * np.cos(middle) + second * np.sin(middle), float(np.degrees(span)))


def _frame(direction: Vector) -> tuple[Vector, Vector]:
    x, y, z = direction.tolist()
    least = int(np.argmin(np.abs(direction)))
    first = np.array([(0.0, z, -y), (-z, 0.0, x), (y, -x, 0.0)][least])
    first /= np.sqrt(first @ first)
    a, b, c = first.tolist()
    return first, np.array([y * c - z * b, z * a - x * c, x * b - y * a])
