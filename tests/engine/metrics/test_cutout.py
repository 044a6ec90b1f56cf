"""Cut-out metrics."""

import math

import numpy as np
import pytest

from engine.model.arrays import frozen
from engine.model.evidence import Cutout, Gap
from engine.model.part import FaceId
from tests.support.analyses import tray, with_features
from tests.support.measuring import hole, measure, of_feature, with_evidence

TRAY = with_features(tray(1.2), hole(through=True, uncertainty_mm=0.02))
EDGE = Gap(4.5, 0.03, (frozen([0, 0, 0]), frozen([4.5, 0, 0])), (FaceId(1), FaceId(2)))
NO_BEND = Gap(math.inf, 0.0, None, ())
CUT = with_evidence(TRAY, cutouts=(Cutout(0, 6.0, 1.5, EDGE, NO_BEND),))


@pytest.mark.parametrize(
    ("name", "value", "uncertainty"),
    [
        ("cutout.width", 6.0, 0.02),
        ("cutout.width_over_thickness", 4.0, 5 * 0.02 / 1.5),
        ("cutout.edge_distance", 4.5, 0.03),
        ("cutout.edge_distance_over_thickness", 3.0, 0.02),
        ("cutout.bend_distance", math.inf, 0.0),
        ("cutout.bend_distance_over_thickness", math.inf, 0.0),
        ("cutout.margin_over_thickness", 3.0, 0.02),
    ],
)
def test_a_cutout_has_the_measures_it_was_found_with(name: str, value: float, uncertainty: float) -> None:
    found = of_feature(CUT, name)
    assert (found.value, found.uncertainty) == pytest.approx((value, uncertainty))


def test_a_margin_is_seen_between_both_borders() -> None:
    found = of_feature(CUT, "cutout.edge_distance_over_thickness")
    assert found.witness is not None
    np.testing.assert_array_equal(found.witness, EDGE.witness)
    assert found.location == pytest.approx([2.25, 0, 0])
    assert found.faces == (1, 2)
    assert found.note == "4.50 mm are left in a sheet of 1.50 mm."


@pytest.mark.parametrize(
    ("bend_mm", "value"), [(5.3, 3.0), (5.2, 5.2 / 1.5 - 0.5), (0.75, 0.0), (0.6, 0.0), (0.0, 0.0)]
)
def test_a_margin_ends_half_a_thickness_before_a_bend(bend_mm: float, value: float) -> None:
    """4.5 mm to the edge are three thicknesses; a bend is as near where it is 5.25 mm away."""
    to_bend = Gap(bend_mm, 0.0, None, (FaceId(3),))
    found = of_feature(
        with_evidence(TRAY, cutouts=(Cutout(0, 6.0, 1.5, EDGE, to_bend),)), "cutout.margin_over_thickness"
    )
    assert found.value == pytest.approx(value)
    assert found.faces == ((1, 2) if bend_mm > 5.25 else (3,))


def test_only_what_goes_through_a_sheet_is_a_cutout() -> None:
    assert "cutouts" in measure(CUT, "cutouts").subjects[1].sets
    plain = measure(TRAY, "cutouts")
    assert "cutouts" not in plain.subjects[1].sets
    assert not plain.values["cutout.width"]


def test_a_hole_in_a_bend_has_a_width_and_no_margin() -> None:
    in_bend = with_evidence(TRAY, cutouts=(Cutout(0, 6.0, 1.5, None, None),))
    assert of_feature(in_bend, "cutout.width").value == 6.0
    assert not measure(in_bend).values["cutout.edge_distance"]
    assert not measure(in_bend).values["cutout.margin_over_thickness"]
