"""What is measured of the thin shells that were found."""

from dataclasses import replace

import numpy as np
import pytest

from engine.evidence import thin_shell
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.part import BodyId
from engine.model.shell import ShellBody, ShellWall
from engine.run_context import RunContext
from tests.support.analyses import face_at, tray
from tests.support.measuring import of_face, of_part, with_evidence

TRAY = tray(0.0)
FLOOR, SIDE = face_at(TRAY, (30, 40, 0)), face_at(TRAY, (0, 40, 15))
NAMES = (
    "part.shell.nominal_wall_mm",
    "part.shell.thin_share",
    "part.shell.uniform_share",
    "part.shell.flow_in_walls",
    "part.shell.solidity",
    "part.shell.cooling_mm",
)


def with_shells() -> Analysis:
    prepared = TRAY.assessed.prepared
    alone = {face.id: (face.id,) for face in prepared.part.faces}
    prepared = replace(prepared, graph=replace(prepared.graph, faces_of_group=alone))
    flanks = np.zeros(len(prepared.mesh.vertices), dtype=bool)
    shells = thin_shell.find(RunContext(prepared), TRAY.assessed.recognition, flanks)
    return with_evidence(replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared)), shells=shells)


def test_the_tray_is_a_shell_of_its_walls() -> None:
    """Walls 5 mm, floor 4 mm; the walls have more area."""
    analysis = with_shells()
    assert of_part(analysis, "part.shell.nominal_wall_mm").value == pytest.approx(5.0)
    assert of_part(analysis, "part.shell.uniform_share").value == pytest.approx(1.0)
    share = of_part(analysis, "part.shell.thin_share")
    assert (share.value, share.uncertainty) == (pytest.approx(1.0), 0.01)
    assert share.note == "100 % of its surface lies over a wall of about 5.00 mm."


def test_flow_in_walls_is_half_the_diagonal_of_the_skin_over_the_nominal_wall() -> None:
    area_mm2 = TRAY.assessed.prepared.part.area_mm2
    found = of_part(with_shells(), "part.shell.flow_in_walls")
    assert found.value == pytest.approx(np.sqrt(area_mm2 / 2.0) / np.sqrt(2.0) / 5.0)
    assert found.uncertainty == pytest.approx(0.1 * found.value)


def test_solidity_is_volume_over_that_of_a_shell_of_the_nominal_wall() -> None:
    part = TRAY.assessed.prepared.part
    expected = part.volume_mm3 / (5.0 * part.area_mm2 / 2.0)
    assert of_part(with_shells(), "part.shell.solidity").value == pytest.approx(expected)


def test_a_body_cools_as_its_slowest_place_does_and_a_part_as_its_slowest_body() -> None:
    """Walls of 5 mm cool through their edges too, a little."""
    found = of_part(with_shells(), "part.shell.cooling_mm")
    assert found.value == pytest.approx(5.0, rel=0.02)
    assert found.uncertainty == pytest.approx(0.085 * found.value, abs=0.05)
    (shell,) = with_shells().assessed.evidence.shells
    bodies = tuple(replace(shell, body=BodyId(at), cooling_mm=mm) for at, mm in enumerate((5.0, 9.0, 2.0)))
    assert of_part(with_evidence(TRAY, shells=bodies), "part.shell.cooling_mm").value == 9.0


def test_nothing_says_that_a_body_cools_of_which_no_wall_could_be_measured() -> None:
    unknown = ShellBody(BodyId(0), np.nan, 0.0, 0.0, np.nan, np.nan, "No wall.", (), ())
    assert of_part(with_evidence(TRAY, shells=(unknown,)), "part.shell.cooling_mm").value == np.inf


def test_a_floor_is_reported_over_the_nominal_wall_with_both_ends_of_its_thickness() -> None:
    found = of_face(with_shells(), "thickness.over_nominal", FLOOR)
    assert found.value == pytest.approx(0.8)
    assert found.note == "It is 4.00 mm thick where 5.00 mm is nominal."
    assert found.witness is not None
    start, end = found.witness
    assert np.linalg.norm(start - end) == pytest.approx(4.0)
    assert of_face(with_shells(), "thickness.deviation", FLOOR).value == pytest.approx(0.2)
    assert of_face(with_shells(), "thickness.deviation", SIDE).value == pytest.approx(0.0)


def test_a_wall_thicker_than_the_nominal_one_deviates_as_much_as_one_that_is_thinner() -> None:
    point = frozen([0.0, 0.0, 0.0])
    walls = (
        ShellWall(FLOOR, (FLOOR,), 2.0, 2.6, point, point),
        ShellWall(SIDE, (SIDE,), 2.0, 1.4, point, point),
    )
    shell = replace(with_shells().assessed.evidence.shells[0], walls=walls)  # type: ignore[index]
    analysis = with_evidence(TRAY, shells=(shell,))
    assert of_face(analysis, "thickness.over_nominal", FLOOR).value == pytest.approx(1.3)
    assert of_face(analysis, "thickness.deviation", FLOOR).value == pytest.approx(0.3)
    assert of_face(analysis, "thickness.deviation", SIDE).value == pytest.approx(0.3)


def test_what_rests_on_a_nominal_wall_in_doubt_spans_all_that_it_may_be() -> None:
    point = frozen([0.0, 0.0, 0.0])
    (shell,) = with_shells().assessed.evidence.shells
    rival = replace(shell, nominal_mm=2.5, thin_share=0.6, uniform_share=0.3, flow_mm=50.0, solidity=1.6)
    walls = (
        ShellWall(FLOOR, (FLOOR,), 5.0, 4.0, point, point, rival_ratios=(1.6,)),
        ShellWall(SIDE, (SIDE,), 5.0, 8.0, point, point, is_certain=False, rival_ratios=(3.2, 1.0)),
    )
    analysis = with_evidence(TRAY, shells=(replace(shell, walls=walls, rivals=(rival,)),))
    nominal = of_part(analysis, "part.shell.nominal_wall_mm")
    assert nominal.value == pytest.approx(5.0)
    assert nominal.uncertainty == pytest.approx(2.5, abs=0.1)
    for name in ("thin_share", "uniform_share", "solidity"):
        found = of_part(analysis, f"part.shell.{name}")
        assert found.uncertainty == pytest.approx(abs(getattr(rival, name) - getattr(shell, name))), name
    flow = of_part(analysis, "part.shell.flow_in_walls")
    assert flow.uncertainty == pytest.approx(0.1 * flow.value + abs(20.0 - flow.value))
    floor = of_face(analysis, "thickness.over_nominal", FLOOR)
    assert (floor.value, floor.uncertainty) == (pytest.approx(0.8), pytest.approx(0.8, abs=0.05))
    assert floor.note.endswith("Walls of another thickness have as much of the area, for all that is known.")
    side = of_face(analysis, "thickness.over_nominal", SIDE)
    assert (side.value, side.uncertainty) == (pytest.approx(1.0), pytest.approx(2.2, abs=0.1))
    assert side.note.startswith("It is no wall where 5.00 mm is nominal.")


def test_a_wall_whose_thickness_is_in_doubt_strays_from_the_nominal_one_by_no_more_than_is_known() -> None:
    point = frozen([0.0, 0.0, 0.0])
    (shell,) = with_shells().assessed.evidence.shells
    walls = (
        ShellWall(FLOOR, (FLOOR,), 2.0, 2.6, point, point, thickness_error_mm=0.2),
        ShellWall(SIDE, (SIDE,), 2.0, 2.6, point, point),
    )
    analysis = with_evidence(TRAY, shells=(replace(shell, walls=walls),))
    floor, side = (of_face(analysis, "thickness.over_nominal", face) for face in (FLOOR, SIDE))
    assert floor.value == side.value
    assert floor.uncertainty - side.uncertainty == pytest.approx(0.1)


def test_of_several_bodies_the_worst_is_no_shell_and_the_largest_has_the_nominal_wall() -> None:
    (shell,) = with_shells().assessed.evidence.shells
    body = TRAY.assessed.prepared.part.bodies[0]
    small = replace(body, id=BodyId(1), area_mm2=1.0)
    part = replace(TRAY.assessed.prepared.part, bodies=(body, small))
    prepared = replace(TRAY.assessed.prepared, part=part)
    lump = ShellBody(BodyId(1), 9.0, 0.1, 0.1, 27.0, 0.3, "It is a lump.", (FLOOR,), ())
    analysis = replace(TRAY, assessed=replace(TRAY.assessed, prepared=prepared))
    analysis = with_evidence(analysis, shells=(shell, lump))
    assert of_part(analysis, "part.shell.nominal_wall_mm").value == pytest.approx(5.0)
    worst = of_part(analysis, "part.shell.thin_share")
    assert (worst.value, worst.faces, worst.note) == (0.1, (FLOOR,), "It is a lump.")


@pytest.mark.parametrize("name", NAMES)
def test_shells_that_were_not_gathered_are_reported_as_such(name: str) -> None:
    found = of_part(TRAY, name)
    assert np.isnan(found.value)
    assert found.reason.startswith("shells were not gathered")


def test_walls_that_were_not_gathered_are_reported_as_such() -> None:
    assert of_face(TRAY, "thickness.deviation", FLOOR).reason.startswith("shells were not gathered")
