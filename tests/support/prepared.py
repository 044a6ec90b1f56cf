"""Prepared parts from meshes drawn by formula: enough of a part and its graph to choose a pull."""

from collections.abc import Mapping

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Vector, frozen, frozen_ints
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.mesh import Mesh
from engine.model.part import Body, BodyId, EdgeId, Face, FaceId, Loop, Part, Shell, Source
from engine.model.surface import Freeform, Plane, Surface


def prepared_of(mesh: Mesh, surfaces: Mapping[int, Surface] | None = None) -> PreparedPart:
    """Make a part of a mesh: flat faces are planes, others what `surfaces` says or else freeform."""
    corners = mesh.vertices[mesh.triangles]
    areas = mesh.area_of_triangle
    faces = tuple(
        _face(mesh, index, areas, (surfaces or {}).get(index))
        for index in range(int(mesh.face_of_vertex.max()) + 1)
    )
    box = frozen([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)])
    volume = float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6)
    bodies = tuple(
        Body(
            BodyId(int(body)),
            f"body {body}",
            (Shell(tuple(face.id for face in faces if face.body == body), True, False, 1.0),),
            1.0,
            1.0,
            True,
        )
        for body in np.unique(mesh.body_of_triangle)
    )
    part = Part("drawn", Source.BREP, faces, (), bodies, box, volume, float(areas.sum()), "MM", ())
    return PreparedPart(part, _graph(mesh, len(faces)), mesh, {}, areas)


def _face(mesh: Mesh, index: int, areas: Floats, surface: Surface | None) -> Face:
    own = mesh.face_of_triangle == index
    points, normals = (values[mesh.face_of_vertex == index] for values in (mesh.vertices, mesh.normals))
    if surface is None and np.ptp(normals, axis=0).max() < 1e-9:
        surface = Plane(frozen(points[0]), frozen(normals[0]))
    return Face(
        id=FaceId(index),
        body=BodyId(int(mesh.body_of_triangle[own][0])),
        surface=surface or Freeform(np.inf, np.inf),
        sense=1,
        deviation_mm=0.0,
        is_recovered=False,
        area_mm2=float(areas[own].sum()),
        centroid=frozen(points.mean(axis=0)),
        box_mm=frozen([points.min(axis=0), points.max(axis=0)]),
        inner_point=frozen(points[0]),
        inner_normal=frozen(normals[0]),
        loops=(Loop((), True),),
    )


def _graph(mesh: Mesh, n_faces: int) -> FaceGraph:
    """Join faces that share at least one welded mesh edge."""
    ends = mesh.weld[mesh.triangles[:, [0, 1, 1, 2, 2, 0]]].reshape(-1, 2)
    edges, number = np.unique(np.sort(ends, axis=1), axis=0, return_inverse=True)
    faces = np.repeat(mesh.face_of_triangle, 3)
    lowest, highest = np.full(len(edges), n_faces), np.full(len(edges), -1)
    np.minimum.at(lowest, number.ravel(), faces)
    np.maximum.at(highest, number.ravel(), faces)
    pairs = np.unique(np.stack([lowest, highest], axis=1)[lowest != highest], axis=0)
    joints = tuple(_joint(index, int(a), int(b)) for index, (a, b) in enumerate(pairs))
    of_face = [tuple(i for i, joint in enumerate(joints) if face in joint.faces) for face in range(n_faces)]
    return FaceGraph(
        joints,
        tuple(of_face),
        frozen_ints(np.arange(n_faces)),
        {FaceId(f): (FaceId(f),) for f in range(n_faces)},
    )


def _joint(index: int, a: int, b: int) -> Joint:
    middle: Vector = frozen([0.0, 0.0, 0.0])
    return Joint(
        EdgeId(index), (FaceId(a), FaceId(b)), np.nan, np.nan, np.nan, Convexity.UNDEFINED, 1.0, middle
    )
