"""Slides: undercut faces gathered into regions, and the side action that frees each of them.

What no straight slide frees two may that move apart, as for a groove all round the part: a split cavity.
"""

import math
from collections.abc import Callable, Iterable

import numpy as np

from engine.model.arrays import Floats, Vector, along, frozen, vector_product
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId, Part
from engine.model.pull import UndercutRegion
from engine.model.surface import Cone, Cylinder, Plane, Torus
from engine.pull.candidates import distinct
from engine.pull.frame import Frame
from engine.pull.freeing import are_freed
from engine.pull.samples import Samples, thinned
from engine.raycast.scene import Scene

FIRST_SAMPLES, SAMPLES = 50, 400
"""Samples of a region that a slide is tried on, first and for good."""
FREED_SHARE = 0.98
"""Share of a region that a slide must free. What is left is its border, judged by whole triangles."""
SQUARE_SINE = math.sin(math.radians(1.0))
"""A slide within 1° of square to the pull is one across it."""
LARGEST = 6
"""Directions of planes and axes tried for a region, by area."""
ROUND = 16
"""Directions all round, square to the pull, tried when the region's own surfaces offer none."""


def regions(
    part: Part,
    graph: FaceGraph,
    own: Frame,
    scene: Scene,
    undercut: Samples,
    faces: Iterable[FaceId],
    area_of_face: Floats,
    pull: Vector,
    alpha_min_deg: float,
    check: Callable[[], None] | None = None,
) -> tuple[UndercutRegion, ...]:
    """Gather undercut faces that share joints, and look for the slide that frees each region.

    Parameters
    ----------
    part, graph, own, scene
        Of one part; `own` is its frame.
    undercut
        The samples neither half frees.
    faces
        The undercut faces.
    area_of_face : (F,) float64
        Undercut area of each face, mm².
    pull : (3,) float64
        Unit vector.
    alpha_min_deg
        Lean that is forgiven.

    Returns
    -------
    tuple of UndercutRegion
        Largest first.
    """
    found = []
    for members in _connected(graph, faces):
        hidden = undercut.at(np.flatnonzero(np.isin(undercut.faces, members)))
        if not len(hidden.areas):
            continue
        tried = thinned(hidden, SAMPLES)
        middle = np.average(hidden.points, axis=0, weights=hidden.areas)
        location = hidden.points[np.linalg.norm(hidden.points - middle, axis=1).argmin()]
        slide = _slide(part, own, scene, tried, members, pull, alpha_min_deg, check)
        split = _split(own, scene, tried, pull, alpha_min_deg, check) if slide is None else None
        area = float(area_of_face[list(members)].sum())
        action = split if slide is None else slide
        found.append(UndercutRegion(members, area, frozen(location), action, is_split=split is not None))
    return tuple(sorted(found, key=lambda region: (-region.area_mm2, region.faces)))


def _connected(graph: FaceGraph, faces: Iterable[FaceId]) -> list[tuple[FaceId, ...]]:
    """Gather faces that share a joint or a surface, ascending."""
    left, found = set(faces), []
    while left:
        start = min(left)
        left.remove(start)
        waiting, members = [start], [start]
        while waiting:
            face = waiting.pop()
            beside = {graph.joints[index].across(face) for index in graph.joints_of_face[face]}
            for other in sorted(beside & left):
                left.remove(other)
                waiting.append(other)
                members.append(other)
        found.append(tuple(sorted(members)))
    return found


def _slide(
    part: Part,
    own: Frame,
    scene: Scene,
    samples: Samples,
    faces: tuple[FaceId, ...],
    pull: Vector,
    alpha_min_deg: float,
    check: Callable[[], None] | None,
) -> Vector | None:
    """Find the direction that frees the samples: across the pull before askew, the shortest way out first."""
    few = thinned(samples, FIRST_SAMPLES)
    for proposed in _proposals(part, own, samples, faces, pull):
        ways: list[tuple[tuple[float, ...], Vector]] = []
        for direction in np.concatenate([proposed, -proposed]):
            if all(
                chosen.areas[are_freed(scene, chosen, direction, alpha_min_deg, check)].sum()
                >= FREED_SHARE * chosen.areas.sum()
                for chosen in (few, samples)
            ):
                outermost = float(along(scene.mesh.vertices, direction).max())
                way_mm = outermost - float(np.average(along(samples.points, direction)))
                order = (way_mm / scene.diagonal_mm, *(own.axes @ -direction))
                ways.append((tuple(round(float(each), 6) for each in order), direction))
        if ways:
            return frozen(min(ways, key=lambda way: way[0])[1])
    return None


def _split(
    own: Frame,
    scene: Scene,
    samples: Samples,
    pull: Vector,
    alpha_min_deg: float,
    check: Callable[[], None] | None,
) -> Vector | None:
    """Find a direction across the pull that frees the samples together with its opposite, each its side."""
    few = thinned(samples, FIRST_SAMPLES)
    for direction in _all_round(own, pull):
        if all(
            chosen.areas[
                are_freed(scene, chosen, direction, alpha_min_deg, check)
                | are_freed(scene, chosen, -direction, alpha_min_deg, check)
            ].sum()
            >= FREED_SHARE * chosen.areas.sum()
            for chosen in (few, samples)
        ):
            return frozen(direction)
    return None


def _all_round(own: Frame, pull: Vector) -> Floats:
    """Return (D, 3) directions square to the pull, one of each two that are opposite, from the frame's on."""
    first = vector_product(pull, own.axes[np.abs(own.axes @ pull).argmin()])
    first /= _length(first)
    turn = np.arange(ROUND) * math.pi / ROUND
    around: Floats = np.outer(np.cos(turn), first) + np.outer(np.sin(turn), vector_product(pull, first))
    return around


def _proposals(
    part: Part, own: Frame, samples: Samples, faces: tuple[FaceId, ...], pull: Vector
) -> Iterable[Floats]:
    """Yield sets of directions, likely ones first."""
    weighted: list[tuple[Vector, float]] = []
    for face in faces:
        surface = part.faces[face].surface
        if isinstance(surface, Plane):
            weighted.append((surface.normal, part.faces[face].area_mm2))
        elif isinstance(surface, Cylinder | Cone | Torus):
            weighted.append((surface.axis, part.faces[face].area_mm2))
    drawn = distinct(weighted)[:LARGEST]
    crossed = [vector_product(a, b) for index, a in enumerate(drawn) for b in drawn[:index]]
    mean = np.average(samples.normals, axis=0, weights=samples.areas)
    every = [*drawn, *crossed, *(vector_product(pull, direction) for direction in drawn), mean]
    across = [direction - (direction @ pull) * pull for direction in every]
    yield _units([a for a, b in zip(across, every, strict=True) if abs(b @ pull) <= SQUARE_SINE * _length(b)])
    yield _units(across)
    yield _all_round(own, pull)
    yield _units(every)


def _units(directions: list[Vector]) -> Floats:
    """Return the distinct directions of those that have a length."""
    return distinct([(each, 1.0) for each in directions if _length(each) > 1e-6])


def _length(vector: Vector) -> float:
    return float(np.linalg.norm(vector))
