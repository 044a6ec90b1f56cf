"""The radius of the ball that rolls along the spring edges of a patch."""

from collections.abc import Collection

import numpy as np

from engine.features.blends.springs import FREEFORM_EVENNESS, Spring
from engine.graph import coaxial, sections
from engine.graph.rims import Rims
from engine.graph.sections import Section
from engine.model.arrays import Floats, Ints
from engine.model.part import Edge, EdgeId, FaceId
from engine.model.surface import Cone, Cylinder, Surface, Torus

LEAST_TURN_DEG = 5.0
"""Contacts whose normals turn by less determine a ball badly."""

EVEN_SHARE = 0.02
"""A free-form strip whose radius varies by no more than this share was meant to have one radius: its median.
Kernels approximate fillets by splines that wander by up to one percent."""

EXACT_FIT, LOOSE_FIT = 1e-3, 2e-2
"""How far two contacts may be from those of one ball, as a share of its radius: at a sample, between two."""

PLACES_A_STEP = 8
"""Places of an edge that are asked from one sample to the next where no ball touches at samples: those of an
edge with few lie as far apart as the ball is wide, and a parabola through three of them misses it."""


def radii(
    surface: Surface,
    patch: frozenset[FaceId],
    springs: list[Spring],
    walks: Collection[Section],
    stray_mm: float = 0.0,
) -> tuple[float, float]:
    """Return the smallest and largest radius of the ball that rolls along the supports.

    It touches two spring edges that lie straight across from each other, as `walks` has it. Two that follow
    one another along one side are one way of the ball, cut up, and no ball touches both.

    Where the patch is known to so many millimeters only, as one of triangles is, a radius read off it is out
    by `stray_mm` at most, up or down: what varies by no more than that need not vary.
    """
    match surface:
        case Cylinder(radius_mm=radius_mm) | Torus(minor_radius_mm=radius_mm):
            return radius_mm, radius_mm
        case Cone():
            line = coaxial.AxisLine(surface.apex, surface.axis)
            touching = line.distance(np.concatenate([spring.edge.points for spring in springs]))
            balls = touching / np.cos(np.radians(surface.half_angle_deg))
            return float(balls.min()), float(balls.max())
    opposite = {frozenset((walk.start_edge, walk.end_edge)) for walk in walks}
    balls, strays = _between(patch, springs, opposite)
    if not balls.size:
        balls, strays = _between(patch, springs, opposite, PLACES_A_STEP)
    if not balls.size:
        sides = [spring.edge.curvatures[sections.side_of(spring.edge, patch)] for spring in springs]
        bends = np.abs(np.concatenate(sides))
        balls = 1.0 / bends[bends > FREEFORM_EVENNESS * np.nanmax(bends)]
        strays = np.zeros(len(balls))
    if (balls - strays).max() <= (1.0 + EVEN_SHARE) * (balls + strays).min() + 2.0 * stray_mm:
        even = float(np.median(balls))
        return even, even
    return float(balls.min()), float(balls.max())


def _between(
    patch: frozenset[FaceId],
    springs: list[Spring],
    opposite: Collection[frozenset[EdgeId]],
    places_a_step: int = 1,
) -> tuple[Floats, Floats]:
    """Return the radii of the balls that touch the patch at a spring edge's sample and at another's.

    A ball that touches at p and q with outward normals n and m has its center at p + r n = q + r m, so
    p - q = r (m - n). For each p the q that comes nearest to that is looked for among places
    of the other spring edges, and between them by a parabola. Empty where no two samples fit.

    Behind them stands how far each may be out: where a patch leaves its support at an angle, its normal is
    off by about that, and r by that share of the turn from n to m. Little turns where a strip runs out to a
    point.
    """
    found, off = [], []
    for spring in springs:
        side = sections.side_of(spring.edge, patch)
        for other in springs:
            if frozenset((spring.edge.id, other.edge.id)) not in opposite or other is spring:
                continue
            if len(other.edge.points) < 3 or not spring.shares_balls_with(other):
                continue
            other_side = sections.side_of(other.edge, patch)
            points, normals = _closer(other.edge, other_side, places_a_step)
            apart = spring.edge.points[:, None] - points
            turned = normals - spring.edge.normals[side][:, None]
            squares = (turned**2).sum(axis=2)
            is_turned = squares > np.sin(np.radians(LEAST_TURN_DEG)) ** 2
            balls = (apart * turned).sum(axis=2) / np.where(is_turned, squares, 1.0)
            misses = np.linalg.norm(apart - balls[..., None] * turned, axis=2)
            is_near = is_turned & (misses < np.abs(balls))
            misses = np.where(is_near, misses / np.where(is_near, np.abs(balls), 1.0), 1.0)
            best = misses.argmin(axis=1)
            fits = _best_fits(np.abs(balls), misses, best)
            rows = np.flatnonzero(~np.isnan(fits))
            columns = best[rows]
            turns = np.sqrt(squares[rows, columns])
            leans = _leans(spring.edge)[rows] + _leans(other.edge)[columns // places_a_step]
            found.append(fits[rows])
            off.append(fits[rows] * leans / turns)
    return np.concatenate([[], *found]), np.concatenate([[], *off])


def _leans(edge: Edge) -> Floats:
    """Return the angle, in radians, at which two faces that should be tangent meet at each sample."""
    apart = np.linalg.norm(edge.normals[0] - edge.normals[1], axis=1)
    return np.asarray(np.where(np.isnan(apart), 0.0, apart))


def _closer(edge: Edge, side: int, places_a_step: int) -> tuple[Floats, Floats]:
    """Return places (N, 3) of an edge and normals of one of its faces there: its samples, or closer ones."""
    if places_a_step == 1:
        return edge.points, edge.normals[side]
    at = np.arange(places_a_step * (len(edge.points) - 1) + 1)
    samples = np.minimum(at // places_a_step, len(edge.points) - 2)
    return Rims.of([[(edge, side)]]).between(samples, at / places_a_step - samples)


def _best_fits(balls: Floats, misses: Floats, best: Ints) -> Floats:
    """Return for each row the ball at the least miss, read between the columns; NaN for a row without one.

    Between columns is read only where no sample fits by itself, and balls nearly do at those on either side.
    """
    found = np.full(len(balls), np.nan)
    for row, column in enumerate(best.tolist()):
        near = misses[row, max(column - 1, 0) : column + 2]
        if misses[row, column] <= EXACT_FIT:
            found[row] = balls[row, column]
            continue
        if len(near) < 3 or near.max() >= 1.0:
            continue
        before, at, after = near**2
        bend = before - 2.0 * at + after
        shift = 0.5 * (before - after) / bend if bend > 0.0 else 0.0
        if abs(at - 0.25 * (before - after) * shift) <= LOOSE_FIT**2:
            a, b, c = balls[row, column - 1 : column + 2]
            found[row] = b + 0.5 * shift * (c - a) + 0.5 * shift**2 * (a - 2.0 * b + c)
    return found
