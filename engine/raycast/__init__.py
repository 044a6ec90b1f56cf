"""Rays and balls among triangles, in double precision, over whole numpy arrays.

`bvh` builds the tree, `rays` finds the first triangle along a ray, `occlusion` asks whether there is one
at all, `ball` grows the largest ball that touches an opposed wall, `lift` corrects what was measured to a
facet for the curved surface behind it, `probe` puts these together for every vertex of a mesh. Nothing
here knows faces, features or pulls.
"""
