"""Subjects and selector sets: what exists, and what does not exist yet, told honestly."""

import re
from pathlib import Path

from engine.kinds import KINDS
from engine.model.feature import Kind
from engine.subjects import SELECTOR_SETS
from tests.support import draw
from tests.support.drawn import analyzed

FEATURES = Path(__file__).parents[2] / "engine" / "features"

PROMISED = (
    "walls slabs holes bosses slots fins pockets protrusions rounds fillets bends all_features all_faces "
    "undercut_faces low_draft_faces overhang_faces inaccessible_faces sharp_internal_corners "
    "thread_candidates cutouts part"
).split()


def recognized_kinds() -> set[str]:
    """Return the kinds that some recognizer makes, as its code names them."""
    code = "\n".join(path.read_text("utf-8") for path in FEATURES.rglob("*.py"))
    return set(re.findall(r"\bKind\.([A-Z]+)\b", code))


def test_every_promised_set_exists_once_with_a_sentence() -> None:
    assert sorted(each.name for each in SELECTOR_SETS) == sorted(PROMISED)
    assert all(each.doc.endswith(".") for each in SELECTOR_SETS)


def test_every_kind_has_a_set_of_its_own() -> None:
    assert {kind.key for kind in KINDS} == set(Kind)
    kinds_of_set = {each.name: each.kinds for each in SELECTOR_SETS}
    assert all(kinds_of_set[kind.selector] == (kind.key,) for kind in KINDS)


def test_every_kind_is_recognized() -> None:
    assert {kind.value for kind in Kind} <= recognized_kinds()


def test_patterns_of_features_are_patterns_of_their_subjects() -> None:
    """Subjects begin with the part, so the third feature is the subject of index 3."""
    holed = draw.cut(draw.box((60, 20, 8)), *(draw.cylinder(2, 20, (x, 10, -5)) for x in (10, 25, 40)))
    analysis = analyzed(holed, 6.0)
    (pattern,) = analysis.metrics.patterns
    assert pattern.label == "3 × Ø4, pitch 15"
    kinds = [analysis.metrics.subjects[index].kind for index in pattern.subjects]
    places = [analysis.metrics.subjects[index].location[0] for index in pattern.subjects]
    assert kinds == ["HOLE"] * 3
    assert places == sorted(places) or places == sorted(places, reverse=True)


def test_faces_that_share_an_edge_are_neighbors_and_opposite_ones_are_not() -> None:
    analysis = analyzed(draw.box((30, 20, 10)), 6.0)
    subjects = {each.index: each for each in analysis.metrics.subjects if each.kind == "FACE"}
    pairs = {tuple(sorted(pair)) for pair in analysis.metrics.neighbors.tolist() if pair[0] in subjects}
    assert len(pairs) == 12  # the edges of a block
