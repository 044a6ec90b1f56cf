"""Quotes: what a casting is priced from, the price table, and the price. Money is decimal."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from engine.model.form import Form


class PricingModel(StrEnum):
    """What the cost of a finish is multiplied with."""

    PER_PART = "per_part"
    PER_AREA_CM2 = "per_area_cm2"
    """Of the part's surface."""
    PER_KG = "per_kg"
    """Of the part's weight."""
    PER_ORDER = "per_order"
    """Once, shared by all parts."""


class PatternMethod(StrEnum):
    """How the lost patterns of an order are made."""

    PRINTED = "printed_patterns"
    """Each is printed; nothing is made beforehand."""
    WAX_DIE = "wax_die"
    """All are injected into one aluminum die."""


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
    most_kg_poured: Decimal
    """Into one shell, by the furnace and the ladle that the metal is poured from."""
    most_kg_source: str


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
    """Of an injected pattern; what a printed one costs beyond that is tooling."""
    coats: int
    coat_per_cm2: Decimal
    tree: Decimal
    part_gap_mm: Decimal
    sprue_share: Decimal
    most_kg_part: Decimal
    most_kg_part_source: str
    most_kg_poured: Decimal
    smallest_mm: Decimal
    """The longest side of a part is at least this."""


@dataclass(frozen=True, slots=True)
class ToolingCosts:
    """How the making of patterns is charged; these are prices, and no margin is put on them."""

    printed_part: Decimal
    printed_per_cm3: Decimal
    die: Decimal
    die_per_cm2: Decimal
    die_block_per_cm3: Decimal
    die_days: Decimal


@dataclass(frozen=True, slots=True)
class LaborCosts:
    """How work is charged."""

    hourly_rate: Decimal
    order_minutes: Decimal
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
    most_days: int
    """A longer lead time is by arrangement."""


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
    tooling: ToolingCosts
    labor: LaborCosts
    margin_share: Decimal
    lead_time: LeadTimes


@dataclass(frozen=True, slots=True)
class CastPart:
    """What pricing knows of a part."""

    volume_cm3: Decimal
    surface_area_cm2: Decimal
    box_mm: tuple[Decimal, Decimal, Decimal]
    n_bodies: int | None = None
    """None: not known."""
    form: Form | None = None
    """What an analysis says that it looks like; None: not known."""


@dataclass(frozen=True, slots=True)
class LeadTime:
    """Working days from order to shipment."""

    days: int
    """At most what the price table quotes."""
    is_by_arrangement: bool
    """Whether the order takes longer than that."""


@dataclass(frozen=True, slots=True)
class PatternOption:
    """One way to make the patterns of an order."""

    method: PatternMethod
    cost: Decimal
    """For the whole order, in cents."""
    lead_time: LeadTime


@dataclass(frozen=True, slots=True)
class Tooling:
    """What making the patterns of an order costs, once and beside its unit price."""

    chosen: PatternOption
    """The cheapest."""
    options: tuple[PatternOption, ...]
    die_from: int | None
    """The quantity from which a die is cheaper; None: up to the largest quantity it is not."""
    complexity: Decimal
    """Surface of the part over the surface of its box; 1 or more."""


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
    tooling: Tooling
    lead_time: LeadTime
    parts_per_tree: int
    weight_kg: Decimal
    """Of one part."""
    notes: tuple[str, ...]
    """Sentences that whoever orders should read."""
    several_as_one: str | None
    """What the part is, where it is quoted as one casting and is not one; None where nothing says so."""
    table_version: str

    @property
    def total_with_tooling(self) -> Decimal:
        """What the order costs altogether."""
        return self.total_price + self.tooling.chosen.cost
