"""Faces with their edges and coedges, and what evaluates those that have no closed formulas."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.mass_properties.curve_batch import GeneralCurve
from engine.mass_properties.surface_quadrature import SmoothPatches
from engine.meshing.divide import Curves
from engine.meshing.loops import Ends
from engine.meshing.outlines import Coedges
from engine.meshing.patches import Patches
from engine.model.arrays import Floats, Ints

GridEvaluator = Callable[[Floats, Floats], tuple[Floats, Floats, Floats]]
"""Evaluates a surface at all pairs of parameters (N,) and (M,), those of a u together: points and derivatives
along u and along v, (N * M, 3) each."""
EndsOn = Callable[[Sequence[Floats]], Ends]
"""Gathers where the coedges of a loop begin and end on a surface, (2, 2) each, as the loop runs."""


@dataclass(frozen=True, slots=True, eq=False)
class BorderedFaces:
    """Faces numbered from 0, with all edges and coedges."""

    patches: Patches
    curves: Curves
    coedges: Coedges
    curved_edges: dict[int, Callable[[], GeneralCurve]]
    """By edge: reads those that are neither lines nor circles."""
    curved_pcurves: dict[int, GeneralCurve]
    """By coedge: pcurves that are not lines."""
    loop: Ints
    """(S,) the loop that each coedge belongs to, counted through all faces."""
    on_edges: Floats
    """(E, K, 3) places along every edge, both ends among them."""
    grids: Sequence[GridEvaluator]
    """(F,)"""
    smooth_patches: Sequence[Callable[[], SmoothPatches]]
    """(F,) reads the patches on which the surface's formula is one."""
    ends_on: Sequence[EndsOn]
    """(F,)"""
