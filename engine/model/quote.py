"""Quotes: what a casting is priced from, the price table, and the price. Money is decimal."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class PricingModel(StrEnum):
    """What the cost of a finish is multiplied with."""

    PER_PART = "per_part"
    PER_AREA_CM2 = "per_area_cm2"
    """Of the part's surface."""
    PER_KG = "per_kg"
    """Of the part's weight."""
    PER_ORDER = "per_order"
    """Once, shared by all parts."""


@dataclass(frozen=True, slots=True)
class Alloy:
    """A metal that is cast."""

    id: str
    name: str
    description: str
    family: str
    density_kg_m3: Decimal
    cost_per_kg: Decimal
    melt_loss_share: Decimal


@dataclass(frozen=True, slots=True)
class Finish:
    """What is done to a part after casting."""

    id: str
    name: str
    description: str
    pricing_model: PricingModel
    cost_per_unit: Decimal
    lead_time_days: int
    suits: tuple[str, ...]
    """Alloy families; empty: all."""


@dataclass(frozen=True, slots=True)
class MetalCosts:
    """How metal is charged."""

    yield_share: Decimal
    return_credit_share: Decimal
    melting_per_kg: Decimal


@dataclass(frozen=True, slots=True)
class ShellCosts:
    """How patterns, shells and trees are charged."""

    pattern_per_cm3: Decimal
    coats: int
    coat_per_cm2: Decimal
    tree: Decimal
    part_gap_mm: Decimal
    sprue_share: Decimal
    most_kg_poured: Decimal


@dataclass(frozen=True, slots=True)
class LaborCosts:
    """How work is charged."""

    hourly_rate: Decimal
    setup_minutes: Decimal
    parts_of_setup: int
    assembly_minutes: Decimal
    cut_off_minutes: Decimal
    cut_off_minutes_per_kg: Decimal
    finishing_minutes_per_100_cm2: Decimal
    inspection_minutes: Decimal


@dataclass(frozen=True, slots=True)
class LeadTimes:
    """How long the steps take."""

    pattern_days: Decimal
    drying_hours_per_coat: Decimal
    casting_days: Decimal
    trees_per_day: Decimal
    parts_finished_per_day: Decimal
    inspection_days: Decimal


@dataclass(frozen=True, slots=True)
class PriceTable:
    """What a quote is worked out from besides the part; `resources/catalog/casting.md` explains it."""

    version: str
    envelope_mm: tuple[Decimal, Decimal, Decimal]
    largest_quantity: int
    alloys: tuple[Alloy, ...]
    finishes: tuple[Finish, ...]
    metal: MetalCosts
    shell: ShellCosts
    labor: LaborCosts
    margin_share: Decimal
    lead_time: LeadTimes


@dataclass(frozen=True, slots=True)
class CastPart:
    """What pricing knows of a part."""

    volume_cm3: Decimal
    surface_area_cm2: Decimal
    box_mm: tuple[Decimal, Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What one part's price consists of, in cents; the five add up to the unit price."""

    metal_cost: Decimal
    shell_cost: Decimal
    labor_cost: Decimal
    post_processing_cost: Decimal
    margin: Decimal

    @property
    def unit_price(self) -> Decimal:
        """The price of one part."""
        return self.metal_cost + self.shell_cost + self.labor_cost + self.post_processing_cost + self.margin


@dataclass(frozen=True, slots=True)
class Price:
    """What an order of equal parts costs, and how long it takes."""

    quantity: int
    unit_price: Decimal
    total_price: Decimal
    breakdown: Breakdown
    lead_time_days: int
    parts_per_tree: int
    weight_kg: Decimal
    """Of one part."""
    notes: tuple[str, ...]
    """Sentences that whoever orders should read."""
    table_version: str
