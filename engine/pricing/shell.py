"""Shell pricing: what a part costs that is cast in a ceramic shell over a lost pattern.

Every cost is one of a single part. What an order, a run or a tree shares is divided by the parts that share
it, so the price of a part never rises with the quantity: a tree that an order does not fill is filled by
others.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from engine.errors import InvalidOption
from engine.model.quote import (
    Alloy,
    Breakdown,
    CastPart,
    Finish,
    LeadTime,
    Price,
    PriceTable,
    PricingModel,
)
from engine.pricing import envelope, one_casting, tooling, tree

CENT = Decimal("0.01")
GRAM = Decimal("0.001")
MINUTES_PER_HOUR = 60
Costs = tuple[Decimal, Decimal, Decimal, Decimal]
"""Metal, shell, labor and finishes of one part, not rounded."""


def price(
    part: CastPart, alloy: Alloy, quantity: int, finishes: Sequence[Finish], table: PriceTable
) -> Price:
    """Price an order of equal parts.

    Raises
    ------
    InvalidOption
        A measure is not positive, the quantity is out of range, or a finish is named twice.
    OutsideEnvelope
        The part does not fit, or is smaller than what is cast.
    TooHeavy
        The part is heavier than what is poured of the alloy.
    """
    _check(part, quantity, finishes, table)
    weight_kg = part.volume_cm3 * alloy.density_kg_m3 / 1_000_000
    envelope.check_mass(weight_kg, alloy, table)
    poured_kg = weight_kg / table.metal.yield_share
    on_tree = tree.parts_per_tree(part, poured_kg, envelope.most_kg_poured(alloy, table), table)
    own = _own(part, alloy, weight_kg, poured_kg, finishes, table)
    shared = _shared(min(quantity, _most_sharing(own, table)), on_tree, finishes, table)
    breakdown = _rounded([a + b for a, b in zip(own, shared, strict=True)], table)
    tools = tooling.price(part, quantity, on_tree, finishes, table)
    several = one_casting.described(part)
    return Price(
        quantity=quantity,
        unit_price=breakdown.unit_price,
        total_price=breakdown.unit_price * quantity,
        breakdown=breakdown,
        tooling=tools,
        lead_time=tools.chosen.lead_time,
        parts_per_tree=on_tree,
        weight_kg=weight_kg.quantize(GRAM),
        notes=(
            *((one_casting.sentence(several),) if several else ()),
            *_notes(alloy, finishes, tools.chosen.lead_time, table),
        ),
        several_as_one=several,
        table_version=table.version,
    )


def _check(part: CastPart, quantity: int, finishes: Sequence[Finish], table: PriceTable) -> None:
    measures = {
        "volume_cm3": part.volume_cm3,
        "surface_area_cm2": part.surface_area_cm2,
        **dict(zip(("x_mm", "y_mm", "z_mm"), part.box_mm, strict=True)),
    }
    for name, value in measures.items():
        if not value.is_finite() or value <= 0:
            raise InvalidOption(f"{name} is {value}; it must be a number above 0")
    if not 1 <= quantity <= table.largest_quantity:
        raise InvalidOption(f"quantity is {quantity}; it must be from 1 to {table.largest_quantity}")
    ids = [finish.id for finish in finishes]
    for finish in finishes:
        if ids.count(finish.id) > 1:
            raise InvalidOption(f"the finish {finish.name} is named {ids.count(finish.id)} times")
    envelope.check(part.box_mm, table.envelope_mm)
    envelope.check_smallest(part.box_mm, table.shell.smallest_mm)


def _own(
    part: CastPart,
    alloy: Alloy,
    weight_kg: Decimal,
    poured_kg: Decimal,
    finishes: Sequence[Finish],
    table: PriceTable,
) -> Costs:
    """Charge what a part costs by itself, however many are ordered."""
    finishing = sum((_finish(each, part, weight_kg) for each in finishes), Decimal())
    return (
        _metal(weight_kg, poured_kg, alloy, table),
        _shell(part, table),
        _minutes(part, weight_kg, table) * table.labor.hourly_rate / MINUTES_PER_HOUR,
        finishing,
    )


def _shared(quantity: int, on_tree: int, finishes: Sequence[Finish], table: PriceTable) -> Costs:
    """Charge a part's share of the order, of a run's setup and of a tree."""
    labor = table.labor
    minutes = labor.order_minutes / quantity + labor.setup_minutes / min(quantity, labor.parts_of_setup)
    finishing = sum(
        (each.cost_per_unit for each in finishes if each.pricing_model is PricingModel.PER_ORDER), Decimal()
    )
    return (
        Decimal(),
        table.shell.tree / min(quantity, on_tree),
        minutes * labor.hourly_rate / MINUTES_PER_HOUR,
        finishing / quantity,
    )


def _most_sharing(own: Costs, table: PriceTable) -> int:
    """Return among how many parts what they share is divided at most: the price of one in cents.

    Prices are in whole cents. One part more raises the exact total by at least its own price; rounding the
    unit price moves the total by up to a cent for each part ordered. Beyond as many parts as the own price
    has cents, a total could fall with one part more, so the unit price is held from there on.
    """
    return max(1, int(sum(own) * (1 + table.margin_share) / CENT))


def _rounded(costs: Sequence[Decimal], table: PriceTable) -> Breakdown:
    """Round to cents, so that the members add up to the rounded price; the largest takes the difference."""
    exact = [*costs, sum(costs) * table.margin_share]
    members = [_cents(each) for each in exact]
    largest = members.index(max(members))
    members[largest] += _cents(sum(exact, Decimal())) - sum(members)
    return Breakdown(*members)


def _metal(weight_kg: Decimal, poured_kg: Decimal, alloy: Alloy, table: PriceTable) -> Decimal:
    """Charge what stays in the part, what is lost in melting, what returns lose in worth, and melting."""
    costs = table.metal
    returned = (poured_kg - weight_kg) * (1 - costs.return_credit_share)
    lost = poured_kg * alloy.melt_loss_share
    return (weight_kg + returned + lost) * alloy.cost_per_kg + poured_kg * costs.melting_per_kg


def _shell(part: CastPart, table: PriceTable) -> Decimal:
    """Charge an injected pattern, and the coats on the part's surface."""
    costs = table.shell
    pattern = part.volume_cm3 * costs.pattern_per_cm3
    return pattern + part.surface_area_cm2 * costs.coats * costs.coat_per_cm2


def _minutes(part: CastPart, weight_kg: Decimal, table: PriceTable) -> Decimal:
    """Count the minutes spent on a part."""
    costs = table.labor
    return (
        costs.assembly_minutes
        + costs.cut_off_minutes
        + costs.cut_off_minutes_per_kg * weight_kg
        + costs.finishing_minutes_per_100_cm2 * part.surface_area_cm2 / 100
        + costs.inspection_minutes
    )


def _finish(finish: Finish, part: CastPart, weight_kg: Decimal) -> Decimal:
    """Charge one finish; nothing for one that the whole order shares."""
    match finish.pricing_model:
        case PricingModel.PER_PART:
            return finish.cost_per_unit
        case PricingModel.PER_AREA_CM2:
            return finish.cost_per_unit * part.surface_area_cm2
        case PricingModel.PER_KG:
            return finish.cost_per_unit * weight_kg
        case PricingModel.PER_ORDER:
            return Decimal()


def _notes(alloy: Alloy, finishes: Sequence[Finish], lead_time: LeadTime, table: PriceTable) -> list[str]:
    """Say which finishes do not suit the alloy, and that the lead time is by arrangement where it is."""
    notes = [
        f"{each.name} is meant for {' and '.join(each.suits)}; {alloy.name} is none of these."
        for each in finishes
        if each.suits and alloy.family not in each.suits
    ]
    if lead_time.is_by_arrangement:
        most = table.lead_time.most_days
        notes.append(f"The lead time is by arrangement: the order takes more than {most} working days.")
    return notes


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
