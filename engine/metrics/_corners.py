"""Finds sharp concave corners that only the side of a cutter can make, and so cannot leave sharp.

Where some direction that reaches both faces is square to the run of an edge, a cutter makes it with its own
corner. Blunt edges are none: a cutter's radius leaves next to nothing in them. Nor are marks, which a pointed
cutter engraves, edges along keyways and the undercuts of slots, which a broach, a T-slot or a dovetail cutter
makes with its corner too, flats in bores, and reliefs of sheet metal.

Nor is an edge that cutters reach from both its ends and that bounds no pocket: profiles are sawn, eroded or
drawn.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from engine.features.boss import Boss
from engine.features.pocket import Pocket
from engine.features.protrusion import Protrusion
from engine.features.slot import Slot
from engine.model.access import NEARLY_ALL
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import Floats, Vector
from engine.model.face_graph import Joint
from engine.model.feature import Feature, Kind
from engine.model.part import FaceId, Line, Part
from engine.tolerances import PARALLEL_COSINE, PARALLEL_DEG, at_least

SQUARE_SINE = math.sin(math.radians(15.0))
"""A cutter that comes within 15° of square to the run of a corner makes it with its own corner. Any other
makes it with its side, and leaves its radius there."""
SAME_WAY = 1.0 - 1e-9
"""Cosine between two directions that are one, either way round."""
BLUNT_DEG = 30.0 - PARALLEL_DEG
"""In a corner that bends by less, a cutter leaves a thirtieth of its radius or less: 0.05 mm at the 1.6 mm
that shops like."""
ENGRAVED = 0.2
"""Pockets shallower than this share of their width may be letters and marks, which a pointed cutter engraves
with corners as sharp as they like."""
ENGRAVED_MM = 3.0
"""A corner that runs deeper is no mark's: marks are 0.2 to 2.5 mm deep, raised ones as high."""
LETTER_MM = 1.0
"""Corners no deeper than this are a letter's or a mark's however narrow that is: cutters with a tip of a
tenth or two engrave them."""
HOLDERS = (Kind.POCKET, Kind.PROTRUSION, Kind.FIN, Kind.BOSS, Kind.WALL, Kind.SLAB, Kind.SLOT)
"""What a corner that lies in no pocket belongs to: the first that one of its faces is part of."""
HEXAGON = np.array([0.0, 1.0, 1.0, math.sqrt(3.0), math.sqrt(3.0), 2.0])
"""How far from a corner of a regular hexagon of side 1 its corners lie, ascending."""
HEXAGON_SHARE = 0.01
"""They do within this share of a side: sockets are drawn regular."""
MOST_PIECES = 60
"""Pieces that a file splits the six corners of a socket into; every pair of them is measured."""
SQUARED_INSIDE = frozenset({Kind.HOLE, Kind.BEND})
"""Corners at their faces are broached or eroded, and cut or folded."""


def upright(
    prepared: PreparedPart,
    recognition: Recognition,
    joints: Iterable[Joint],
    ways: dict[FaceId, Floats],
    marks: Collection[FaceId],
    neck_of_pocket: Mapping[int, Vector] | None = None,
) -> dict[int, tuple[Joint, ...]]:
    """Gather the upright corners.

    Parameters
    ----------
    joints
        The sharp internal corners.
    ways
        (D, 3) the directions along which cutters reach each face.
    marks
        The sides of letters, marks and pads.
    neck_of_pocket
        By the `id` of pockets that a T-slot cutter sweeps, the way out of the neck it comes through.

    Returns
    -------
    dict
        By the `id` of features, the upright corners of each. One whose two faces are part of pockets
        belongs to all of these, any other to one feature; to none where it is none's.
    """
    features_of_face: dict[FaceId, list[Feature]] = {}
    for feature in recognition.features:
        for face in feature.faces:
            features_of_face.setdefault(face, []).append(feature)
    ways_to_group: dict[FaceId, Floats] = {}
    found: dict[int, list[Joint]] = {}
    necks = neck_of_pocket or {}
    for joint in joints:
        curve = prepared.part.edges[joint.edge].curve
        is_blunt = joint.max_angle_deg - 180.0 < BLUNT_DEG
        if is_blunt or not isinstance(curve, Line):
            continue
        groups = [FaceId(int(prepared.graph.group_of_face[face])) for face in joint.faces]
        for group in groups:
            if group not in ways_to_group:
                ways_to_group[group] = _ways_to_group(prepared, group, ways)
        along = _ways_to_both(*(ways_to_group[group] for group in groups)) @ curve.direction
        if not len(along) or (np.abs(along) < SQUARE_SINE).any():
            continue
        first, second = (features_of_face.get(face, []) for face in joint.faces)
        common = [each for each in first if any(each is other for other in second)]
        pockets = [each for each in common if isinstance(each, Pocket)]
        is_through = along.min() < 0.0 < along.max()
        if pockets:
            holders: list[Feature] = [each for each in pockets if not _is_mark(each, joint)]
        elif is_through or _is_shaped(common, curve.direction):
            holders = []
        else:
            nearest = _nearest([*first, *second])
            holders = [each for each in nearest if not _is_raised_mark(each, joint, marks)]
        holders = [each for each in holders if not _is_swept(necks.get(id(each)), curve.direction)]
        for holder in holders:
            found.setdefault(id(holder), []).append(joint)
    return {holder: tuple(corners) for holder, corners in found.items()}


def beside(part: Part, feature: Feature, corner: Joint, joints: Iterable[Joint]) -> tuple[Joint, ...]:
    """Return those of the sharp internal corners of a feature's own faces that run as one of them does."""
    run = part.edges[corner.edge].curve
    assert isinstance(run, Line), "upright corners are straight"
    own = set(feature.faces)
    found = []
    for joint in joints:
        curve = part.edges[joint.edge].curve
        if own.issuperset(joint.faces) and isinstance(curve, Line):
            if abs(float(curve.direction @ run.direction)) > PARALLEL_COSINE:
                found.append(joint)
    return tuple(found)


def hexagon_mm(part: Part, corners: Sequence[Joint]) -> float | None:
    """Return the width across flats of the regular hexagon that corners make; None where they make none."""
    if not len(HEXAGON) <= len(corners) <= MOST_PIECES:
        return None
    curve = part.edges[corners[0].edge].curve
    assert isinstance(curve, Line), "upright corners are straight"
    places = np.array([corner.midpoint for corner in corners])
    places -= (places @ curve.direction)[:, None] * curve.direction
    apart_mm = np.linalg.norm(places[:, None] - places, axis=2)
    # Of corners that lie above each other, one stands for all.
    first = np.flatnonzero(
        (apart_mm > HEXAGON_SHARE * apart_mm.max()).argmin(axis=1) == np.arange(len(places))
    )
    apart_mm = np.sort(apart_mm[np.ix_(first, first)], axis=1)
    side_mm = 0.5 * float(apart_mm.max())
    is_regular = apart_mm.shape == (6, 6) and np.allclose(
        apart_mm, HEXAGON * side_mm, 0.0, HEXAGON_SHARE * side_mm
    )
    return math.sqrt(3.0) * side_mm if is_regular else None


def _ways_to_group(prepared: PreparedPart, group: FaceId, ways: dict[FaceId, Floats]) -> Floats:
    """Return the directions (D, 3) that lead to nearly all of the faces a file split one into."""
    members = prepared.graph.faces_of_group[group]
    if len(members) == 1:
        return ways.get(group, np.empty((0, 3)))
    area_mm2 = [prepared.part.faces[face].area_mm2 for face in members]
    reached = [(ways[face], area) for face, area in zip(members, area_mm2, strict=True) if face in ways]
    if not reached:
        return np.empty((0, 3))
    directions, of_row = np.unique(np.vstack([each for each, _ in reached]), axis=0, return_inverse=True)
    weight_mm2 = np.repeat([area for _, area in reached], [len(each) for each, _ in reached])
    reached_mm2 = np.bincount(of_row.ravel(), weight_mm2, len(directions))
    chosen: Floats = directions[reached_mm2 >= NEARLY_ALL * sum(area_mm2)]
    return chosen


def _ways_to_both(first: Floats, second: Floats) -> Floats:
    """Return those of the directions (D, 3) to one face that lead to the other too, from either side."""
    both: Floats = first[(np.abs(first @ second.T) > SAME_WAY).any(axis=1)]
    return both


def _is_mark(pocket: Pocket, joint: Joint) -> bool:
    is_shallow = not at_least(pocket.depth_mm, ENGRAVED * pocket.width_mm)
    if is_shallow and at_least(ENGRAVED_MM, joint.length_mm):
        return True
    return at_least(LETTER_MM, joint.length_mm) and not pocket.through


def _is_raised_mark(holder: Feature, joint: Joint, marks: Collection[FaceId]) -> bool:
    """Whether a corner outside pockets is a letter's or a mark's, by the limits that hold inside them.

    Only bosses and protrusions have a width to go by; what belongs to anything else may be a mark's.
    """
    if not at_least(ENGRAVED_MM, joint.length_mm):
        return False
    if at_least(LETTER_MM, joint.length_mm) or any(face in marks for face in joint.faces):
        return True
    match holder:
        case Boss():
            return not at_least(holder.height_mm, ENGRAVED * holder.diameter_mm)
        case Protrusion():
            return not at_least(holder.height_mm, ENGRAVED * holder.width_mm)
    return True


def _is_shaped(common: list[Feature], run: Vector) -> bool:
    """Whether an edge runs along a slot that has both its faces, at its floor or under its neck."""
    slots = [each for each in common if isinstance(each, Slot)]
    return any(each.axis is None or abs(float(each.axis @ run)) < SQUARE_SINE for each in slots)


def _is_swept(neck: Vector | None, run: Vector) -> bool:
    """Whether an edge runs along the disc of a T-slot cutter that comes through a neck, if there is one."""
    return neck is not None and abs(float(neck @ run)) < SQUARE_SINE


def _nearest(features: list[Feature]) -> list[Feature]:
    """Choose the feature that a corner belongs to, given those of either face; none where there is none."""
    if any(each.kind in SQUARED_INSIDE for each in features):
        return []
    holders = [each for each in features if each.kind in HOLDERS]
    return sorted(holders, key=lambda each: (HOLDERS.index(each.kind), len(each.faces), each.fid))[:1]
