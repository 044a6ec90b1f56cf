"""Findings that somebody accepted, with a note why."""

from pathlib import Path

import pytest

from app.state.acceptances import Acceptances
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
    notes.accept(part, wall(), "  Agreed with the foundry. ")
    again = Acceptances(tmp_path / "accepted")
    assert again.note(part, wall()) == "Agreed with the foundry."
    assert again.note(tmp_path / "other.step", wall()) is None


def test_it_holds_for_the_same_place_whatever_the_face_is_called_now(notes, part) -> None:
    notes.accept(part, wall(fid="3"), "Agreed.")
    assert notes.note(part, wall((10.05, 0.0, 5.0), fid="17")) == "Agreed."
    assert notes.note(part, wall((12.0, 0.0, 5.0), fid="3")) is None


def test_without_a_place_the_faces_tell(notes, part) -> None:
    notes.accept(part, wall(None, fid="3"), "Agreed.")
    assert notes.note(part, wall(None, fid="3")) == "Agreed."
    assert notes.note(part, wall(None, fid="4")) is None


def test_it_holds_no_longer_when_the_finding_is_worse(notes, part) -> None:
    notes.accept(part, wall(margin=-0.2), "Agreed.")
    assert notes.note(part, wall(margin=-0.2001)) == "Agreed."
    assert notes.note(part, wall(margin=-0.1)) == "Agreed."
    assert notes.note(part, wall(margin=-0.3)) is None
    notes.accept(part, wall(margin=-0.3), "Agreed anew.")
    assert notes.note(part, wall(margin=-0.3)) == "Agreed anew."


def test_another_rule_or_configuration_at_that_place_is_another_finding(notes, part) -> None:
    notes.accept(part, wall(), "Agreed.")
    assert notes.note(part, wall(rule="corner")) is None
    assert notes.note(part, wall(configuration="5-axis")) is None


def test_what_is_withdrawn_is_gone_and_its_file_with_the_last(notes, part, tmp_path) -> None:
    changed: list[Path] = []
    notes.changed.subscribe(changed.append)
    notes.accept(part, wall(), "Agreed.")
    notes.withdraw(part, wall())
    assert notes.note(part, wall()) is None
    assert list((tmp_path / "accepted").iterdir()) == []
    assert changed == [part, part]


def test_a_damaged_file_counts_as_none(notes, part, tmp_path) -> None:
    notes.accept(part, wall(), "Agreed.")
    (file,) = (tmp_path / "accepted").iterdir()
    for text in ("", "[]", '{"accepted": [{"rule": 3}]}', '{"accepted": 7}'):
        file.write_text(text)
        assert Acceptances(tmp_path / "accepted").note(part, wall()) is None


def test_a_folder_that_cannot_be_written_is_reported_and_the_note_holds_meanwhile(part, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    notes = Acceptances(tmp_path / "file" / "accepted")
    with pytest.raises(OSError, match="accepted"):
        notes.accept(part, wall(), "Agreed.")
    assert notes.note(part, wall()) == "Agreed."
