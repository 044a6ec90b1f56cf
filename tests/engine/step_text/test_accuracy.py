"""How exactly a file says that its shape is drawn, in millimeters."""

import pytest

from engine.step_text.accuracy import accuracy_mm

HALF = b"#7=UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(0.5),#3,'distance_accuracy_value','');"
SPACED = b"#9 = UNCERTAINTY_MEASURE_WITH_UNIT ( LENGTH_MEASURE( 2.E-003 ), #3, 'x', '' ) ;"


def test_an_accuracy_is_reported_in_millimeters_whatever_the_unit() -> None:
    assert accuracy_mm(HALF, "MILLIMETRE") == 0.5
    assert accuracy_mm(HALF, "INCH") == pytest.approx(12.7)
    assert accuracy_mm(HALF, "metre") == 500.0


def test_programs_may_put_spaces_and_exponents() -> None:
    assert accuracy_mm(SPACED, "MILLIMETRE") == 0.002


def test_the_same_accuracy_may_be_reported_twice() -> None:
    assert accuracy_mm(HALF + HALF, "MILLIMETRE") == 0.5


@pytest.mark.parametrize(
    ("data", "unit"), [(b"", "MILLIMETRE"), (HALF + SPACED, "MILLIMETRE"), (HALF, "FURLONG"), (HALF, "")]
)
def test_none_is_reported_where_the_file_leaves_it_open(data: bytes, unit: str) -> None:
    assert accuracy_mm(data, unit) is None
