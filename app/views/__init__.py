"""The only importer of Qt and VTK: windows, panels, the viewport."""
