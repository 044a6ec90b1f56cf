"""Holes of real parts against the manifest's count of whole inner cylinders, which was made by other means.

The manifest counts the steps of a counterbore one by one, and neither partial holes nor splines.
"""

from collections import Counter

import pytest

from engine.features.hole import Hole
from engine.features.holes.stages import HoleType, StageShape
from tests.support.corpus import manifest, needs_corpus, part
from tests.support.parts_holes import holes_in

pytestmark = [pytest.mark.corpus, needs_corpus]

ALIKE = [
    "cnc/nist_ctc_01_asme1_rd.stp",
    "cnc/nist_ctc_04_asme1_rd.stp",
    "cnc/nist_ftc_06_asme1_rd.stp",
    "cnc/XY_Plate_v1.step",
    "cnc/featuretype.step",
    "cnc/io1-cm-214.stp",
    "cnc/test_task_166.stp",
    "cnc/Barrel_Body.stp",
    "sheet-metal/0086_ski_part_with_hole.step",
    "sheet-metal/nist_ctc_03_asme1_ap242.stp",
]


def holes_of_file(name: str) -> list[Hole]:
    return holes_in(part(f"real/{name}"))


def cylinders(holes: list[Hole]) -> Counter[float]:
    stages = [stage for hole in holes for stage in hole.stages if stage.shape is StageShape.CYLINDER]
    return Counter(round(stage.diameter_mm, 2) for stage in stages)


@pytest.mark.parametrize("name", ALIKE)
def test_every_whole_inner_cylinder_is_a_stage_of_a_hole(name):
    (line,) = (each["round_holes_mm"] for each in manifest() if each["file"] == f"real/{name}")
    expected: Counter[float] = Counter()
    for entry in line.split():
        diameter, _, count = entry.partition("x")
        expected[round(float(diameter), 2)] += int(count or 1)
    assert cylinders(holes_of_file(name)) == expected


def test_a_plate_has_its_counterbored_holes_one_by_one():
    holes = [hole for hole in holes_of_file("cnc/XY_Plate_v1.step") if round(hole.diameter_mm, 2) == 3.1]
    assert len(holes) == 32
    assert {hole.hole_type for hole in holes} == {HoleType.COUNTERBORE}
    for hole in holes:
        shapes = [(str(stage.shape), round(stage.diameter_mm, 2)) for stage in hole.stages]
        assert shapes == [("chamfer", 9), ("cylinder", 7), ("cylinder", 3.1), ("chamfer", 5.1)]


def test_bores_that_are_all_splines_are_found():
    assert cylinders(holes_of_file("assembly/as1-oc-214_inches.stp")) == {10: 22}


def test_a_round_groove_of_a_real_part_is_no_hole():
    assert holes_of_file("cnc/pockets_5.stp") == []
