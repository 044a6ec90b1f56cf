"""Classifies how two faces meet along an edge, from samples of their normals and curvatures.

With t along the edge, the first face on its left and n, m the outward normals of the first and second
face, the surface turns by atan2(t . (n x m), n . m) at the edge, towards the material when positive. The
angle through the material is 180 degrees less that turn.
"""

from collections import Counter
from itertools import combinations

import numpy as np

from engine.model.arrays import Floats, Ints, Vector, cross, dots, frozen, norms
from engine.model.face_graph import Convexity, Joint
from engine.model.part import Edge, FaceId, Part
from engine.tolerances import SMOOTH_DEG

STRAIGHT_SHARE = 1e-3
"""A curvature counts when the surface bends with a radius under a thousand part diagonals, and when it is
not under a thousandth of what the other face does: splines that mean a plane are flat to that."""

NO_FACE = FaceId(-1)


def label(part: Part) -> tuple[Joint, ...]:
    """Make one joint of every edge, in the order of the edges.

    A free border gives (face, -1), UNDEFINED and a NaN angle. An edge of more than two faces gives one
    NON_MANIFOLD joint for each pair of them, with NaN angles. An edge whose normals or direction are
    undefined at every sample is UNDEFINED.
    """
    manifold = [edge for edge in part.edges if len(edge.faces) == 2]
    labeled = _label_manifold(manifold, STRAIGHT_SHARE / max(part.diagonal_mm, np.finfo(np.float64).tiny))
    joints: list[Joint] = []
    for edge in part.edges:
        if edge.id in labeled:
            joints.append(labeled[edge.id])
        elif len(edge.faces) == 1:
            joints.append(_joint(edge, (edge.faces[0], NO_FACE), Convexity.UNDEFINED))
        else:
            pairs = combinations(edge.faces, 2)
            joints.extend(_joint(edge, pair, Convexity.NON_MANIFOLD) for pair in pairs)
    return tuple(joints)


def _label_manifold(edges: list[Edge], flat_curvature: float) -> dict[int, Joint]:
    """Label edges of two faces, all samples of all edges at once."""
    if not edges:
        return {}
    ends = np.cumsum([len(edge.points) for edge in edges])
    tangents = _tangents(edges, ends)
    normals = np.concatenate([edge.normals for edge in edges], axis=1)
    curvatures = np.concatenate([edge.curvatures for edge in edges], axis=1)

    turns = _turns_deg(tangents, normals[0], normals[1], curvatures)
    classes = _classes(turns, curvatures, flat_curvature).tolist()
    angles = (180.0 - turns).tolist()
    labeled: dict[int, Joint] = {}
    for edge, end in zip(edges, ends.tolist(), strict=True):
        own = slice(end - len(edge.points), end)
        labeled[edge.id] = _summarized(edge, angles[own], classes[own])
    return labeled


def _tangents(edges: list[Edge], ends: Ints) -> Floats:
    """Return (S, 3) chords between the neighbors of each sample: along its edge, not normalized.

    `ends` (E,) tell where the samples of each edge end.
    """
    points = np.concatenate([edge.points for edge in edges])
    starts = np.append(0, ends[:-1])
    is_closed = np.array([edge.is_closed for edge in edges])
    before, after = np.arange(len(points)) - 1, np.arange(len(points)) + 1
    before[starts] = np.where(is_closed, ends - 2, starts)
    after[ends - 1] = np.where(is_closed, starts + 1, ends - 1)
    return np.asarray(points[after] - points[before], dtype=np.float64)


def _turns_deg(tangents: Floats, first: Floats, second: Floats, curvatures: Floats) -> Floats:
    """Return (S,) how far the surface turns at each sample, in [-180, 180]; NaN where undefined.

    Where faces meet in a knife edge or a cusp the normals are opposite and say nothing of the side; the
    curvatures do: material between the faces when they bend apart.
    """
    across = cross(first, second)
    along = dots(across, tangents)
    sizes = np.degrees(np.arctan2(norms(across), dots(first, second)))
    signs = np.where(along < 0.0, -1.0, 1.0)
    is_folded = sizes > 180.0 - SMOOTH_DEG
    signs[is_folded] = np.where(curvatures[:, is_folded].sum(axis=0) < 0.0, -1.0, 1.0)
    turns = np.asarray(signs * sizes, dtype=np.float64)
    turns[norms(tangents) == 0.0] = np.nan
    return turns


_CLASSES = (
    Convexity.UNDEFINED,
    Convexity.CONVEX,
    Convexity.CONCAVE,
    Convexity.SMOOTH,
    Convexity.SMOOTH_CONVEX,
    Convexity.SMOOTH_CONCAVE,
)


def _classes(turns: Floats, curvatures: Floats, flat_curvature: float) -> np.ndarray:
    """Return (S,) indices into `_CLASSES`, from turns (S,) and curvatures (2, S)."""
    sizes = np.abs(curvatures)
    counts = (sizes > flat_curvature) & (sizes > STRAIGHT_SHARE * np.nan_to_num(sizes).max(axis=0))
    bends_up = (counts & (curvatures > 0.0)).any(axis=0)
    bends_down = (counts & (curvatures < 0.0)).any(axis=0)
    return np.select(
        [
            np.isnan(turns),
            turns > SMOOTH_DEG,
            turns < -SMOOTH_DEG,
            bends_down & ~bends_up,
            bends_up & ~bends_down,
        ],
        [0, 1, 2, 4, 5],
        default=3,
    )


def _summarized(edge: Edge, angles: list[float], classes: list[int]) -> Joint:
    """Reduce the samples of one edge: majority class, angle of that class nearest the middle, full range.

    There are so few that lists take a tenth of the time of arrays.
    """
    first, second = edge.faces
    known = [at for at, each in enumerate(classes) if each > 0]
    if not known:
        return _joint(edge, (first, second), Convexity.UNDEFINED)
    last = len(classes) - 1
    inner = known if edge.is_closed else [at for at in known if 0 < at < last]
    winner = Counter(classes[at] for at in inner or known).most_common(1)[0][0]
    candidates = [at for at in known if classes[at] == winner]
    middle = min(candidates, key=lambda at: abs(at - last / 2.0))
    measured = [angles[at] for at in known]
    return _joint(edge, (first, second), _CLASSES[winner], (angles[middle], min(measured), max(measured)))


def _joint(
    edge: Edge,
    faces: tuple[FaceId, FaceId],
    convexity: Convexity,
    angles_deg: tuple[float, float, float] = (np.nan, np.nan, np.nan),
) -> Joint:
    middle, lowest, highest = angles_deg
    return Joint(
        edge=edge.id,
        faces=faces,
        angle_deg=middle,
        min_angle_deg=lowest,
        max_angle_deg=highest,
        convexity=convexity,
        length_mm=edge.length_mm,
        midpoint=_midpoint(edge.points),
    )


def _midpoint(points: Floats) -> Vector:
    return frozen(points[len(points) // 2])
