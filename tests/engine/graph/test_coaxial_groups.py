"""Walls with a gap between them that lie on one cylinder or cone, and near twins that do not."""

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.graph import build, coaxial_groups
from engine.model.surface import Cone, Cylinder
from tests.support import draw
from tests.support.parts import part_of


def families(shape: TopoDS_Shape, kind: type) -> list[int]:
    """Return how many outer walls lie on each surface, in ascending order."""
    part = part_of(shape)
    groups = [
        faces
        for group, faces in sorted(build.build(part).faces_of_group.items())
        if isinstance(part.faces[group].surface, kind) and part.faces[group].sense > 0
    ]
    return sorted(len(family) for family in coaxial_groups.find(part, groups))


def web_between(above: float, off: float = 0.0) -> TopoDS_Shape:
    """Draw a web with a stud of radius 5 below and one of radius `above` above it, `off` its axis."""
    web = draw.box((40, 40, 4), (-20, -20, -2))
    return draw.fuse(web, draw.cylinder(5, 12, (0, 0, -12)), draw.cylinder(above, 12, (off, 0, 0)))


def taper_between(below: float) -> TopoDS_Shape:
    """Draw a web across a taper from radius 8 at z = 0 to `below` at 8; above the web it goes from 5 to 3."""
    web = draw.box((40, 40, 4), (-20, -20, 8))
    return draw.fuse(web, draw.cone(8, below, 8), draw.cone(5, 3, 8, (0, 0, 12)))


def test_studs_above_and_below_a_web_lie_on_one_cylinder():
    assert families(web_between(5.0), Cylinder) == [2]


@pytest.mark.parametrize(("above", "off"), [(5.02, 0.0), (5.0, 0.02)])
def test_another_radius_or_axis_is_another_cylinder(above, off):
    assert families(web_between(above, off), Cylinder) == [1, 1]


def test_a_taper_with_a_web_across_it_lies_on_one_cone():
    assert families(taper_between(6.0), Cone) == [2]


@pytest.mark.parametrize("below", [5.95, 9.0])
def test_another_lean_is_another_cone(below):
    assert families(taper_between(below), Cone) == [1, 1]


def test_two_bodies_share_no_cylinder():
    apart = draw.compound(draw.cylinder(5, 10), draw.cylinder(5, 10, (0, 0, 20)))
    assert families(apart, Cylinder) == [1, 1]
