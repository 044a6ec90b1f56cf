"""Tight boxes of faces and bodies."""

import numpy as np
from OCP.Bnd import Bnd_Box
from OCP.BRepBndLib import BRepBndLib
from OCP.TopoDS import TopoDS_Shape

from engine.model.arrays import Floats


def tight_box(shape: TopoDS_Shape) -> Floats:
    """Return the box (2, 3) of a shape's true geometry, without tolerances."""
    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, box, False, False)
    if box.IsVoid():
        return np.full((2, 3), np.nan)
    return np.array([box.CornerMin().Coord(), box.CornerMax().Coord()])
