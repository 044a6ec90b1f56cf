"""A widget that VTK draws in: the graphics context is Qt's, the scene is VTK's.

What VTK drew is copied into the widget; so other widgets lie over it, the window can be grabbed, and X11 and
Wayland are alike. It draws when it was asked to, and shows the last picture otherwise. Keys and mouse are
left to others. What draws is loaded when there is something to draw; until then Qt fills the background.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.views.viewport.canvas import Canvas
    from app.views.viewport.plotter import Plotter

COLOR_BUFFER = 0x4000
"""OpenGL's own number."""


class VtkWidget(QOpenGLWidget):
    """One scene in one widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUpdateBehavior(QOpenGLWidget.UpdateBehavior.NoPartialUpdate)
        self._canvas: Canvas | None = None
        self._is_drawn = False
        self._ground = ("#ffffff", "#ffffff")

    @property
    def has_plotter(self) -> bool:
        """Whether anything was to be drawn yet."""
        return self._canvas is not None

    @property
    def plotter(self) -> "Plotter":
        """What is drawn; made when it is first asked for."""
        return self._staged().plotter

    def stage(self) -> None:
        """Have all that draws loaded, if it is not."""
        self._staged()

    def set_up(self, plotter: "Plotter") -> None:
        """Prepare what was just made; whoever draws more than a background has more to do."""
        plotter.fill(*self._ground)

    def fill_background(self, top: str, bottom: str) -> None:
        """Fill the background from one color to another."""
        self._ground = (top, bottom)
        if self._canvas is not None:
            self._canvas.plotter.fill(top, bottom)
        self.redraw()

    def redraw(self) -> None:
        """Draw when the window gets to it; asking many times draws once."""
        self._is_drawn = False
        self.update()

    def set_samples(self, n_samples: int) -> None:
        """Draw each pixel from so many places in it."""
        self._staged().window.SetMultiSamples(n_samples)

    def graphics(self) -> str:
        """Return what draws, as its driver calls it; empty where there is none, or no picture yet."""
        return "" if self._canvas is None else self._canvas.renderer_name

    def pixels_drawn(self, scale: int = 1) -> NDArray[np.uint8]:
        """Return (H, W, 3) the picture, `scale` times as fine, without what Qt draws over it.

        Raises
        ------
        RuntimeError
            Nothing can be drawn: there is no display.
        """
        canvas = self._staged()
        if not canvas.is_open:
            self.grabFramebuffer()  # also where it is hidden, or was not shown yet
        if not canvas.is_open:
            raise RuntimeError("there is nothing to draw on")
        self._fit()  # Qt sends a hidden widget its size when it is shown
        pixels = canvas.read(scale)
        self.redraw()
        return pixels

    def release(self) -> None:
        """Give up the graphics card's memory; nothing is drawn any more."""
        if self._canvas is not None:
            self._canvas.close()

    def opened(self) -> None:
        """Follow that what draws is known: `graphics` has a name."""

    # --- Qt's ---------------------------------------------------------------------------------------

    def initializeGL(self) -> None:
        """Take the context; again where the widget went to another window."""
        if self._canvas is not None:
            self._open(self._canvas)

    def resizeGL(self, width: int, height: int) -> None:
        """Draw as many pixels as the screen has here."""
        self._fit()
        self._is_drawn = False

    def paintGL(self) -> None:
        """Draw if something changed, and show what was drawn."""
        canvas = self._canvas
        if canvas is None:
            self._clear()
            return
        if not canvas.is_open:
            return
        canvas.begin()
        if not self._is_drawn:
            self._is_drawn = True
            canvas.draw()
        self.makeCurrent()  # and so binds Qt's framebuffer again
        canvas.copy()
        canvas.end()

    def _staged(self) -> "Canvas":
        if self._canvas is None:
            from app.views.viewport.canvas import Canvas

            self._canvas = canvas = Canvas()
            self.set_up(canvas.plotter)
            if self.isValid():  # it was shown before there was anything to draw
                self.makeCurrent()
                self._open(canvas)
                self._fit()
                self.doneCurrent()
        return self._canvas

    def _open(self, canvas: "Canvas") -> None:
        context = self.context()
        # the widget itself may be gone by then
        context.aboutToBeDestroyed.connect(lambda: canvas.leave(context), Qt.ConnectionType.DirectConnection)
        canvas.open(context)
        self._is_drawn = False
        self.opened()

    def _fit(self) -> None:
        if self._canvas is not None:
            density = self.devicePixelRatioF()
            width, height = round(self.width() * density), round(self.height() * density)
            self._canvas.resize(max(1, width), max(1, height), density)

    def _clear(self) -> None:
        """Fill it with one color between those of the background: a painter would have shaders made first."""
        top, bottom = (QColor(each) for each in self._ground)
        functions = self.context().functions()
        functions.glClearColor(
            (top.redF() + bottom.redF()) / 2.0,
            (top.greenF() + bottom.greenF()) / 2.0,
            (top.blueF() + bottom.blueF()) / 2.0,
            1.0,
        )
        functions.glClear(COLOR_BUFFER)
