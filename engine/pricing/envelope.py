"""Whether a part is of a size and a mass that is cast."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from engine.errors import OutsideEnvelope, TooHeavy
from engine.model.quote import Alloy, PriceTable

GRAM = Decimal("0.001")


def check(sides_mm: Sequence[float | Decimal], envelope_mm: Sequence[float | Decimal]) -> None:
    """Raise unless the part's box fits the envelope, longest side to longest side.

    Raises
    ------
    OutsideEnvelope
        With both boxes in the message.
    """
    pairs = zip(sorted(sides_mm), sorted(envelope_mm), strict=True)
    if any(Decimal(side) > Decimal(room) for side, room in pairs):
        raise OutsideEnvelope(
            f"the part is {shown(sides_mm)} mm; castings are made up to {shown(envelope_mm)} mm, "
            "turned as they fit. Is the file's unit the one that was meant?"
        )


def shown(sides_mm: Sequence[float | Decimal]) -> str:
    """Write a box: `300 x 195 x 290`."""
    return " x ".join(f"{float(side):.6g}" for side in sides_mm)


def check_smallest(sides_mm: Sequence[float | Decimal], smallest_mm: float | Decimal) -> None:
    """Raise OutsideEnvelope where the longest side of a part's box is below the smallest that is cast."""
    if Decimal(max(sides_mm)) < Decimal(smallest_mm):
        raise OutsideEnvelope(
            f"the part is {shown(sides_mm)} mm; castings are made from {float(smallest_mm):g} mm on. "
            "Is the file's unit the one that was meant?"
        )


def most_kg_poured(alloy: Alloy, table: PriceTable) -> Decimal:
    """Return what may be poured into one shell: what the shell and the alloy's furnace both allow."""
    return min(table.shell.most_kg_poured, alloy.most_kg_poured)


def heaviest_kg(alloy: Alloy, table: PriceTable) -> Decimal:
    """Return the largest mass of a part: a part is poured together with its sprue, runners and gates.

    Whole grams, rounded down, so that what is told is what is accepted.
    """
    limit_kg = min(table.shell.most_kg_part, most_kg_poured(alloy, table) * table.metal.yield_share)
    return limit_kg.quantize(GRAM, ROUND_FLOOR)


def check_mass(weight_kg: Decimal, alloy: Alloy, table: PriceTable) -> None:
    """Raise TooHeavy where a part is heavier than what is poured of an alloy, with both masses."""
    accepted_kg = heaviest_kg(alloy, table)
    if weight_kg > accepted_kg:
        found_kg = weight_kg.quantize(GRAM, ROUND_CEILING)
        raise TooHeavy(
            f"the part weighs {float(found_kg):.10g} kg in {alloy.name}; "
            f"castings of it are made up to {float(accepted_kg):.10g} kg"
        )
