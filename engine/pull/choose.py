"""Choosing the pull: the direction in which a mold opens, and what it does to every face."""

import math

import numpy as np

from engine.errors import InvalidOption
from engine.fields import draft
from engine.graph import neighborhoods
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools, Floats, Vector, along, frozen
from engine.model.face_graph import FaceGraph
from engine.model.part import FaceId
from engine.model.pull import Pull, PullMode, PullOptions
from engine.progress import Progress
from engine.pull import frame, search, slides
from engine.pull.frame import Frame
from engine.pull.freeing import halves
from engine.pull.samples import Samples, at_vertices, over_triangles, thinned
from engine.raycast.scene import Scene
from engine.run_context import RunContext

UNDERCUT_SHARE = 0.05
"""A face is undercut when neither half frees this share of it: less cannot be told from the row of triangles
along its border, which is judged as a whole."""
UNDERCUT_PART_SHARE = 1e-3
"""It also is when the area is this share of the part's: two large plates may overlap by little of each."""
SCRAP_SHARE = 2e-5
"""An undercut of less than this share of the part's area is a scrap: a ledge of some hundredths of a
millimeter where one circle was meant to lie on another. A snap hook of 1 mm² on a housing of 130 cm² is none.
"""
LOW_DRAFT_SHARE = 0.1
"""A face has low draft when this share of it lacks draft. A quarter round leaves the vertical within 3° over
a thirtieth of its area, a ball over a nineteenth; neither sticks."""
HOLLOW_SAMPLES = 4000
"""Samples by which both sides are compared: fewer than measure undercuts, as a hundredth decides
(`EVEN_SHARE`)."""
EVEN_SHARE = 0.01
"""Two sides whose hollows differ by less are alike."""


def choose(context: RunContext, options: PullOptions, progress: Progress) -> Pull:
    """Choose the pull and say what it frees.

    A direction and its opposite free the same faces. Of the two, the one is chosen that looks into the
    deeper hollow: a cup is pulled from its opening. Where both sides are alike, it is the one whose
    largest component is positive.

    Parameters
    ----------
    prepared
        The part with its mesh. Every body is alone: others do not stand in its way.
    options
        How to choose, and the two angles.
    progress
        Asked between steps whether to stop.

    Raises
    ------
    InvalidOption
        The given direction is missing, zero or not finite.
    Cancelled
        The caller wanted out.
    """
    given = _given(options)
    scene = context.scene_by_place
    progress.check()
    samples = over_triangles(context.mesh)
    own = frame.find(context.part, samples)
    direction = given
    if direction is None:
        direction = search.best(context.part, own, scene, samples, options, progress)
        if _looks_away(scene, thinned(samples, HOLLOW_SAMPLES), direction, options.alpha_min_deg):
            direction = -direction
    half = halves(scene, samples, direction, options.alpha_min_deg, progress.check)
    return _described(context.prepared, own, scene, samples, half, frozen(direction + 0.0), options, progress)


def _given(options: PullOptions) -> Vector | None:
    """Return the caller's direction as a unit vector; None when it is ours to choose."""
    if options.mode is not PullMode.GIVEN:
        return None
    if options.direction is None or len(options.direction) != 3:
        raise InvalidOption("a given pull needs a direction of three numbers x,y,z")
    direction = np.array(options.direction, dtype=np.float64)
    largest = float(np.abs(direction).max())
    if not math.isfinite(largest) or largest == 0:
        raise InvalidOption(
            f"the pull {','.join(f'{x:g}' for x in direction)} has no direction; "
            "it needs three finite numbers, not all zero"
        )
    direction = direction / largest
    unit: Vector = direction / np.linalg.norm(direction)
    return unit


def _looks_away(scene: Scene, samples: Samples, direction: Vector, alpha_min_deg: float) -> bool:
    """Whether the opposite of a direction is the better name for the same pull; see `choose`."""
    half = halves(scene, samples, direction, alpha_min_deg)
    there, back = _hollow(samples, half, direction), _hollow(samples, -half, -direction)
    if abs(there - back) > EVEN_SHARE * (there + back):
        return there < back
    return bool(direction[np.abs(np.round(direction, 6)).argmax()] < 0)


def _hollow(samples: Samples, half: Floats, direction: Vector) -> float:
    """Volume of air between what a half frees and the plane that touches the part on that side, mm³."""
    freed = np.flatnonzero(half > 0)
    height = along(samples.points, direction)
    facing = np.maximum(along(samples.normals[freed], direction), 0.0)
    return float((samples.areas[freed] * facing * (np.nanmax(height) - height[freed])).sum())


def _described(
    prepared: PreparedPart,
    own: Frame,
    scene: Scene,
    samples: Samples,
    half: Floats,
    direction: Vector,
    options: PullOptions,
    progress: Progress,
) -> Pull:
    """Say what a direction does to every vertex and face."""
    mesh, n_faces = prepared.mesh, len(prepared.part.faces)
    vertices = at_vertices(mesh)
    half_of_vertex = halves(scene, vertices, direction, options.alpha_min_deg, progress.check)

    def area_of_face(chosen: Bools) -> Floats:
        areas = np.bincount(samples.faces[chosen], samples.areas[chosen], minlength=n_faces)
        return areas.astype(np.float64)

    draft_deg = _draft_deg(samples.normals, half, direction)
    area, undercut_area = area_of_face(np.isfinite(half)), area_of_face(half == 0)
    is_undercut = (undercut_area > UNDERCUT_SHARE * area) | (undercut_area > UNDERCUT_PART_SHARE * area.sum())
    is_undercut &= _is_more_than_scrap(prepared.graph, is_undercut, undercut_area, area.sum())
    low_area = area_of_face((np.abs(half) == 1) & (draft_deg < options.alpha_warn_deg))
    draft_of_vertex = _draft_deg(mesh.normals, half_of_vertex, direction)
    known = np.isfinite(draft_of_vertex)
    min_draft = np.full(n_faces, np.inf)
    np.minimum.at(min_draft, mesh.face_of_vertex[known], draft_of_vertex[known])
    return Pull(
        direction=direction,
        mode=options.mode,
        alpha_min_deg=options.alpha_min_deg,
        alpha_warn_deg=options.alpha_warn_deg,
        half_of_vertex=frozen(half_of_vertex),
        is_undercut=_read_only(is_undercut),
        is_low_draft=_read_only(~is_undercut & (low_area > LOW_DRAFT_SHARE * area)),
        undercut_area_of_face=frozen(undercut_area),
        min_draft_of_face=frozen(np.where(np.isfinite(min_draft), min_draft, np.nan)),
        regions=slides.regions(
            prepared.part,
            prepared.graph,
            own,
            scene,
            samples.at(np.flatnonzero(half == 0)),
            [FaceId(int(face)) for face in np.flatnonzero(is_undercut)],
            undercut_area,
            direction,
            options.alpha_min_deg,
            progress.check,
        ),
    )


def _is_more_than_scrap(graph: FaceGraph, is_undercut: Bools, undercut_area: Floats, whole: float) -> Bools:
    """Tell which undercut faces hang together with others to more than a scrap."""
    found = np.zeros(len(is_undercut), dtype=np.bool_)
    for members in neighborhoods.connected(
        graph, [FaceId(int(face)) for face in np.flatnonzero(is_undercut)]
    ):
        found[list(members)] = undercut_area[list(members)].sum() > SCRAP_SHARE * whole
    return found


def _draft_deg(normals: Floats, half: Floats, direction: Vector) -> Floats:
    """Draft as the freeing half sees it; where neither frees, how far the surface leans, negative."""
    signed = draft.measure(normals, direction).values
    return np.where(half == 0, -np.abs(signed), half * signed)


def _read_only(values: Bools) -> Bools:
    values.flags.writeable = False
    return values
