"""Edges measured: what the faces on both sides do along them."""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.TopoDS import TopoDS_Face

from engine.kernel.boundaries import Boundaries, Coedge
from engine.kernel.brep import Brep
from engine.kernel.curves import Samples
from engine.kernel.evaluate import curvature_along, derivatives
from engine.kernel.faces import outward_turn
from engine.kernel.trims import along
from engine.model.arrays import Floats, cross
from engine.model.part import Edge, EdgeId, Face, FaceId
from engine.surfaces.kind import FREEFORM
from engine.surfaces.table import normals_and_curvatures, tabulate


def measure_edges(
    brep: Brep, boundaries: Boundaries, samples: Samples, faces: tuple[Face, ...]
) -> tuple[Edge, ...]:
    """Measure every edge; `edges[i].id == i`.

    Closed formulas give normals and curvatures of all samples on the five surfaces at once; only freeform
    faces ask OCCT, at the parameters of the edge on the face.
    """
    if not boundaries.edges:
        return ()
    coedges = [
        (edge, face, coedge) for edge, uses in enumerate(boundaries.uses_of_edge) for face, coedge in uses
    ]
    edge_of_coedge = np.array([edge for edge, _, _ in coedges])
    face_of_coedge = np.array([face for _, face, _ in coedges])
    counts = np.diff(samples.start)[edge_of_coedge]
    begin = np.concatenate([[0], np.cumsum(counts)])
    row = np.arange(begin[-1]) - np.repeat(begin[:-1] - samples.start[edge_of_coedge], counts)
    face_of_row = np.repeat(face_of_coedge, counts)

    table = tabulate([face.surface for face in faces], [face.sense for face in faces])
    points, tangents = samples.points[row], samples.tangents[row]
    normals, bends = normals_and_curvatures(table, face_of_row, points, tangents)
    is_freeform = table.kind[face_of_coedge] == FREEFORM
    for face in np.unique(face_of_coedge[is_freeform]).tolist():
        around = np.flatnonzero(face_of_coedge == face).tolist()
        here = np.concatenate([np.arange(begin[index], begin[index + 1]) for index in around])
        of_face = [coedges[index][2] for index in around]
        normals[here], bends[here] = _on_freeform(brep.faces[face], of_face, tangents[here], samples)
    normals, bends = normals + 0.0, bends + 0.0  # no -0.0 in any answer
    normals.flags.writeable = bends.flags.writeable = False

    edges, first_coedge = [], 0
    for edge, uses in enumerate(boundaries.uses_of_edge):
        span = slice(begin[first_coedge], begin[first_coedge + len(uses)])
        first_coedge += len(uses)
        points = samples.points[samples.of(edge)]
        tail, head = boundaries.ends[edge]
        edges.append(
            Edge(
                id=EdgeId(edge),
                faces=tuple(FaceId(face) for face, _ in uses),
                curve=samples.curves[edge],
                points=points,
                normals=normals[span].reshape(len(uses), len(points), 3),
                curvatures=bends[span].reshape(len(uses), len(points)),
                length_mm=samples.lengths[edge],
                is_closed=tail == head and tail >= 0,
                tolerance_mm=samples.tolerances[edge],
            )
        )
    return tuple(edges)


def _on_freeform(
    face: TopoDS_Face, coedges: list[Coedge], tangents: Floats, samples: Samples
) -> tuple[Floats, Floats]:
    """Outward normals (N, 3) of a face, and its curvatures (N,) across its edges, at all their samples."""
    uv = [along(face, coedge, samples) for coedge in coedges]
    runs_back = [samples.is_reversed[coedge.edge] == coedge.is_forward for coedge in coedges]
    uv = [one[::-1] if back else one for one, back in zip(uv, runs_back, strict=True)]
    at = derivatives(BRepAdaptor_Surface(face, False), np.concatenate(uv))
    normals = outward_turn(face) * at.normal
    return normals, curvature_along(at, normals, cross(normals, tangents))
