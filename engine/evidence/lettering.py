"""Which steps in a wall are letters by their shape, however deep they are for the wall.

A letter is one level with sides all round, made of strokes: it is narrow for its size, and its outline is not
convex. Two and more side by side, of one height on one ground and not all alike, are lettering; two alike are
where one of them is a letter elsewhere on the part. A row of equal grooves, a recess for a label and a single
logo are none; a hyphen among letters is one of them.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from engine.graph import extents
from engine.graph.neighborhoods import neighbors
from engine.graph.rectangles import in_plane
from engine.model.analysis import PreparedPart
from engine.model.arrays import Floats, Vector
from engine.model.part import FaceId, Part
from engine.tolerances import LENGTH_FLOOR_MM, at_least

NEIGHBOR_SIZES = 2.0
"""The middle of the next letter is at most so many times the larger one's size away: a letter and a gap."""
HULL_SHARE = 0.8
"""What fills more of its convex hull is no letter but a recess, or a stop. That bounds the strokes too: twice
the area of a hull over its outline is at most half of its size, so a stroke is at most 0.4 of it wide."""
LARGEST_MM = 20.0
"""Larger letters are the shape of the part where they are deep for its wall."""
DEEPEST_STROKES = 5.0
"""Letters are at most so many widths of their strokes deep: deeper ones are slots. Numbers sunk 2.5 mm into
printed parts have strokes of half a millimeter."""
DEEPEST_MM = 3.0
"""Nor deeper than that, however wide their strokes are; Sprue's judgment: usual marks are 0.2 to 2.5 mm."""
SLACK = 0.05
"""Share of the height of a step by which what is between two may leave it: they stand on a curved ground."""
SAME_HEIGHT = 0.02
"""Letters of one line are equally high within this share, more than what drafts and blends of sides leave."""
SAME_AREA = 0.02
"""Letters whose areas differ by less may be the same letter."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A side that leads from one level to another."""

    levels: frozenset[FaceId]
    faces: frozenset[FaceId]
    """The side and its blends."""
    up: Vector
    """From the lower level to the higher one."""
    low_mm: float
    high_mm: float
    """From where to where it goes along that."""

    @property
    def height_mm(self) -> float:
        """How high it is."""
        return self.high_mm - self.low_mm

    def spans(self, points: Floats) -> bool:
        """Whether some points are no lower and no higher: what comes to a point between two sides."""
        rises = points @ self.up
        slack_mm = SLACK * self.height_mm + LENGTH_FLOOR_MM
        return bool(self.low_mm - slack_mm <= rises.min() and rises.max() <= self.high_mm + slack_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Letter:
    """A letter, or a hyphen among letters."""

    level: FaceId
    """Its floor, or its top where it stands out."""
    steps: tuple[Step, ...]
    """All round it."""
    stroke_mm: float
    """How wide its strokes are: two areas over the length of the outline."""


@dataclass(frozen=True, slots=True, eq=False)
class _Glyph:
    letter: Letter
    height_mm: float
    area_mm2: float
    size_mm: float
    middle: Vector
    is_letter: bool


def find(prepared: PreparedPart, steps: Sequence[Step]) -> list[Letter]:
    """Return the letters that steps lead round."""
    steps_of_level: dict[FaceId, list[Step]] = defaultdict(list)
    for step in steps:
        for level in step.levels:
            steps_of_level[level].append(step)
    glyphs_of_ground: dict[FaceId, list[_Glyph]] = defaultdict(list)
    for level, own in steps_of_level.items():
        if _are_all_round(prepared, level, own):
            ground = _ground(prepared.part, level, own)
            if ground is not None:
                glyphs_of_ground[ground].append(_glyph(prepared.part, level, own))
    lines = [
        line
        for glyphs in glyphs_of_ground.values()
        for line in _groups(glyphs, lambda glyph: glyph.height_mm, SAME_HEIGHT)
    ]
    letters_of_line = [_letters(line) for line in lines]
    known = [each for letters in letters_of_line if _differ(letters) for each in letters]
    found: list[Letter] = []
    for line, letters in zip(lines, letters_of_line, strict=True):
        if any(_are_alike(each, other) for each in letters for other in known):
            largest_mm = max(each.size_mm for each in letters)
            found += [each.letter for each in line if each.size_mm <= largest_mm]
    return found


def _letters(line: Sequence[_Glyph]) -> list[_Glyph]:
    """Return those of a line that have the shape of letters, each beside another one."""
    return [each for each in line if each.is_letter and _has_neighbor(each, line)]


def _differ(letters: Sequence[_Glyph]) -> bool:
    return len(_groups(letters, lambda each: each.area_mm2, SAME_AREA)) > 1


def _are_alike(glyph: _Glyph, other: _Glyph) -> bool:
    """Whether two are one letter by their areas, sizes and heights."""
    return all(
        at_least((1.0 + share) * min(one, another), max(one, another))
        for one, another, share in (
            (glyph.area_mm2, other.area_mm2, SAME_AREA),
            (glyph.size_mm, other.size_mm, SAME_AREA),
            (glyph.height_mm, other.height_mm, SAME_HEIGHT),
        )
    )


def _are_all_round(prepared: PreparedPart, level: FaceId, steps: Sequence[Step]) -> bool:
    """Whether nothing but the steps, and what comes to a point between them, lies beside a level."""
    members = set[FaceId]().union(*(step.faces for step in steps))
    return all(
        face in members or any(step.spans(extents.border(prepared.part, face)) for step in steps)
        for face in neighbors(prepared.graph, (level,))
    )


def _ground(part: Part, level: FaceId, steps: Sequence[Step]) -> FaceId | None:
    """Return the largest level that steps lead to from a smaller one; None where all are smaller."""
    others = set[FaceId]().union(*(step.levels for step in steps)) - {level}
    largest = max(others, key=lambda each: (part.faces[each].area_mm2, each), default=None)
    return (
        largest if largest is not None and part.faces[largest].area_mm2 > part.faces[level].area_mm2 else None
    )


def _glyph(part: Part, level: FaceId, steps: Sequence[Step]) -> _Glyph:
    face = part.faces[level]
    edges = [part.edges[edge] for loop in face.loops for edge in loop.edges]
    stroke_mm = 2.0 * face.area_mm2 / max(sum(edge.length_mm for edge in edges), LENGTH_FLOOR_MM)
    hull_mm2, size_mm = _hull(np.concatenate([edge.points for edge in edges]), face.inner_normal)
    height_mm = max(step.height_mm for step in steps)
    is_letter = (
        at_least(LARGEST_MM, size_mm)
        and at_least(HULL_SHARE * hull_mm2, face.area_mm2)
        and at_least(min(DEEPEST_MM, DEEPEST_STROKES * stroke_mm), height_mm)
    )
    letter = Letter(level, tuple(steps), stroke_mm)
    return _Glyph(letter, height_mm, face.area_mm2, size_mm, face.centroid, is_letter)


def _has_neighbor(glyph: _Glyph, line: Sequence[_Glyph]) -> bool:
    return any(
        each.is_letter
        and each is not glyph
        and at_least(
            NEIGHBOR_SIZES * max(each.size_mm, glyph.size_mm),
            float(np.linalg.norm(each.middle - glyph.middle)),
        )
        for each in line
    )


def _hull(points: Floats, normal: Vector) -> tuple[float, float]:
    """Return the area of the convex hull of points as seen along a normal, and how long that is."""
    flat = points @ in_plane(normal).T
    try:
        hull = ConvexHull(flat)
    except QhullError:
        return 0.0, 0.0
    corners = flat[hull.vertices]
    return float(hull.volume), float(np.linalg.norm(corners[:, None] - corners[None], axis=2).max())


def _groups(items: Sequence[T], value_of: Callable[[T], float], share: float) -> list[list[T]]:
    """Gather items whose values follow one another within a share."""
    groups: list[list[T]] = []
    for item in sorted(items, key=value_of):
        if groups and value_of(item) <= value_of(groups[-1][-1]) * (1.0 + share):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups
