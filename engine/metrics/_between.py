"""Between the vertices: how much less than at its least vertex a field is beside it.

On a border the field is followed along the vertices of that border, elsewhere over the face. The parabola, or
the paraboloid, through the vertices around has its least value between them.
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, square_to, vector_product
from engine.model.mesh import Mesh

AROUND = 9
"""So many vertices next to the least one fix the six numbers of a paraboloid."""
LEAST_SHARE = 0.8
"""A parabola that goes down to less than this share of the least vertex is drawn through something else."""
FIT_SHARE = 0.02
"""The vertices lie within this share of the least value of the paraboloid, or the field is none."""


def refine(mesh: Mesh, values: Floats, vertices: Ints) -> Floats:
    """Find the least value of a field next to vertices that read less than those around them.

    Parameters
    ----------
    values : (V,) float64
        The field; what is not finite is left out.
    vertices : (N,) int64

    Returns
    -------
    (N,) float64
        The values of the vertices themselves where none is less. Fields are no paraboloids: a value may be
        off by as much as it is less.
    """
    found: Floats = values[vertices].copy()
    is_border = _on_borders(mesh)
    for at, vertex in enumerate(vertices.tolist()):
        on_face = np.flatnonzero((mesh.face_of_vertex == mesh.face_of_vertex[vertex]) & np.isfinite(values))
        if is_border[vertex]:
            least = _along(mesh, values, vertex, on_face[is_border[on_face]])
        else:
            least = _over(mesh, values, vertex, on_face)
        if LEAST_SHARE * found[at] <= least < found[at]:
            found[at] = least
    return found


def _on_borders(mesh: Mesh) -> Bools:
    """Find which vertices share their place with another face."""
    lowest = np.full(int(mesh.weld.max(initial=-1)) + 1, len(mesh.vertices))
    highest = np.full(len(lowest), -1)
    np.minimum.at(lowest, mesh.weld, mesh.face_of_vertex)
    np.maximum.at(highest, mesh.weld, mesh.face_of_vertex)
    is_shared: Bools = (lowest < highest)[mesh.weld]
    return is_shared


def _along(mesh: Mesh, values: Floats, vertex: int, border: Ints) -> float:
    """Return the least value of the parabola through a vertex and its neighbors on both sides of a border."""
    ways = mesh.vertices[border] - mesh.vertices[vertex]
    away = np.linalg.norm(ways, axis=1)
    near = np.argsort(away, kind="stable")[1:5]
    if len(near) < 2:
        return np.inf
    onward = ways[near] @ (ways[near[0]] / away[near[0]])
    is_straight = np.abs(onward) >= 0.8 * away[near]
    sides = [near[is_straight & (sign * onward > 0.0)] for sign in (1.0, -1.0)]
    if not all(len(side) for side in sides):
        return np.inf
    ahead, behind = (side[0] for side in sides)
    one, other = away[ahead], -away[behind]
    rise_one, rise_other = (values[border[side]] - values[vertex] for side in (ahead, behind))
    bend = (rise_one / one - rise_other / other) / (one - other)
    slope = rise_one / one - bend * one
    return float(values[vertex] - 0.25 * slope**2 / bend) if bend > 0.0 else np.inf


def _over(mesh: Mesh, values: Floats, vertex: int, on_face: Ints) -> float:
    """Return the least value of the paraboloid through the vertices around one."""
    away = np.linalg.norm(mesh.vertices[on_face] - mesh.vertices[vertex], axis=1)
    near = on_face[np.argsort(away, kind="stable")[:AROUND]]
    if len(near) < AROUND:
        return np.inf
    normal = mesh.normals[vertex]
    along = square_to(normal)
    along /= np.linalg.norm(along)
    ways = mesh.vertices[near] - mesh.vertices[vertex]
    x, y = ways @ along, ways @ vector_product(normal, along)
    terms = np.stack([np.ones(AROUND), x, y, 0.5 * x**2, x * y, 0.5 * y**2], axis=1)
    numbers, *_ = np.linalg.lstsq(terms, values[near], rcond=None)
    off = np.abs(terms @ numbers - values[near]).max()
    bend = np.array([[numbers[3], numbers[4]], [numbers[4], numbers[5]]])
    if off > FIT_SHARE * values[vertex] or np.linalg.eigvalsh(bend)[0] <= 0.0:
        return np.inf
    place = np.linalg.solve(bend, -numbers[1:3])
    if np.hypot(*place) > np.hypot(x, y).max():
        return np.inf
    return float(numbers[0] + 0.5 * numbers[1:3] @ place)
