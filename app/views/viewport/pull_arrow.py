"""The pull direction, drawn as two arrows that leave the part: the mold opens both ways."""

import numpy as np
import pyvista as pv

from app.views.viewport.mesh import Floats
from app.views.viewport.plotter import Plotter

LENGTH, GAP = 0.17, 0.03
"""Shares of the part's diagonal."""


class PullArrow:
    """Drawn where the part has one, hidden until it is asked for."""

    def __init__(self, stage: Plotter) -> None:
        self._stage = stage
        self._ahead, self._behind = stage.put_surface(pv.PolyData()), stage.put_surface(pv.PolyData())
        self._behind.actor.GetProperty().SetOpacity(0.35)
        self.ends: tuple[Floats, Floats] | None = None
        """Where the arrow begins and ends that points along the pull; None before it was placed."""
        self.is_shown = False
        self.show(False)

    def remove(self) -> None:
        """Take it out of the scene."""
        for actor in (self._ahead, self._behind):
            self._stage.take_out(actor)

    def place(self, box: tuple[Floats, Floats], direction: Floats) -> None:
        """Put the arrows above and below the part, along `direction`."""
        self.ends = ends(box, direction)
        for actor, (base, tip) in ((self._ahead, self.ends), (self._behind, ends(box, -direction))):
            arrow = pv.Arrow(
                start=base,
                direction=tip - base,
                tip_length=0.38,
                tip_radius=0.1,
                tip_resolution=32,
                shaft_radius=0.03,
                shaft_resolution=24,
                scale=float(np.linalg.norm(tip - base)),
            )
            actor.mapper.SetInputData(arrow)

    def paint(self, color: str) -> None:
        """Use the color of a theme."""
        for actor in (self._ahead, self._behind):
            actor.paint(color)

    def show(self, is_shown: bool) -> None:
        """Show it or not."""
        self.is_shown = is_shown and self.ends is not None
        for actor in (self._ahead, self._behind):
            actor.actor.SetVisibility(is_shown)


def ends(box: tuple[Floats, Floats], direction: Floats) -> tuple[Floats, Floats]:
    """Return where an arrow begins that leaves a box along a direction, and where it ends."""
    low, high = box
    middle, size = (low + high) / 2.0, float(np.linalg.norm(high - low)) or 1.0
    unit = direction / (np.linalg.norm(direction) or 1.0)
    base = middle + unit * (float(np.abs(unit) @ (high - low)) / 2.0 + GAP * size)
    return base, base + unit * LENGTH * size
