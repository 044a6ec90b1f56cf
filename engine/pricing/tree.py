"""The tree: how many parts are poured together through one sprue."""

from decimal import Decimal
from itertools import permutations
from math import prod

from engine.model.quote import CastPart, PriceTable


def parts_per_tree(part: CastPart, poured_kg: Decimal, most_kg_poured: Decimal, table: PriceTable) -> int:
    """Return how many parts hang on a full tree.

    Boxes stand in rows and layers, all turned alike, with a gap for the shells; the sprue takes some of the
    places, and `most_kg_poured` limits the weight. A part that fills the envelope is poured alone.
    """
    gap = table.shell.part_gap_mm
    places = max(
        prod(int(room // (side + gap)) for room, side in zip(table.envelope_mm, sides, strict=True))
        for sides in permutations(part.box_mm)
    )
    left = int(places * (1 - table.shell.sprue_share))
    return max(1, min(left, int(most_kg_poured / poured_kg)))
