"""Whether a part fits the room there is to cast it in, turned as it likes."""

from collections.abc import Sequence
from decimal import Decimal

from engine.errors import OutsideEnvelope


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
