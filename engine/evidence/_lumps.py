"""Finds where the material of a thin shell gathers in a body that is no wall.

A solid boss, a block in a corner, a screw column with thick sides: none of their faces need be wide enough
for a wall, and yet they cool last, sink, and hold up all the rest. Only ribs are left out, which have a rule
of their own.

A lump is seen through the balls that the thickness behind its faces spans, as far as they lie in the
material. Unlike a wall it cools through its sides too, so it is described by the plate that takes as long: in
a block of a × b × c heat decays at the rate of π²κ (1/a² + 1/b² + 1/c²), in a plate of h at π²κ / h² (leading
terms of the heat equation; Carslaw and Jaeger, *Conduction of Heat in Solids*, chapter 5). Of a long bar h is
0.71 of its side, of a cube 0.58. The three lengths are that of the ball, the shortest chord through its
center square to that, and the chord square to both. A round post comes out at 0.71 of its diameter, where
0.653 is exact (π over twice the first zero of J0).
"""

import math
from collections.abc import Collection

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.evidence import _sections
from engine.graph import neighborhoods
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, Ints, cross, frozen, squares_to
from engine.model.feature import Role
from engine.model.part import Body, FaceId
from engine.model.shell import ShellWall
from engine.raycast import rays
from engine.raycast.bvh import Bvh
from engine.run_context import RunContext

LEAST = 1.5
"""A lump cools like a wall of more than this many nominal walls. Where walls cross or meet with a fillet as
large as they are thick, the ball between them has 1.4 to 1.5."""

MAX_SAMPLES = 1500
SAMPLES_PER_FACE = 12
"""Places looked at, spread over the faces by area, and how many of a face at least; bounds the time."""

N_CHORDS = 8
"""Chords square to a ball's own direction, among which the shortest is looked for."""

MODEL_ERROR = 0.085
"""Share by which the plate may be off: on round posts it is thicker by 0.71 / 0.653, the exact solution."""

RIB = frozenset({Role.FIN_WALL, Role.FIN_TOP})


def find(
    context: RunContext,
    recognition: Recognition,
    body: Body,
    nominal_mm: float,
    walls: Collection[ShellWall],
    vertices: Ints,
) -> tuple[ShellWall, ...]:
    """Find the lumps of a thin shell, in the order of their faces.

    Parameters
    ----------
    body, nominal_mm
        The shell, and the wall it was drawn with.
    walls
        The walls found; their faces are not examined.
    vertices : (N,) int
        Of the body, where the thickness is known and reliable; flanks of edges left out.

    Returns
    -------
    tuple of ShellWall
        One for each lump, measured where it cools most slowly.
    """
    mesh, values = context.mesh, context.prepared.fields["thickness"].values
    vertices = vertices[values[vertices] > LEAST * nominal_mm]
    in_walls = {face for wall in walls for face in wall.faces}
    candidates, of_vertex = np.unique(mesh.face_of_vertex[vertices], return_inverse=True)
    roles = recognition.role_of_face
    is_asked = [face not in in_walls and roles[face] not in RIB for face in map(FaceId, candidates.tolist())]
    vertices = vertices[np.array(is_asked, dtype=np.bool_)[of_vertex]]
    if not len(vertices):
        return ()
    vertices, plate_mm = _plates(context, body, vertices)
    is_lump = plate_mm > LEAST * nominal_mm
    vertices, plate_mm = vertices[is_lump], plate_mm[is_lump]

    face = mesh.face_of_vertex[vertices]
    found = []
    for faces in _gathered(context.prepared, vertices):
        behind = np.flatnonzero(np.isin(face, faces))
        slowest = behind[int(np.argmax(plate_mm[behind]))]
        vertex = vertices[slowest]
        found.append(
            ShellWall(
                face=FaceId(int(face[slowest])),
                faces=faces,
                nominal_mm=nominal_mm,
                thickness_mm=float(plate_mm[slowest]),
                point=mesh.vertices[vertex],
                opposite=frozen(mesh.vertices[vertex] - values[vertex] * mesh.normals[vertex]),
                is_lump=True,
                model_error=MODEL_ERROR,
            )
        )
    return tuple(sorted(found, key=lambda lump: lump.face))


def slowest_mm(context: RunContext, body: Body, vertices: Ints) -> float:
    """Return how thick a plate is that cools as slowly as the slowest place of a body; infinite of none.

    `vertices` (N,) are those of the body where the thickness is known and reliable.
    """
    plate_mm = _plates(context, body, vertices)[1]
    return float(plate_mm.max(initial=0.0)) or math.inf


def _plates(context: RunContext, body: Body, vertices: Ints) -> tuple[Ints, Floats]:
    """Return about `MAX_SAMPLES` of the vertices, (N,), and the plates behind them, (N,) mm.

    What has no section behind it is left out.
    """
    mesh, values = context.mesh, context.prepared.fields["thickness"].values
    area = np.array([face.area_mm2 for face in context.part.faces])
    vertices = _sections.spread(vertices, mesh.face_of_vertex[vertices], area, MAX_SAMPLES, SAMPLES_PER_FACE)
    centers = mesh.vertices[vertices] - 0.5 * values[vertices, None] * mesh.normals[vertices]
    is_section = _sections.lie_inside(context.scene_by_place, vertices, centers, 0.5 * values[vertices])
    vertices, centers = vertices[is_section], centers[is_section]
    own = next(each for each in context.scene.bodies if each.body == body.id)
    return vertices, _plate_mm(context.prepared, own.tree, vertices, centers)


def _gathered(prepared: PreparedPart, vertices: Ints) -> list[tuple[FaceId, ...]]:
    """List the sets of faces behind which one lump lies: adjoining ones, and those opposite each other."""
    mesh, opposite = prepared.mesh, prepared.fields["thickness"].opposite
    faces, of_vertex = np.unique(mesh.face_of_vertex[vertices], return_inverse=True)
    place = {FaceId(int(face)): index for index, face in enumerate(faces)}
    links = [
        (at, place[other])
        for face, at in place.items()
        for other in neighborhoods.neighbors(prepared.graph, (face,))
        if other in place
    ]
    if opposite is not None:
        across = np.where(opposite[vertices] >= 0, mesh.face_of_triangle[opposite[vertices]], -1)
        links += [
            (int(at), place[FaceId(int(other))])
            for at, other in zip(of_vertex, across, strict=True)
            if int(other) in place
        ]
    rows, columns = np.array(links, dtype=np.int64).reshape(-1, 2).T
    joined = coo_array((np.ones(len(rows), dtype=np.bool_), (rows, columns)), (len(faces), len(faces)))
    lump_of_face = connected_components(joined, directed=False)[1]
    return [
        tuple(FaceId(int(face)) for face in faces[lump_of_face == lump]) for lump in np.unique(lump_of_face)
    ]


def _plate_mm(prepared: PreparedPart, tree: Bvh, vertices: Ints, centers: Floats) -> Floats:
    """Return (N,) how thick a plate is that cools as slowly as the material round each center."""
    mesh = prepared.mesh
    ball_mm, normals = prepared.fields["thickness"].values[vertices], mesh.normals[vertices]
    across = squares_to(normals)
    across /= np.linalg.norm(across, axis=1)[:, None]
    turns = np.pi * np.arange(N_CHORDS) / N_CHORDS
    ways = (
        np.cos(turns)[:, None, None] * across
        + np.sin(turns)[:, None, None] * cross(normals, across)[None, :, :]
    ).reshape(-1, 3)
    origins = np.tile(centers, (N_CHORDS, 1))
    both = [rays.first_hits(tree, origins, side * ways).distances for side in (1.0, -1.0)]
    chord_mm = (both[0] + both[1]).reshape(N_CHORDS, -1)
    shortest, each = chord_mm.argmin(axis=0), np.arange(len(vertices))
    short_mm, other_mm = chord_mm[shortest, each], chord_mm[(shortest + N_CHORDS // 2) % N_CHORDS, each]
    return np.asarray((ball_mm**-2.0 + short_mm**-2.0 + other_mm**-2.0) ** -0.5)
