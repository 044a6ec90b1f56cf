"""What segmentation passes on: an oriented triangle surface, and the regions it falls into.

`facets` makes the first from a file's triangles, `regions` the second from the first, and `assemble` makes
a part and its mesh of both.
"""

from dataclasses import dataclass

from engine.model.arrays import Bools, Floats, Ints
from engine.model.surface import Surface


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """Welded triangles, counter-clockwise seen from outside, with their neighbors."""

    vertices: Floats
    """(V, 3) mm"""
    triangles: Ints
    """(T, 3)"""
    normals: Floats
    """(T, 3) unit, outward."""
    areas: Floats
    """(T,) mm², all positive."""
    neighbor: Ints
    """(T, 3) the triangle across the side from corner i to corner i + 1; -1 where the side is free or not
    manifold."""
    body_of_triangle: Ints
    """(T,) 0..B-1; the shell of a cavity belongs to the body round it."""
    shell_of_triangle: Ints
    """(T,) 0..S-1"""
    chart_of_triangle: Ints
    """(T,) 0..C-1 the same for triangles that hang together and shared corners in the file; see `charts`."""
    is_closed: Bools
    """(S,)"""
    is_void: Bools
    """(S,)"""
    noise_mm: float
    """How far a vertex may stray from the surface it was sampled on: single precision, or the grid that the
    file's numbers were rounded to."""


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The triangles sorted into faces.

    The order owes nothing to the order of triangles or vertices in the file: see `regions`.
    """

    region_of_triangle: Ints
    """(T,) 0..R-1; a region hangs together and lies in one shell."""
    surfaces: tuple[Surface, ...]
    """(R,) `Freeform` where no simpler surface fits."""
    senses: Ints
    """(R,) +1 where the outward normal is the surface's natural one, else -1."""
    deviations_mm: Floats
    """(R,) the farthest that a vertex of the region lies from its surface; of a free-form region the
    estimated distance between its chords and the surface they stand for."""
