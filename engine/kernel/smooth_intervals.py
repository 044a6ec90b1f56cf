"""Where OCCT's curves and surfaces change their formula."""

from typing import Any

import numpy as np
from OCP.collections import Array1_double
from OCP.GeomAbs import GeomAbs_Shape

from engine.mass_properties.gauss_points import cut_at
from engine.mass_properties.surface_quadrature import SmoothPatches
from engine.model.arrays import Floats


def intervals(count: Any, fill: Any, first: float, last: float) -> Floats:
    """Return the borders of an OCCT curve's or surface's smooth intervals within [first, last]."""
    smooth = GeomAbs_Shape.GeomAbs_CN
    number = count(smooth)
    array = Array1_double(1, number + 1)
    fill(array, smooth)
    return cut_at(np.array([array.Value(i) for i in range(1, number + 2)]), first, last)


def smooth_patches(surface: Any) -> SmoothPatches:
    """Read from an OCCT surface adaptor the patches on which its formula is one, periods included."""
    u = intervals(
        surface.NbUIntervals, surface.UIntervals, surface.FirstUParameter(), surface.LastUParameter()
    )
    v = intervals(
        surface.NbVIntervals, surface.VIntervals, surface.FirstVParameter(), surface.LastVParameter()
    )
    return SmoothPatches(
        _repeated(u, surface.UPeriod()) if surface.IsUPeriodic() else u,
        _repeated(v, surface.VPeriod()) if surface.IsVPeriodic() else v,
        _degree(surface, "U"),
        _degree(surface, "V"),
    )


def _repeated(breaks: Floats, period: float) -> Floats:
    return np.unique(np.concatenate([breaks - period, breaks, breaks + period]))


def _degree(surface: Any, along: str) -> int:
    """Degree of a spline surface along u or v; a high one for others."""
    try:
        return int(getattr(surface, f"{along}Degree")())
    except Exception as error:  # OCCT's exceptions share no base class
        if not type(error).__module__.startswith("OCP"):
            raise
        return 3
