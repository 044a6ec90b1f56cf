"""The only importer of Qt and VTK: windows, panels, the viewport."""

from app.views import refcount_workaround

refcount_workaround.apply()
