"""Triangles of drawn parts as a file would hold them, and questions to the regions they fall into."""

import numpy as np
from OCP.TopoDS import TopoDS_Shape

from engine.model.arrays import Floats, Ints
from engine.model.surface import Surface
from engine.progress import Progress
from engine.segment import mesh_repair, regions
from engine.segment.surface_mesh import Regions, SurfaceMesh
from tests.support.parts import brep_without_file
from tests.support.tessellated import triangles_of

CHORD_MM, TURN_DEG = 0.1, 10.0
Soup = tuple[Floats, Ints]


def soup(body: TopoDS_Shape, chord_mm: float = CHORD_MM, turn_deg: float = TURN_DEG) -> Soup:
    """Triangulate a drawn body as exporters do, in single precision; all triangles share their corners."""
    return shared(by_face(body, chord_mm, turn_deg))


def by_face(body: TopoDS_Shape, chord_mm: float = CHORD_MM, turn_deg: float = TURN_DEG) -> Soup:
    """Do what `soup` does, with corners of its own for each face, as exporters of CAD write."""
    parts = triangles_of(brep_without_file(body), chord_mm, turn_deg)
    starts = np.cumsum([0, *(len(places) for places, _ in parts)])
    corners = [rows + start for (_, rows), start in zip(parts, starts[:-1], strict=True)]
    return single(np.concatenate([places for places, _ in parts])), np.concatenate(corners)


def shared(given: Soup) -> Soup:
    """Let triangles share every corner, as though faces did not matter."""
    places, same = np.unique(given[0], axis=0, return_inverse=True)
    return places, same.ravel()[given[1]]


def loose(given: Soup) -> Soup:
    """Give each triangle corners of its own, as files that are shaded flat do."""
    return given[0][given[1].ravel()], np.arange(given[1].size).reshape(-1, 3)


def single(places: Floats) -> Floats:
    """Round to single precision, as files do."""
    return places.astype(np.float32).astype(np.float64)


def shuffled(given: Soup, seed: int = 0) -> Soup:
    """Put vertices and triangles into another order, and turn the corners of each triangle round."""
    random = np.random.default_rng(seed)
    vertices, triangles = given
    to = random.permutation(len(vertices))
    moved = np.empty_like(vertices)
    moved[to] = vertices
    rolled = np.stack(
        [np.roll(row, k) for row, k in zip(to[triangles], random.integers(0, 3, len(triangles)), strict=True)]
    )
    return moved, rolled[random.permutation(len(triangles))]


def turned(given: Soup, factor: float = 1.0, seed: int = 0) -> Soup:
    """Turn about a random axis and scale, in single precision again."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    q *= np.sign(np.linalg.det(q))
    return single(given[0] @ q.T * factor), given[1]


def segmented(*soups: Soup) -> tuple[SurfaceMesh, Regions]:
    """Join and segment."""
    joined, _ = mesh_repair.build(soups)
    return joined, regions.segment(joined, Progress())


def of_kind(found: Regions, kind: type[Surface]) -> list[Surface]:
    """Return the surfaces of a kind, in order."""
    return [surface for surface in found.surfaces if isinstance(surface, kind)]


def kinds(found: Regions) -> dict[str, int]:
    """Count regions by the kind of their surface."""
    names = [type(surface).__name__ for surface in found.surfaces]
    return {name: names.count(name) for name in sorted(set(names))}
