"""Shell pricing: what a part costs that is cast in a ceramic shell over a lost pattern.

Every cost is one of a single part. What an order or a tree shares is divided by the parts that share it, so
the price of a part never rises with the quantity: a tree that an order does not fill is filled by others.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from engine.errors import InvalidOption
from engine.model.quote import Alloy, Breakdown, CastPart, Finish, Price, PriceTable, PricingModel
from engine.pricing import envelope, lead_time, tree

CENT = Decimal("0.01")
GRAM = Decimal("0.001")
MINUTES_PER_HOUR = 60


def price(
    part: CastPart, alloy: Alloy, quantity: int, finishes: Sequence[Finish], table: PriceTable
) -> Price:
    """Price an order of equal parts.

    Raises
    ------
    InvalidOption
        A measure is not positive, the quantity is out of range, or a finish is named twice.
    OutsideEnvelope
        The part does not fit.
    """
    _check(part, quantity, finishes, table)
    weight_kg = part.volume_cm3 * alloy.density_kg_m3 / 1_000_000
    poured_kg = weight_kg / table.metal.yield_share
    on_tree = tree.parts_per_tree(part, poured_kg, table)
    metal = _cents(_metal(weight_kg, poured_kg, alloy, table))
    shell = _cents(_shell(part, min(quantity, on_tree), table))
    labor = _cents(_labor(part, weight_kg, quantity, table))
    finishing = _cents(sum((_finish(each, part, weight_kg, quantity) for each in finishes), Decimal()))
    margin = _cents((metal + shell + labor + finishing) * table.margin_share)
    breakdown = Breakdown(metal, shell, labor, finishing, margin)
    return Price(
        quantity=quantity,
        unit_price=breakdown.unit_price,
        total_price=breakdown.unit_price * quantity,
        breakdown=breakdown,
        lead_time_days=lead_time.days(quantity, on_tree, finishes, table),
        parts_per_tree=on_tree,
        weight_kg=weight_kg.quantize(GRAM),
        notes=tuple(
            f"{each.name} is meant for {' and '.join(each.suits)}; {alloy.name} is none of these."
            for each in finishes
            if each.suits and alloy.family not in each.suits
        ),
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


def _metal(weight_kg: Decimal, poured_kg: Decimal, alloy: Alloy, table: PriceTable) -> Decimal:
    """Charge what stays in the part, what is lost in melting, what returns lose in worth, and melting."""
    costs = table.metal
    returned = (poured_kg - weight_kg) * (1 - costs.return_credit_share)
    lost = poured_kg * alloy.melt_loss_share
    return (weight_kg + returned + lost) * alloy.cost_per_kg + poured_kg * costs.melting_per_kg


def _shell(part: CastPart, sharing: int, table: PriceTable) -> Decimal:
    """Charge the pattern, the coats on the part's surface, and its share of a tree."""
    costs = table.shell
    pattern = part.volume_cm3 * costs.pattern_per_cm3
    return pattern + part.surface_area_cm2 * costs.coats * costs.coat_per_cm2 + costs.tree / sharing


def _labor(part: CastPart, weight_kg: Decimal, quantity: int, table: PriceTable) -> Decimal:
    """Charge the part's share of a setup, and the minutes spent on it."""
    costs = table.labor
    minutes = (
        costs.setup_minutes / min(quantity, costs.parts_of_setup)
        + costs.assembly_minutes
        + costs.cut_off_minutes
        + costs.cut_off_minutes_per_kg * weight_kg
        + costs.finishing_minutes_per_100_cm2 * part.surface_area_cm2 / 100
        + costs.inspection_minutes
    )
    return minutes * costs.hourly_rate / MINUTES_PER_HOUR


def _finish(finish: Finish, part: CastPart, weight_kg: Decimal, quantity: int) -> Decimal:
    """Charge one finish."""
    match finish.pricing_model:
        case PricingModel.PER_PART:
            return finish.cost_per_unit
        case PricingModel.PER_AREA_CM2:
            return finish.cost_per_unit * part.surface_area_cm2
        case PricingModel.PER_KG:
            return finish.cost_per_unit * weight_kg
        case PricingModel.PER_ORDER:
            return finish.cost_per_unit / quantity


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
