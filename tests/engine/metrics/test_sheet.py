"""Sheet metal metrics of the part."""

import math
from typing import Any

import pytest

from engine.model.arrays import frozen
from engine.model.evidence import OddThickness, SheetBody, SheetForm
from engine.model.part import BodyId, FaceId
from tests.support.analyses import tray
from tests.support.measuring import of_part, with_evidence

TRAY = tray(1.2)
HERE, THERE = frozen([1.0, 2.0, 3.0]), frozen([1.0, 2.0, 9.0])


def seen(**changes: Any) -> SheetBody:
    """Describe a bent sheet of 1.5 mm, with changes."""
    values: dict[str, Any] = {
        "body": BodyId(0),
        "form": SheetForm.BENT,
        "reason": "It has bends.",
        "thickness_mm": 1.5,
        "uncertainty_mm": 0.01,
        "skin_share": 0.97,
        "uniform_share": 1.0,
        "is_uniform": True,
        "odd": None,
        "bends": (),
        "skins": ((FaceId(0),), (FaceId(1),)),
        "panels": ((FaceId(0), FaceId(1)),),
        "edges": (),
    }
    return SheetBody(**{**values, **changes})


def of_sheets(name: str, *sheets: SheetBody) -> Any:
    return of_part(with_evidence(TRAY, sheets=sheets), f"part.sheet.{name}")


@pytest.mark.parametrize(
    ("form", "degree"),
    [
        (SheetForm.BENT, 2),
        (SheetForm.FLAT, 1),
        (SheetForm.CREASED, 1),
        (SheetForm.UNBENT, 1),
        (SheetForm.NONE, 0),
    ],
)
def test_the_form_says_how_sure_it_is(form: SheetForm, degree: float) -> None:
    found = of_sheets("form", seen(form=form))
    assert (found.value, found.note) == (degree, "It has bends.")


def test_of_several_bodies_the_least_like_a_sheet_counts() -> None:
    lump = seen(form=SheetForm.NONE, reason="It is a lump.", skin_share=0.3)
    assert of_sheets("form", seen(), lump).value == 0
    assert of_sheets("form", lump, lump).note == "Body 0: It is a lump."
    assert of_sheets("share", seen(), lump).value == 0.3


def test_the_thickness_is_seen_between_both_skins() -> None:
    for name in ("thickness_mm", "common_thickness_mm"):
        found = of_sheets(name, seen())
        assert (found.value, found.uncertainty) == (1.5, 0.01)
        start, end = found.witness
        assert math.dist(start, end) == pytest.approx(1.5)


def test_a_sheet_thicker_in_places_has_no_common_thickness_and_says_where() -> None:
    odd = OddThickness(FaceId(4), 6.0, HERE, THERE)
    found = of_sheets("common_thickness_mm", seen(uniform_share=0.9, is_uniform=False, odd=odd))
    assert (found.value, found.faces) == (0.0, (4,))
    assert found.note == "It is 1.50 mm for the most part and 6.00 mm here."
    assert [end.tolist() for end in found.witness] == [HERE.tolist(), THERE.tolist()]
    assert of_sheets("uniform_share", seen(uniform_share=0.9, odd=odd)).value == 0.9
    assert of_sheets("common_thickness_mm", seen(uniform_share=0.97, odd=odd)).value == 1.5


@pytest.mark.parametrize(("other_mm", "value"), [(1.57, 1.5), (1.6, 0.0)])
def test_bodies_have_a_common_thickness_within_what_gauges_differ_by(other_mm: float, value: float) -> None:
    assert of_sheets("common_thickness_mm", seen(), seen(thickness_mm=other_mm)).value == value


def test_what_has_no_skins_has_no_thickness() -> None:
    nothing = seen(form=SheetForm.NONE, thickness_mm=math.nan, skins=((), ()), skin_share=0.0)
    for name in ("thickness_mm", "common_thickness_mm"):
        found = of_sheets(name, nothing)
        assert math.isnan(found.value)
        assert found.reason == "nothing of the part lies between two skins"


def test_what_was_not_gathered_is_not_claimed() -> None:
    for name in ("form", "share", "uniform_share", "thickness_mm", "common_thickness_mm"):
        found = of_part(TRAY, f"part.sheet.{name}")
        assert math.isnan(found.value)
        assert found.reason.startswith("sheets were not gathered")
