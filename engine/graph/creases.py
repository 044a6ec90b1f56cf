"""Finds where flat panels of a sheet meet in a sharp inner edge, as folds drawn without a radius do.

A blank can be folded to such panels when creases join all of them, no way from panel to panel comes back to
where it began, and none of them stands on another with a crease on both its sides. The tray of a mold fails
at its corners, a rib at its foot.
"""

from collections.abc import Iterable, Sequence

from engine.graph import neighborhoods, outlines, rings
from engine.graph.coaxial import AxisLine
from engine.model.face_graph import Convexity, FaceGraph, Joint
from engine.model.part import FaceId, Line, Part

HALF_TURN_DEG = 180.0
"""A border that turns by more about a point goes round it."""


def can_be_folded(part: Part, graph: FaceGraph, panels: Sequence[tuple[FaceId, ...]]) -> bool:
    """Whether panels (groups of skins back to back) hang together over creases, in a way folding leaves."""
    panel_of_group = {group: index for index, panel in enumerate(panels) for group in panel}
    plate_of_group, n_plates = _plates(part, graph, panels)
    folds: set[tuple[int, int]] = set()
    met: dict[tuple[int, int], set[FaceId]] = {}
    for joint in _creases(part, graph, sorted(panel_of_group)):
        groups = [FaceId(int(graph.group_of_face[face])) for face in joint.faces]
        if not all(group in panel_of_group for group in groups):
            continue
        for group, other in (groups, groups[::-1]):
            met.setdefault((panel_of_group[group], panel_of_group[other]), set()).add(group)
        if all(group in plate_of_group for group in groups):
            first, second = sorted(plate_of_group[group] for group in groups)
            if first != second:
                folds.add((first, second))
    if any(_has_both_sides(part, groups) for groups in met.values()):
        return False
    return n_plates > 1 and _is_tree(n_plates, sorted(folds))


def _plates(
    part: Part, graph: FaceGraph, panels: Sequence[tuple[FaceId, ...]]
) -> tuple[dict[FaceId, int], int]:
    """Separate the plates of each panel; return by group which it belongs to, and how many there are.

    Where the ends of a plate lie flush with the skin of another, one group may be the skin of several: it is
    left out. The side of the panel with more groups decides how many there are.
    """
    plate_of_group: dict[FaceId, int] = {}
    n_plates = 0
    for panel in panels:
        sides = _sides(part, panel)
        finer, coarser = (sides[0], sides[1]) if len(sides[0]) >= len(sides[1]) else (sides[1], sides[0])
        for group in finer:
            plate_of_group[group] = n_plates
            n_plates += 1
        for group in coarser:
            backs = [each for each in finer if len(finer) == 1 or _lies_behind(part, graph, group, each)]
            if len(backs) == 1:
                plate_of_group[group] = plate_of_group[backs[0]]
    return plate_of_group, n_plates


def _sides(part: Part, groups: Iterable[FaceId]) -> tuple[list[FaceId], list[FaceId]]:
    """Split groups by the way they face."""
    ascending = sorted(groups)
    first = part.faces[ascending[0]].inner_normal
    sides: tuple[list[FaceId], list[FaceId]] = ([], [])
    for group in ascending:
        sides[float(part.faces[group].inner_normal @ first) < 0.0].append(group)
    return sides


def _lies_behind(part: Part, graph: FaceGraph, group: FaceId, other: FaceId) -> bool:
    """Whether the inner point of the other group lies behind a flat one: inside an odd number of borders."""
    face = part.faces[group]
    line = AxisLine(part.faces[other].inner_point, face.inner_normal)
    loops = neighborhoods.border_loops(part, graph.faces_of_group[group])
    around = [rings.turn_deg(outlines.points(part, loop), line) for loop in loops]
    return sum(abs(turn_deg) > HALF_TURN_DEG for turn_deg in around) % 2 == 1


def _creases(part: Part, graph: FaceGraph, groups: Sequence[FaceId]) -> list[Joint]:
    faces = sorted(face for group in groups for face in graph.faces_of_group[group])
    indices = sorted({index for face in faces for index in graph.joints_of_face[face]})
    return [
        joint
        for joint in (graph.joints[index] for index in indices)
        if joint.convexity == Convexity.CONCAVE
        and joint.faces[1] >= 0
        and isinstance(part.edges[joint.edge].curve, Line)
    ]


def _has_both_sides(part: Part, groups: set[FaceId]) -> bool:
    """Whether one of two panels meets the other with both its skins: it stands on it."""
    return all(_sides(part, groups))


def _is_tree(n_plates: int, folds: Sequence[tuple[int, int]]) -> bool:
    """Whether folds join all plates, and no way over folds comes back to where it began."""
    root = list(range(n_plates))

    def top(plate: int) -> int:
        while root[plate] != plate:
            plate = root[plate]
        return plate

    for first, second in folds:
        a, b = top(first), top(second)
        if a == b:
            return False
        root[max(a, b)] = min(a, b)
    return len(folds) == n_plates - 1
