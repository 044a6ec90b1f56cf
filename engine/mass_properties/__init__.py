"""Areas and fluxes of faces by integrals round their borders (Green's theorem): mass properties.

`gauss_points` lays Gauss points round one domain, `contours` round all faces with closed formulas at once,
`freeform` round the others; `integrate` integrates over them. `curve_batch` evaluates many curves at once,
`surface_quadrature` integrates over any surface patch by smooth patch. Nothing here knows OCCT: what has no
closed formula is a function that evaluates it (`bordered_faces.BorderedFaces`).
"""
