"""Compiling the loops over pixels ahead of the first picture: at set-up, not while somebody waits."""

import numpy as np

from engine.model.arrays import frozen, frozen_ints
from engine.model.mesh import Mesh
from engine.model.part import FaceId
from engine.render import camera, picture, scene


def warm() -> None:
    """Draw a tetrahedron with everything there is to draw; what is compiled stays on disk."""
    places = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    triangles = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    faces = np.repeat(np.arange(4), 3)
    corners = places[triangles].reshape(-1, 3)
    mesh = Mesh(
        vertices=frozen(corners),
        normals=frozen(corners - corners.mean(axis=0)),
        triangles=frozen_ints(np.arange(12).reshape(-1, 3)),
        face_of_triangle=frozen_ints(np.arange(4)),
        face_of_vertex=frozen_ints(faces),
        body_of_triangle=frozen_ints(np.zeros(4, dtype=np.int64)),
        weld=frozen_ints(triangles.ravel()),
        max_edge_mm=1.5,
        chord_mm=0.0,
    )
    marking = picture.Marking(faces=[FaceId(0)], edges=[(FaceId(1), FaceId(2))])
    aimed = camera.frame(mesh.vertices, size=(64, 48), margins_px=(4.0, 4.0, 4.0, 4.0))
    picture.draw(scene.build(mesh), aimed, marking=marking)
