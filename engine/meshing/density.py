"""How fine the mesh of a part shall be, so that its size stays about the same for every part."""

import math
from collections.abc import Callable

import numpy as np

from engine.errors import InvalidOption, MeshTooLarge
from engine.meshing.divide import counts
from engine.meshing.geometry import Geometry
from engine.meshing.steps import LATTICE, WIDEST_ANGLE, Density, angle_of, longest_along, steps
from engine.model.arrays import Floats
from engine.model.mesh import MeshOptions
from engine.surfaces.kind import FREEFORM

TARGET = 100_000
"""Triangles aimed at."""
ENOUGH, PLENTY = 0.75, 1.6
"""Shares of the target between which the first guess is kept."""
CAP = 4_000_000
"""More triangles than this are refused."""
PER_LATTICE = 2.08
"""Triangles that a cell of the lattice adds: two, and what refinement adds near borders."""
EDGES_OF_DIAGONAL, FEWEST_EDGES, MOST_EDGES = 130.0, 60.0, 320.0
"""Longest mesh edges along the part's diagonal: first guess, coarsest and finest."""
CURVATURE, LOW_CURVATURE, LEAST_CURVATURE, MOST_CURVATURE = 24.0, 16.0, 6.0, 64.0
"""Elements a full turn: first guess, the least before long edges grow too, the least and the most of all."""
CHORDS_OF_DIAGONAL = 2000.0


def check(options: MeshOptions) -> None:
    """Raise InvalidOption where an option is no positive number."""
    for name, value in (("max edge", options.max_edge_mm), ("curvature", options.curvature)):
        if value is not None and not (math.isfinite(value) and value > 0.0):
            raise InvalidOption(f"{name} is {value:g}; it must be a positive number")


def choose(geometry: Geometry, options: MeshOptions) -> Density:
    """Find the density for a part; what `options` leaves open is what the part would get without any.

    So a finer option never makes anything else coarser. Where elements a turn are asked for, they alone
    decide on curved faces, beside the longest edge: how far elements may lie off the surface follows.

    Raises
    ------
    MeshTooLarge
        If the explicit options need more than `CAP` triangles; the message names a value that works.
    """
    diagonal = geometry.diagonal_mm
    if options.max_edge_mm and options.curvature:
        chosen = Density(options.max_edge_mm, _turn(options.curvature), math.inf)
    else:
        edges, curvature = _automatic(geometry)
        chosen = Density(
            options.max_edge_mm or diagonal / edges,
            _turn(options.curvature or curvature),
            math.inf if options.curvature else diagonal / CHORDS_OF_DIAGONAL,
        )
    _refuse_too_many(geometry, options, chosen)
    return chosen


def _automatic(geometry: Geometry) -> tuple[float, float]:
    """Mesh edges along the part's diagonal, and elements a turn, that come near the target."""
    diagonal = geometry.diagonal_mm

    def number(edges: float, curvature: float) -> float:
        density = Density(diagonal / edges, _turn(curvature), diagonal / CHORDS_OF_DIAGONAL)
        return estimate(geometry, density)

    edges, curvature = EDGES_OF_DIAGONAL, CURVATURE
    first = number(edges, curvature)
    if first > PLENTY * TARGET:
        limit = PLENTY * TARGET
        curvature = _least(lambda c: number(edges, c) > limit, curvature, LOW_CURVATURE)
        edges = _least(lambda e: number(e, curvature) > limit, edges, FEWEST_EDGES)
        curvature = _least(lambda c: number(edges, c) > limit, curvature, LEAST_CURVATURE)
    elif first < ENOUGH * TARGET:
        edges = _least(lambda e: number(e, curvature) < ENOUGH * TARGET, edges, MOST_EDGES)
        curvature = _least(lambda c: number(edges, c) < ENOUGH * TARGET, curvature, MOST_CURVATURE)
    return edges, curvature


def _turn(curvature: float) -> float:
    """Radians by which a surface may turn along an element, for so many elements a turn."""
    return min(2.0 * math.pi / curvature, WIDEST_ANGLE)


def _least(misses: Callable[[float], bool], start: float, end: float) -> float:
    """Go from `start` towards `end` to the first value that no longer misses; `end` if all do."""
    if not misses(start) or misses(end):
        return start if not misses(start) else end
    for _ in range(12):
        middle = math.sqrt(start * end)
        start, end = (middle, end) if misses(middle) else (start, middle)
    return end


def _refuse_too_many(geometry: Geometry, options: MeshOptions, density: Density) -> None:
    needed = estimate(geometry, density)
    if needed <= CAP:
        return
    many = f"about {needed / 1e6:,.0f} million" if needed < 1e10 else "billions of"
    advice = _workable(geometry, options, density)
    raise MeshTooLarge(f"the mesh would need {many} triangles, over {CAP // 1_000_000} million; {advice}")


def _workable(geometry: Geometry, options: MeshOptions, density: Density) -> str:
    """Say which value of an explicit option keeps the mesh well under the cap."""

    def misses(max_edge: float, turn: float) -> bool:
        return estimate(geometry, Density(max_edge, turn, density.chord_mm)) > CAP / 2

    max_edge, longest = density.max_edge_mm, 10.0 * geometry.diagonal_mm
    if options.max_edge_mm and not misses(longest, density.turn):
        enough = _least(lambda edge: misses(edge, density.turn), max_edge, longest)
        return f"a max edge of {_rounded(enough, math.ceil):.4g} mm works"
    if options.curvature and not misses(max_edge, WIDEST_ANGLE):
        enough = _least(lambda turn: misses(max_edge, turn), density.turn, WIDEST_ANGLE)
        return f"a curvature of {_rounded(2.0 * math.pi / enough, math.floor):.4g} works"
    return "the part has too many faces and edges"


def _rounded(value: float, to: Callable[[float], int]) -> float:
    """Round to two digits, up or down."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return to(value / unit) * unit


def estimate(geometry: Geometry, density: Density) -> float:
    """Estimate the number of triangles: within a tenth on nine real parts of ten, and a quarter on all."""
    border, lattice = numbers(geometry, density)
    return float((PER_LATTICE * lattice + border).sum())


def numbers(geometry: Geometry, density: Density) -> tuple[Floats, Floats]:
    """Border nodes and inner vertices of each face, (F,) both."""
    patches = geometry.patches
    made = steps(patches, geometry.distance_from_axis, {}, density)
    lattice = geometry.area_mm2 / (math.sqrt(0.75) * made.u_mm * made.v_mm)
    lattice[patches.kind == FREEFORM] = 0.0
    if len(geometry.cells):
        np.add.at(lattice, geometry.cell_face, _in_cells(geometry.cells, density))
    coedges, curves = geometry.coedges, geometry.curves
    along = coedges.edge >= 0
    longest = longest_along(len(curves.length), coedges.face[along], coedges.edge[along], made, density)
    worth = np.ceil(counts(curves, longest, density))
    border = np.zeros(len(patches.kind))
    np.add.at(border, coedges.face[along], worth[coedges.edge[along]])
    return border, lattice


def _in_cells(table: Floats, density: Density) -> Floats:
    """Inner vertices of each cell of free faces, (C,)."""
    weight, length_u, turn_u, length_v, turn_v = table.T
    longest = LATTICE * density.max_edge_mm
    with np.errstate(divide="ignore", invalid="ignore"):
        u = np.maximum(
            length_u / longest, turn_u / angle_of(np.where(turn_u > 0.0, length_u / turn_u, np.inf), density)
        )
        v = np.maximum(
            length_v / longest, turn_v / angle_of(np.where(turn_v > 0.0, length_v / turn_v, np.inf), density)
        )
    return np.asarray(weight * u * v / math.sqrt(0.75))
