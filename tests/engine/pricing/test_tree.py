"""How many parts are poured together."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.pricing import tree
from tests.support.quoting import part, table


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
    assert tree.parts_per_tree(part(box_mm=box_mm), Decimal("0.01"), table()) == places


def test_turning_the_part_in_its_file_changes_nothing() -> None:
    assert {
        tree.parts_per_tree(part(box_mm=box), Decimal("0.01"), table())
        for box in ((40, 70, 110), (110, 40, 70), (70, 110, 40))
    } == {tree.parts_per_tree(part(box_mm=(40, 70, 110)), Decimal("0.01"), table())}


def test_the_crucible_limits_the_tree() -> None:
    light, heavy = Decimal("0.2"), Decimal("30")
    few = replace(table(), shell=replace(table().shell, most_kg_poured=Decimal(100)))
    assert tree.parts_per_tree(part(box_mm=(20, 20, 20)), light, few) == 432
    assert tree.parts_per_tree(part(box_mm=(20, 20, 20)), heavy, few) == 3
    assert tree.parts_per_tree(part(box_mm=(20, 20, 20)), Decimal(500), few) == 1
