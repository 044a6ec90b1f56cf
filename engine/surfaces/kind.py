"""The kinds of surface as integers, for tables and compiled loops."""

from enum import IntEnum


class SurfaceKind(IntEnum):
    """What a face lies on."""

    PLANE = 0
    CYLINDER = 1
    CONE = 2
    SPHERE = 3
    TORUS = 4
    FREEFORM = 5


PLANE, CYLINDER, CONE, SPHERE, TORUS, FREEFORM = (int(kind) for kind in SurfaceKind)
"""The same as plain integers: a compiled function compiles again for a member of an enum, and an array takes
four times as long to be compared with one."""
