"""A segmented mesh: a surface mesh with the surfaces of its regions and the curves of their borders."""

from dataclasses import dataclass

from engine.segment.borders import RegionBorders
from engine.segment.freeform import RegionVertices
from engine.segment.projection import CurveTable
from engine.segment.surface_mesh import Regions, SurfaceMesh
from engine.surfaces.table import SurfaceTable


@dataclass(frozen=True, slots=True, eq=False)
class SegmentedMesh:
    """What measuring and remeshing start from."""

    mesh: SurfaceMesh
    regions: Regions
    surfaces: SurfaceTable
    """(R,) of the regions."""
    vertices: RegionVertices
    borders: RegionBorders
    curves: CurveTable
    """(C + 1,) of the chains of the borders."""
