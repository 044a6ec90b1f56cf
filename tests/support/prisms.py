"""Walls over polylines as triangle meshes: facets whose surfaces are known by hand."""

import numpy as np

from engine.model.arrays import Floats
from engine.segment import mesh_repair
from engine.segment.facets import FacetGraph, Facets, facet_graph, find_facets
from engine.segment.surface_mesh import SurfaceMesh


def arc(radius_mm: float, turn_deg: float, chords: int) -> Floats:
    """Return the corners (chords + 1, 2) of an arc about the origin that begins on the x axis."""
    at = np.radians(np.linspace(0.0, turn_deg, chords + 1))
    return radius_mm * np.column_stack([np.cos(at), np.sin(at)])


def wall(outline: Floats, height_mm: float = 5.0, top_share: float = 1.0) -> SurfaceMesh:
    """Raise a wall of one quad a side over an outline (N, 2), as two triangles each.

    Its upper rim is the outline shrunk to `top_share`. The wall is open at both rims, and closed round where
    the outline ends where it began; it faces to the right of the outline's direction.
    """
    low = np.column_stack([outline, np.zeros(len(outline))])
    high = np.column_stack([top_share * outline, np.full(len(outline), height_mm)])
    row = np.arange(len(outline) - 1)
    up = row + len(outline)
    triangles = np.concatenate([np.column_stack([row, row + 1, up + 1]), np.column_stack([row, up + 1, up])])
    mesh, _ = mesh_repair.build([(np.concatenate([low, high]), triangles)])
    return mesh


def facets_of(mesh: SurfaceMesh) -> tuple[Facets, FacetGraph]:
    """Return the facets of a mesh and their graph."""
    facets = find_facets(mesh)
    return facets, facet_graph(mesh, facets)
