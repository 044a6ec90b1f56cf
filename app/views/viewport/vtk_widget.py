"""A widget that VTK draws in: the graphics context is Qt's, the scene is VTK's.

VTK is handed no window. It draws into framebuffers of its own within the widget's context, and what it drew
is copied into the widget; so other widgets lie over it, the window can be grabbed, and X11 and Wayland are
alike. It draws when it was asked to, and shows the last picture otherwise. Keys and mouse are left to others.
"""

import ctypes
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QOpenGLContext, QSurface
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkWindowToImageFilter
from vtkmodules.vtkRenderingOpenGL2 import vtkGenericOpenGLRenderWindow

# OpenGL's own numbers.
COLOR_BUFFER, LINEAR = 0x4000, 0x2601
SCISSOR_TEST, DEPTH_TEST, LESS_OR_EQUAL = 0x0C11, 0x0B71, 0x0203
RENDERER = 0x1F01
POINTS_PER_INCH = 72

_Loader = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


class VtkWidget(QOpenGLWidget):
    """One scene in one widget."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUpdateBehavior(QOpenGLWidget.UpdateBehavior.NoPartialUpdate)
        self.stage = vtkRenderer()
        """What actors are added to."""
        self._canvas = _Canvas(self.stage)
        self._is_drawn = False

    def redraw(self) -> None:
        """Draw when the window gets to it; asking many times draws once."""
        self._is_drawn = False
        self.update()

    def set_samples(self, n_samples: int) -> None:
        """Draw each pixel from so many places in it."""
        self._canvas.window.SetMultiSamples(n_samples)

    def graphics(self) -> str:
        """Return what draws, as its driver calls it; empty where there is none, or no picture yet."""
        return self._canvas.renderer_name

    def pixels_drawn(self, scale: int = 1) -> NDArray[np.uint8]:
        """Return (H, W, 3) the picture, `scale` times as fine, without what Qt draws over it.

        Raises
        ------
        RuntimeError
            Nothing can be drawn: there is no display.
        """
        if not self._canvas.is_open:
            self.grabFramebuffer()  # also where it is hidden, or was not shown yet
        if not self._canvas.is_open:
            raise RuntimeError("there is nothing to draw on")
        self._fit()  # Qt sends a hidden widget its size when it is shown
        pixels = self._canvas.read(scale)
        self.redraw()
        return pixels

    def release(self) -> None:
        """Give up the graphics card's memory; nothing is drawn any more."""
        self._canvas.close()

    # --- Qt's ---------------------------------------------------------------------------------------

    def initializeGL(self) -> None:
        """Take the context; again where the widget went to another window."""
        context = self.context()
        canvas = self._canvas  # the widget itself may be gone by then
        context.aboutToBeDestroyed.connect(lambda: canvas.leave(context), Qt.ConnectionType.DirectConnection)
        self._canvas.open(context)
        self._is_drawn = False

    def resizeGL(self, width: int, height: int) -> None:
        """Draw as many pixels as the screen has here."""
        self._fit()
        self._is_drawn = False

    def paintGL(self) -> None:
        """Draw if something changed, and show what was drawn."""
        if not self._canvas.is_open:
            return
        self._canvas.begin()
        if not self._is_drawn:
            self._is_drawn = True
            self._canvas.draw()
        self.makeCurrent()  # and so binds Qt's framebuffer again
        self._canvas.copy()
        self._canvas.end()

    def _fit(self) -> None:
        density = self.devicePixelRatioF()
        width, height = round(self.width() * density), round(self.height() * density)
        self._canvas.resize(max(1, width), max(1, height), density)


class _Canvas:
    """VTK's window within a context that Qt owns. It outlives the widget, and knows nothing of it."""

    def __init__(self, stage: vtkRenderer) -> None:
        self.window = vtkGenericOpenGLRenderWindow()
        self.window.SetReadyForRendering(False)
        self.window.SetFrameBlitModeToNoBlit()
        self.window.SetMultiSamples(0)
        self.window.AddRenderer(stage)
        self.renderer_name = ""
        self._context: QOpenGLContext | None = None
        self._surface: QSurface | None = None
        self._load = _Loader(self._address_of)
        self._observers: list[int] = []

    @property
    def is_open(self) -> bool:
        """Whether there is something to draw on."""
        return self._context is not None

    def open(self, context: QOpenGLContext) -> None:
        """Draw in this context, which is current."""
        self._context, self._surface = context, context.surface()
        window = self.window
        if not self._observers:
            self._observers = [
                window.AddObserver(vtkCommand.WindowMakeCurrentEvent, self._make_current),
                window.AddObserver(vtkCommand.WindowIsCurrentEvent, self._update_is_current),
            ]
        self.renderer_name = str(context.functions().glGetString(RENDERER) or "")
        address = ctypes.cast(self._load, ctypes.c_void_p).value
        window.SetOpenGLSymbolLoader2(address or 0, 0)
        window.SetOwnContext(0)
        window.OpenGLInitContext()
        window.OpenGLInit()
        window.SetForceMaximumHardwareLineWidth(1)
        window.SetReadyForRendering(True)

    def resize(self, width: int, height: int, density: float) -> None:
        """Draw pictures of this size from now on."""
        self.window.SetSize(width, height)
        self.window.SetDPI(round(POINTS_PER_INCH * density))

    def begin(self) -> None:
        """Learn what Qt did to the context since."""
        state = self.window.GetState()
        state.Reset()
        state.Push()
        state.vtkglDepthFunc(LESS_OR_EQUAL)
        state.vtkglEnable(DEPTH_TEST)

    def draw(self) -> None:
        """Draw the scene into VTK's framebuffers."""
        self.window.Render()

    def copy(self) -> None:
        """Copy what was drawn into the framebuffer that is bound, and leave no pixel there transparent."""
        width, height = self.window.GetSize()
        state = self.window.GetState()
        state.Reset()
        state.vtkglDisable(SCISSOR_TEST)
        whole = (0, 0, width, height)
        self.window.BlitDisplayFramebuffer(0, *whole, *whole, COLOR_BUFFER, LINEAR)
        state.vtkglViewport(*whole)
        state.vtkglColorMask(False, False, False, True)
        state.vtkglClearColor(0.0, 0.0, 0.0, 1.0)
        state.vtkglClear(COLOR_BUFFER)
        state.vtkglColorMask(True, True, True, True)

    def end(self) -> None:
        """Leave the context as `begin` found it."""
        self.window.GetState().Pop()

    def read(self, scale: int) -> NDArray[np.uint8]:
        """Return (H, W, 3) the scene as it is now, drawn `scale` times as fine."""
        self.window.Render()
        reader = vtkWindowToImageFilter()
        reader.SetInput(self.window)
        reader.SetScale(scale)
        reader.SetInputBufferTypeToRGB()
        reader.ReadFrontBufferOff()
        reader.Update()
        image = reader.GetOutput()
        width, height, _ = image.GetDimensions()
        values = vtk_to_numpy(image.GetPointData().GetScalars())  # type: ignore[no-untyped-call]
        return np.ascontiguousarray(values.reshape(height, width, 3)[::-1], dtype=np.uint8)

    def leave(self, context: QOpenGLContext) -> None:
        """Give up what lies in a context that is about to go."""
        if context is self._context:
            self.window.Finalize()
            self.window.SetReadyForRendering(False)
            self._context = self._surface = None

    def close(self) -> None:
        """Give up everything; it is not opened again."""
        if self._context is not None:
            self.leave(self._context)
        for observer in self._observers:
            self.window.RemoveObserver(observer)
        self._observers.clear()

    def _make_current(self, *_: object) -> None:
        """Make the context current, and leave its framebuffers alone: the widget's own way binds another."""
        if self._context is not None and self._surface is not None:
            try:
                self._context.makeCurrent(self._surface)
            except RuntimeError:  # Qt ended it without a word, as where its window was deleted
                self._context = self._surface = None

    def _update_is_current(self, *_: object) -> None:
        current = QOpenGLContext.currentContext()
        self.window.SetIsCurrent(current is not None and current is self._context)

    def _address_of(self, name: bytes) -> int | None:
        """Return where a function of OpenGL is."""
        with suppress(RuntimeError):
            return int(self._context.getProcAddress(name)) if self._context is not None else None
        return None
