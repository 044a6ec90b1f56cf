"""The part's own frame: three directions square to each other that most of its flats and axes follow.

A file may hold its part at any angle. Sides, bores and pads say how the part was meant to stand: of all
frames that one direction of a surface and another one square to it make, the one is chosen that most area
follows. Turning, mirroring or rewriting the file turns the frame along and changes nothing else.
"""

import math
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Bools, Floats, Vector, vector_product
from engine.model.part import Part
from engine.pull import candidates
from engine.pull.samples import Samples
from engine.tolerances import PARALLEL_DEG

FOLLOWS_DEG = 2.0
"""A surface this far off an axis of the frame follows it by 1/e. The bell is wide enough for the sides of a
drafted box to agree on the direction midway between them."""
SQUARE_SINE = math.sin(math.radians(FOLLOWS_DEG))
LARGEST_FACES = 200
"""Faces whose directions are tried as axes; all of them count when a frame is weighed."""
LARGEST = 24
"""Directions of these tried as axes, by area."""
BISECTED = 8
"""The largest of them that are taken in pairs, for the direction midway between two drafted sides."""
BISECTED_COSINE = math.cos(math.radians(20.0))
"""Sides that stand opposite with up to 10° of draft each."""
EQUAL = 1e-6
"""Frames followed by areas that differ by less than this share are equal: a prism of six sides has three."""
AS_GOOD = 1e-3
"""The axes of the file serve as well as a frame that hardly more area follows, by this share: of seven flats
round a barrel, each a little larger or smaller, any one may be the first."""
CLEAR_SHARE = 0.2
"""A frame that this share of the part's area follows is the part's own. With less, the part is freeform but
for a pad or two, and the file may know better how it stands."""
FREEFORM_DEG = 2.0
"""How well a frame is known that was read off samples of a freeform part."""
EVEN_SHARE = 0.02
"""Moments that differ by less than this share are those of a symmetric part: they say nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Three axes, and how well the part follows them."""

    axes: Floats
    """(3, 3) unit rows, square to each other: those of the file where the part is drawn square to them, else
    the one that most area follows first. Signs mean nothing."""
    is_drawn_square: bool
    """Whether the axes of the file serve as well as any."""
    is_clear: bool
    """Whether enough of the part follows the axes to say that they are its own."""


def find(part: Part, samples: Samples) -> Frame:
    """Find the frame of a part; what its surfaces leave open is read off samples of its skin.

    What is left open even so, as round the axis of a turned part, follows the axes of the file.
    """
    ways, areas = _of_faces(part)
    if not len(ways):
        return of_skin(samples)
    axes, follows = _most_followed(ways, areas, samples)
    is_clear = follows >= CLEAR_SHARE * sum(body.area_mm2 for body in part.bodies)
    if _is_along_file(axes, PARALLEL_DEG) or (
        _weights(ways, areas, np.eye(3)).sum() >= follows * (1.0 - AS_GOOD)
    ):
        return Frame(np.eye(3), is_drawn_square=True, is_clear=is_clear)
    order = np.argsort(-_weights(ways, areas, axes), kind="stable")
    return Frame(axes[order], is_drawn_square=False, is_clear=is_clear)


def _of_faces(part: Part) -> tuple[Floats, Floats]:
    """Return (N, 3) the normals of planes and axes of turned surfaces, and (N,) the area of each face."""
    found = [
        (way, face.area_mm2)
        for face in part.faces
        if face.body is not None
        for way in candidates.of_face(face)
    ]
    ways = np.array([way for way, _ in found], dtype=np.float64).reshape(-1, 3)
    return ways, np.array([area for _, area in found], dtype=np.float64)


def _most_followed(ways: Floats, areas: Floats, samples: Samples) -> tuple[Floats, float]:
    """Return the axes (3, 3) of the frame that most area follows, and that area."""
    tried = _tried(ways, areas)
    best, follows = np.eye(3), -np.inf
    for first in tried:
        square = tried[np.abs(tried @ first) < SQUARE_SINE]
        frames = [_completed(first, second) for second in square] or [
            _completed(first, across(first, samples))
        ]
        weights = np.array([_weights(ways, areas, frame).sum() for frame in frames])
        at = int(weights.argmax())
        if weights[at] > follows * (1.0 + math.copysign(EQUAL, follows)):
            best, follows = frames[at], float(weights[at])
    return best, follows


def _tried(ways: Floats, areas: Floats) -> Floats:
    """Return directions an axis may have: the surfaces' own, largest first, then those midway between two."""
    largest = np.argsort(-areas, kind="stable")[:LARGEST_FACES]
    own = candidates.distinct([(ways[each], areas[each]) for each in largest], PARALLEL_DEG)[:LARGEST]
    pairs = [(a, b) for index, a in enumerate(own[:BISECTED]) for b in own[:index]]
    midway = [a + np.sign(a @ b) * b for a, b in pairs if abs(a @ b) > BISECTED_COSINE]
    return np.array([*own, *(each / np.linalg.norm(each) for each in midway)])


def _weights(ways: Floats, areas: Floats, axes: Floats) -> Floats:
    """Return (3,) the area that follows each axis, in full where it is parallel, less the more it leans."""
    cosines = np.abs(np.einsum("nk,ak->na", ways, axes))
    nearest = cosines.argmax(axis=1)
    off_deg = np.degrees(np.arccos(np.minimum(cosines.max(axis=1), 1.0)))
    follows = areas * np.exp(-((off_deg / FOLLOWS_DEG) ** 2))
    weights: Floats = np.bincount(nearest, follows, minlength=3).astype(np.float64)
    return weights


def _completed(first: Vector, second: Vector) -> Floats:
    """Return the axes (3, 3) of a frame from one direction and another that is about square to it."""
    second = second - (second @ first) * first
    second = second / np.linalg.norm(second)
    return np.stack([first, second, vector_product(first, second)])


def of_skin(samples: Samples) -> Frame:
    """Return the frame of a part's skin, whatever lies on it: the one that its inertia singles out.

    Where its inertia is the same about all axes, that of the file.
    """
    known = np.isfinite(samples.normals).all(axis=1)
    points, areas = samples.points[known], samples.areas[known]
    away = points - np.average(points, axis=0, weights=areas)
    moments, vectors = np.linalg.eigh(np.einsum("n,ni,nj->ij", areas, away, away))
    gaps = np.array([moments[1] - moments[0], min(np.diff(moments)), moments[2] - moments[1]])
    if gaps.max() <= EVEN_SHARE * moments[2]:
        return Frame(np.eye(3), is_drawn_square=True, is_clear=False)
    first: Vector = vectors[:, gaps.argmax()]
    axes = _completed(first, across(first, samples))
    is_square = _is_along_file(axes, FREEFORM_DEG)
    return Frame(np.eye(3) if is_square else axes, is_square, is_clear=False)


def across(first: Vector, samples: Samples) -> Vector:
    """Return the direction square to another that the skin round it faces most.

    The second moment of the normals tells it of a flat part, the fourth of a square one. A round one
    faces all ways alike; there it is the axis of the file that is nearest to square.
    """
    file_axis = np.eye(3)[np.abs(first).argmin()]
    u = vector_product(vector_product(first, file_axis), first)
    u /= np.linalg.norm(u)
    v = vector_product(first, u)
    x, y = samples.normals @ u, samples.normals @ v
    known: Bools = np.isfinite(x)
    square = (x + 1j * y)[known] ** 2
    weights = samples.areas[known]
    whole = float(weights @ np.abs(square)) or 1.0
    second, fourth = (weights * square).sum(), (weights * square**2).sum()
    turn = 0.0
    if abs(second) > EVEN_SHARE * whole:
        turn = float(np.angle(second)) / 2.0
    elif abs(fourth) > EVEN_SHARE * whole:
        turn = float(np.angle(fourth)) / 4.0
    return np.asarray(math.cos(turn) * u + math.sin(turn) * v)


def _is_along_file(axes: Floats, within_deg: float) -> bool:
    """Whether each axis is parallel to one of the file's."""
    return bool((np.abs(axes).max(axis=1) >= math.cos(math.radians(within_deg))).all())
