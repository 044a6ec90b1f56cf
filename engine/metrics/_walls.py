"""Which thickness is that of a wall: everything but the flanks of sharp edges.

Where two faces meet at a sharp outer edge, the material between them tapers to nothing, and the thickness
field says so. That is an edge, not a thin wall: nobody thickens it. A face is a flank where its thickness is
measured to a face it meets along such an edge and the two lean towards each other by more than drafted sides
of a rib do. Two faces that nearly run parallel are a wall even where they meet: a feather edge.
"""

import numpy as np

from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats
from engine.model.face_graph import Convexity

FLANK_DEG = 20.0
"""Sides of a rib lean towards each other by up to this; 10 degrees of draft a side is the most in use."""


def are_flanks(prepared: PreparedPart) -> Bools:
    """Tell which vertices lie on the flank of a sharp outer edge.

    Returns
    -------
    (V,) bool
        False everywhere where the field does not say what it was measured to.
    """
    mesh, opposite = prepared.mesh, prepared.fields["thickness"].opposite
    if opposite is None:
        return np.zeros(len(mesh.vertices), dtype=bool)
    group, n_faces = prepared.graph.group_of_face, len(prepared.part.faces)
    sharp = [joint.faces for joint in prepared.graph.joints if joint.convexity == Convexity.CONVEX]
    pairs = np.array([(group[a], group[b]) for one, other in sharp for a, b in ((one, other), (other, one))])
    own = group[mesh.face_of_vertex]
    across = group[mesh.face_of_triangle[opposite]]
    meets = np.isin(own * n_faces + across, pairs.reshape(-1, 2) @ np.array([n_faces, 1]))
    return np.asarray((opposite >= 0) & meets & (_lean_deg(prepared) > FLANK_DEG))


def _lean_deg(prepared: PreparedPart) -> Floats:
    """Return by how much the wall opposite each vertex leans towards it: 0 where the two are parallel."""
    mesh, opposite = prepared.mesh, prepared.fields["thickness"].opposite
    corners = mesh.vertices[mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[opposite]
    along = -np.einsum("vk,vk->v", mesh.normals, normals)
    across = np.linalg.norm(np.cross(mesh.normals, normals), axis=1)
    return np.degrees(np.arctan2(across, along))
