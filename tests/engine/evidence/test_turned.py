"""Turned bodies as evidence."""

import pytest

from engine.evidence import turned
from engine.run_context import RunContext
from tests.support import draw, parts_turned
from tests.support.parts import unchecked_part, without_mesh


def test_only_the_turned_bodies_of_a_file_are_reported():
    both = draw.compound(draw.moved(draw.box((40, 30, 20)), (100, 0, 0)), parts_turned.shaft())
    part = unchecked_part(both)
    (found,) = turned.find(RunContext(without_mesh(part)))
    assert all(part.faces[face].body == found.body for face in found.faces)
    assert len(found.faces) == len(part.bodies[found.body].faces)
    assert found.diameter_mm == pytest.approx(30)
    assert found.length_mm == pytest.approx(60)
    assert [groove.diameter_mm for groove in found.grooves] == pytest.approx([16])


def test_a_plate_with_a_boss_gives_none():
    assert turned.find(RunContext(without_mesh(unchecked_part(parts_turned.disc_on_plate())))) == ()
