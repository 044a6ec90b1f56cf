"""How far readings may be off where a curved wall no longer counts as facing the point.

Walls face a point within 41°. Where a hollow curves towards a point at more, the largest ball stops at the
last facet that leans by less, and where that ends is the mesh's choice. So such a reading is no better known
than the facet gives the lean.
"""

import numpy as np

from engine.model.arrays import Bools, Floats, Ints
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.part import Part
from engine.model.surface import Plane
from engine.raycast.ball import FACING_COSINE

CUT_OFF_DEG = float(np.degrees(np.arccos(FACING_COSINE)))


def doubts_mm(part: Part, mesh: Mesh, field: Field, vertices: Ints) -> Floats:
    """Return how far the readings at some vertices (N,) may be off because the facet they end on ends there.

    Between the corners of that facet the reading changes with the lean, and it is carried on to the lean at
    which the wall is cut off. 0 where the facet is followed by another that counts, and on planes.
    """
    doubts = np.zeros(len(vertices))
    if field.opposite is None:
        return doubts
    is_curved: Bools = np.array([not isinstance(face.surface, Plane) for face in part.faces], dtype=np.bool_)
    rows = np.flatnonzero(np.isfinite(field.values[vertices]) & (field.opposite[vertices] >= 0))
    rows = rows[is_curved[mesh.face_of_triangle[field.opposite[vertices[rows]]]]]
    chosen, corners = vertices[rows], mesh.triangles[field.opposite[vertices[rows]]]
    normals = mesh.normals[chosen]
    with np.errstate(invalid="ignore", divide="ignore"):
        cosines = -np.einsum("ni,nki->nk", normals, mesh.normals[corners])
        leans_deg = np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0)))
        ways = mesh.vertices[corners] - mesh.vertices[chosen][:, None]
        # of the ball that touches the vertex's tangent plane there and goes through a corner
        diameters = np.einsum("nki,nki->nk", ways, ways) / np.abs(np.einsum("nki,ni->nk", ways, normals))
        each = np.arange(len(rows))
        most, least = leans_deg.argmax(axis=1), leans_deg.argmin(axis=1)
        turn_deg = leans_deg[each, most] - leans_deg[each, least]
        beyond_deg = np.abs(leans_deg[each, most] - CUT_OFF_DEG)
        gain = np.abs(diameters[each, most] - diameters[each, least])
        found = np.where(beyond_deg <= turn_deg, gain * beyond_deg / turn_deg, 0.0)
    doubts[rows] = np.where(np.isfinite(found), found, 0.0)
    return doubts
