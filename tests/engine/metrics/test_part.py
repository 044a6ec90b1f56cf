"""Whole-part metrics."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.evidence import SectionChange
from engine.model.feature import Kind
from engine.model.part import Body, BodyId, FaceId, Shell
from engine.model.printing import Overhang, Trap
from tests.support.analyses import not_gathered, tray, with_features
from tests.support.measuring import blend, hole, of_part, with_evidence

TRAY = tray(1.2)
ALL = TRAY.assessed.prepared.part.bodies[0].shells[0]
SEALED = Shell((FaceId(3),), is_closed=True, is_void=True, volume_mm3=12.0)
OPEN = Shell((FaceId(2),), is_closed=False, is_void=False, volume_mm3=0.0)


def made_of(*bodies: tuple[Shell, ...]) -> Analysis:
    part = TRAY.assessed.prepared.part
    made = tuple(Body(BodyId(at), "", shells, 1.0, 1.0, is_valid=True) for at, shells in enumerate(bodies))
    prepared = replace(TRAY.assessed.prepared, part=replace(part, bodies=made))
    return replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))


def test_size_volume_and_faces_are_those_drawn() -> None:
    fin = 70 * 22 * 1.2
    assert of_part(TRAY, "part.volume_mm3").value == pytest.approx(120 * 80 * 30 - 110 * 70 * 26 + fin)
    assert of_part(TRAY, "part.max_dimension_mm").value == pytest.approx(120.0)
    assert of_part(TRAY, "part.min_dimension_mm").value == pytest.approx(30.0)
    assert of_part(TRAY, "part.face_count").value == len(ALL.faces)


def test_one_closed_shell_has_no_fault() -> None:
    found = of_part(TRAY, "part.solid_fault_count")
    assert (found.value, found.note, found.faces) == (0.0, "", ())
    assert of_part(TRAY, "part.void_count").value == 0.0
    assert of_part(TRAY, "part.open_shell_count").value == 0.0
    assert of_part(TRAY, "part.body_count").value == 1.0


def test_every_kind_of_fault_is_counted_and_named() -> None:
    analysis = made_of((ALL, SEALED), (OPEN,), (ALL,))
    found = of_part(analysis, "part.solid_fault_count")
    assert found.value == 4.0
    assert found.note == "Found: 2 further bodies, 1 open shell, 1 sealed hollow."
    assert of_part(analysis, "part.body_count").value == 3.0
    assert of_part(analysis, "part.open_shell_count").value == 1.0
    assert of_part(analysis, "part.open_shell_count").faces == OPEN.faces


def test_a_sealed_hollow_is_counted_and_pointed_at() -> None:
    found = of_part(made_of((ALL, SEALED)), "part.void_count")
    assert (found.value, found.faces) == (1.0, SEALED.faces)
    assert found.note == "1 hollow of 12 mm³ in all."
    assert found.location is not None
    np.testing.assert_array_equal(found.location, TRAY.assessed.prepared.part.faces[3].inner_point)
    assert of_part(made_of((ALL, SEALED)), "part.void_volume_mm3").value == 12.0


def test_hollows_of_an_open_shell_cannot_be_reported() -> None:
    found = of_part(made_of((OPEN,)), "part.void_count")
    assert np.isnan(found.value)
    assert "open shell" in found.reason


def test_bodies_that_close_and_are_unsound_are_counted_and_named() -> None:
    part = TRAY.assessed.prepared.part
    doubtful = Body(BodyId(0), "lid", (ALL,), 1.0, 1.0, is_valid=False)
    gaping = Body(BodyId(1), "", (OPEN,), 1.0, 1.0, is_valid=False)
    for bodies, count in (((doubtful,), 1.0), ((gaping,), 0.0), ((doubtful, gaping), 1.0)):
        prepared = replace(TRAY.assessed.prepared, part=replace(part, bodies=bodies))
        analysis = replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))
        assert of_part(analysis, "part.unsound_body_count").value == count
        note = of_part(analysis, "part.solid_fault_count").note
        assert ("faces that cross each other or miss their edges, in 'lid'." in note) == (
            gaping not in bodies
        )


def ceiling(face: int, span_mm: float, reach_mm: float = 5.0) -> Overhang:
    place = frozen([0.0, 0.0, 0.0])
    return Overhang(FaceId(face), 90.0, 0.0, 9.0, span_mm, reach_mm, np.inf, 0.0, 0.0, place, None)


def trap(walls: tuple[int, ...], *openings_mm: float) -> Trap:
    faces = tuple(FaceId(face) for face in walls)
    place = frozen([0.0, 0.0, 0.0])
    return Trap(9.0, 0.0, 4.0, openings_mm, 0.0, place, None, faces[:1] if openings_mm else faces, faces)


def test_the_widest_ceiling_over_the_tightest_hollow_is_reported() -> None:
    hangs = (ceiling(1, 12.0), ceiling(2, 30.0), ceiling(3, np.inf, 7.0), ceiling(4, 50.0))
    for traps, widest in (
        ((), 0.0),
        ((trap((0, 1)),), 12.0),
        ((trap((0, 1)), trap((2, 5))), 30.0),
        ((trap((0, 1)), trap((4, 5), 2.0)), 12.0),
        ((trap((3,)),), 7.0),
        ((trap((4, 1), 2.0),), 12.0),
    ):
        analysis = with_evidence(TRAY, traps=traps, overhangs=hangs)
        assert of_part(analysis, "part.trapped_span_mm").value == widest
    for missing in ({"traps": None}, {"overhangs": not_gathered("overhangs")}):
        analysis = with_evidence(TRAY, **({"traps": (), "overhangs": ()} | missing))
        assert np.isnan(of_part(analysis, "part.trapped_span_mm").value)


def test_the_walls_of_the_part_are_summed_up() -> None:
    assert of_part(TRAY, "part.thickness.min").value == pytest.approx(1.2)
    field = TRAY.assessed.prepared.fields["thickness"].values
    area = TRAY.assessed.prepared.area_of_triangle
    mean = (area * field[TRAY.assessed.prepared.mesh.triangles].mean(axis=1)).sum() / area.sum()
    assert of_part(TRAY, "part.thickness.mean").value == pytest.approx(mean)
    assert of_part(TRAY, "part.thickness.cv").value > 0.5
    assert of_part(TRAY, "part.thickness.median").value == pytest.approx(5.0)
    assert of_part(TRAY, "part.thickness.max").value == pytest.approx(120.0)


def test_the_strongest_change_of_section_speaks_for_the_part() -> None:
    here, there = frozen([0.0, 0.0, 0.0]), frozen([1.0, 0.0, 0.0])
    slight = SectionChange(FaceId(0), 5.0, here, FaceId(1), 4.0, there)
    strong = SectionChange(FaceId(2), 6.0, here, FaceId(3), 2.0, there)
    found = of_part(with_evidence(TRAY, section_changes=(slight, strong)), "part.thickness.section_ratio")
    assert (found.value, found.faces) == (3.0, (2, 3))
    none = of_part(with_evidence(TRAY, section_changes=()), "part.thickness.section_ratio")
    assert np.isnan(none.value)
    assert none.reason == "no face lies over a section that could be measured"


def test_faces_of_low_draft_are_counted() -> None:
    upright = sum(abs(face.inner_normal[2]) < 0.5 for face in TRAY.assessed.prepared.part.faces)
    assert of_part(TRAY, "part.low_draft_count").value == upright


def test_features_are_counted_by_kind() -> None:
    analysis = with_features(TRAY, hole(0), hole(1), blend(Kind.FILLET, 2))
    assert of_part(analysis, "part.hole_count").value == 2.0
    assert of_part(analysis, "part.fillet_count").value == 1.0
    assert of_part(analysis, "part.round_count").value == 0.0
    assert of_part(analysis, "part.unexplained_area_share").value == 0.25
