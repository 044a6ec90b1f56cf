"""Subjects and selector sets: what exists, and what does not exist yet, told honestly."""

import re
from pathlib import Path

from engine.kinds import KINDS
from engine.model.feature import Kind
from engine.subjects import SELECTOR_SETS

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
