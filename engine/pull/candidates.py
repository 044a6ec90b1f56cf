"""Candidates: directions a pull may well have, from the part's own surfaces and from all round."""

import math

import numpy as np

from engine.model.arrays import Floats, Vector, square_to, vector_product
from engine.model.part import Face, Part
from engine.model.surface import Cone, Cylinder, Plane, Torus

CARDINAL = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
"""The axes, in the order in which equals are preferred: parts are mostly drawn standing."""
SAME_DEG = 2.0
"""Directions within 2° are one candidate: the one with the most area."""
LARGEST = 24
"""Directions kept of planes and axes together, by area."""
PAIRED = 8
"""The largest of them that are taken in pairs."""
LEAST_LENGTH = math.sin(math.radians(0.2))
"""Pairs closer than this say nothing of a third direction; the least draft in use makes twice as much."""
OPPOSITE_COSINE = math.cos(math.radians(30.0))
"""Walls that stand opposite, with up to 15° of draft each."""
LATTICE = 96
"""Directions spread over half a sphere: neighbors are 15° apart, near enough to begin a refinement."""


def from_surfaces(part: Part) -> Floats:
    """Propose plane normals and axes of turned surfaces, largest first, then what pairs of them point at.

    Returns
    -------
    (N, 3) float64
        Unit vectors whose signs mean nothing, none within 2° of another. Empty for a part with neither
        planes nor axes.
    """
    weighted = [(direction, face.area_mm2) for face in part.faces for direction in of_face(face)]
    found = distinct(weighted)[:LARGEST]
    pairs = [(a, b) for index, a in enumerate(found[:PAIRED]) for b in found[:index]]
    # walls along the pull cross in it; drafted walls that stand opposite differ in it
    derived = [vector_product(a, b) for a, b in pairs]
    derived += [a - np.sign(a @ b) * b for a, b in pairs if abs(a @ b) > OPPOSITE_COSINE]
    weighted = [(direction, 0.0) for direction in derived if np.linalg.norm(direction) > LEAST_LENGTH]
    return distinct([*((direction, 1.0) for direction in found), *weighted])


def distinct(weighted: list[tuple[Vector, float]], within_deg: float = SAME_DEG) -> Floats:
    """Merge directions that are nearly one, signs aside, and order them by their weight together."""
    if not weighted:
        return np.zeros((0, 3))
    units = np.array([direction / np.linalg.norm(direction) for direction, _ in weighted])
    weights = np.array([weight for _, weight in weighted])
    same_cosine = math.cos(math.radians(within_deg))
    kept: list[int] = []
    total: list[float] = []
    for index in np.argsort(-weights, kind="stable"):
        near = np.abs(units[kept] @ units[index]) > same_cosine if kept else np.zeros(0, dtype=bool)
        if near.any():
            total[int(near.argmax())] += float(weights[index])
        else:
            kept.append(int(index))
            total.append(float(weights[index]))
    merged: Floats = units[np.array(kept)[np.argsort(-np.array(total), kind="stable")]]
    return merged


def of_face(face: Face) -> tuple[Vector, ...]:
    """Return the normal of a plane or the axis of a turned surface; nothing of other surfaces."""
    surface = face.surface
    if isinstance(surface, Plane):
        return (surface.normal,)
    if isinstance(surface, Cylinder | Cone | Torus):
        return (surface.axis,)
    return ()


def all_round(normals: Floats, areas: Floats, count: int = LATTICE) -> Floats:
    """Spread directions over half a sphere, in a frame that turns with the part.

    Parameters
    ----------
    normals : (N, 3) float64
        Of samples of the surface.
    areas : (N,) float64

    Returns
    -------
    (count, 3) float64
        A golden spiral round the axis the surface is most parallel to.
    """
    known = np.isfinite(normals).all(axis=1)
    normals, areas = normals[known], areas[known]
    _, frame = np.linalg.eigh(np.einsum("n,ni,nj->ij", areas, normals, normals))
    lean = np.einsum("n,nk->k", areas, (normals @ frame) ** 3)
    frame = frame * np.where(lean < 0, -1.0, 1.0)
    index = np.arange(count) + 0.5
    height = index / count
    ring, turn = np.sqrt(1 - height**2), index * math.pi * (3 - math.sqrt(5))
    spiral = np.stack([ring * np.cos(turn), ring * np.sin(turn), height], axis=1)
    # the frame's first axis has the least of the surface facing along it: a prism's own axis
    turned: Floats = spiral @ frame[:, [1, 2, 0]].T
    return turned


def around(direction: Vector, by_deg: float) -> Floats:
    """(6, 3) unit vectors that lean from `direction` by an angle to six sides."""
    first = square_to(direction)
    first /= np.linalg.norm(first)
    turn = np.arange(6) * math.pi / 3
    aside: Floats = np.outer(np.cos(turn), first) + np.outer(np.sin(turn), vector_product(direction, first))
    lean = math.radians(by_deg)
    leaning: Floats = math.cos(lean) * direction + math.sin(lean) * aside
    return leaning
