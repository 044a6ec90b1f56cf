"""The window that VTK draws in, within a context that Qt owns, and the plotter that fills it.

VTK is handed no window of the screen. It draws into framebuffers of its own, and what it drew is copied into
the widget.
"""

import ctypes
from contextlib import suppress

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from PySide6.QtGui import QOpenGLContext, QSurface
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkRenderingCore import vtkWindowToImageFilter
from vtkmodules.vtkRenderingOpenGL2 import vtkGenericOpenGLRenderWindow

from app.views.viewport.plotter import Plotter

# OpenGL's own numbers.
COLOR_BUFFER, LINEAR = 0x4000, 0x2601
SCISSOR_TEST, DEPTH_TEST, LESS_OR_EQUAL = 0x0C11, 0x0B71, 0x0203
RENDERER = 0x1F01
POINTS_PER_INCH = 72

_Loader = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


class Canvas:
    """It outlives the widget, and knows nothing of it."""

    def __init__(self) -> None:
        self.window = vtkGenericOpenGLRenderWindow()
        self.window.SetReadyForRendering(False)
        self.window.SetFrameBlitModeToNoBlit()
        self.window.SetMultiSamples(0)
        self.plotter = Plotter(self.window)
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
        image = pv.wrap(reader.GetOutput())
        width, height, _ = image.dimensions
        values = np.asarray(image.active_scalars, dtype=np.uint8)
        return np.array(values.reshape(height, width, 3)[::-1])

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
