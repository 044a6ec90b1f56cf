"""What is quoted as one casting and is not one."""

from dataclasses import replace

import pytest

from engine.model.form import Form
from engine.pricing import one_casting, shell
from tests.support.quoting import alloy, part, table


@pytest.mark.parametrize(
    ("n_bodies", "form", "described"),
    [
        (None, None, None),
        (1, None, None),
        (1, Form.CAST, None),
        (1, Form.MILLED, None),
        (2, None, "an assembly of 2 bodies"),
        (7, Form.ASSEMBLY, "an assembly of 7 bodies"),
        (None, Form.ASSEMBLY, "an assembly"),
        (1, Form.SHEET, "sheet metal"),
        (None, Form.SHEET, "sheet metal"),
    ],
)
def test_several_bodies_and_sheet_are_reported(
    n_bodies: int | None, form: Form | None, described: str | None
) -> None:
    assert one_casting.described(replace(part(), n_bodies=n_bodies, form=form)) == described


def test_a_price_says_so_and_is_the_same_as_without() -> None:
    plain = shell.price(part(), alloy(), 10, (), table())
    several = shell.price(replace(part(), n_bodies=3), alloy(), 10, (), table())
    assert (plain.notes, plain.several_as_one) == ((), None)
    assert several.notes == ("Quoted as one casting, though the part is an assembly of 3 bodies.",)
    assert several.several_as_one == "an assembly of 3 bodies"
    assert several.total_price == plain.total_price
