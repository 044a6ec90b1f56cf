"""Labels: a pattern as a drawing notes it."""

import math

from engine import names
from engine.kinds import KIND_OF_KEY
from engine.model.feature import Feature, Kind
from engine.model.pattern import PatternForm
from engine.patterns.arrangement import Arrangement
from engine.patterns.equal import is_through

SAME_PITCH = 1e-3
"""Steps of a staggered grid whose lengths differ by less than this share are told once."""


def of(arrangement: Arrangement, feature: Feature) -> str:
    """Note an arrangement of features like one: `8 × Ø6.6 on Ø80`, `5 × slot 6 × 20, pitch 12`."""
    count, what = len(arrangement.members), _what(feature)
    pitch = " × ".join(names.length(each) for each in arrangement.pitch_mm)
    match arrangement.form:
        case PatternForm.CIRCULAR:
            (places,) = arrangement.places
            where = " radial" if arrangement.is_radial else f" on Ø{names.length(arrangement.diameter_mm)}"
            steps = f", every {names.length(arrangement.angle_deg)}°"
            return f"{count} × {what}{where}{steps if arrangement.is_radial or count < places else ''}"
        case PatternForm.GRID if not arrangement.places:
            return f"{count} × {what}, staggered, pitch {names.length(arrangement.pitch_mm[0])}"
        case PatternForm.GRID:
            grid = " × ".join(map(str, arrangement.places))
            if arrangement.is_full:
                return f"{grid} grid of {what}, pitch {pitch}"
            return f"{count} × {what} on a {grid} grid, pitch {pitch}"
        case PatternForm.LINEAR:
            return f"{count} × {what}, pitch {pitch}"
        case PatternForm.MIRRORED:
            return f"{count} × {what}, mirrored"
        case PatternForm.EQUAL:
            return f"{count} × {what}"


def _what(feature: Feature) -> str:
    """Note one feature: a hole by its diameter alone, another with its noun; no depth of a way through."""
    kind = KIND_OF_KEY[feature.kind]
    sizes = [
        f"{size.mark}{names.length(value)}"
        for size in kind.sizes[: kind.n_sizes_in_name]
        if math.isfinite(value := getattr(feature, size.field))
        and not (size.field == "depth_mm" and is_through(feature))
    ]
    return " ".join(([] if feature.kind == Kind.HOLE else [kind.noun]) + [" × ".join(sizes)]).strip()
