"""The price of a casting, worked out by hand from a table of round numbers."""

from dataclasses import fields, replace
from decimal import Decimal
from itertools import pairwise

import pytest

from engine.errors import InvalidOption, OutsideEnvelope
from engine.model.quote import Breakdown, PricingModel
from engine.pricing import price_table, shell
from tests.support.quoting import alloy, finish, part, table


def test_one_part_costs_what_its_metal_shell_and_labor_cost() -> None:
    # 100 cm³ at 5 g/cm³: 0.5 kg, 1 kg poured, 0.5 kg returned at 80 %: 0.6 kg at 10, and 2 for melting
    # pattern 10, 5 coats on 200 cm²: 10, a tree for one: 40
    # 100 min setup, 1 + 2 + 4 × 0.5 + 3 × 2 + 5 = 16 min, at 1 a minute
    quoted = shell.price(part(), alloy(), 1, (), table())
    assert quoted.breakdown == Breakdown(
        Decimal("8.00"), Decimal("60.00"), Decimal("116.00"), Decimal("0.00"), Decimal("46.00")
    )
    assert quoted.unit_price == quoted.total_price == Decimal("230.00")
    assert quoted.weight_kg == Decimal("0.500")


def test_an_order_shares_trees_and_setups() -> None:
    # 3 × 1 × 2 = 6 places in the envelope (or less turned), a fifth of them the sprue's: 4 on a tree
    quoted = shell.price(part(), alloy(), 10, (), table())
    assert quoted.parts_per_tree == 4
    assert quoted.breakdown.shell_cost == Decimal("30.00")
    assert quoted.breakdown.labor_cost == Decimal("26.00")
    # 8 + 30 + 26 = 64, a quarter on top
    assert (quoted.unit_price, quoted.total_price) == (Decimal("80.00"), Decimal("800.00"))


def test_metal_lost_in_melting_is_paid() -> None:
    lossy = shell.price(part(), alloy(melt_loss_share=Decimal("0.1")), 1, (), table())
    assert lossy.breakdown.metal_cost == Decimal("9.00")


@pytest.mark.parametrize(
    ("model", "cost", "quantity", "expected"),
    [
        (PricingModel.PER_PART, "3", 7, "3.00"),
        (PricingModel.PER_AREA_CM2, "0.02", 7, "4.00"),
        (PricingModel.PER_KG, "5", 7, "2.50"),
        (PricingModel.PER_ORDER, "70", 7, "10.00"),
    ],
)
def test_a_finish_is_priced_by_its_model(
    model: PricingModel, cost: str, quantity: int, expected: str
) -> None:
    quoted = shell.price(part(), alloy(), quantity, [finish(model, cost)], table())
    assert quoted.breakdown.post_processing_cost == Decimal(expected)


def test_all_shipped_alloys_and_finishes_keep_the_promises_of_a_price() -> None:
    shipped = price_table.shipped()
    for metal in shipped.alloys:
        for thing in (part("3.3", "17.9", (21, 30, 8)), part("871.7", "1490.3", (290, 190, 280))):
            prices = [shell.price(thing, metal, n, shipped.finishes, shipped) for n in range(1, 420, 3)]
            for quoted in prices:
                parts = quoted.breakdown
                every = [getattr(parts, each.name) for each in fields(parts)]
                assert sum(every) == quoted.unit_price
                assert all(amount == amount.quantize(Decimal("0.01")) for amount in every)
                assert quoted.total_price == quoted.unit_price * quoted.quantity
            assert all(b.unit_price <= a.unit_price for a, b in pairwise(prices))
            assert all(a.lead_time_days <= b.lead_time_days for a, b in pairwise(prices))


def test_a_heavier_metal_and_a_larger_surface_cost_more() -> None:
    shipped = price_table.shipped()
    aluminum, steel = shipped.alloys[0], shipped.alloys[1]
    assert (
        shell.price(part(), steel, 5, (), shipped).breakdown.metal_cost
        > shell.price(part(), aluminum, 5, (), shipped).breakdown.metal_cost
    )
    smooth, ribbed = part(), part(area_cm2="300")
    assert (
        shell.price(ribbed, steel, 5, (), shipped).breakdown.shell_cost
        > shell.price(smooth, steel, 5, (), shipped).breakdown.shell_cost
    )


def test_a_finish_that_does_not_suit_the_metal_is_priced_and_said_so() -> None:
    strange = finish(PricingModel.PER_PART, "1", name="Tinning", suits=("copper", "iron"))
    quoted = shell.price(part(), alloy(), 1, [strange], table())
    assert quoted.notes == ("Tinning is meant for copper and iron; Plainium is none of these.",)
    assert shell.price(part(), alloy(family="iron"), 1, [strange], table()).notes == ()


@pytest.mark.parametrize("quantity", [0, -3, 1001])
def test_a_quantity_out_of_range_is_refused(quantity: int) -> None:
    with pytest.raises(InvalidOption, match=f"quantity is {quantity}; it must be from 1 to 1000"):
        shell.price(part(), alloy(), quantity, (), table())


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"volume_cm3": Decimal(0)}, "volume_cm3"),
        ({"surface_area_cm2": Decimal("NaN")}, "surface_area_cm2"),
        ({"box_mm": (Decimal(1), Decimal("Infinity"), Decimal(1))}, "y_mm"),
    ],
)
def test_a_measure_that_is_no_positive_number_is_refused(change: dict[str, object], name: str) -> None:
    with pytest.raises(InvalidOption, match=f"{name} is .*; it must be a number above 0"):
        shell.price(replace(part(), **change), alloy(), 1, (), table())  # type: ignore[arg-type]


def test_a_finish_named_twice_is_refused() -> None:
    twice = [finish(PricingModel.PER_PART, "1")] * 2
    with pytest.raises(InvalidOption, match="is named 2 times"):
        shell.price(part(), alloy(), 1, twice, table())


def test_a_part_beyond_the_envelope_has_no_price() -> None:
    with pytest.raises(OutsideEnvelope):
        shell.price(part(box_mm=(301, 10, 10)), alloy(), 1, (), table())
