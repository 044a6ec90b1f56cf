"""The face graph and the questions asked of it: how faces meet, which belong together, who is next to whom.

`build.build(part)` makes it once; `neighborhoods` and `coaxial` only read. Nothing here knows a feature.
"""
