"""Whether a part written another way gave the same answer: size, features and severities."""

import numpy as np

from bench.accuracy import canonical
from bench.robustness import severities, variants
from bench.robustness.difference import Difference, Kind
from bench.robustness.examination import Examination, Size
from tests.support.mutators import Respelled

SAME_SHARE = 1e-5
"""Volumes and areas agree within this share, those of triangles within what their chords explain."""
SAME_LENGTH = 1e-6
"""Boxes agree within this share of the diagonal."""


def differences(before: Examination, after: Examination, variant: str) -> list[Difference]:
    """List in what the result for a variant differs from the one it should equal; worst first."""
    assert before.size is not None
    assert before.answer is not None
    if after.refusal:
        return [Difference(Kind.REFUSAL, "refused", after.refusal)]
    if after.size is None or after.answer is None or after.written is None:
        return []
    found = _sizes(before.size, after.size, after.written)
    lines = canonical.differences(before.answer, after.answer, after.written)
    found += [Difference(Kind.FEATURE, _kind_of(line), line) for line in lines]
    if variant in variants.KEEPING_SEVERITIES:
        found += severities.differences(before.verdicts, after.verdicts)
    return found


def _sizes(before: Size, after: Size, written: Respelled) -> list[Difference]:
    found = []
    if len(before.volume_of_body) != len(after.volume_of_body):
        counts = f"{len(before.volume_of_body)} → {len(after.volume_of_body)}"
        return [Difference(Kind.GEOMETRY, "number of bodies", counts, np.inf)]
    for name, power in (("volume", 3), ("area", 2)):
        of_body = (getattr(size, f"{name}_of_body") for size in (before, after))
        ones, others = (np.sort(values) for values in of_body)
        ones = ones * written.scale**power
        chord_share = canonical.CHORDS * written.chord_mm / (written.scale * before.diagonal_mm)
        reach = written.scale * before.diagonal_mm * written.scale**2 * before.area_mm2
        limits = SAME_SHARE * np.abs(ones) + (
            chord_share * reach if power == 3 else chord_share * ones * 20.0
        )
        off = np.abs(ones - others)
        if not (off <= limits).all():
            worst = int(np.argmax(off / np.maximum(limits, 1e-300)))
            text = f"{ones[worst]:.8g} → {others[worst]:.8g} ({off[worst] / abs(ones[worst]):.2%})"
            found.append(Difference(Kind.GEOMETRY, f"{name} of a body", text, off[worst] / limits[worst]))
    return found + _boxes(before, after, written)


def _boxes(before: Size, after: Size, written: Respelled) -> list[Difference]:
    """Compare boxes where the part's axes stay axes."""
    if np.count_nonzero(np.abs(written.turn) > 1e-12) != 3:
        return []
    expected = np.sort(before.box_mm @ written.turn.T + written.shift, axis=0)
    limit = SAME_LENGTH * after.diagonal_mm + written.chord_mm
    off = float(np.abs(expected - after.box_mm).max())
    if off <= limit:
        return []
    return [Difference(Kind.GEOMETRY, "box", f"{off:.4g} mm off", off / limit)]


def _kind_of(line: str) -> str:
    """Return the kind of feature that a line of the accuracy bench is about, and what of it differs."""
    first, *rest = line.split()
    if first in ("lost", "new"):
        return f"{first} {rest[0]}"
    return f"{first} {line.split('): ')[-1].split()[0]}"
