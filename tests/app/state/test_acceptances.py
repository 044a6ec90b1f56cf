"""Findings that somebody accepted, with a note why."""

from pathlib import Path

import pytest

from app.state.acceptances import Acceptances, Accepted
from tests.app.state.answers import placed

HERE = (10.0, 0.0, 5.0)


@pytest.fixture
def notes(tmp_path: Path) -> Acceptances:
    return Acceptances(tmp_path / "accepted")


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "part.step"


def wall(at: tuple[float, float, float] | None = HERE, margin: float = -0.2, **more: object):
    return placed(location=at, margin=margin, threshold=2.5, **more)


def test_a_note_is_there_at_the_next_start_and_for_no_other_part(notes, part, tmp_path) -> None:
    notes.accept(part, [wall()], "  Agreed with the foundry. ")
    again = Acceptances(tmp_path / "accepted")
    assert again.note(part, wall()) == "Agreed with the foundry."
    assert again.note(tmp_path / "other.step", wall()) is None


def test_it_holds_for_the_same_place_whatever_the_face_is_called_now(notes, part) -> None:
    notes.accept(part, [wall(fid="3")], "Agreed.")
    assert notes.note(part, wall((10.05, 0.0, 5.0), fid="17")) == "Agreed."
    assert notes.note(part, wall((12.0, 0.0, 5.0), fid="3")) is None


def test_without_a_place_the_faces_say(notes, part) -> None:
    notes.accept(part, [wall(None, fid="3")], "Agreed.")
    assert notes.note(part, wall(None, fid="3")) == "Agreed."
    assert notes.note(part, wall(None, fid="4")) is None


def test_it_holds_no_longer_when_the_finding_is_worse(notes, part) -> None:
    notes.accept(part, [wall(margin=-0.2)], "Agreed.")
    assert notes.note(part, wall(margin=-0.2001)) == "Agreed."
    assert notes.note(part, wall(margin=-0.1)) == "Agreed."
    assert notes.note(part, wall(margin=-0.3)) is None
    notes.accept(part, [wall(margin=-0.3)], "Agreed anew.")
    assert notes.note(part, wall(margin=-0.3)) == "Agreed anew."


def test_another_rule_or_configuration_at_that_place_is_another_finding(notes, part) -> None:
    notes.accept(part, [wall()], "Agreed.")
    assert notes.note(part, wall(rule="corner")) is None
    assert notes.note(part, wall(configuration="5-axis")) is None


def test_what_is_withdrawn_is_gone_and_its_file_with_the_last(notes, part, tmp_path) -> None:
    changed: list[Path] = []
    notes.changed.subscribe(changed.append)
    notes.accept(part, [wall()], "Agreed.")
    notes.withdraw(part, [wall()])
    assert notes.note(part, wall()) is None
    assert list((tmp_path / "accepted").iterdir()) == []
    assert changed == [part, part]


def test_a_damaged_file_counts_as_none(notes, part, tmp_path) -> None:
    notes.accept(part, [wall()], "Agreed.")
    (file,) = (tmp_path / "accepted").iterdir()
    for text in ("", "[]", '{"accepted": [{"rule": 3}]}', '{"accepted": 7}'):
        file.write_text(text)
        assert Acceptances(tmp_path / "accepted").note(part, wall()) is None


def test_a_folder_that_cannot_be_written_is_reported_and_the_note_holds_meanwhile(part, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    notes = Acceptances(tmp_path / "file" / "accepted")
    with pytest.raises(OSError, match="accepted"):
        notes.accept(part, [wall()], "Agreed.")
    assert notes.note(part, wall()) == "Agreed."


def test_all_findings_of_an_issue_are_accepted_for_one_reason_and_withdrawn_together(notes, part) -> None:
    issue = [wall((float(10 * at), 0.0, 5.0), fid=str(at)) for at in range(3)]
    assert notes.of(part, issue).n == 0
    notes.accept(part, issue, "Agreed.")
    assert notes.of(part, issue) == Accepted(3, 3, ("Agreed.",))
    assert notes.of(part, issue).is_whole
    notes.withdraw(part, issue)
    assert notes.of(part, issue) == Accepted(0, 3, ())


def test_an_issue_is_partly_accepted_where_some_of_its_findings_are(notes, part) -> None:
    issue = [wall((float(10 * at), 0.0, 5.0), fid=str(at)) for at in range(3)]
    notes.accept(part, issue[:1], "Agreed.")
    assert notes.of(part, issue).is_partial
    notes.accept(part, issue[1:], "Agreed too.")
    assert notes.of(part, issue) == Accepted(3, 3, ("Agreed.", "Agreed too."))
    worse = [*issue[:2], wall((20.0, 0.0, 5.0), fid="2", margin=-0.9)]
    assert notes.of(part, worse) == Accepted(2, 3, ("Agreed.", "Agreed too."))


def test_two_findings_of_an_issue_at_one_place_are_both_accepted(notes, part) -> None:
    worse, better = wall(fid="1", margin=-0.5), wall(fid="2", margin=-0.2)
    notes.accept(part, [worse, better], "Agreed.")
    assert notes.of(part, [worse, better]).is_whole


def test_of_nothing_nothing_is_accepted(notes, part) -> None:
    assert not notes.of(part, []).is_whole
    assert not notes.of(part, []).is_partial
