"""Faces meshed: edges divided, faces drawn flat, triangulated, refined and welded; and meshes measured.

Nothing here knows OCCT. Surfaces and curves without closed formulas are functions that evaluate them at
parameters (`patches.SurfaceEvaluator`, `divide.CurveEvaluator`, `outlines.PcurveEvaluator`).
"""
