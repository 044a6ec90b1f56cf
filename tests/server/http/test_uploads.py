"""Names of uploaded files, as they are shown and as they are stored."""

import pytest

from server.http.uploads import shown_name, stored_name


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("housing.step", "housing.step"),
        ("C:\\parts\\housing.STEP", "housing.STEP"),
        ("../../etc/Gehäuse Ø4.step", "Gehäuse Ø4.step"),
        ("a\x00b\x1b[31m.step", "ab[31m.step"),
        ("\u202egnp.step", "gnp.step"),
        ("a\x85b\u2028.step", "ab.step"),
        ("", "part"),
        ("x" * 500 + ".step", "x" * 200 + ".step"),
    ],
)
def test_a_shown_name_has_no_folders_and_no_control_characters(sent: str, shown: str) -> None:
    assert shown_name(sent) == shown


@pytest.mark.parametrize(
    ("shown", "stored"),
    [
        ("housing.STEP", "housing.step"),
        ("Gehäuse Ø4.stp", "Geh_use _4.stp"),
        ("..hidden.step", "hidden.step"),
        ("零件" * 100 + ".step", "_" * 200 + ".step"),
        ("result.json", "result.json"),
    ],
)
def test_a_stored_name_is_plain_and_short(shown: str, stored: str) -> None:
    assert stored_name(shown) == stored
