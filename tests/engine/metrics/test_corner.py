"""Sharp internal corners, some of them in holes."""

from dataclasses import replace

import numpy as np
import pytest

from engine.model.analysis import Analysis
from engine.model.arrays import frozen
from engine.model.evidence import Marks
from engine.model.face_graph import Convexity, Joint
from engine.model.feature import Kind
from engine.model.metric import Domain, Measured
from engine.model.part import EdgeId, FaceId
from tests.support.analyses import tray, with_features
from tests.support.measuring import blend, hole, measure, of_part, with_evidence

NOTCH, REST_OF_NOTCH, FLOOR_OF_HOLE = EdgeId(4), EdgeId(6), EdgeId(7)


def joint(edge: EdgeId, faces: tuple[int, int], angle_deg: float) -> Joint:
    first, second = (FaceId(face) for face in faces)
    angles = (angle_deg - 10.0, angle_deg - 20.0, angle_deg)
    place = frozen([float(edge), 0.0, 0.0])
    return Joint(edge, (first, second), *angles, Convexity.CONCAVE, 12.5, place)


def cornered() -> Analysis:
    """Draw a tray with one sharp notch of two edges and one sharp edge at the floor of an 8 mm hole."""
    analysis = with_features(tray(), hole(1, 2, diameter_mm=8.0))
    joints = (
        joint(REST_OF_NOTCH, (5, 8), 280.0),
        joint(NOTCH, (5, 3), 270.0),
        joint(FLOOR_OF_HOLE, (1, 2), 265.0),
    )
    graph = replace(analysis.assessed.prepared.graph, joints=joints)
    prepared = replace(analysis.assessed.prepared, graph=graph)
    analysis = replace(analysis, assessed=replace(analysis.assessed, prepared=prepared))
    return with_evidence(
        analysis,
        sharp_corners=(NOTCH, FLOOR_OF_HOLE),
        corners_in_cuts=(FLOOR_OF_HOLE,),
        edges_of_corner={NOTCH: (NOTCH, REST_OF_NOTCH), FLOOR_OF_HOLE: (FLOOR_OF_HOLE,)},
    )


def of_corner(metric: str, edge: EdgeId) -> Measured:
    table = measure(cornered())
    index = next(each.index for each in table.subjects if each.edge == edge)
    return table.values[metric][index]


def test_a_corner_is_as_sharp_as_at_its_sharpest() -> None:
    assert of_corner("corner.angle", NOTCH).value == 280.0
    assert of_corner("corner.angle", FLOOR_OF_HOLE).value == 265.0


def test_a_corner_is_as_long_as_all_its_edges() -> None:
    assert of_corner("corner.length", NOTCH).value == 25.0
    assert of_corner("corner.length", FLOOR_OF_HOLE).value == 12.5


def test_a_corner_in_a_hole_knows_the_hole_and_another_none() -> None:
    assert of_corner("corner.hole_diameter", FLOOR_OF_HOLE).value == 8.0
    assert of_corner("corner.hole_diameter", NOTCH).value == np.inf


def test_corners_are_subjects_of_their_own() -> None:
    corners = [each for each in measure(cornered()).subjects if each.domain == Domain.CORNER]
    assert [each.label for each in corners] == [
        "the corner between face 3 (flat, 1,540 mm²) and face 5 (flat, 2,400 mm²)",
        "the corner between face 1 (wall of hole Ø8.00) and face 2 (wall of hole Ø8.00)",
    ]
    assert corners[0].faces == (3, 5, 8)
    assert corners[0].location.tolist() == [4.0, 0.0, 0.0]
    assert all(each.sets == ("sharp_internal_corners",) for each in corners)
    assert of_part(cornered(), "part.sharp_corner_count").value == 2.0


def test_corners_with_a_fillet_and_without_one_are_weighed_by_their_length() -> None:
    """The notch is 25 long, and the edge in the hole is not counted."""
    for length_mm, share in ((0.0, 1.0), (75.0, 0.25)):
        analysis = with_features(cornered(), blend(Kind.FILLET, length_mm=length_mm))
        table = measure(analysis)
        found = [each.value for each in table.values["corner.bare_share"].values()]
        assert found == pytest.approx([share, share])


def test_a_corner_at_the_side_of_a_letter_is_the_letters_and_no_bare_one() -> None:
    """One of the two edges of the notch is the letter's: 12.5 mm are left bare, and 75 have a fillet."""
    lettered = with_evidence(cornered(), marks=Marks({FaceId(3): 0.7}, {}, {}))
    table = measure(with_features(lettered, blend(Kind.FILLET, length_mm=75.0)))
    assert [each.value for each in table.values["corner.mark_height"].values()] == [0.7, np.inf]
    shares = [each.value for each in table.values["corner.bare_share"].values()]
    assert shares == pytest.approx([12.5 / 87.5] * 2)


def test_a_corner_of_a_low_step_round_a_shaft_is_as_low_and_bare_all_the_same() -> None:
    stepped = with_evidence(cornered(), marks=Marks({}, {}, {FaceId(3): 0.7}))
    table = measure(with_features(stepped, blend(Kind.FILLET, length_mm=75.0)))
    assert [each.value for each in table.values["corner.mark_height"].values()] == [0.7, np.inf]
    assert [each.value for each in table.values["corner.bare_share"].values()] == pytest.approx([0.25] * 2)
