"""A body of uniform thickness, seen as two skins and the edges between them.

The thickness is the one at which most of the body's area lies: two flat sides that face away from each other,
or two coaxial cylinders or cones. What joins the two skins are edges: the outline, the walls of holes and
cut-outs. A flat plate is a sheet as far as its geometry can show, and so is the even wall of a molded box;
folding shows in bends. Of a part that arrives as triangles, what they were sorted into may be no plane or
cylinder at all: its faces may also be skin by their thickness as it was measured.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine import tolerances
from engine.graph import curved_skins, neighborhoods, opposite_by_planes, outlines
from engine.graph.curved_skins import SAME_THICKNESS, SkinPair
from engine.model.arrays import Ints
from engine.model.face_graph import FaceGraph
from engine.model.part import Body, FaceId, Part
from engine.model.surface import Plane
from engine.tolerances import PARALLEL_COSINE

EDGE_WIDTH = 1.5
"""An edge face is at most this many thicknesses wide: beveled edges are 1.4."""

BEVEL_WIDTH = 0.4
"""A round or bevel that breaks the edge of a sheet is at most this many thicknesses wide."""

BETWEEN_BEVELS = 0.55
"""What lies between two of them is as wide as the sheet is thick at most, by half along each."""

PLATE_MM, PLATE_WIDE, PLATE_SHARE = 6.0, 5.0, 0.985
"""A plate that is cut through many times is sheet up to this thickness, from so many thicknesses of width on
(its outline taken as a square), where this share of it, edges left out, is its two faces."""

SAME_SHEET = 0.1
"""What is formed out of a sheet (louvers, dimples, corners) and what is known by measuring is as thick as the
sheet to within this share."""

SMALLEST_SKIN = 2.0
"""A face is known to be skin by measuring when it is so many thicknesses wide, taken as a square: facets of
holes may measure what is left to the next hole."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A body seen as a sheet of one thickness."""

    thickness_mm: float
    area_share: float
    """Share of the body's area that lies in skins."""
    skin_share: float
    """The same without the edges: what is missing are embosses, hardware and other thicknesses. What lies
    between bevels counts as missing, for bevels all round are a mill's more often than a sheet's."""
    skins: tuple[tuple[FaceId, ...], tuple[FaceId, ...]]
    """Faces of both skins, ascending, the one with the largest face first."""
    edges: tuple[FaceId, ...]
    """Faces that join the skins, ascending."""
    panels: tuple[tuple[FaceId, ...], ...]
    """Groups of the skins that lie back to back, ascending, in the order of their first: flats, and bends."""
    skin_area_mm2: float
    """Of both skins."""


@dataclass(frozen=True, slots=True, eq=False)
class _Skins:
    thickness_mm: float
    area_mm2: float
    opposites: dict[FaceId, list[FaceId]]
    """By skin the groups opposite to it."""


def thickness(part: Part, graph: FaceGraph, body: Body, pairs: list[SkinPair]) -> tuple[float, float] | None:
    """Return the thickness that explains most of a body, and what share of its area that is.

    `pairs` are the body's pairs of curved skins. None when nothing of the body lies back to back.
    """
    best = _best(part, graph, body, pairs)
    return None if best is None else (best.thickness_mm, best.area_mm2 / body.area_mm2)


def of_body(
    part: Part, graph: FaceGraph, body: Body, measured_mm: Mapping[FaceId, float] | None = None
) -> Sheet | None:
    """See a body as a sheet of the thickness that explains most of it; None when it has none at all.

    `measured_mm` is how thick the body is behind faces: those where that is the sheet's thickness are skin.
    """
    best = _best(part, graph, body, curved_skins.pairs(part, graph, body))
    if best is None:
        return None
    plate = _plate(part, graph, body, best)
    return _sheet(part, graph, body, plate or _with_measured(part, graph, best, measured_mm or {}))


def _with_measured(part: Part, graph: FaceGraph, best: _Skins, measured_mm: Mapping[FaceId, float]) -> _Skins:
    """Add the groups that are as thick as the sheet, with nothing known to lie opposite to them."""
    off_mm2: dict[FaceId, float] = {}
    for face, thick_mm in sorted(measured_mm.items()):
        group = FaceId(int(graph.group_of_face[face]))
        is_off = abs(thick_mm - best.thickness_mm) > SAME_SHEET * best.thickness_mm
        off_mm2[group] = off_mm2.get(group, 0.0) + is_off * part.faces[face].area_mm2
    added = [
        group
        for group, area_mm2 in off_mm2.items()
        if group not in best.opposites
        and area_mm2 <= 0.5 * _area_mm2(part, graph, group)
        and _area_mm2(part, graph, group) >= (SMALLEST_SKIN * best.thickness_mm) ** 2
    ]
    area_mm2 = best.area_mm2 + sum(_area_mm2(part, graph, group) for group in added)
    return _Skins(best.thickness_mm, area_mm2, best.opposites | {group: [] for group in added})


def _sheet(part: Part, graph: FaceGraph, body: Body, best: _Skins) -> Sheet:
    """See a body as a sheet with some skins."""
    rest = sorted({FaceId(int(graph.group_of_face[face])) for face in body.faces} - set(best.opposites))
    edges = _edges(part, graph, rest, best.opposites, EDGE_WIDTH * best.thickness_mm)
    edge_mm2 = sum(_area_mm2(part, graph, group) for group in edges)
    bevels = _edges(part, graph, edges, best.opposites, BEVEL_WIDTH * best.thickness_mm)
    others = [group for group in rest if group not in edges]
    edges += _edges(part, graph, others, bevels, BETWEEN_BEVELS * best.thickness_mm)
    return Sheet(
        thickness_mm=best.thickness_mm,
        area_share=best.area_mm2 / body.area_mm2,
        skin_share=best.area_mm2 / max(body.area_mm2 - edge_mm2, best.area_mm2),
        skins=_sides(part, graph, best.opposites),
        edges=tuple(sorted(face for group in edges for face in graph.faces_of_group[group])),
        panels=_panels({group: others for group, others in best.opposites.items() if others}),
        skin_area_mm2=best.area_mm2,
    )


def _best(part: Part, graph: FaceGraph, body: Body, pairs: list[SkinPair]) -> _Skins | None:
    """Return the skins at the thickness that explains most; of several that explain as much the least."""
    found = opposite_by_planes.find(part, graph, body, pairs)
    best: tuple[float, float, Ints] | None = None
    for thickness_mm in found.thicknesses():
        chosen = np.flatnonzero(np.abs(found.depths_mm - thickness_mm) <= SAME_THICKNESS * thickness_mm)
        skins = np.unique(found.groups[chosen])
        area_mm2 = sum(_area_mm2(part, graph, FaceId(group)) for group in skins.tolist())
        if best is None or area_mm2 > best[0] * (1.0 + SAME_THICKNESS):
            best = area_mm2, thickness_mm, chosen
    if best is None:
        return None
    area_mm2, thickness_mm, chosen = best
    opposites = _opposites(found.groups[chosen].tolist(), found.others[chosen].tolist())
    return _Skins(thickness_mm, area_mm2, opposites)


def _plate(part: Part, graph: FaceGraph, body: Body, best: _Skins) -> _Skins | None:
    """Return both faces of a plate cut through so often that the sides of its webs have more area.

    None for anything but a plate, whose whole body lies between two levels, and where these are the skins.
    """
    groups = sorted({FaceId(int(graph.group_of_face[face])) for face in body.faces} - set(best.opposites))
    flats = [group for group in groups if isinstance(part.faces[group].surface, Plane)]
    if not flats:
        return None
    largest = max(flats, key=lambda group: (_area_mm2(part, graph, group), -group))
    up = part.faces[largest].inner_normal
    edges = sorted({graph.joints[index].edge for face in body.faces for index in graph.joints_of_face[face]})
    heights_mm = np.concatenate([part.edges[edge].points @ up for edge in edges])
    low_mm, high_mm = float(heights_mm.min()), float(heights_mm.max())
    slack_mm = SAME_THICKNESS * (high_mm - low_mm)
    if not 0.0 < high_mm - low_mm <= PLATE_MM:
        return None
    levels: tuple[list[FaceId], list[FaceId]] = ([], [])
    for group in flats:
        face = part.faces[group]
        along, at_mm = float(face.inner_normal @ up), float(face.inner_point @ up)
        if abs(along) >= PARALLEL_COSINE and abs(at_mm - (high_mm if along > 0.0 else low_mm)) <= slack_mm:
            levels[along < 0.0].append(group)
    tops, bottoms = levels
    area_mm2 = sum(_area_mm2(part, graph, group) for group in (*tops, *bottoms))
    plate = _Skins(high_mm - low_mm, area_mm2, dict.fromkeys(tops, bottoms) | dict.fromkeys(bottoms, tops))
    if not tops or not bottoms or _filled_mm2(part, graph, largest) < (PLATE_WIDE * plate.thickness_mm) ** 2:
        return None
    return plate if _sheet(part, graph, body, plate).skin_share >= PLATE_SHARE else None


def _filled_mm2(part: Part, graph: FaceGraph, group: FaceId) -> float:
    """Return the area inside the outer border of a flat group."""
    loops = neighborhoods.border_loops(part, graph.faces_of_group[group])
    normal = part.faces[group].inner_normal
    return max(abs(float(outlines.vector_area(outlines.points(part, loop)) @ normal)) for loop in loops)


def is_as_thick(a_mm: float, b_mm: float) -> bool:
    """Whether two thicknesses are those of one sheet."""
    return abs(a_mm - b_mm) <= SAME_THICKNESS * min(a_mm, b_mm)


def _opposites(groups: list[int], others: list[int]) -> dict[FaceId, list[FaceId]]:
    """Return by skin the groups opposite to it."""
    opposites: dict[FaceId, list[FaceId]] = {}
    for group, other in zip(groups, others, strict=True):
        opposites.setdefault(FaceId(group), []).append(FaceId(other))
    return opposites


def _panels(opposites: dict[FaceId, list[FaceId]]) -> tuple[tuple[FaceId, ...], ...]:
    """Put together what lies back to back."""
    left, panels = set(opposites), []
    for seed in sorted(opposites):
        if seed not in left:
            continue
        left.discard(seed)
        panel, frontier = [seed], [seed]
        while frontier:
            fresh = sorted(left.intersection(opposites[frontier.pop()]))
            left.difference_update(fresh)
            panel.extend(fresh)
            frontier.extend(fresh)
        panels.append(tuple(sorted(panel)))
    return tuple(panels)


def _area_mm2(part: Part, graph: FaceGraph, group: FaceId) -> float:
    return sum(part.faces[face].area_mm2 for face in graph.faces_of_group[group])


def _edges(
    part: Part, graph: FaceGraph, groups: Sequence[FaceId], beside: Collection[FaceId], width_mm: float
) -> list[FaceId]:
    """List the groups at most so wide, taken as strips along their border with others."""
    return [each for each in groups if _is_narrow(part, graph, each, beside, width_mm)]


def _is_narrow(
    part: Part, graph: FaceGraph, group: FaceId, beside: Collection[FaceId], width_mm: float
) -> bool:
    """Whether a group is at most so wide, taken as a strip along its border with some groups."""
    along_mm = sum(
        joint.length_mm
        for joint in neighborhoods.border_joints(graph, graph.faces_of_group[group])
        if any(each >= 0 and FaceId(int(graph.group_of_face[each])) in beside for each in joint.faces)
    )
    return along_mm > 0.0 and tolerances.at_least(width_mm * along_mm, _area_mm2(part, graph, group))


def _sides(
    part: Part, graph: FaceGraph, partners: dict[FaceId, list[FaceId]]
) -> tuple[tuple[FaceId, ...], tuple[FaceId, ...]]:
    """Split the skins: what hangs together is one side, and what lies behind it is the other.

    Skins that nothing is known to lie behind go with the side that they have more border with.
    """
    alone = [group for group, others in partners.items() if not others]
    partners = {group: others for group, others in partners.items() if others}
    members = sorted(face for group in partners for face in graph.faces_of_group[group])
    patches = neighborhoods.connected(graph, members)
    patch_of_group = {
        FaceId(int(graph.group_of_face[face])): index for index, patch in enumerate(patches) for face in patch
    }
    opposites: dict[int, set[int]] = {index: set() for index in range(len(patches))}
    for group, others in partners.items():
        opposites[patch_of_group[group]].update(patch_of_group[other] for other in others)
    largest = [max(part.faces[face].area_mm2 for face in patch) for patch in patches]
    side_of: dict[int, int] = {}
    for seed in sorted(opposites, key=lambda index: (-largest[index], index)):
        if seed in side_of:
            continue
        side_of[seed] = 0
        frontier = [seed]
        while frontier:
            at = frontier.pop()
            for other in sorted(opposites[at]):
                if other not in side_of:
                    side_of[other] = 1 - side_of[at]
                    frontier.append(other)
    sides = tuple(
        {face for index, patch in enumerate(patches) if side_of[index] == side for face in patch}
        for side in (0, 1)
    )
    for group in sorted(alone, key=lambda each: (-_area_mm2(part, graph, each), each)):
        faces = graph.faces_of_group[group]
        beside_mm = [_along_mm(graph, faces, side) for side in sides]
        sides[beside_mm[1] > beside_mm[0]].update(faces)
    return tuple(sorted(sides[0])), tuple(sorted(sides[1]))


def _along_mm(graph: FaceGraph, faces: Sequence[FaceId], side: Collection[FaceId]) -> float:
    """Return how long the border of some faces with a side is."""
    joints = neighborhoods.border_joints(graph, faces)
    return sum(joint.length_mm for joint in joints if any(face in side for face in joint.faces))
