"""What is drawn in a window of ours: pyvista's datasets, in which light, before which background.

Loading it takes a while, so nothing imports it before a part is about to be drawn. It draws when the widget
asks it to and not otherwise; how the part is looked at is the scene's. The datasets and what is done to them
are pyvista's. Actors are VTK's own: those of pyvista load matplotlib, which takes longer than all the rest.
"""

from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from pyvista.core.utilities.helpers import generate_plane
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkLight,
    vtkPolyDataMapper,
    vtkRenderer,
    vtkRenderWindow,
)

from app.views.viewport import colormaps
from app.views.viewport.mesh import Floats
from app.views.viewport.section import AXES, Section

LIGHTS = (
    ((-0.5, 0.75, 1.0), 0.72),
    ((0.9, -0.2, 0.55), 0.26),
    ((0.0, -1.0, 0.35), 0.10),
)
"""Offset from the camera (right, up, back) and intensity: a key light at the upper left, two fill lights."""
AMBIENT, DIFFUSE = 0.56, 0.58
"""Enough of the first that a color can be read in the shade, enough of the second that shape can."""
COLORS = "colors"
"""What the colors of a dataset are called in it."""
WELD = 1e-6
"""Share of the cut's size within which ends of its lines are one."""


class Plotter:
    """Everything that is drawn of one viewport."""

    def __init__(self, window: vtkRenderWindow) -> None:
        self.renderer = vtkRenderer()
        self.renderer.SetAutomaticLightCreation(False)
        self.renderer.LightFollowCameraOn()
        for place, brightness in LIGHTS:
            light = vtkLight()
            light.SetLightTypeToCameraLight()
            light.SetPosition(*place)
            light.SetFocalPoint(0.0, 0.0, 0.0)
            light.SetIntensity(brightness)
            self.renderer.AddLight(light)
        window.AddRenderer(self.renderer)

    def put_surface(self, body: pv.PolyData) -> "Drawn":
        """Draw a surface, of which nothing is seen behind what stands before it."""
        drawn = Drawn(body)
        shading = drawn.actor.GetProperty()
        shading.SetInterpolationToPhong()
        shading.SetAmbient(AMBIENT)
        shading.SetDiffuse(DIFFUSE)
        shading.SetSpecular(0.0)
        self.renderer.AddActor(drawn.actor)
        return drawn

    def put_lines(self, in_front: float, opacity: float = 1.0) -> "Drawn":
        """Draw lines so far before surfaces that neither swallows the other; none at first."""
        drawn = Drawn(pv.PolyData())
        drawn.mapper.SetRelativeCoincidentTopologyLineOffsetParameters(in_front, in_front)
        drawn.actor.GetProperty().LightingOff()
        drawn.actor.GetProperty().SetOpacity(opacity)
        self.renderer.AddActor(drawn.actor)
        return drawn

    def take_out(self, drawn: "Drawn") -> None:
        """Draw something no more."""
        self.renderer.RemoveActor(drawn.actor)

    def fill(self, top: str, bottom: str) -> None:
        """Fill the background from one color to another."""
        self.renderer.SetGradientBackground(True)
        self.renderer.SetBackground(*colormaps.rgb(bottom))
        self.renderer.SetBackground2(*colormaps.rgb(top))

    def smooth(self, is_on: bool) -> None:
        """Smooth the finished picture, or leave it as it is drawn."""
        self.renderer.SetUseFXAA(is_on)

    def look_from(
        self, position: Floats, focus: Floats, up: Floats, *, is_parallel: bool, height: float, angle: float
    ) -> None:
        """Place the camera; `height` of the picture counts without perspective, `angle` with it."""
        seen = self.renderer.GetActiveCamera()
        seen.SetFocalPoint(*focus)
        seen.SetPosition(*position)
        seen.SetViewUp(*up)
        seen.SetParallelProjection(is_parallel)
        seen.SetParallelScale(height / 2.0)
        seen.SetViewAngle(angle)
        self.renderer.ResetCameraClippingRange()


class Drawn:
    """A dataset as it is drawn; one without cells is not."""

    def __init__(self, body: pv.PolyData) -> None:
        self.mapper = vtkPolyDataMapper()
        self.mapper.ScalarVisibilityOff()
        self.mapper.SetColorModeToDirectScalars()
        self.mapper.SetResolveCoincidentTopologyToPolygonOffset()
        self.actor = vtkActor()
        self.actor.SetMapper(self.mapper)
        self.actor.PickableOff()
        self.show(body)

    def show(self, body: pv.PolyData) -> None:
        """Draw another dataset from now on."""
        self.mapper.SetInputData(body)
        self.actor.SetVisibility(body.n_cells > 0)

    def paint(self, color: str) -> None:
        """Draw it in one color, where no texture says another."""
        self.actor.GetProperty().SetColor(*colormaps.rgb(color))

    def cut(self, section: Section | None) -> None:
        """Draw what lies on the kept side of a cut alone; without one, all of it."""
        self.mapper.RemoveAllClippingPlanes()
        if section is not None:
            self.mapper.AddClippingPlane(generate_plane(section.normal, section.origin))


def surface(vertices: Floats, triangles: NDArray[np.int64], normals: Floats | None = None) -> pv.PolyData:
    """Return triangles, in single precision as graphics cards want them; a cell each, in their order."""
    body: pv.PolyData = pv.PolyData.from_regular_faces(single(vertices), any_type(triangles), deep=True)
    if normals is not None:
        body.point_data.active_normals = single(normals)
    return body


def lines(vertices: Floats, pairs: NDArray[np.int64]) -> pv.PolyData:
    """Return one line a pair of vertices, with only the vertices that are needed."""
    if not len(pairs):
        return pv.PolyData()
    used, place = np.unique(pairs, return_inverse=True)
    ends = np.insert(place.reshape(-1, 2), 0, 2, axis=1)
    return pv.PolyData(single(vertices[used]), lines=ends.ravel())


def cap(body: pv.PolyData, section: Section) -> pv.PolyData:
    """Return the triangles that close a cut; none where its lines close round nothing."""
    bare = body.copy(deep=False)
    bare.clear_data()  # a cap is flat, and the normals of what was cut are not its own
    outline: pv.PolyData = bare.slice(normal=section.normal, origin=section.origin)
    return filled(outline, section) if outline.n_cells else pv.PolyData()


def filled(outline: pv.PolyData, section: Section) -> pv.PolyData:
    """Return the triangles within the lines of a cut; its points are put into its plane."""
    # over a thickness of 1e-30, which rounding leaves, looking for ends that meet takes ten seconds
    np.asarray(outline.points)[:, AXES.index(section.axis)] = section.offset_mm
    welded: Any = outline.clean(tolerance=WELD)
    closed: pv.PolyData = welded.triangulate_contours()
    return closed


def image(rows: NDArray[np.uint8]) -> pv.ImageData:
    """Return texels, (R, N, 3) sRGB, as a texture takes them: the first row lowest."""
    made = pv.ImageData(dimensions=(rows.shape[1], rows.shape[0], 1))
    made.point_data.set_scalars(any_type(rows.reshape(-1, 3)), COLORS)
    return made


def single(values: NDArray[Any]) -> Any:
    """Return numbers in single precision; pyvista takes those too, and its types know of none."""
    return np.ascontiguousarray(values, dtype=np.float32)


def any_type(values: NDArray[Any]) -> Any:
    """Return whole numbers as they are, past pyvista's types, which know those of Python alone."""
    return values
