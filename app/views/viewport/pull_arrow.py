"""The pull direction, drawn as two arrows that leave the part: the mold opens both ways."""

import numpy as np
from vtkmodules.vtkCommonTransforms import vtkTransform
from vtkmodules.vtkFiltersSources import vtkArrowSource
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer

from app.views.viewport import colormaps
from app.views.viewport.mesh import Floats

LENGTH, GAP = 0.17, 0.03
"""Shares of the part's diagonal."""


class PullArrow:
    """Drawn where the part has one, hidden until it is asked for."""

    def __init__(self, renderer: vtkRenderer) -> None:
        self._renderer = renderer
        self._ahead, self._behind = _arrow(1.0), _arrow(0.35)
        for actor in (self._ahead, self._behind):
            renderer.AddActor(actor)

    def remove(self) -> None:
        """Take it out of the scene."""
        for actor in (self._ahead, self._behind):
            self._renderer.RemoveActor(actor)

    def place(self, box: tuple[Floats, Floats], direction: Floats) -> None:
        """Put the arrows above and below the part, along `direction`."""
        low, high = box
        middle, size = (low + high) / 2.0, float(np.linalg.norm(high - low)) or 1.0
        unit = direction / (np.linalg.norm(direction) or 1.0)
        half = float(np.abs(unit) @ (high - low)) / 2.0
        for actor, way in ((self._ahead, unit), (self._behind, -unit)):
            transform = vtkTransform()
            transform.Translate(*(middle + way * (half + GAP * size)))
            axis = np.cross([1.0, 0.0, 0.0], way)
            angle = float(np.degrees(np.arccos(np.clip(way[0], -1.0, 1.0))))
            transform.RotateWXYZ(angle, *(axis if np.linalg.norm(axis) > 1e-9 else (0.0, 0.0, 1.0)))
            transform.Scale(LENGTH * size, LENGTH * size, LENGTH * size)
            actor.SetUserTransform(transform)

    def paint(self, color: str) -> None:
        """Use the color of a theme."""
        for actor in (self._ahead, self._behind):
            actor.GetProperty().SetColor(*colormaps.rgb(color))

    def show(self, is_shown: bool) -> None:
        """Show it or not."""
        self._ahead.SetVisibility(is_shown)
        self._behind.SetVisibility(is_shown)


def _arrow(opacity: float) -> vtkActor:
    source = vtkArrowSource()
    source.SetTipResolution(32)
    source.SetShaftResolution(24)
    source.SetTipRadius(0.1)
    source.SetShaftRadius(0.03)
    source.SetTipLength(0.38)
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetOpacity(opacity)
    actor.GetProperty().SetAmbient(0.5)
    actor.GetProperty().SetDiffuse(0.55)
    actor.SetVisibility(False)
    actor.PickableOff()
    return actor
