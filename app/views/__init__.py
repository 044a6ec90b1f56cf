"""The only importer of Qt and VTK: windows, panels, the viewport."""

from app.views import immortals

immortals.keep()
