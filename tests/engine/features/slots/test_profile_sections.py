"""Sections of grooves that two planes make, where their planes meet and where they do not."""

import math
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from engine.features.slots import profile_sections
from engine.features.slots.slot_context import SlotContext
from engine.model.face_graph import Convexity
from engine.model.surface import Plane


def wall(lean_deg: float, offset_mm: float) -> SimpleNamespace:
    """Make a flat wall along y that leans so far from upright about the origin, its middle off that line."""
    lean = math.radians(lean_deg)
    normal = np.array([math.cos(lean), 0.0, math.sin(lean)])
    middle = offset_mm * np.array([-math.sin(lean), 0.0, math.cos(lean)])
    return SimpleNamespace(surface=Plane(middle, normal), inner_normal=normal, inner_point=middle)


def found_between(*walls: SimpleNamespace) -> list[profile_sections.Section]:
    """Find sections of two walls that meet in a hollow of 60° round the point (0, 5, 0)."""
    meeting = SimpleNamespace(
        groups=(0, 1), convexity=Convexity.CONCAVE, angle_deg=300.0, midpoint=np.array([0.0, 5.0, 0.0])
    )
    context = SimpleNamespace(
        part=SimpleNamespace(faces=walls), adjacency=SimpleNamespace(meetings=[meeting], of_group={})
    )
    return profile_sections.find(cast(SlotContext, context))


def test_the_tip_of_a_groove_is_where_its_walls_meet():
    (section,) = found_between(wall(30.0, 4.0), wall(150.0, -7.0))
    assert section.middle == pytest.approx([0.0, 5.0, 0.0], abs=1e-12)
    assert abs(section.along) == pytest.approx([0.0, 1.0, 0.0])


@pytest.mark.parametrize("other_deg", [30.0, 210.0, 30.05])
def test_walls_whose_planes_are_parallel_make_no_groove_though_their_facets_meet_in_one(other_deg):
    assert found_between(wall(30.0, 4.0), wall(other_deg, 4.0)) == []
