"""A price table with round numbers, so that tests work prices out by hand."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from engine.model.quote import (
    Alloy,
    CastPart,
    Finish,
    LaborCosts,
    LeadTimes,
    MetalCosts,
    PriceTable,
    PricingModel,
    ShellCosts,
    ToolingCosts,
)

D = Decimal


def alloy(**changes: Any) -> Alloy:
    """Return a metal of 5 g/cm³ at 10 a kilogram that loses nothing in melting."""
    plain = Alloy("a-1", "Plainium", "Made up.", "plain", D(5000), D(10), D(0), D(80), "Made up.")
    return replace(plain, **changes)


def finish(model: PricingModel, cost: str, **changes: Any) -> Finish:
    """Return a finish that takes two days."""
    return replace(Finish(f"f-{model}", f"Finish {model}", "", model, D(cost), 2, ()), **changes)


def table(**changes: Any) -> PriceTable:
    """Return the price table."""
    plain = PriceTable(
        version="by hand",
        envelope_mm=(D(300), D(195), D(290)),
        largest_quantity=1000,
        alloys=(alloy(),),
        finishes=(),
        metal=MetalCosts(yield_share=D("0.5"), return_credit_share=D("0.8"), melting_per_kg=D(2)),
        shell=ShellCosts(
            pattern_per_cm3=D("0.1"),
            coats=5,
            coat_per_cm2=D("0.01"),
            tree=D(40),
            part_gap_mm=D(10),
            sprue_share=D("0.2"),
            most_kg_part=D(60),
            most_kg_part_source="Made up.",
            most_kg_poured=D(100),
            smallest_mm=D(5),
        ),
        tooling=ToolingCosts(
            printed_part=D(5),
            printed_per_cm3=D("0.25"),
            die=D(300),
            die_per_cm2=D(1),
            die_block_per_cm3=D("0.1"),
            die_days=D(20),
        ),
        labor=LaborCosts(
            hourly_rate=D(60),
            order_minutes=D(40),
            setup_minutes=D(60),
            parts_of_setup=50,
            assembly_minutes=D(1),
            cut_off_minutes=D(2),
            cut_off_minutes_per_kg=D(4),
            finishing_minutes_per_100_cm2=D(3),
            inspection_minutes=D(5),
        ),
        margin_share=D("0.25"),
        lead_time=LeadTimes(
            pattern_days=D(2),
            drying_hours_per_coat=D(12),
            casting_days=D(1),
            trees_per_day=D(4),
            parts_finished_per_day=D(100),
            inspection_days=D(1),
            most_days=60,
        ),
    )
    return replace(plain, **changes)


def part(
    volume_cm3: str = "100", area_cm2: str = "200", box_mm: tuple[int, int, int] = (90, 90, 90)
) -> CastPart:
    """Return a part: half a kilogram of plainium."""
    x, y, z = box_mm
    return CastPart(D(volume_cm3), D(area_cm2), (D(x), D(y), D(z)))
