"""Real parts, feature by feature, against what was counted by eye and measured by hand: `truth/*.toml`.

One file a part. Each row of a kind (`[[HOLE]]`) says how many alike there are, what they are and their main
dimensions, named as the feature's fields; `diameters_mm` are those of all cylinders of a hole. A range as
count is a doubt that engineers would settle differently, `what` gives it; a range as dimension is met inside.
Kinds in `ALWAYS` without a row are not on the part; fillets and rounds without a row were not counted.

The counts come from pictures, drawings and faces, never from Sprue's answer. Where Sprue is wrong and known
to be, the table keeps the truth and `open.KIND` says what is wrong; such a test must fail until it is right.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.features.hole import Hole
from engine.features.holes.stages import StageShape
from engine.model.feature import Feature, Kind
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from engine.recognition.recognize import recognize_all
from tests.support.corpus import context, manifest, needs_corpus

ALWAYS = (Kind.HOLE, Kind.BOSS, Kind.SLOT, Kind.FIN, Kind.POCKET, Kind.PROTRUSION, Kind.BEND)
WHEN_LISTED = (Kind.ROUND, Kind.FILLET)

SHARE = 1e-3
LEAST_MM = 0.011
"""A dimension is met within a thousandth, or within the rounding of two decimals where that is more."""

CURVATURE = 12
EDGE_SHARE = 1 / 30
"""Recognition reads faces; of the mesh it takes only wall thicknesses, so one with edges of this share of the
part's longest side will do, and takes half the time."""

TRUTH = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("truth/*.toml"))
}

pytestmark = [pytest.mark.corpus, pytest.mark.slow, needs_corpus]


def kinds_of(name: str) -> tuple[Kind, ...]:
    return (*ALWAYS, *(kind for kind in WHEN_LISTED if kind in TRUTH[name]))


def agreed() -> Iterator[Any]:
    """Return one test a part for all kinds that must be right, and one for each kind known to be wrong."""
    for name, truth in TRUTH.items():
        wrong: dict[str, str] = truth.get("open", {})
        yield pytest.param(name, tuple(kind for kind in kinds_of(name) if kind not in wrong), id=name)
        for kind, reason in wrong.items():
            mark = pytest.mark.xfail(strict=True, reason=reason)
            yield pytest.param(name, (Kind(kind),), marks=mark, id=f"{name}-{kind}")


@cache
def features_of(file: str) -> tuple[Feature, ...]:
    (box,) = (row["bbox_mm"] for row in manifest() if row["file"] == f"real/{file}")
    edge_mm = EDGE_SHARE * max(float(side) for side in box.split(" x "))
    options = MeshOptions(max_edge_mm=edge_mm, curvature=CURVATURE)
    prepared = context(f"real/{file}", options)
    return tuple(claim for claim in recognize_all(prepared, Progress()).claims if isinstance(claim, Feature))


def value(feature: Feature, key: str) -> Any:
    if key != "diameters_mm":
        return getattr(feature, key)
    assert isinstance(feature, Hole)
    cylinders = (stage.diameter_mm for stage in feature.stages if stage.shape is StageShape.CYLINDER)
    return sorted({round(diameter, 4) for diameter in cylinders}, reverse=True)


def is_met(found: Any, expected: Any, key: str) -> bool:
    if key == "diameters_mm":
        return len(found) == len(expected) and all(
            map(is_met, found, sorted(expected, reverse=True), len(found) * [""])
        )
    if isinstance(expected, list):
        low, high = expected
        return low <= found <= high or is_met(found, low, key) or is_met(found, high, key)
    if isinstance(expected, bool | int):
        return bool(found == expected)
    return bool(found == pytest.approx(expected, rel=SHARE, abs=LEAST_MM))


def dimensions(row: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in row.items() if key not in ("count", "what")}


def described(feature: Feature, keys: set[str]) -> str:
    measured = {key: value(feature, key) for key in sorted(keys)}
    words = [
        f"{key} {each:.2f}" if isinstance(each, float) else f"{key} {each}" for key, each in measured.items()
    ]
    return f"face {feature.fid} ({', '.join(words)})"


def faults(found: list[Feature], rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Say what is missing and what is too much. Rows take features in turn, so exact ones come first."""
    keys = {key for row in rows for key in dimensions(row)}
    left = list(found)
    for row in rows:
        least, most = row["count"] if isinstance(row["count"], list) else 2 * [row["count"]]
        wanted = dimensions(row)
        mine = [each for each in left if all(is_met(value(each, key), wanted[key], key) for key in wanted)][
            :most
        ]
        left = [each for each in left if all(each is not taken for taken in mine)]
        if len(mine) < least:
            yield f"expected {least} of {row.get('what', 'these')} {wanted}, found {len(mine)}"
    if left:
        yield f"found besides: {'; '.join(described(each, keys) for each in left)}"


@pytest.mark.parametrize(("name", "kinds"), list(agreed()))
def test_a_part_has_what_an_engineer_counts_on_it(name: str, kinds: tuple[Kind, ...]) -> None:
    truth = TRUTH[name]
    features = features_of(truth["file"])
    wrong = [
        f"{name}: {kind}: {fault}"
        for kind in kinds
        for fault in faults([each for each in features if each.kind == kind], truth.get(kind, ()))
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def test_enough_parts_of_all_processes_are_in_the_table() -> None:
    processes = [truth["file"].partition("/")[0] for truth in TRUTH.values()]
    assert len(processes) >= 15
    assert set(processes) >= {"cnc", "casting", "injection", "sheet-metal", "additive"}
