"""The build direction: how a part is laid on the bed of a printer so that least of it hangs in the air.

A part is stood on a flat of its own, the way whoever slices it would. Tried are the directions that its
surfaces point in: normals of flats, axes of what is turned, and what pairs of them make. The area to support
is what leans over by more than 45° as the bed sees it, without what lies on the bed. The roofs of holes that
are small for the part mostly hold themselves and count a quarter. A part that has next to nothing to stand on
is supported all over, whatever its sides do: a cube on its corner is no good print. Of
directions that are equally good, the one with the larger base is chosen, then the lower one, then the one
with less of its weight up high, then the one whose surface keeps nearer to its middle height, then the one
whose surface tapers upwards.

The size of a part, where it lies, and how its file turns, mirrors or splits it make no difference.
"""

import math

import numpy as np

from engine.evidence.overhangs.limits import BED_SHARE, SELF_SUPPORTING_DEG, bed_mm, size_mm
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Ints, Vector, along, frozen
from engine.model.part import FaceId
from engine.model.printing import BuildDirection
from engine.model.surface import Cylinder
from engine.pull import candidates
from engine.pull.samples import Samples, over_triangles, thinned
from engine.run_context import RunContext

SLACK_DEG = 1.0
"""Between the corners of a triangle the normal of a cone is off by up to this."""
FLAT_COSINE = math.cos(math.radians(1.0))
"""Faces on the bed that are level within 1° carry the part."""
LEAST_BASE = 0.05
"""A base of less than this share of what the bed sees of the part holds nothing."""
SLENDEREST = 10.0
"""Nor does a base whose side, taken as a square, goes into the part's height more often: the part topples."""
EVEN_SUPPORT_SHARE = 5e-3
"""Directions whose area to support differs by less than this share of the part's area are equally good."""
EVEN_SHARE = 1e-3
"""So are bases and heights that differ by less than this share, of the part's area and of themselves."""
EVEN_MOMENT = 1e-4
"""So are moments of the surface about its middle that differ by less, of the height to their power."""
BASE_FACE_SHARE = 0.05
"""A face is named as part of the base when it makes up this share of it."""
ROOF_WEIGHT = 0.25
"""What the roof of a small hole counts."""
SMALL_HOLE_SHARE = 0.08
"""A hole is small when its diameter is no more than this share of the part's size."""
FEW_SAMPLES = 5000
"""Samples that all directions are rated on; they separate the hopeless from the rest."""
FINALISTS = 12
"""Directions that are rated on every sample: a part's six sides twice over."""


def choose(context: RunContext) -> BuildDirection:
    """Choose the direction that leaves least to support."""
    samples = _known(over_triangles(context.mesh))
    weights = _weight_of_face(context.prepared)
    lines = candidates.from_surfaces(context.part)
    if not len(lines):
        lines = candidates.all_round(samples.normals, samples.areas)
    directions = np.stack([lines, -lines], axis=1).reshape(-1, 3)
    few = _rated(context.prepared, thinned(samples, FEW_SAMPLES), weights, directions)
    directions = directions[np.sort(np.argsort(_penalty(few), kind="stable")[:FINALISTS])]
    rated = _rated(context.prepared, samples, weights, directions)
    support, base, height, middle, _ = rated
    base = np.where(base < _needed(rated), 0.0, base)
    penalty, total = _penalty(rated), float(samples.areas.sum())
    left = np.flatnonzero(penalty <= penalty.min() + EVEN_SUPPORT_SHARE * total)
    left = left[base[left] >= base[left].max() - EVEN_SHARE * total]
    left = left[height[left] <= height[left].min() * (1.0 + EVEN_SHARE)]
    left = left[middle[left] <= middle[left].min() + EVEN_SHARE * height[left[0]]]
    left = _shaped_alike(samples, directions, height, left)
    chosen = int(left[np.argmax([_is_named_first(directions[each]) for each in left])])
    direction = directions[chosen]
    return BuildDirection(
        direction=frozen(direction + 0.0),
        base=_base(context.prepared, samples, direction) if base[chosen] else (),
        base_area_mm2=float(base[chosen]),
        support_area_mm2=float(support[chosen]),
        height_mm=float(height[chosen]),
    )


def _shaped_alike(samples: Samples, directions: Floats, height: Floats, left: Ints) -> Ints:
    """Return which of the directions left cannot be distinguished by how the surface lies along them.

    Compared are the second and third moments of its area about its middle, in powers of the height: they are
    the part's own, so that where its file has its axes plays no role.
    """
    for power, sense in ((2, -1.0), (3, 1.0)):
        level = np.einsum("nk,dk->dn", samples.points, directions[left])
        level -= (level @ samples.areas / samples.areas.sum())[:, None]
        moment = sense * (level**power @ samples.areas) / samples.areas.sum() / height[left] ** power
        left = left[moment >= moment.max() - EVEN_MOMENT]
    return left


def _known(samples: Samples) -> Samples:
    return samples.at(np.flatnonzero(np.isfinite(samples.normals).all(axis=1)))


def _weight_of_face(prepared: PreparedPart) -> Floats:
    """(F,) what area that hangs over counts."""
    small = SMALL_HOLE_SHARE * size_mm(prepared)
    return np.array(
        [
            ROOF_WEIGHT
            if isinstance(face.surface, Cylinder) and face.sense < 0 and 2.0 * face.surface.radius_mm <= small
            else 1.0
            for face in prepared.part.faces
        ]
    )


def _rated(prepared: PreparedPart, samples: Samples, weight_of_face: Floats, directions: Floats) -> Floats:
    """Rate directions: rows of area to support, base, height, height of the middle, and area seen."""
    lowest, highest = np.array([_limits(prepared, each) for each in directions]).T
    down = -np.einsum("nk,dk->dn", samples.normals, directions)
    level = np.einsum("nk,dk->dn", samples.points, directions)
    bed = lowest + BED_SHARE * size_mm(prepared)
    is_on_bed = level <= bed[:, None]
    seen = samples.areas * np.maximum(down, 0.0)
    hangs = ~is_on_bed & (down > math.sin(math.radians(SELF_SUPPORTING_DEG + SLACK_DEG)))
    return np.stack(
        [
            np.where(hangs, seen * weight_of_face[samples.faces], 0.0).sum(axis=1),
            np.where(is_on_bed & (down > FLAT_COSINE), seen, 0.0).sum(axis=1),
            highest - lowest,
            np.einsum("n,dn->d", samples.areas, level) / samples.areas.sum() - lowest,
            seen.sum(axis=1),
        ]
    )


def _penalty(rated: Floats) -> Floats:
    """Return what to support, and with too small a base all that the bed sees as well."""
    support, base, _, _, seen = rated
    unstable = np.clip(1.0 - base / np.maximum(_needed(rated), np.finfo(float).tiny), 0.0, 1.0)
    return np.asarray(support + unstable * seen)


def _needed(rated: Floats) -> Floats:
    """Return the base that keeps the part standing."""
    _, _, height, _, seen = rated
    return np.asarray(np.maximum(LEAST_BASE * seen, (height / SLENDEREST) ** 2))


def _limits(prepared: PreparedPart, direction: Vector) -> tuple[float, float]:
    """Return how low and how high the part reaches along a direction."""
    heights = along(prepared.mesh.vertices, direction)
    return float(heights.min()), float(heights.max())


def _is_named_first(direction: Vector) -> bool:
    """Whether this is the direction to name of one and its opposite: its largest component is positive."""
    return bool(direction[np.abs(np.round(direction, 6)).argmax()] > 0)


def _base(prepared: PreparedPart, samples: Samples, direction: Vector) -> tuple[FaceId, ...]:
    """List the faces that lie on the bed."""
    lies = along(samples.normals, direction) < -FLAT_COSINE
    lies &= along(samples.points, direction) <= bed_mm(prepared, direction)
    area: Floats = np.bincount(
        samples.faces[lies], samples.areas[lies], minlength=len(prepared.part.faces)
    ).astype(np.float64)
    named: Ints = np.flatnonzero(area > BASE_FACE_SHARE * area.sum())
    return tuple(FaceId(int(face)) for face in named)
