"""Statistics of a field over faces, weighted by area: what the surface metrics share."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints
from engine.model.field import Field
from engine.model.mesh import Mesh
from engine.model.part import FaceId
from engine.tolerances import LOW_SHARE, SAME_LENGTH, SAME_SHARE

EXTREME_SHARE = 0.01
"""A minimum is the value that this share of the area falls below, a maximum the one it exceeds: a knife
edge or one bad vertex is no wall. Of thickness, `_least` finds smaller places that are walls all the same."""

SIGMAS = 2.0
"""A share is known to so many standard errors of as many places that were picked at random."""

Faces = tuple[FaceId, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """A field over some faces. All NaN where nothing could be measured.

    inf ("nothing there") counts in the quantiles; mean and cv are those of the finite values, inf and NaN
    where there are none.
    """

    minimum: float
    minimum_error: float
    """How far `minimum` is from where so few vertices may as well reach the share; 0 where that is inf.

    Where a distance may as well be nothing, `minimum` is the value that the share surely falls below.
    """
    median: float
    maximum: float
    mean: float
    cv: float
    """Standard deviation over mean."""
    at_minimum: int
    """The vertex with the minimum; -1 where nothing could be measured."""
    at_median: int
    at_maximum: int
    low: float
    at_low: int
    low_error: float
    """How far `low` is from where so few vertices may as well reach the share, and from what it is where each
    vertex counts with the mean of the field over its area; 0 where that is inf."""


UNMEASURED = Statistics(np.nan, 0.0, np.nan, np.nan, np.nan, np.nan, -1, -1, -1, np.nan, -1, 0.0)


def of_faces(
    field: Field,
    mean_of_vertex: Floats,
    face_of_vertex: Ints,
    area_of_vertex: Floats,
    wanted: Iterable[Faces],
    n_faces: int,
) -> dict[Faces, Statistics]:
    """Work out a vertex field over many sets of faces at once.

    Parameters
    ----------
    field : Field
        Per vertex; NaN values are left out.
    mean_of_vertex : (V,) float64
        The mean of the field over the area each vertex stands for; see `means`.
    face_of_vertex : (V,) int
    area_of_vertex : (V,) float64
        The area each vertex stands for; vertices without any are left out.
    wanted : iterable of tuples of face ids
        The empty tuple stands for all faces.
    n_faces : int

    Returns
    -------
    dict
        Statistics by set of faces, `UNMEASURED` where no value is left.
    """
    vertices = np.flatnonzero(~np.isnan(field.values) & (area_of_vertex > 0.0))
    vertices = vertices[np.argsort(field.values[vertices], kind="stable")]
    by_face = np.argsort(face_of_vertex[vertices], kind="stable")
    starts = np.searchsorted(face_of_vertex[vertices[by_face]], np.arange(n_faces + 1))
    values, means = field.values[vertices], mean_of_vertex[vertices]
    weights = area_of_vertex[vertices]
    is_distance = field.opposite is not None

    singles = _of_runs(
        values[by_face], means[by_face], weights[by_face], vertices[by_face], starts, is_distance
    )
    found: dict[Faces, Statistics] = {(FaceId(face),): each for face, each in enumerate(singles)}
    found[()] = _of_runs(values, means, weights, vertices, np.array([0, len(vertices)]), is_distance)[0]

    several = [faces for faces in dict.fromkeys(wanted) if len(faces) > 1]
    places = [by_face[starts[face] : starts[face + 1]] for faces in several for face in faces]
    lengths = [sum(int(starts[face + 1] - starts[face]) for face in faces) for faces in several]
    place = np.concatenate([*places, np.empty(0, dtype=np.int64)])
    run = np.repeat(np.arange(len(several)), lengths)
    # `vertices` ascend by value, so sorting by place sorts by value.
    place = place[np.argsort(run * len(vertices) + place)]
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    runs = _of_runs(values[place], means[place], weights[place], vertices[place], starts, is_distance)
    found |= zip(several, runs, strict=True)
    return found


def means(field: Field, mesh: Mesh, area_of_triangle: Floats) -> Floats:
    """Return (V,) the mean of a field over the area that each vertex stands for, a third of each triangle.

    The field is linear over a triangle, and the middle of a corner's third lies (11/18, 7/36, 7/36) from the
    corners. Triangles with a corner at which nothing is known or open do not count.
    """
    corners = field.values[mesh.triangles]
    known = np.isfinite(corners).all(axis=1)
    middles = corners[known] @ np.where(np.eye(3, dtype=bool), 11.0 / 18.0, 7.0 / 36.0)
    at, weights = mesh.triangles[known].ravel(), np.repeat(area_of_triangle[known], 3)
    count = len(mesh.vertices)
    area = np.bincount(at, weights, count)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.bincount(at, weights * middles.ravel(), count) / area
    return np.where(area > 0.0, found, field.values)


def _of_runs(
    values: Floats, means: Floats, weights: Floats, vertices: Ints, starts: Ints, is_distance: bool
) -> list[Statistics]:
    """Work out runs of ascending values.

    Parameters
    ----------
    values, means, weights, vertices : (N,)
        Run after run, values ascending within each; weights are positive.
    starts : (R + 1,) int
        Where each run starts, and the end of the last.
    is_distance : bool
        Whether nothing is less than 0.
    """
    runs = np.flatnonzero(np.diff(starts))
    statistics = [UNMEASURED] * (len(starts) - 1)
    if not len(runs):
        return statistics
    first, last = starts[runs], starts[runs + 1] - 1
    summed = np.concatenate([[0.0], np.cumsum(weights)])
    total = summed[last + 1] - summed[first]

    def at_share(share: float | Floats, summed: Floats = summed) -> Ints:
        """Return the first place of each run by which this share of its area is reached."""
        reached = np.searchsorted(summed, summed[first] + (share - SAME_SHARE) * total) - 1
        return np.asarray(np.clip(reached, first, last))

    is_finite = np.isfinite(values)
    finite, counted = np.where(is_finite, values, 0.0), np.where(is_finite, weights, 0.0)
    area = np.add.reduceat(counted, first)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.add.reduceat(counted * finite, first) / area
        apart = finite - np.repeat(mean, last + 1 - first)
        cv = np.sqrt(np.add.reduceat(np.where(is_finite, weights * apart**2, 0.0), first) / area) / np.abs(
            mean
        )
    mean[area == 0.0] = np.inf
    # A vertex stands for its weight, so runs count as so many of even weight (Kish's effective sample size).
    count = total**2 / np.add.reduceat(weights**2, first)

    def surely(share: float) -> tuple[Ints, Floats]:
        """Return the place by which a share is reached, and how far off its value may be for so few vertices.

        Where a distance may as well be nothing, the place by which the share is surely reached counts.
        """
        off = SIGMAS * np.sqrt(share * (1.0 - share) / count)
        place, earliest, latest = at_share(share), at_share(share - off), at_share(share + off)
        around = np.stack([values[earliest], values[latest]])
        error = _apart(around, values[place]).max(axis=0)
        is_nothing = is_distance & (error >= values[place]) & np.isfinite(values[latest])
        moved = _apart(values[earliest], values[latest])
        return np.where(is_nothing, latest, place), np.where(is_nothing, moved, error)

    by_mean = np.lexsort((means, np.repeat(np.arange(len(first)), last + 1 - first)))
    low_by_mean = means[by_mean][at_share(LOW_SHARE, np.concatenate([[0.0], np.cumsum(weights[by_mean])]))]
    mean_error = _apart(low_by_mean, values[at_share(LOW_SHARE)])
    (place_of_least, least_error), (place_of_low, low_error) = surely(EXTREME_SHARE), surely(LOW_SHARE)
    places = (place_of_least, at_share(0.5), at_share(1.0 - EXTREME_SHARE), place_of_low)
    least, middle, most, low = (values[place].tolist() for place in places)
    at_least, at_middle, at_most, at_low = (vertices[place].tolist() for place in places)
    columns = (
        *(
            least,
            least_error.tolist(),
            middle,
            most,
            mean.tolist(),
            cv.tolist(),
            at_least,
            at_middle,
            at_most,
        ),
        *(low, at_low, (low_error + mean_error).tolist()),
    )
    for run, row in zip(runs.tolist(), zip(*columns, strict=True), strict=True):
        statistics[run] = Statistics(*row)
    return statistics


def _apart(values: Floats, others: Floats) -> Floats:
    """Return how far values are from others; 0 where that is rounding, or one of them is not finite."""
    with np.errstate(invalid="ignore"):
        apart = np.abs(values - others)
        is_off = np.isfinite(apart) & (apart > SAME_LENGTH * np.abs(others))
    return np.where(is_off, apart, 0.0)
