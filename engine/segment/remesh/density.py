"""Density: how fine the analysis mesh of a surface mesh shall be, so that its size is about the same for all.

The counterpart of what exact parts get, with the same aims: the same part is measured as finely from either.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.errors import InvalidOption, MeshTooLarge
from engine.model.arrays import Floats, Ints
from engine.model.mesh import MeshOptions
from engine.segment.surface_mesh import SurfaceMesh
from engine.surfaces.kind import FREEFORM, PLANE, SPHERE, TORUS
from engine.surfaces.table import SurfaceTable

TARGET = 100_000
"""Triangles aimed at."""
ENOUGH, PLENTY = 0.75, 1.6
"""Shares of the target between which the first guess is kept."""
MOST_TRIANGLES = 4_000_000
"""More triangles than this are refused."""
EDGES_OF_DIAGONAL, FEWEST_EDGES, MOST_EDGES = 130.0, 60.0, 320.0
"""Longest mesh edges along the part's diagonal: first guess, coarsest and finest."""
CURVATURE, LEAST_CURVATURE, MOST_CURVATURE = 24.0, 6.0, 64.0
"""Elements a full turn: first guess, the least and the most."""
CHORDS_OF_DIAGONAL = 2000.0
WIDEST_TURN = math.pi / 3.0
MEAN_SIDE = 0.62
"""Halving leaves sides between half of the longest and all of it."""


@dataclass(frozen=True, slots=True, eq=False)
class MeshDensity:
    """What bounds a mesh edge."""

    max_edge_mm: float
    turn: float
    """Radians by which the surface turns along one."""
    chord_mm: float
    """How far a mesh edge may lie off the surface."""
    sides_mm: Floats
    """(R, 2) the longest mesh edges along the principal directions of each region."""

    numbers: Ints
    """(R,) triangles that each region will have, roughly."""

    @property
    def step_mm(self) -> Floats:
        """(R,) the shorter of the two."""
        step: Floats = self.sides_mm.min(axis=1)
        return step


def choose_density(
    mesh: SurfaceMesh, region: Ints, surface_table: SurfaceTable, options: MeshOptions
) -> MeshDensity:
    """Find the density for a part; what `options` leaves open is what the part would get without any.

    The triangles of the file are split, never joined: an option coarser than they are changes nothing.

    Raises
    ------
    InvalidOption
        An option is no positive number.
    MeshTooLarge
        The options need more than `MOST_TRIANGLES` triangles; the message names a max edge that works.
    """
    for name, value in (("max edge", options.max_edge_mm), ("curvature", options.curvature)):
        if value is not None and not (math.isfinite(value) and value > 0.0):
            raise InvalidOption(f"{name} is {value:g}; it must be a positive number")
    diagonal = float(np.linalg.norm(np.ptp(mesh.vertices, axis=0)))
    areas = np.bincount(region, mesh.areas, len(surface_table.kind)).astype(np.float64)
    counts = np.bincount(region, minlength=len(surface_table.kind))
    radii = _radii(mesh, region, surface_table, areas)

    chord = diagonal / CHORDS_OF_DIAGONAL

    def at(longest: float, curvature: float) -> MeshDensity:
        return _density(areas, counts, radii, (longest, min(2.0 * math.pi / curvature, WIDEST_TURN), chord))

    edges, curvature = _automatic(lambda edges, curvature: _number(at(diagonal / edges, curvature)))
    chosen = at(options.max_edge_mm or diagonal / edges, options.curvature or curvature)
    if _number(chosen) > MOST_TRIANGLES:
        coarse = _least(
            lambda edge: (
                _number(_density(areas, counts, radii, (edge, chosen.turn, chord))) > MOST_TRIANGLES / 2
            ),
            chosen.max_edge_mm,
            10.0 * diagonal,
        )
        raise MeshTooLarge(
            f"the mesh would need over {MOST_TRIANGLES // 1_000_000} million triangles; "
            f"a max edge of {float(f'{1.1 * coarse:.2g}'):g} mm works"
        )
    return chosen


def _number(density: MeshDensity) -> float:
    return float(density.numbers.sum())


def _automatic(number: Callable[[float, float], float]) -> tuple[float, float]:
    """Mesh edges along the part's diagonal, and elements a turn, that come near the target."""
    edges, curvature = EDGES_OF_DIAGONAL, CURVATURE
    first = number(edges, curvature)
    if first > PLENTY * TARGET:
        limit = PLENTY * TARGET
        edges = _least(lambda e: number(e, curvature) > limit, edges, FEWEST_EDGES)
        curvature = _least(lambda c: number(edges, c) > limit, curvature, LEAST_CURVATURE)
    elif first < ENOUGH * TARGET:
        edges = _least(lambda e: number(e, curvature) < ENOUGH * TARGET, edges, MOST_EDGES)
        curvature = _least(lambda c: number(edges, c) < ENOUGH * TARGET, curvature, MOST_CURVATURE)
    return edges, curvature


def _radii(mesh: SurfaceMesh, region: Ints, surface_table: SurfaceTable, areas: Floats) -> Floats:
    """Radii of curvature (R, 2) of each region along its two principal directions; inf where flat."""
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    away = middles - surface_table.origin[region]
    axis = surface_table.axis[region]
    height = np.einsum("ij,ij->i", away, axis)
    rho = np.linalg.norm(away - height[:, None] * axis, axis=1)
    mean = np.bincount(region, mesh.areas * rho, len(areas)) / areas
    shape = surface_table.kind
    flat = (shape == PLANE) | (shape == FREEFORM)
    around = np.where(flat, np.inf, np.where(shape == SPHERE, surface_table.first, mean))
    along = np.where(
        shape == SPHERE,
        surface_table.first,
        np.where(shape == TORUS, surface_table.second, np.inf),
    )
    return np.stack([around, along], axis=1)


def _density(areas: Floats, counts: Ints, radii: Floats, asked: tuple[float, float, float]) -> MeshDensity:
    """Two triangles for each rectangle of mean sides, and no fewer than there are."""
    longest, turn, chord = asked
    with np.errstate(divide="ignore", invalid="ignore"):
        by_chord = 4.0 * np.arcsin(np.sqrt(np.clip(chord / radii, 0.0, 2.0) / 2.0))
        bent = np.where(np.isfinite(radii), np.minimum(by_chord, turn) * radii, np.inf)
    sides = np.minimum(bent, longest)
    numbers = np.minimum(np.maximum(2.0 * areas / (MEAN_SIDE * sides).prod(axis=1), counts), 1e12)
    return MeshDensity(longest, turn, chord, sides, numbers.astype(np.int64))


def _least(misses: Callable[[float], bool], start: float, end: float) -> float:
    """Go from `start` towards `end` to the first value that no longer misses; `end` if all do."""
    if not misses(start) or misses(end):
        return start if not misses(start) else end
    for _ in range(12):
        middle = math.sqrt(start * end)
        start, end = (middle, end) if misses(middle) else (start, middle)
    return end
