"""How far up the walls of a boss begin and end, as if blends were not there.

A wall is followed along its own straight lines to the surface it meets, so a fillet at a slanted base or the
round of a slanted top change nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.features.bosses.coaxial_section import Arc, BossContext, CoaxialSection
from engine.features.bosses.stack import Stack
from engine.graph import extents, rings
from engine.graph.coaxial import AxisLine, is_square_to
from engine.model.arrays import Floats, Vector
from engine.model.part import FaceId, OtherCurve
from engine.model.surface import Cylinder, Plane, Sphere, Surface, Torus

LEAST_SINE = 0.1
"""Of the angle at which lines of a wall cross what they end at: a surface that they all but run along, less
than 6° off, is met far from the wall or by accident, and is no end of it."""
Range = tuple[float, float]
"""The least and the greatest level."""


def of_foot(context: BossContext, stack: Stack) -> Range:
    """Return the levels between which a boss meets its base."""
    return _of_arcs(context, stack.sections[0], stack.foot.arcs, stack.up)


def of_top(context: BossContext, stack: Stack) -> Range:
    """Return the level of the lowest point of the top's border and that of the highest point of the top.

    They are the same for a flat square top, a dome and a point.
    """
    section, up = stack.sections[-1], stack.up
    crests = [
        crest for group in stack.tops if (crest := _crest(context, group, section.axis, up)) is not None
    ]
    if crests:
        return max(crests), max(crests)
    if not stack.rim:
        assert not isinstance(section.surface, Cylinder)
        apex = float(section.surface.apex @ up)
        return apex, apex
    return _of_arcs(context, section, [arc for arc in stack.rim if arc.group in stack.tops], up)


def of_rim(context: BossContext, section: CoaxialSection, up: Vector, is_top: bool) -> Range:
    """Return the levels of a rim of a section."""
    arcs = context.arcs(section, section.rim(up, is_top))
    if arcs:
        return _of_arcs(context, section, arcs, up)
    assert not isinstance(section.surface, Cylinder)
    apex = float(section.surface.apex @ up)
    return apex, apex


def of_edges(context: BossContext, groups: Sequence[FaceId], up: Vector) -> Range:
    """Return the levels between which the borders of some groups lie."""
    faces = (context.part.faces[face] for face in context.faces_of(groups))
    edges = sorted({edge for face in faces for loop in face.loops for edge in loop.edges})
    reaches = [extents.along(context.part.edges[edge], up) for edge in edges]
    return min(low for low, _ in reaches), max(high for _, high in reaches)


def _of_arcs(context: BossContext, section: CoaxialSection, arcs: Sequence[Arc], up: Vector) -> Range:
    reaches = [_of_arc(context, section, arc, up) for arc in arcs]
    return min(low for low, _ in reaches), max(high for _, high in reaches)


def _of_arc(context: BossContext, section: CoaxialSection, arc: Arc, up: Vector) -> Range:
    edge = context.part.edges[arc.joint.edge]
    if not arc.blends:
        return extents.along(edge, up)
    surface = context.part.faces[arc.group].surface
    along = _straight_lines(section, edge.points, up)
    met = _meet(edge.points, along, surface)
    if met is None or np.isnan(met).any():
        return _of_far_side(context, arc, up)
    return extents.along(replace(edge, points=met, curve=OtherCurve()), up)


def _straight_lines(section: CoaxialSection, points: Floats, up: Vector) -> Floats:
    """Return (N, 3) unit directions of the wall's straight lines through points of it."""
    if isinstance(section.surface, Cylinder):
        return np.tile(up, (len(points), 1))
    lines = points - section.surface.apex
    return np.asarray(lines / np.linalg.norm(lines, axis=1, keepdims=True))


def _meet(points: Floats, along: Floats, surface: Surface) -> Floats | None:
    """Return (N, 3) where lines through points meet a surface nearest to them; NaN rows where they miss.

    What they run along they miss, too.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        match surface:
            case Plane(origin=origin, normal=normal):
                crossing = along @ normal
                away = ((origin - points) @ normal) / np.where(
                    np.abs(crossing) < LEAST_SINE, np.nan, crossing
                )
            case Cylinder(origin=origin, axis=axis, radius_mm=radius):
                offsets, lines = points - origin, along
                offsets = offsets - np.outer(offsets @ axis, axis)
                lines = lines - np.outer(lines @ axis, axis)
                lines[(lines**2).sum(axis=1) < LEAST_SINE**2] = np.nan
                away = _nearest_root(offsets, lines, radius)
            case Sphere(center=center, radius_mm=radius):
                away = _nearest_root(points - center, along, radius)
            case _:
                return None
        return np.asarray(points + away[:, None] * along)


def _nearest_root(offsets: Floats, lines: Floats, radius: float) -> Floats:
    """Solve |offset + t line| = radius for the t of least size."""
    a = (lines**2).sum(axis=1)
    half_b = (offsets * lines).sum(axis=1)
    root = np.sqrt(half_b**2 - a * ((offsets**2).sum(axis=1) - radius**2))
    ways = np.stack([(-half_b - root) / a, (-half_b + root) / a])
    return np.asarray(np.where(np.abs(ways[0]) < np.abs(ways[1]), ways[0], ways[1]))


def _of_far_side(context: BossContext, arc: Arc, up: Vector) -> Range:
    """Return the levels of the blends' border with what lies behind them, for want of a better answer."""
    behind = context.graph.faces_of_group[arc.group]
    edges = {
        context.graph.joints[index].edge
        for blend in arc.blends
        for index in context.graph.joints_of_face[blend]
        if context.graph.joints[index].across(blend) in behind
    } or {arc.joint.edge}
    reaches = [extents.along(context.part.edges[edge], up) for edge in sorted(edges)]
    return min(low for low, _ in reaches), max(high for _, high in reaches)


def _crest(context: BossContext, group: FaceId, axis: AxisLine, up: Vector) -> float | None:
    """Return the highest level of a top where its border does not show it; None where the border does."""
    face = context.part.faces[group]
    match face.surface:
        case Plane(origin=origin) if is_square_to(face, axis):
            return float(origin @ up)
        case Torus(center=center, minor_radius_mm=radius) if face.sense > 0:
            return float(center @ up) + radius
        case Sphere(center=center, radius_mm=radius):
            faces = context.graph.faces_of_group[group]
            if rings.around(context.part, context.graph, faces, axis).covers_axis:
                return float(center @ up) + radius
    return None
