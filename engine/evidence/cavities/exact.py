"""Exact distances from points in the air to the surface, and the exact width of an opening."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints, Vector, square_to, vector_product
from engine.model.mesh import Mesh
from engine.raycast import bvh, nearest

FINEST = 1.0 / 128.0
"""Share of a cell to which the middle of an opening is found."""
LEAST_GAIN = 1e-6
"""Share by which a step has to gain, or the climb is over."""
SLICES = (-1.5, -0.75, 0.75, 1.5)
"""Where before and behind the place the grid found, in cells, an opening is looked at too."""


class Surroundings:
    """The surface, to ask for distances from it."""

    def __init__(self, mesh: Mesh) -> None:
        """Take the surface."""
        self._corners = mesh.vertices[mesh.triangles]
        self._tree = bvh.build(self._corners, by_direction=False)
        sides = self._corners.max(axis=(0, 1)) - self._corners.min(axis=(0, 1))
        self.largest_mm = 0.5 * float(np.linalg.norm(sides))
        """Of the box round it, half the diagonal: a ball with a larger radius lies in the open."""

    def nearest(self, places: Floats) -> tuple[Floats, Ints]:
        """Return the distance of places (N, 3) from the surface, and the triangle nearest to each."""
        return nearest.on_surface(self._tree, places)

    def on(self, triangle: int, place: Vector) -> Vector:
        """Return the point of a triangle that is nearest to a place."""
        return np.asarray(nearest.on_triangles(self._corners[[triangle]], place[None])[0])

    def about(self, place: Vector, reach_mm: float) -> Ints:
        """Return the triangles that are no further than a reach from a place, ascending."""
        low, high = self._corners.min(axis=1), self._corners.max(axis=1)
        near: Ints = np.flatnonzero(((low <= place + reach_mm) & (high >= place - reach_mm)).all(axis=1))
        feet = nearest.on_triangles(self._corners[near], np.tile(place, (len(near), 1)))
        within: Ints = near[np.linalg.norm(feet - place, axis=1) <= reach_mm]
        return within


@dataclass(frozen=True, slots=True, eq=False)
class Neck:
    """An opening at its narrowest."""

    diameter_mm: float
    middle: Vector
    aside: Vector
    """From the middle to the surface nearest to it."""
    triangle: int
    """That this is on."""


def neck(surroundings: Surroundings, place: Vector, heading: Vector, cell_mm: float) -> Neck:
    """Find the largest ball that passes an opening near a place, on its way along a heading.

    Slices across the heading that lead out into the open are no opening; where all do, any ball passes.
    """
    aside = square_to(heading)
    aside /= np.linalg.norm(aside)
    plane = np.stack([aside, vector_product(heading, aside)])
    at, radius = _widest(surroundings, place, plane, cell_mm, cell_mm)
    found = [(radius, at)]
    if np.isinf(radius):
        at = place
    for step in SLICES:
        shifted, radius = _widest(surroundings, at + step * cell_mm * heading, plane, cell_mm / 2.0, cell_mm)
        found.append((radius, shifted))
    radius, middle = min(found, key=lambda each: each[0])
    _, triangle = surroundings.nearest(middle[None])
    return Neck(2.0 * radius, middle, surroundings.on(int(triangle[0]), middle) - middle, int(triangle[0]))


def widest(surroundings: Surroundings, place: Vector, cell_mm: float) -> float:
    """Return the diameter of the largest ball near a place; inf where that leads out into the open."""
    _, radius = _widest(surroundings, place, np.eye(3), cell_mm, cell_mm)
    return 2.0 * radius


def _widest(
    surroundings: Surroundings, place: Vector, axes: Floats, step_mm: float, cell_mm: float
) -> tuple[Vector, float]:
    """Climb to the place furthest from the surface, along some axes; a place on it stays where it is.

    Out in the open, where the climb would never end, the radius is inf.
    """
    turns = np.arange(8) * np.pi / 4.0
    if len(axes) == 2:
        ways = np.cos(turns)[:, None] * axes[0] + np.sin(turns)[:, None] * axes[1]
    else:
        ways = np.concatenate([axes, -axes])
    best = float(surroundings.nearest(place[None])[0][0])
    while step_mm > FINEST * cell_mm and best > 0.0:
        # no step leaves the ball that is known to be air, so none leads through a wall
        tried = place + min(step_mm, best) * ways
        distance, _ = surroundings.nearest(tried)
        furthest = int(distance.argmax())
        if distance[furthest] > best * (1.0 + LEAST_GAIN):
            place, best = tried[furthest], float(distance[furthest])
            if best > surroundings.largest_mm:
                return place, np.inf
        else:
            step_mm /= 2.0
    return place, best
