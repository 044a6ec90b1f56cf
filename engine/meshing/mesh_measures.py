"""Areas and volumes of a mesh, corrected for the curvature of its surfaces, compared with the exact ones.

A facet whose corners lie on a surface with normals n bulges by h = e . (n_j - n_i) / 8 over the middle of its
edge e = p_j - p_i, to second order. So the surface is a parabolic patch over each facet: what it adds to the
volume is its mean height, (h_1 + h_2 + h_3) / 3 times the facet's area, and to the area half the mean square
of its slope, which at the middle of edge k is s_k = (h_i + h_j - h_k) L_k / A. On a cylinder with elements of
angle a that is a²/24 of the area, the whole of what chords cut off. Where the surface bends along edges too,
patches over neighbor facets leave a wedge open between them: 2/3 h_k s_k L_k on either side of edge k.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Ints, cross, dots, rows_at_corners
from engine.model.mesh import Mesh
from engine.model.part import Line, Part

SAME = 0.005
"""Measures that differ by no more than this share agree."""
REST = 0.5
"""Share of what curvature adds that a parabolic patch may be wrong by: at a sixth of a turn a facet it is a
twentieth, but at poles and apexes normals turn faster than a parabola's."""
CORNER_DEG = 62.0
"""Neighbor segments of a border that turn by more are two edges, not one that is round: rings have six."""


@dataclass(frozen=True, slots=True, eq=False)
class MeshMeasures:
    """What a mesh measures, and by how much it may stray."""

    area_of_face: Floats
    area_error_of_face: Floats
    """(F,) mm²; the error is 0 for faces that agree without it."""
    volume_of_body: Floats
    volume_error_of_body: Floats
    """(B,) mm³."""
    is_unlike_face: Bools
    """(F,) faces of bodies whose area the mesh does not explain."""
    is_unlike_body: Bools
    """(B,) closed bodies whose volume it does not explain."""


def compare(part: Part, mesh: Mesh) -> MeshMeasures:
    """Measure a mesh, and hold it against the exact areas and volumes of its part."""
    own = np.array([face.body is not None for face in part.faces], dtype=bool)
    areas = np.array([face.area_mm2 for face in part.faces])
    volumes = np.array([body.volume_mm3 for body in part.bodies])
    is_straight = np.array([isinstance(edge.curve, Line) for edge in part.edges], dtype=bool)
    is_round = np.array(
        [not all(is_straight[edge] for loop in face.loops for edge in loop.edges) for face in part.faces],
        dtype=bool,
    )
    is_closed = np.array([body.is_closed for body in part.bodies], dtype=bool)
    return against(mesh, np.where(own, areas, 0.0), np.where(is_closed, volumes, np.nan), is_round)


def against(mesh: Mesh, areas: Floats, volumes: Floats, is_round: Bools) -> MeshMeasures:
    """Measure a mesh, and hold it against areas and volumes.

    Parameters
    ----------
    areas : (F,) float64
        mm²; 0 for faces that have no mesh.
    volumes : (B,) float64
        mm³; NaN for bodies that enclose nothing.
    is_round : (F,) bool
        Faces with edges that are not straight.
    """
    n_faces, n_bodies = len(areas), len(volumes)
    corners = rows_at_corners(mesh.vertices, mesh.triangles)
    edges = [corners[i - 1] - corners[i - 2] for i in range(3)]
    normals = rows_at_corners(np.nan_to_num(mesh.normals), mesh.triangles)
    turns = [normals[i - 1] - normals[i - 2] for i in range(3)]
    heights = np.stack([dots(edge, turn) for edge, turn in zip(edges, turns, strict=True)], axis=1) / 8.0
    crossed = cross(edges[1], edges[2])
    area = np.sqrt(dots(crossed, crossed)) / 2.0
    bulge, size_of_bulge = _bulge(heights, edges, area)
    lift = area * heights.sum(axis=1) / 3.0
    center = mesh.vertices.mean(axis=0) if len(area) else np.zeros(3)
    cone = dots(corners[0] - center, crossed) / 6.0

    of_face = _sums(mesh.face_of_triangle, area + bulge, n_faces)
    error = REST * _sums(mesh.face_of_triangle, size_of_bulge, n_faces)
    apart = np.abs(of_face - areas) - SAME * np.maximum(of_face, areas)
    is_unlike = apart > error
    if is_unlike.any():
        error = np.where(is_unlike, error + _slivers(mesh, is_unlike, is_round), error)
        is_unlike &= apart > error
    volume = _sums(mesh.body_of_triangle, cone + lift, n_bodies)
    volume_error = REST * _sums(mesh.body_of_triangle, np.abs(lift), n_bodies)
    off = np.abs(volume - volumes) - SAME * np.maximum(np.abs(volume), volumes)
    return MeshMeasures(of_face, error, volume, volume_error, is_unlike, off > volume_error)


def _sums(index: Ints, values: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(index, values, count), dtype=np.float64)


def _bulge(heights: Floats, edges: Sequence[Floats], area: Floats) -> tuple[Floats, Floats]:
    """(T,) what the patches over facets add to their areas, and the size of it, signs left out."""
    others = heights.sum(axis=1, keepdims=True) - 2.0 * heights
    squares = np.stack([dots(edge, edge) for edge in edges], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (others**2 * squares).sum(axis=1) / (6.0 * area)
        wedge = (heights * others * squares).sum(axis=1) * 2.0 / (3.0 * area)
    slope, wedge = (np.where(area > 0.0, np.clip(part, -area, area), 0.0) for part in (slope, wedge))
    return slope + wedge, slope + np.abs(wedge)


def _slivers(mesh: Mesh, wanted: Bools, is_round: Bools) -> Floats:
    """(F,) area between the borders of the wanted faces and the chords that mesh edges are of them, at most.

    On a circle it is 2/3 L s, s = L a / 8 being the sagitta where segments of length L turn by a. A segment
    between two corners may be an arc on its own, of a sixth of a turn at most, where the face has any.
    """
    begin, end, face = _borders(mesh, wanted)
    along = mesh.vertices[end] - mesh.vertices[begin]
    length = np.sqrt(np.einsum("ij,ij->i", along, along))
    direction = along / np.where(length > 0.0, length, 1.0)[:, None]
    count = int(mesh.weld.max(initial=-1)) + 1
    first, last = face * count + mesh.weld[begin], face * count + mesh.weld[end]
    order = np.argsort(first, kind="stable")
    following = order[np.minimum(np.searchsorted(first[order], last), len(order) - 1)]
    cosine = np.einsum("ij,ij->i", direction, direction[following])
    turn = np.arccos(np.clip(cosine, -1.0, 1.0))
    turn[(turn > np.radians(CORNER_DEG)) | (first[following] != last)] = 0.0
    before = np.zeros(len(turn))
    np.maximum.at(before, following, turn)
    bend = np.maximum(turn, before)
    bend[(bend == 0.0) & is_round[face]] = np.radians(CORNER_DEG)
    return _sums(face, length**2 * bend / 12.0, len(wanted))


def _borders(mesh: Mesh, wanted: Bools) -> tuple[Ints, Ints, Ints]:
    """Mesh edges on the borders of the wanted faces: the vertices at their ends, and the face on the left."""
    triangles = mesh.triangles[wanted[mesh.face_of_triangle]]
    begin, end = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    face = mesh.face_of_vertex[begin]
    a, b = mesh.weld[begin], mesh.weld[end]
    count = int(mesh.weld.max(initial=-1)) + 1
    key = (face * count + np.minimum(a, b)) * count + np.maximum(a, b)
    _, place, times = np.unique(key, return_inverse=True, return_counts=True)
    here = np.flatnonzero(times[place.ravel()] == 1)
    return begin[here], end[here], face[here]
