"""Counts the pcurves that jump across the seam of their surface.

A file may give an edge twice: as a curve in space, and as a curve in (u, v) on each surface beside it. Where
a freeform surface closes on itself, an exporter that projects the one to get the other can land on the wrong
side of the seam: the pcurve starts at one end of the period and goes on from the other. The curve in space
is whole. Borders that cross a seam in earnest are no such thing: they are divided there.
"""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType as Type
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Face

from engine.kernel.brep import explore
from engine.model.arrays import Floats

CLOSED_FORM = {
    int(Type.GeomAbs_Plane),
    int(Type.GeomAbs_Cylinder),
    int(Type.GeomAbs_Cone),
    int(Type.GeomAbs_Sphere),
    int(Type.GeomAbs_Torus),
}
"""On these the place in space gives the parameters; a pcurve is not needed."""
SAMPLES = 9
"""Along a side. A whole turn makes steps of an eighth of the period."""
JUMP = 0.5
"""Between neighbor samples no border goes further than this share of the period."""


def count(faces: tuple[TopoDS_Face, ...]) -> int:
    """Count the coedges of faces whose pcurve jumps across a seam."""
    return sum(_count_on_face(face) for face in faces)


def _count_on_face(face: TopoDS_Face) -> int:
    surface = BRepAdaptor_Surface(face, False)
    if int(surface.GetType()) in CLOSED_FORM:
        return 0
    spans = np.array(
        [
            surface.LastUParameter() - surface.FirstUParameter() if surface.IsUClosed() else np.inf,
            surface.LastVParameter() - surface.FirstVParameter() if surface.IsVClosed() else np.inf,
        ]
    )
    if not np.isfinite(spans).any():
        return 0
    sides = [TopoDS.Edge(edge) for edge in explore(face, TopAbs_ShapeEnum.TopAbs_EDGE)]
    return sum(_jumps(BRepAdaptor_Curve2d(side, face), spans) for side in sides)


def _jumps(pcurve: BRepAdaptor_Curve2d, spans: Floats) -> bool:
    at = np.linspace(pcurve.FirstParameter(), pcurve.LastParameter(), SAMPLES)
    uv = np.array([pcurve.EvalD0(t).Coord() for t in at.tolist()])
    return bool((np.abs(np.diff(uv, axis=0)) > JUMP * spans).any())
