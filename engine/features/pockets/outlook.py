"""Whether a straight way leads from a pocket out into the open.

A cutter, a core or a hand reaches a pocket straight through its mouth, or from beside it where something
stands opposite, as between the jaws of a bracket. The waists inside a bottle look at its shoulder on one
side and at its bottom on the other, with its walls all round: they are the shape of its inside.
"""

from collections.abc import Callable

import numpy as np

from engine.features.pockets import places
from engine.features.pockets.pocket_context import PocketContext
from engine.graph import rectangles
from engine.model.arrays import Floats, Vector
from engine.model.part import FaceId
from engine.raycast import occlusion, rays
from engine.raycast.bvh import Bvh
from engine.raycast.rays import Facing

STRAIGHT_SHARE = 0.5
"""At least this share of the ways straight out of the mouth are free."""

SIDEWAYS_SHARE = 0.04
"""Or this share of the ways round along the mouth: a gap of 15 degrees. The neck of a bottle is seen from its
walls under less."""

PLACES, MORE_PLACES = 32, 1024
WAYS_ROUND = 40
"""How many places of a pocket are asked, and how many ways round at each. No two places are asked in the same
ways, so that what is seen under a small angle is measured by more than the steps between them. Many places
are asked where few leave it open."""

STRAIGHT_ERROR, SIDEWAYS_ERROR = 0.25, 0.02
"""By how much the shares that few places give may be off: those of one pocket, turned and mirrored, were from
0.027 to 0.054 where many places gave 0.043 to 0.046."""

GOLDEN = 0.6180339887
"""Multiples of it, but for their whole part, spread evenly however many there are."""

NUDGE = 1e-3
"""How far above the mouth, and before walls, the ways begin, as a share of the size of the pocket."""

OVERHANG_DEG = 15.0
"""What leans over a way by no more than this does not bar it: walls cast with the wrong draft."""


def leads_out(
    context: PocketContext,
    floors: tuple[FaceId, ...],
    walls: tuple[FaceId, ...],
    up: Vector,
    ends_mm: tuple[float, float],
) -> bool:
    """Whether a way leads out of a pocket.

    Parameters
    ----------
    floors, walls
        Faces of the pocket; no floors where it goes through.
    up
        Out of its mouth.
    ends_mm
        The heights of its lowest point and of its mouth along `up`.

    Returns
    -------
    bool
        True where there is no mesh to ask.
    """
    bottom_mm, level_mm = ends_mm
    ways = [(up, level_mm)] if floors else [(up, level_mm), (-up, -bottom_mm)]
    return any(_is_free(context, floors or walls, way, end_mm) for way, end_mm in ways)


def _is_free(context: PocketContext, faces: tuple[FaceId, ...], up: Vector, level_mm: float) -> bool:
    """Whether the open is reached beyond one mouth."""
    boxes = np.stack([context.part.faces[face].box_mm for face in faces])
    low, high = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    size_mm = float(np.linalg.norm(high - low))
    if not _is_roofed(context, faces[0], (low, high), up, level_mm - NUDGE * size_mm):
        return True
    if places.over(context, faces, 1) is None:
        return True
    body = context.part.faces[faces[0]].body
    assert body is not None  # stray faces have no pockets
    tree = context.run.scene_by_place.tree_of_body(body)

    def starts(count: int) -> Floats:
        spread = places.over(context, faces, count)
        assert spread is not None  # one place was found
        return spread.on_mesh + NUDGE * size_mm * spread.outward

    def straight(count: int) -> float:
        return _straight_share(tree, starts(count), up)

    def sideways(count: int) -> float:
        return _sideways_share(tree, starts(count), up, level_mm + NUDGE * size_mm)

    return _reaches(straight, STRAIGHT_SHARE, STRAIGHT_ERROR) or _reaches(
        sideways, SIDEWAYS_SHARE, SIDEWAYS_ERROR
    )


def _reaches(measure: Callable[[int], float], least_share: float, error: float) -> bool:
    """Whether a share reaches a limit, by few places where those settle it and by many where not."""
    share = measure(PLACES)
    if abs(share - least_share) <= error:
        share = measure(MORE_PLACES)
    return share >= least_share


def _straight_share(tree: Bvh, starts: Floats, up: Vector) -> float:
    """Return the share of places (N, 3) from which the way straight out is free."""
    return float(1.0 - occlusion.are_hidden(tree, starts, up, lean_deg=OVERHANG_DEG).mean())


def _sideways_share(tree: Bvh, starts: Floats, up: Vector, level_mm: float) -> float:
    """Return the share of the ways round, just above the mouth over places (N, 3), that are free."""
    rises_mm = level_mm - starts @ up
    roofs_mm = rays.first_hits(tree, starts, up, Facing.ENTRY).distances
    # Under a roof as low as the mouth, half way up to it.
    rises_mm = np.where(roofs_mm > rises_mm, rises_mm, roofs_mm / 2.0)
    lifted = starts + np.multiply.outer(rises_mm, up)
    begun = np.modf(np.arange(len(lifted)) * GOLDEN)[0][:, None]
    turns = 2.0 * np.pi / WAYS_ROUND * (begun + np.arange(WAYS_ROUND)).ravel()
    around = np.stack([np.cos(turns), np.sin(turns)], axis=1) @ rectangles.in_plane(up)
    return float(1.0 - occlusion.are_hidden(tree, np.repeat(lifted, WAYS_ROUND, axis=0), around).mean())


def _is_roofed(
    context: PocketContext, own: FaceId, box_mm: tuple[Vector, Vector], up: Vector, level_mm: float
) -> bool:
    """Whether any face of the body looks down from the mouth or above. It costs little to ask."""
    reach = context.kept(("boxes",), lambda: np.stack([face.box_mm for face in context.part.faces]))
    frame = np.vstack([rectangles.in_plane(up), up])
    middles, halves = reach.mean(axis=1) @ frame.T, np.ptp(reach, axis=1) / 2.0 @ np.abs(frame.T)
    middle = frame @ (box_mm[0] + box_mm[1]) / 2.0
    half = np.abs(frame) @ (box_mm[1] - box_mm[0]) / 2.0
    is_over = (np.abs(middles - middle) <= halves + half)[:, :2].all(axis=1)
    is_over &= middles[:, 2] + halves[:, 2] > level_mm
    body = context.part.faces[own].body
    return any(
        context.part.faces[face].body == body
        and float((context.normals(context.group(FaceId(face))) @ up).min())
        < -np.sin(np.radians(OVERHANG_DEG))
        for face in np.flatnonzero(is_over).tolist()
    )
