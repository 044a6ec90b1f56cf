"""The two nearest points of two sets of faces: on the mesh first, then on the surfaces it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.inspection.target import is_native
from engine.model.arrays import Floats, Ints, Vector, frozen
from engine.model.mesh import Mesh
from engine.model.part import FaceId, Line, Part
from engine.raycast import bvh, nearest
from engine.raycast.bvh import Bvh
from engine.surfaces import table

STARTS = 64
"""Places that the search begins from: the nearest vertices of either side."""
ROUNDS = 200
SAME_MM = 1e-9
"""What is no farther apart is one point."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two points and what is known of their distance."""

    first: Vector
    second: Vector
    faces: tuple[FaceId | None, FaceId | None]
    """On which they lie; None for a point in space."""
    distance_mm: float
    uncertainty_mm: float
    is_exact: bool
    """Whether it was found on the surfaces and no mesh had part in it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """The triangles of some faces."""

    mesh: Mesh
    triangles: Ints
    tree: Bvh

    @classmethod
    def of(cls, mesh: Mesh, faces: Sequence[FaceId]) -> "_Patch":
        triangles = np.flatnonzero(np.isin(mesh.face_of_triangle, np.array(faces, dtype=np.int64)))
        corners = mesh.vertices[mesh.triangles[triangles]]
        return cls(mesh, triangles, bvh.build(corners, triangles.astype(np.int64), by_direction=False))

    @property
    def vertices(self) -> Floats:
        """(N, 3) its corners, each once."""
        found: Floats = self.mesh.vertices[np.unique(self.mesh.triangles[self.triangles])]
        return found

    def nearest(self, places: Floats) -> tuple[Floats, Ints]:
        """Return its points (N, 3) that are nearest to places (N, 3), and the triangles they lie on."""
        _, triangles = nearest.on_surface(self.tree, places)
        return nearest.on_triangles(self.mesh.vertices[self.mesh.triangles[triangles]], places), triangles


def between_faces(part: Part, mesh: Mesh, first: Sequence[FaceId], second: Sequence[FaceId]) -> Pair:
    """Find the nearest points of two sets of faces.

    Projecting to and fro (von Neumann) ends at the nearest points of two triangles, and on the surfaces
    behind them at those of the surfaces, which count where they lie within the faces.
    """
    one, other = _Patch.of(mesh, first), _Patch.of(mesh, second)
    here, there, here_on, there_on = _on_mesh(one, other)
    faces = (FaceId(int(mesh.face_of_triangle[here_on])), FaceId(int(mesh.face_of_triangle[there_on])))
    lifted = _on_surfaces(part, mesh, faces, here, there)
    if lifted is not None:
        here, there = lifted
    distance_mm = float(np.linalg.norm(there - here))
    uncertainty_mm = 0.0
    is_exact = (lifted is not None and all(is_native(face, part) for face in faces)) or all(
        _is_polygon(face, part) for face in faces
    )
    if not is_exact:
        uncertainty_mm = sum(_error_mm(face, part, mesh, lifted is not None) for face in faces)
    return Pair(frozen(here), frozen(there), faces, distance_mm, uncertainty_mm, is_exact)


def to_point(part: Part, mesh: Mesh, faces: Sequence[FaceId], point: Vector) -> Pair:
    """Find the point of some faces that is nearest to a point in space."""
    patch = _Patch.of(mesh, faces)
    found, triangles = patch.nearest(point[None])
    face = FaceId(int(mesh.face_of_triangle[triangles[0]]))
    here = found[0]
    surfaces = table.tabulate([part.faces[face].surface], [part.faces[face].sense])
    foot = table.foot_points(surfaces, np.array([0]), point[None])[0]
    is_within = bool(np.isfinite(foot).all()) and _is_on(_Patch.of(mesh, (face,)), foot, mesh.chord_mm)
    if is_within:
        here = foot
    is_exact = (is_within and is_native(face, part)) or _is_polygon(face, part)
    uncertainty_mm = 0.0 if is_exact else _error_mm(face, part, mesh, is_within)
    distance_mm = float(np.linalg.norm(here - point))
    return Pair(frozen(here), point, (face, None), distance_mm, uncertainty_mm, is_exact)


def _on_mesh(one: _Patch, other: _Patch) -> tuple[Vector, Vector, int, int]:
    """Return the nearest points of two patches, and the triangles they lie on."""
    starts = []
    for own, far in ((one, other), (other, one)):
        vertices = own.vertices
        distances, _ = nearest.on_surface(far.tree, vertices)
        starts.append(vertices[np.argsort(distances, kind="stable")[:STARTS]])
    here = np.concatenate([starts[0], one.nearest(starts[1])[0]])
    there, there_on = other.nearest(here)
    gap = np.linalg.norm(there - here, axis=1)
    here, here_on = one.nearest(there)
    for _ in range(ROUNDS):
        there, there_on = other.nearest(here)
        here, here_on = one.nearest(there)
        narrower = np.linalg.norm(there - here, axis=1)
        if float(np.max(gap - narrower)) < SAME_MM:
            break
        gap = narrower
    best = int(np.argmin(np.linalg.norm(there - here, axis=1)))
    return here[best], there[best], int(here_on[best]), int(there_on[best])


def _on_surfaces(
    part: Part, mesh: Mesh, faces: tuple[FaceId, FaceId], here: Vector, there: Vector
) -> tuple[Vector, Vector] | None:
    """Move two points to the nearest ones of the surfaces; None where these are not within the faces."""
    entries = [part.faces[face] for face in faces]
    surfaces = table.tabulate([entry.surface for entry in entries], [entry.sense for entry in entries])
    first, second = np.array([0]), np.array([1])
    one, other = here[None], there[None]
    for _ in range(ROUNDS):
        before = one
        other = table.foot_points(surfaces, second, one)
        one = table.foot_points(surfaces, first, other)
        if not np.isfinite(one).all() or float(np.linalg.norm(one - before)) < SAME_MM:
            break
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        return None
    for face, point in zip(faces, (one[0], other[0]), strict=True):
        if not _is_on(_Patch.of(mesh, (face,)), point, mesh.chord_mm):
            return None
    return one[0], other[0]


def _is_on(patch: _Patch, point: Vector, chord_mm: float) -> bool:
    """Whether a point of a surface lies within its face, as far as the mesh can tell."""
    distances, _ = nearest.on_surface(patch.tree, point[None])
    return float(distances[0]) <= 1.5 * chord_mm + 1e-6


def _is_polygon(face: FaceId, part: Part) -> bool:
    """Whether a face is flat with straight edges: its triangles are the face itself."""
    edges = [part.edges[edge] for loop in part.faces[face].loops for edge in loop.edges]
    return (
        type(part.faces[face].surface).__name__ == "Plane"
        and is_native(face, part)
        and bool(edges)
        and all(isinstance(edge.curve, Line) for edge in edges)
    )


def _error_mm(face: FaceId, part: Part, mesh: Mesh, is_lifted: bool) -> float:
    """How far a point of a face may be off: as its surface was recovered, or as the mesh stands for it."""
    if _is_polygon(face, part):
        return 0.0
    deviation_mm = part.faces[face].deviation_mm
    known_mm = deviation_mm if np.isfinite(deviation_mm) else 0.0
    return known_mm if is_lifted else known_mm + mesh.chord_mm
