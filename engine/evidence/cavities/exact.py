"""Exact widths: how far places in the air are from the surface, and how wide an opening is."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from engine.model.arrays import Floats, Ints, Vector
from engine.model.mesh import Mesh
from engine.raycast import ball

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
        middles = self._corners.mean(axis=1)
        self._radius = float(np.linalg.norm(self._corners - middles[:, None], axis=2).max(initial=0.0))
        self._tree = cKDTree(middles)

    def nearest(self, places: Floats) -> tuple[Floats, Ints]:
        """Return the distance of places (N, 3) from the surface, and the triangle nearest to each."""
        reach, _ = self._tree.query(places)
        around = self._tree.query_ball_point(places, reach + self._radius)
        count = np.array([len(each) for each in around])
        triangles = np.concatenate([np.asarray(each, dtype=np.int64) for each in around])
        asked = np.repeat(places, count, axis=0)
        away = np.linalg.norm(ball.nearest_points(self._corners[triangles], asked) - asked, axis=1)
        first = np.cumsum(count) - count
        distance = np.minimum.reduceat(away, first)
        is_nearest = away <= np.repeat(distance, count)
        chosen = np.maximum.reduceat(np.where(is_nearest, triangles, -1), first)
        return distance, chosen

    def on(self, triangle: int, place: Vector) -> Vector:
        """Return the point of a triangle that is nearest to a place."""
        return np.asarray(ball.nearest_points(self._corners[[triangle]], place[None])[0])


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
    """Find the largest ball that passes an opening near a place, on its way along a heading."""
    aside = np.cross(heading, np.eye(3)[np.abs(heading).argmin()])
    aside /= np.linalg.norm(aside)
    plane = np.stack([aside, np.cross(heading, aside)])
    at, radius = _widest(surroundings, place, plane, cell_mm, cell_mm)
    found = [(radius, at)]
    for step in SLICES:
        shifted, radius = _widest(surroundings, at + step * cell_mm * heading, plane, cell_mm / 2.0, cell_mm)
        found.append((radius, shifted))
    radius, middle = min(found, key=lambda each: each[0])
    _, triangle = surroundings.nearest(middle[None])
    return Neck(2.0 * radius, middle, surroundings.on(int(triangle[0]), middle) - middle, int(triangle[0]))


def widest(surroundings: Surroundings, place: Vector, cell_mm: float) -> float:
    """Return the diameter of the largest ball near a place."""
    _, radius = _widest(surroundings, place, np.eye(3), cell_mm, cell_mm)
    return 2.0 * radius


def _widest(
    surroundings: Surroundings, place: Vector, axes: Floats, step_mm: float, cell_mm: float
) -> tuple[Vector, float]:
    """Climb to the place furthest from the surface, along some axes; a place on it stays where it is."""
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
        else:
            step_mm /= 2.0
    return place, best
