"""Real parts, feature by feature, against what was counted by eye and measured by hand.

`tests/corpus/truth/` has one file a part. Each row of a kind (`[[HOLE]]`) says how many alike there are, what
they are and their main dimensions, named as the feature's fields; `diameters_mm` are those of all cylinders
of a hole. A range as count is a doubt that engineers would settle differently, `what` gives it; a range as
dimension is met inside. Kinds in `ALWAYS` without a row are not on the part; fillets and rounds without a row
were not counted.

The counts come from pictures, drawings and faces, never from Sprue's answer. Where Sprue is wrong and known
to be, the table keeps the truth and `open.KIND` says what is wrong; such a kind must not be right.

`python -m bench accuracy` checks all parts, the suite those of `real_step_files.IN_SUITE`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.features.hole import Hole
from engine.features.holes.stages import StageShape
from engine.model.feature import Feature, Kind
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from engine.recognition.recognize import recognize_all
from tests.support.corpus import context, manifest

ALWAYS = (Kind.HOLE, Kind.BOSS, Kind.SLOT, Kind.FIN, Kind.POCKET, Kind.PROTRUSION, Kind.BEND)
WHEN_LISTED = (Kind.ROUND, Kind.FILLET)

SHARE = 1e-3
LEAST_MM = 0.011
"""A dimension is met within a thousandth, or within the rounding of two decimals where that is more."""

CURVATURE = 12
EDGE_SHARE = 1 / 15
"""Recognition reads faces; of the mesh it takes only wall thicknesses, so one with edges of this share of the
part's longest side will do, and takes half the time."""

TRUTH = {
    f"real/{truth['file']}": truth
    for truth in (
        tomllib.loads(path.read_text("utf-8"))
        for path in sorted((Path(__file__).parents[1] / "corpus" / "truth").glob("*.toml"))
    )
}
"""By the file in the corpus."""


def faults(found: Sequence[Feature], truth: Mapping[str, Any]) -> Iterator[str]:
    """Say, kind by kind, what of a part's table is missing and what is too much."""
    known: Mapping[str, str] = truth.get("open", {})
    for kind in (*ALWAYS, *(kind for kind in WHEN_LISTED if kind in truth)):
        wrong = list(_faults_of_kind([each for each in found if each.kind == kind], truth.get(kind, ())))
        if kind not in known:
            yield from (f"{kind}: {fault}" for fault in wrong)
        elif not wrong:
            yield f"{kind}: is as counted, though `open.{kind}` says: {known[kind]}"


def features_of(file: str) -> tuple[Feature, ...]:
    """Recognize the features of a file of the corpus."""
    (box,) = (row["bbox_mm"] for row in manifest() if row["file"] == file)
    edge_mm = EDGE_SHARE * max(float(side) for side in box.split(" x "))
    options = MeshOptions(max_edge_mm=edge_mm, curvature=CURVATURE)
    claims = recognize_all(context(file, options), Progress()).claims
    return tuple(claim for claim in claims if isinstance(claim, Feature))


def _faults_of_kind(found: Sequence[Feature], rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Rows take features in turn, so exact ones come first."""
    keys = {key for row in rows for key in _dimensions(row)}
    left = list(found)
    for row in rows:
        least, most = row["count"] if isinstance(row["count"], list) else 2 * [row["count"]]
        wanted = _dimensions(row)
        mine = [each for each in left if all(_is_met(_value(each, key), wanted[key], key) for key in wanted)][
            :most
        ]
        left = [each for each in left if all(each is not taken for taken in mine)]
        if len(mine) < least:
            yield f"expected {least} of {row.get('what', 'these')} {wanted}, found {len(mine)}"
    if left:
        yield f"found besides: {'; '.join(_described(each, keys) for each in left)}"


def _dimensions(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in row.items() if key not in ("count", "what")}


def _value(feature: Feature, key: str) -> Any:
    if key != "diameters_mm":
        return getattr(feature, key)
    assert isinstance(feature, Hole)
    cylinders = (stage.diameter_mm for stage in feature.stages if stage.shape is StageShape.CYLINDER)
    return sorted({round(diameter, 4) for diameter in cylinders}, reverse=True)


def _is_met(found: Any, expected: Any, key: str) -> bool:
    if key == "diameters_mm":
        return len(found) == len(expected) and all(
            map(_is_met, found, sorted(expected, reverse=True), len(found) * [""])
        )
    if isinstance(expected, list):
        low, high = expected
        return low <= found <= high or _is_met(found, low, key) or _is_met(found, high, key)
    if isinstance(expected, bool | int | str):
        return bool(found == expected)
    return bool(found == pytest.approx(expected, rel=SHARE, abs=LEAST_MM))


def _described(feature: Feature, keys: set[str]) -> str:
    measured = {key: _value(feature, key) for key in sorted(keys)}
    words = [
        f"{key} {each:.2f}" if isinstance(each, float) else f"{key} {each}" for key, each in measured.items()
    ]
    return f"face {feature.fid} ({', '.join(words)})"
