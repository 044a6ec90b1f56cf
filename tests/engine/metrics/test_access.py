"""Access metrics, on what cutters are said to reach."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.access import BodyAccess, BodySetups, Obstruction, Patch, Setup, ToolAccess
from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.part import BodyId, FaceId
from tests.support.analyses import face_at, tray, with_features
from tests.support.measuring import hole, measure, of_face, of_part, with_evidence

TRAY = tray(1.2)
FACE, OTHER = face_at(TRAY, (0, 40, 15)), face_at(TRAY, (120, 40, 15))
UP, ASIDE = frozen([0.0, 0.0, 1.0]), frozen([1.0, 0.0, 0.0])


def obstructed(
    obstruction: Obstruction, share: float = 1.0, tilted: float = 1.0, cutter_mm: float = 0.0
) -> Analysis:
    """Return the tray with one face that cutters reach so far; all others are reached."""
    count = len(TRAY.assessed.prepared.part.faces)
    shares = np.ones((3, count))
    shares[:, FACE] = share, share, tilted
    cutters = np.zeros(count)
    cutters[FACE] = cutter_mm
    obstructions = [Obstruction.NONE] * count
    obstructions[FACE] = obstruction
    places = {} if obstruction is Obstruction.NONE else {FACE: frozen([0.0, 40.0, 12.0])}
    access = ToolAccess(
        (),
        frozen(shares[0]),
        frozen(shares[1]),
        frozen(shares[2]),
        frozen(cutters),
        tuple(obstructions),
        places,
    )
    return with_evidence(TRAY, tool_access=access)


@pytest.mark.parametrize(
    ("obstruction", "tilted", "note"),
    [
        (
            Obstruction.SLENDER,
            1.0,
            "A cutter stiff enough to get that deep is 4.5 mm thick and finds no room.",
        ),
        (Obstruction.TILTED, 1.0, "A tilted tool sees it."),
        (Obstruction.COVERED, 0.0, "It is hidden from all sides."),
        (Obstruction.COVERED, 0.75, "25% of it is hidden from all sides."),
    ],
)
def test_an_obstructed_face_says_what_is_in_the_way_and_where(
    obstruction: Obstruction, tilted: float, note: str
) -> None:
    analysis = obstructed(obstruction, 0.25, tilted, cutter_mm=4.5)
    found = of_face(analysis, "access.obstruction", FACE)
    assert (found.value, found.note, found.faces) == (float(obstruction), note, (FACE,))
    assert found.location is not None
    assert found.location.tolist() == [0.0, 40.0, 12.0]
    assert of_face(analysis, "access.obstruction", OTHER).value == 0.0


def test_shares_and_the_stiff_cutter_are_reported() -> None:
    analysis = obstructed(Obstruction.SLENDER, 0.25, 0.5, cutter_mm=4.5)
    assert of_face(analysis, "access.share", FACE).value == 0.25
    assert of_face(analysis, "access.tilted_share", FACE).value == 0.5
    assert of_face(analysis, "access.cutter_diameter", FACE).value == 4.5
    assert of_face(analysis, "access.share", OTHER).value == 1.0


def test_a_feature_is_as_obstructed_as_its_worst_face_and_its_share_goes_by_area() -> None:
    analysis = obstructed(Obstruction.TILTED, 0.0)
    part = analysis.assessed.prepared.part
    table = measure(with_features(analysis, hole(FACE, OTHER)))
    (index,) = (each.index for each in table.subjects if each.kind == "HOLE")
    assert table.values["access.obstruction"][index].value == 2.0
    area, other = part.faces[FACE].area_mm2, part.faces[OTHER].area_mm2
    assert table.values["access.share"][index].value == pytest.approx(other / (area + other))


@pytest.mark.parametrize(
    ("obstruction", "count"),
    [(Obstruction.NONE, 0), (Obstruction.SLENDER, 0), (Obstruction.TILTED, 1), (Obstruction.COVERED, 1)],
)
def test_faces_that_nothing_sees_are_gathered_and_counted(obstruction: Obstruction, count: int) -> None:
    analysis = obstructed(obstruction, 0.0, 0.0)
    assert of_part(analysis, "part.inaccessible_count").value == count
    area = analysis.assessed.prepared.part.faces[FACE].area_mm2
    assert of_part(analysis, "part.inaccessible_area_mm2").value == pytest.approx(count * area)
    subjects = measure(analysis, "inaccessible_faces").subjects
    gathered = [each.fid for each in subjects if "inaccessible_faces" in each.sets]
    assert gathered == [FACE] * count


def test_what_was_not_gathered_is_not_measured() -> None:
    for metric in ("access.share", "access.tilted_share", "access.obstruction", "access.cutter_diameter"):
        found = of_face(TRAY, metric, FACE)
        assert np.isnan(found.value)
        assert found.reason.startswith("ways of tools were not gathered")
    assert np.isnan(of_part(TRAY, "part.setup_count").value)
    assert np.isnan(of_part(TRAY, "part.inaccessible_count").value)


def test_setups_are_counted_and_say_what_they_are_needed_for() -> None:
    first = Setup(UP, False, (FACE, OTHER), (OTHER,), True)
    second = Setup(ASIDE, True, (FACE,), (FACE,), True)
    body = BodySetups(BodyId(0), (first, second), True, ())
    drilled = with_features(TRAY, hole(FACE))
    found = of_part(with_evidence(drilled, setups=(body,)), "part.setup_count")
    assert (found.value, found.faces) == (2.0, (FACE,))
    assert found.note == f"Setup 2, chucked +X, is needed for hole {FACE} (Ø6.00)."
    guessed = replace(body, setups=(first, second, replace(second, is_turning=False)), is_exact=False)
    found = of_part(with_evidence(drilled, setups=(body, guessed)), "part.setup_count")
    assert found.value == 3.0
    assert found.note.endswith("A smaller number may do.")
    holding = replace(body, setups=(first, replace(second, forced_by=(), is_forced=False)))
    found = of_part(with_evidence(drilled, setups=(holding,)), "part.setup_count")
    assert (found.value, found.faces, found.location) == (2.0, (), None)
    assert found.note.endswith(" holds the blank by a side that is left as it is.")
    alone = of_part(with_evidence(drilled, setups=(replace(body, setups=(first,)),)), "part.setup_count")
    assert (alone.value, alone.note, alone.faces) == (1.0, "", ())


def test_what_shares_leave_open_is_reported_as_uncertain() -> None:
    access = obstructed(Obstruction.SLENDER, 0.85).assessed.evidence.tool_access
    assert access is not None
    errors = tuple(int(face == FACE) for face in range(len(access.obstruction_of_face)))
    analysis = with_evidence(TRAY, tool_access=replace(access, obstruction_error_of_face=errors))
    assert of_face(analysis, "access.obstruction", FACE).uncertainty == 1.0
    assert of_face(analysis, "access.obstruction", OTHER).uncertainty == 0.0
    body = BodySetups(BodyId(0), (Setup(UP, False, (FACE,), (), False),), True, (), count_error=1)
    assert of_part(with_evidence(TRAY, setups=(body,)), "part.setup_count").uncertainty == 1.0


def test_the_ways_to_a_face_are_those_that_reach_nearly_all_of_it() -> None:
    patches = (
        Patch(FACE, 0.5, (0, 1)),
        Patch(FACE, 0.45, (0,)),
        Patch(OTHER, 0.5, (1,)),
        Patch(OTHER, 0.5, (0,)),
    )
    body = BodyAccess(BodyId(0), frozen([UP, ASIDE]), False, patches)
    access = obstructed(Obstruction.NONE).assessed.evidence.tool_access
    assert access is not None
    ways = replace(access, bodies=(body,)).ways_to_face()
    assert ways[FACE].tolist() == [[0.0, 0.0, 1.0]]
    assert ways[OTHER].tolist() == []
    assert FaceId(10_000) not in ways
