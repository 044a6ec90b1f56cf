"""The analysis mesh: conforming triangles, split along face borders."""

from dataclasses import dataclass

from engine.model.arrays import Floats, Ints, cross, frozen, norms, rows_at_corners


@dataclass(frozen=True, slots=True)
class MeshOptions:
    """What the caller may ask of the mesh; None lets the part decide."""

    max_edge_mm: float | None = None
    curvature: float | None = None
    """Elements per full turn of curvature."""
    unit: str | None = None
    """Of a file that has none: `mm`, `cm`, `m`, `in` …; None takes millimeters, and says so."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Triangles over all bodies, counter-clockwise seen from outside.

    A vertex belongs to one face and has that face's exact normal; vertices that meet at a border share
    their place bit for bit and their entry of `weld`, so `weld[triangles]` is the closed surface.
    """

    vertices: Floats
    """(V, 3) mm."""
    normals: Floats
    """(V, 3) outward unit normals of the exact surface; NaN rows where the surface has none."""
    triangles: Ints
    """(T, 3)"""
    face_of_triangle: Ints
    """(T,)"""
    face_of_vertex: Ints
    """(V,)"""
    body_of_triangle: Ints
    """(T,)"""
    weld: Ints
    """(V,) index of the welded vertex, 0..W-1."""
    max_edge_mm: float
    """No triangle edge is longer."""
    chord_mm: float
    """Bound on the distance between the mesh and the surface it stands for."""

    @property
    def area_of_triangle(self) -> Floats:
        """(T,) mm², computed at each call."""
        a, b, c = rows_at_corners(self.vertices, self.triangles)
        return frozen(0.5 * norms(cross(b - a, c - a)))
