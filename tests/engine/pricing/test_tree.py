"""How many parts are poured together."""

from decimal import Decimal

import pytest

from engine.pricing import tree
from tests.support.quoting import part, table

MOST_KG = Decimal(100)


@pytest.mark.parametrize(
    ("box_mm", "places"),
    [
        ((90, 90, 90), 4),  # 3 × 1 × 2 = 6, less a fifth
        ((90, 185, 135), 4),  # 3 × 1 × 2 = 6 as it lies, less a fifth
        ((300, 195, 290), 1),  # fills the envelope: no room for a gap, and none needed
        ((140, 185, 280), 1),  # 2 places, one of them the sprue's
        ((20, 20, 20), 432),  # 10 × 6 × 9 = 540
    ],
)
def test_parts_stand_in_rows_and_layers(box_mm: tuple[int, int, int], places: int) -> None:
    assert tree.parts_per_tree(part(box_mm=box_mm), Decimal("0.01"), MOST_KG, table()) == places


def test_turning_the_part_in_its_file_changes_nothing() -> None:
    assert {
        tree.parts_per_tree(part(box_mm=box), Decimal("0.01"), MOST_KG, table())
        for box in ((40, 70, 110), (110, 40, 70), (70, 110, 40))
    } == {tree.parts_per_tree(part(box_mm=(40, 70, 110)), Decimal("0.01"), MOST_KG, table())}


def test_what_is_poured_limits_the_tree() -> None:
    light, heavy = Decimal("0.2"), Decimal("30")
    small = part(box_mm=(20, 20, 20))
    assert tree.parts_per_tree(small, light, MOST_KG, table()) == 432
    assert tree.parts_per_tree(small, heavy, MOST_KG, table()) == 3
    assert tree.parts_per_tree(small, heavy, Decimal(59), table()) == 1
    assert tree.parts_per_tree(small, MOST_KG, MOST_KG, table()) == 1
