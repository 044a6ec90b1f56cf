"""A plane that cuts the part open, and the cap that closes what it cuts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonDataModel import vtkPlane, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkPlaneCutter
from vtkmodules.vtkFiltersGeneral import vtkContourTriangulator

from app.views.viewport.mesh import Floats
from app.views.viewport.picking import HalfSpace

AXES = ("x", "y", "z")
WELD = 1e-6
"""Share of the cut's size within which ends of its lines are one."""


@dataclass(frozen=True, slots=True)
class Section:
    """A cut at right angles to an axis."""

    axis: str
    """x, y or z."""
    offset_mm: float
    """Where it crosses the axis."""
    is_flipped: bool = False
    """What lies towards +axis is kept, else what lies towards -axis."""

    @property
    def normal(self) -> NDArray[np.float64]:
        """Points into what is kept."""
        unit = np.zeros(3)
        unit[AXES.index(self.axis)] = 1.0 if self.is_flipped else -1.0
        return unit

    @property
    def origin(self) -> NDArray[np.float64]:
        """A point of the plane."""
        place = np.zeros(3)
        place[AXES.index(self.axis)] = self.offset_mm
        return place

    def half_space(self, *, is_capped: bool) -> HalfSpace:
        """Return what is kept, for picking."""
        (a, b, c), (x, y, z) = self.origin.tolist(), self.normal.tolist()
        return HalfSpace((a, b, c), (x, y, z), is_capped)

    def plane(self) -> vtkPlane:
        """Return what mappers clip with; they keep the side its normal points to."""
        made = vtkPlane()
        made.SetOrigin(*self.origin)
        made.SetNormal(*self.normal)
        return made


def reach(axis: str, box: tuple[Floats, Floats]) -> tuple[float, float]:
    """Return from where to where a plane cuts the part."""
    at = AXES.index(axis)
    return float(box[0][at]), float(box[1][at])


def cap(body: vtkPolyData, section: Section) -> vtkPolyData:
    """Return the triangles that close a cut; none where its lines close round nothing."""
    cutter = vtkPlaneCutter()
    cutter.SetInputData(body)
    cutter.SetPlane(section.plane())
    cutter.SetComputeNormals(False)
    cutter.SetInterpolateAttributes(False)
    cutter.Update()
    cut = vtkPolyData.SafeDownCast(cutter.GetOutput())
    if cut is None or not cut.GetNumberOfCells():
        return vtkPolyData()
    welded = vtkCleanPolyData()
    welded.SetInputData(cut)
    welded.SetTolerance(WELD)
    triangulator = vtkContourTriangulator()
    triangulator.SetInputConnection(welded.GetOutputPort())
    triangulator.TriangulationErrorDisplayOff()
    triangulator.Update()
    closed = vtkPolyData()
    closed.DeepCopy(triangulator.GetOutput())
    return closed
