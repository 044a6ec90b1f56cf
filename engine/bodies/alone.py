"""One body of a part as a part of its own. Faces keep their ids, so what is said of one is true of both."""

from dataclasses import replace

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.model.part import Body, BodyId, Edge, EdgeId, Face, FaceId, Loop, Part
from engine.model.surface import Freeform

_NOWHERE = frozen(np.full(3, np.nan))
_NO_BOX = frozen(np.full((2, 3), np.nan))
_NO_SURFACE = Freeform(np.inf, np.inf)

ONLY = BodyId(0)
"""The id of the body in the part of its own."""


def part_of(part: Part, body: Body) -> Part:
    """Return a part with one body alone: the faces of the others are stray ones, their edges are gone."""
    own = frozenset(body.faces)
    kept = [edge for edge in part.edges if not own.isdisjoint(edge.faces)]
    id_of_edge = {edge.id: EdgeId(at) for at, edge in enumerate(kept)}
    boxes = np.stack([part.faces[face].box_mm for face in body.faces])
    return replace(
        part,
        name=body.name or part.name,
        faces=tuple(_own(face, id_of_edge) if face.id in own else _stray(face.id) for face in part.faces),
        edges=tuple(_own_edge(edge, id_of_edge[edge.id], own) for edge in kept),
        bodies=(replace(body, id=ONLY),),
        box_mm=frozen(np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])),
        volume_mm3=body.volume_mm3,
        area_mm2=body.area_mm2,
        checks=tuple(replace(check, body=ONLY) for check in part.checks if check.body == body.id),
    )


def mesh_of(mesh: Mesh, body: BodyId) -> Mesh:
    """Return the triangles of one body, with the vertices that they use."""
    chosen = np.flatnonzero(mesh.body_of_triangle == body)
    used, triangles = np.unique(mesh.triangles[chosen], return_inverse=True)
    _, weld = np.unique(mesh.weld[used], return_inverse=True)
    return replace(
        mesh,
        vertices=frozen(mesh.vertices[used]),
        normals=frozen(mesh.normals[used]),
        triangles=frozen_ints(triangles.reshape(-1, 3)),
        face_of_triangle=frozen_ints(mesh.face_of_triangle[chosen]),
        face_of_vertex=frozen_ints(mesh.face_of_vertex[used]),
        body_of_triangle=frozen_ints(np.zeros(len(chosen), dtype=np.int64)),
        weld=frozen_ints(weld.ravel()),
    )


def _own_edge(edge: Edge, edge_id: EdgeId, own: frozenset[FaceId]) -> Edge:
    """Return an edge with the faces of the body alone: bodies may share an edge."""
    rows = [row for row, face in enumerate(edge.faces) if face in own]
    if len(rows) == len(edge.faces):
        return replace(edge, id=edge_id)
    return replace(
        edge,
        id=edge_id,
        faces=tuple(edge.faces[row] for row in rows),
        normals=frozen(edge.normals[rows]),
        curvatures=frozen(edge.curvatures[rows]),
    )


def _own(face: Face, id_of_edge: dict[EdgeId, EdgeId]) -> Face:
    loops = tuple(Loop(tuple(id_of_edge[edge] for edge in loop.edges), loop.is_outer) for loop in face.loops)
    return replace(face, body=ONLY, loops=loops)


def _stray(face: FaceId) -> Face:
    """Return what stands for a face of another body."""
    return Face(
        id=face,
        body=None,
        surface=_NO_SURFACE,
        sense=1,
        deviation_mm=0.0,
        is_recovered=False,
        area_mm2=0.0,
        centroid=_NOWHERE,
        box_mm=_NO_BOX,
        inner_point=_NOWHERE,
        inner_normal=_NOWHERE,
        loops=(),
    )
