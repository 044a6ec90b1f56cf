"""The ground that curved faces grow on: arrays, for compiled loops take nothing else."""

from typing import NamedTuple

from engine.model.arrays import Bools, Floats, Ints


class Ground(NamedTuple):
    """Pieces, where they lie, and how they fold against each other."""

    places: Floats
    """(V, 3)"""
    corners: Ints
    first_corner: Ints
    """(P + 1,) see `Pieces`."""
    triangles: Ints
    first_triangle: Ints
    middles: Floats
    """(T, 3)"""
    normals: Floats
    """(T, 3)"""
    facing: Floats
    """(P, 3) normals of the pieces."""
    is_sliver: Bools
    """(T,) too thin for a normal that means anything."""
    beside: Ints
    """Pieces across the folds of each piece, the longest fold first."""
    first_beside: Ints
    """(P + 1,)"""
    fold_rad: Floats
    """Angle of each of those folds, positive where convex."""
    fold_mm: Floats
    """Their lengths."""
    areas: Floats
    """(P,)"""
    is_taken: Bools
    """(P,) no growth enters here."""
    mark: Ints
    """(P,) scratch, zero before the first use, as are the next two."""
    mark_place: Ints
    """(V,)"""
    serial: Ints
    """(1,)"""
    noise_mm: float
