"""The coedges of faces, read from OCCT as curves in the parameters of their faces."""

from functools import partial

from OCP.BRepAdaptor import BRepAdaptor_Curve2d
from OCP.GeomAbs import GeomAbs_CurveType as Type

from engine.kernel.boundaries import Boundaries
from engine.kernel.brep import Brep
from engine.kernel.evaluate import pcurve_places
from engine.kernel.read_curves import ReadCurves
from engine.meshing.outlines import Coedges, PcurveEvaluator
from engine.meshing.patches import Patches
from engine.model.arrays import Ints
from engine.surfaces.kind import PLANE

NO_LINE = ((0.0, 0.0), (0.0, 0.0))
LINE = int(Type.GeomAbs_Line)


def read_coedges(
    brep: Brep, wanted: Ints, boundaries: Boundaries, read: ReadCurves, patches: Patches
) -> tuple[Coedges, dict[int, BRepAdaptor_Curve2d]]:
    """Gather the coedges of the wanted faces, and the pcurves that are not lines, by coedge."""
    face, edge, vertex, forward = [], [], [], []
    span, line, other = [], [], {}
    for index, face_id in enumerate(wanted.tolist()):
        shape = brep.faces[face_id]
        is_plane = patches.kind[index] == PLANE
        for coedge in (coedge for loop in boundaries.loops_of_face[face_id] for coedge in loop):
            face.append(index)
            edge.append(coedge.edge)
            vertex.append(read.vertex_of(coedge.shape) if coedge.edge < 0 else -1)
            forward.append(coedge.is_forward)
            span.append((0.0, 0.0))
            line.append(NO_LINE)
            if is_plane and coedge.edge >= 0:
                continue
            curve = BRepAdaptor_Curve2d(coedge.shape, shape)
            if coedge.edge < 0:
                span[-1] = curve.FirstParameter(), curve.LastParameter()
            if int(curve.GetType()) == LINE:
                straight = curve.Line()
                line[-1] = straight.Location().Coord(), straight.Direction().Coord()
            else:
                other[len(line) - 1] = curve
    return Coedges.of(face, edge, vertex, forward, span, line, pcurve_evaluators(other)), other


def pcurve_evaluators(pcurves: dict[int, BRepAdaptor_Curve2d]) -> dict[int, PcurveEvaluator]:
    """Make of each pcurve what evaluates it into arrays."""
    return {coedge: partial(pcurve_places, pcurve) for coedge, pcurve in pcurves.items()}
