"""Planes, cylinders, cones, spheres and tori as numbers: distances, normals, curvatures.

`table` answers for any mixture of surfaces over whole arrays, `scalar` for one point at a time in compiled
loops, `revolution` keeps a surface of revolution as the numbers that least squares changes; `bspline`
evaluates B-splines over whole arrays. Nothing here knows OCCT.
"""
