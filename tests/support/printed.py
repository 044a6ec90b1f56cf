"""Drawn parts made ready for what looks at them as prints: read and meshed, but not measured."""

from OCP.TopoDS import TopoDS_Shape

from engine.graph import build
from engine.model.analysis import PreparedPart
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from tests.support.parts import read_unchecked

EDGES_ACROSS = 30
"""About so many triangles lie across the part unless told otherwise: quick, and exact on flats."""


def meshed(shape: TopoDS_Shape, edges_across: float = EDGES_ACROSS) -> PreparedPart:
    """Read and mesh a shape; the fields of it are not measured."""
    part, mesh = read_unchecked(shape, lambda part: MeshOptions(max_edge_mm=part.diagonal_mm / edges_across))
    return unmeasured(part, mesh)


def unmeasured(part: Part, mesh: Mesh) -> PreparedPart:
    """Put a part and its mesh together without any fields."""
    return PreparedPart(part, build.build(part), mesh, {}, mesh.area_of_triangle)
