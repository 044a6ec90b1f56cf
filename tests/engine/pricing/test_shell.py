"""The price of a casting, worked out by hand from a table of round numbers."""

from dataclasses import fields, replace
from decimal import Decimal
from itertools import pairwise

import pytest

from engine.errors import InvalidOption, OutsideEnvelope, TooHeavy
from engine.model.quote import Breakdown, PricingModel
from engine.pricing import price_table, shell
from tests.support.quoting import alloy, finish, part, table


def test_one_part_costs_what_its_metal_shell_and_labor_cost() -> None:
    # 100 cm³ at 5 g/cm³: 0.5 kg, 1 kg poured, 0.5 kg returned at 80 %: 0.6 kg at 10, and 2 for melting
    # pattern 10, 5 coats on 200 cm²: 10, a tree for one: 40
    # 40 min for the order, 60 for setup, 1 + 2 + 4 × 0.5 + 3 × 2 + 5 = 16 min, at 1 a minute
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
            assert all(b.total_price > a.total_price for a, b in pairwise(prices))
            assert all(a.lead_time.days <= b.lead_time.days for a, b in pairwise(prices))


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


def test_a_part_smaller_than_what_is_cast_has_no_price() -> None:
    assert shell.price(part("0.01", "0.5", box_mm=(5, 1, 1)), alloy(), 1, (), table()).unit_price > 0
    with pytest.raises(OutsideEnvelope, match="castings are made from 5 mm on"):
        shell.price(part("0.01", "0.5", box_mm=(4, 1, 1)), alloy(), 1, (), table())


def test_a_part_beyond_the_pourable_mass_has_no_price() -> None:
    # 5 g/cm³: 8000 cm³ are 40 kg, with the sprue the 80 kg that the furnace pours
    assert shell.price(part("8000", "3000", (200, 195, 290)), alloy(), 1, (), table()).parts_per_tree == 1
    with pytest.raises(TooHeavy, match=r"weighs 40\.005 kg in Plainium; castings of it are made up to 40 kg"):
        shell.price(part("8001", "3000", (200, 195, 290)), alloy(), 1, (), table())


def test_the_order_goes_on_being_shared_where_runs_and_trees_are_full() -> None:
    # by itself: 8 + 20 + 16 = 44; a full tree 10, a full run 60 / 50 = 1.20; the order 40 min, at 1 a minute
    for quantity, unit_price in ((100, "69.50"), (400, "69.13"), (1000, "69.05")):
        # (44 + 10 + 1.20 + 40 / quantity) × 1.25
        assert shell.price(part(), alloy(), quantity, (), table()).unit_price == Decimal(unit_price)


def test_a_total_does_not_fall_where_the_unit_price_would_lose_a_cent() -> None:
    # A price of 1.25 by itself: 125 parts at most share; 10 / 126 would round to less than 10 / 125.
    cheap = table(
        shell=replace(table().shell, pattern_per_cm3=Decimal("0.01"), coats=0, tree=Decimal(0)),
        metal=replace(table().metal, melting_per_kg=Decimal(0)),
        labor=replace(
            table().labor,
            order_minutes=Decimal(100),
            setup_minutes=Decimal(0),
            assembly_minutes=Decimal(0),
            cut_off_minutes=Decimal(0),
            cut_off_minutes_per_kg=Decimal(0),
            finishing_minutes_per_100_cm2=Decimal(0),
            inspection_minutes=Decimal(0),
        ),
    )
    free = alloy(cost_per_kg=Decimal(0))
    prices = [shell.price(part(), free, n, (), cheap) for n in range(1, 1001)]
    assert prices[124].unit_price == prices[999].unit_price == Decimal("2.25")  # (1 + 100 / 125) × 1.25
    assert prices[123].unit_price == Decimal("2.26")  # (1 + 100 / 124) × 1.25 = 2.258
    assert all(b.unit_price <= a.unit_price for a, b in pairwise(prices))
    assert all(b.total_price >= a.total_price for a, b in pairwise(prices))


@pytest.mark.parametrize("sides", [(5, 5, 5), (21, 30, 8), (90, 90, 90), (290, 190, 280)])
def test_totals_never_fall_at_the_edges_of_runs_trees_and_rounding(sides: tuple[int, int, int]) -> None:
    shipped = price_table.shipped()
    x, y, z = sides
    thing = part(str(x * y * z / 8000), str((x * y + y * z + z * x) / 50), sides)
    for metal in shipped.alloys[:2]:
        for finishes in ((), shipped.finishes):
            near = {n + d for n in (2, 12, 250, 332, 1000, 1512, 5000, 99_995) for d in range(-1, 5)}
            prices = [shell.price(thing, metal, n, finishes, shipped) for n in sorted(near)]
            own = int(prices[-1].unit_price * 100)
            edge = [shell.price(thing, metal, n, finishes, shipped) for n in range(own - 90, own + 10)]
            for row in (prices, edge):
                for a, b in pairwise(row):
                    assert b.total_price > a.total_price
                    assert b.unit_price <= a.unit_price


def test_rounding_leaves_members_that_add_up_to_the_rounded_price() -> None:
    # 0.333… of metal and as much of shell, labor and finish round to 0.33 each, their sum to 1.33
    third = Decimal(1) / 3
    assert shell._rounded([third] * 4, table(margin_share=Decimal(0))) == Breakdown(
        Decimal("0.34"), Decimal("0.33"), Decimal("0.33"), Decimal("0.33"), Decimal("0.00")
    )


def test_a_lead_time_by_arrangement_is_reported() -> None:
    soon = shell.price(part(), alloy(), 100, (), table())
    late = shell.price(part(), alloy(), 1000, (), table())
    assert (soon.lead_time.is_by_arrangement, soon.notes) == (False, ())
    assert (late.lead_time.is_by_arrangement, late.lead_time.days) == (True, 60)
    assert late.notes == ("The lead time is by arrangement: the order takes more than 60 working days.",)
