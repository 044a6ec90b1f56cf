"""A rule pack being edited."""

from typing import Any

import pytest

from app.state import rule_draft
from app.state.rule_draft import RuleDraft

PACK: dict[str, Any] = {
    "key": "mill",
    "name": "Our mill",
    "configurations": {"shop": {"name": "Shop", "parameters": {"deepest": 4, "odd": "x", "yes": True}}},
    "rules": [{"key": "a", "tiers": [{"level": "pass"}]}, {"key": "b", "later": {"member": 1}}],
}
DEEPEST = ("configurations", "shop", "parameters", "deepest")


def test_an_edit_changes_the_draft_and_neither_the_original_nor_what_was_handed_out() -> None:
    draft = RuleDraft(PACK)
    handed_out = draft.document
    draft.set(DEEPEST, 5.0, "Change deepest")
    assert draft.get(DEEPEST) == 5.0
    assert PACK["configurations"]["shop"]["parameters"]["deepest"] == 4
    assert handed_out == PACK
    draft.document["rules"].clear()
    assert draft.document["rules"] == PACK["rules"]


def test_undo_and_redo_go_back_and_forth_and_a_new_edit_ends_redo() -> None:
    draft = RuleDraft(PACK)
    draft.set(DEEPEST, 5, "First")
    draft.remove(("rules", 0), "Second")
    assert (draft.undo_text, draft.redo_text) == ("Second", None)
    draft.undo()
    assert (draft.undo_text, draft.redo_text) == ("First", "Second")
    draft.redo()
    assert [rule["key"] for rule in draft.document["rules"]] == ["b"]
    draft.undo()
    draft.undo()
    draft.undo()
    assert not draft.is_modified
    draft.set(("name",), "Other", "Rename")
    assert draft.redo_text is None


def test_setting_what_is_there_is_no_edit() -> None:
    draft = RuleDraft(PACK)
    draft.set(DEEPEST, 4, "Nothing")
    assert draft.undo_text is None


def test_rules_are_put_in_taken_out_and_moved() -> None:
    draft = RuleDraft(PACK)
    draft.insert(("rules", 2), {"key": "c"}, "Add")
    draft.move(("rules", 2), 0, "Move")
    assert [rule["key"] for rule in draft.document["rules"]] == ["c", "a", "b"]
    assert draft.document["rules"][2]["later"] == {"member": 1}


@pytest.mark.parametrize("path", [("rules", 7), ("nothing", "here"), ("name", 0)])
def test_what_is_not_there_cannot_be_reached(path: Any) -> None:
    draft = RuleDraft(PACK)
    with pytest.raises(KeyError):
        draft.remove(path, "Remove")
    with pytest.raises(KeyError):
        draft.get(path)
    with pytest.raises(KeyError):
        draft.set((*path, "x"), 1, "Set")
    assert draft.document == PACK


def test_a_shipped_pack_is_cloned_to_be_edited() -> None:
    shipped = RuleDraft(PACK, is_shipped=True)
    with pytest.raises(PermissionError):
        shipped.set(("name",), "Mine", "Rename")
    assert shipped.document == PACK
    mine = rule_draft.clone(PACK, ["mill", "mill-copy"])
    assert mine.get(("key",)) == "mill-copy-2"
    assert rule_draft.clone(PACK, ["mill"]).get(("key",)) == "mill-copy"
    mine.set(("name",), "Mine", "Rename")
    assert mine.is_modified


def test_only_what_differs_from_the_saved_version_is_modified() -> None:
    draft = RuleDraft(PACK)
    draft.set(DEEPEST, 5, "Change")
    draft.set(("rules", 1, "key"), "c", "Change")
    draft.set(("advice",), "new", "Add")
    assert draft.modified_paths() == {DEEPEST: 4, ("rules", 1, "key"): "b", ("advice",): None}
    draft.set(DEEPEST, 4, "Change back")
    assert DEEPEST not in draft.modified_paths()
    draft.mark_saved()
    assert draft.modified_paths() == {}
    draft.remove(("rules", 0), "Remove")
    assert list(draft.modified_paths()) == [("rules",)]


def test_problems_stand_at_their_path_until_it_is_changed() -> None:
    draft = RuleDraft(PACK)
    draft.show_problems(["rules[0].tiers: found []", "rules[1].key: found 1", "It is too long"])
    assert draft.problems == {
        ("rules", 0, "tiers"): ("found []",),
        ("rules", 1, "key"): ("found 1",),
        (): ("It is too long",),
    }
    draft.set(("rules", 0, "tiers"), [], "Change")
    assert set(draft.problems) == {("rules", 1, "key"), ()}


@pytest.mark.parametrize("text", ["rules[0].tiers[1].rhs", "configurations.shop.parameters.deepest", "key"])
def test_a_path_is_spelled_as_the_server_spells_it(text: str) -> None:
    assert rule_draft.spelled(rule_draft.parsed(text)) == text


def test_a_file_that_is_no_pack_says_where_it_breaks() -> None:
    assert rule_draft.from_text('{"key": "a"}').document == {"key": "a"}
    with pytest.raises(ValueError, match="Line 2, column 1"):
        rule_draft.from_text('{"key": \n}')
    with pytest.raises(ValueError, match="object"):
        rule_draft.from_text("[]")


def test_sliders_are_for_numbers() -> None:
    assert rule_draft.parameters(PACK, "shop") == {"deepest": 4.0}
    assert rule_draft.parameters(PACK, "none") == {}
    assert rule_draft.parameters({"configurations": []}, "shop") == {}
