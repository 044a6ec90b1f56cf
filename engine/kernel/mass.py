"""Exact areas, centroids and volumes by OCCT's integration over the true surfaces."""

from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape


def area_and_centroid(face: TopoDS_Face) -> tuple[float, tuple[float, float, float]]:
    """Return the area in mm² and the centroid of a face."""
    properties = GProp_GProps()
    BRepGProp.SurfaceProperties_s(face, properties)
    return abs(properties.Mass()), properties.CentreOfMass().Coord()


def signed_volume(body: TopoDS_Shape) -> float:
    """Return the enclosed volume in mm³: negative when the faces point inwards."""
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(body, properties)
    return properties.Mass()
