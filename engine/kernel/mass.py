"""Exact areas, centroids and volumes by OCCT's integration over the true surfaces.

Integrals are taken about a point of the shape itself, so that a part far from the origin loses no digits.
"""

from OCP.BRep import BRep_Tool
from OCP.BRepGProp import BRepGProp
from OCP.gp import gp_Pnt
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Shape


def area_and_centroid(face: TopoDS_Face) -> tuple[float, tuple[float, float, float]]:
    """Return the area in mm² and the centroid of a face."""
    properties = GProp_GProps(_anchor(face))
    BRepGProp.SurfaceProperties_s(face, properties)
    return abs(properties.Mass()), properties.CentreOfMass().Coord()


def signed_volume(body: TopoDS_Shape) -> float:
    """Return the enclosed volume in mm³: negative when the faces point inwards."""
    properties = GProp_GProps(_anchor(body))
    BRepGProp.VolumeProperties_s(body, properties)
    return properties.Mass()


def _anchor(shape: TopoDS_Shape) -> gp_Pnt:
    vertex = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_VERTEX)
    return BRep_Tool.Pnt_s(TopoDS.Vertex(vertex.Current())) if vertex.More() else gp_Pnt()
