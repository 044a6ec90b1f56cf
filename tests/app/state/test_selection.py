"""One selection for tree, findings and part."""

from app.state.selection import Selected, Selection, Source


def watched() -> tuple[Selection, list[Selected]]:
    selection, notified = Selection(), list[Selected]()
    selection.changed.subscribe(notified.append)
    return selection, notified


def test_everybody_is_notified_of_what_is_selected_and_by_whom() -> None:
    selection, notified = watched()
    selection.select(["3", "4"], Source.TREE)
    assert notified == [Selected(frozenset({"3", "4"}), None, Source.TREE)]
    assert selection.now == notified[0]


def test_selecting_the_same_again_says_nobody() -> None:
    selection, notified = watched()
    selection.select(["3"], Source.TREE)
    selection.select(["3"], Source.PART)
    assert len(notified) == 1
    selection.select(["4"], Source.PART)
    assert len(notified) == 2


def test_hovering_leaves_the_selection_and_selecting_leaves_the_hover() -> None:
    selection, _ = watched()
    selection.hover("9", Source.PART)
    selection.select(["3"], Source.FINDINGS)
    assert (selection.now.fids, selection.now.hovered_fid) == ({"3"}, "9")
    selection.hover(None, Source.PART)
    assert (selection.now.fids, selection.now.hovered_fid) == ({"3"}, None)


def test_toggling_adds_what_is_partly_selected_and_takes_out_what_is_wholly() -> None:
    selection, _ = watched()
    selection.select(["3"], Source.PART)
    selection.toggle(["3", "4"], Source.PART)
    assert selection.now.fids == {"3", "4"}
    selection.toggle(["3", "4"], Source.PART)
    assert selection.now.fids == frozenset()


def test_who_left_is_notified_no_more() -> None:
    selection, notified = Selection(), list[Selected]()
    leave = selection.changed.subscribe(notified.append)
    selection.select(["3"], Source.TREE)
    leave()
    leave()
    selection.clear()
    assert len(notified) == 1
