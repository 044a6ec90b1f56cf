"""What can be cast at all: size, longest side to longest side, and mass."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.errors import OutsideEnvelope, TooHeavy
from engine.pricing import envelope, price_table
from tests.support.quoting import D, alloy, table

ROOM = (300, 195, 290)


@pytest.mark.parametrize("sides", [(300, 195, 290), (195, 290, 300), (10, 299.99, 20)])
def test_a_part_fits_however_it_lies_in_its_file(sides: tuple[float, ...]) -> None:
    envelope.check(sides, ROOM)


@pytest.mark.parametrize("sides", [(300.01, 10, 10), (200, 200, 200), (291, 290.5, 100)])
def test_a_part_that_fits_no_way_is_refused_with_both_boxes(sides: tuple[float, ...]) -> None:
    with pytest.raises(OutsideEnvelope) as refused:
        envelope.check(sides, ROOM)
    assert " x ".join(f"{side:g}" for side in sides) in str(refused.value)
    assert "300 x 195 x 290" in str(refused.value)


def test_a_part_below_the_smallest_is_refused_by_its_longest_side() -> None:
    envelope.check_smallest((1, 5, 2), 5)
    with pytest.raises(OutsideEnvelope, match=r"is 1 x 4\.99 x 2 mm; castings are made from 5 mm on"):
        envelope.check_smallest((1, 4.99, 2), 5)


@pytest.mark.parametrize(
    ("furnace_kg", "shell_kg", "part_kg", "heaviest_kg"),
    [
        (80, 100, 60, "40.000"),  # of 80 kg poured, half is part
        (80, 100, 30, "30.000"),  # a shell is not made for more
        (200, 100, 60, "50.000"),  # a shell holds 100 kg
        (D("7.7777"), 100, 60, "3.888"),  # 3.88885, and never more than that
    ],
)
def test_the_heaviest_part_is_what_shell_and_furnace_allow(
    furnace_kg: Decimal, shell_kg: Decimal, part_kg: Decimal, heaviest_kg: str
) -> None:
    costs = replace(table().shell, most_kg_part=D(part_kg), most_kg_poured=D(shell_kg))
    limited = alloy(most_kg_poured=D(furnace_kg))
    assert envelope.heaviest_kg(limited, table(shell=costs)) == D(heaviest_kg)


def test_a_part_heavier_than_what_is_poured_is_refused_with_both_masses() -> None:
    envelope.check_mass(D(40), alloy(), table())
    with pytest.raises(TooHeavy) as refused:
        envelope.check_mass(D("40.0000001"), alloy(), table())
    assert str(refused.value) == (
        "the part weighs 40.001 kg in Plainium; castings of it are made up to 40 kg"
    )


def test_the_shipped_alloys_are_cast_up_to_what_their_furnace_pours() -> None:
    shipped = price_table.shipped()
    heaviest = {each.family: envelope.heaviest_kg(each, shipped) for each in shipped.alloys}
    assert heaviest["stainless steel"] == 20  # 22 by the furnace, 20 by the shell
    assert heaviest["aluminum"] == heaviest["cobalt alloy"] == D("13.75")  # 25 kg × 0.55
