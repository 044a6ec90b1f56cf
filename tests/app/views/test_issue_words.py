"""Issues in the words of lists."""

import pytest

from app.client.models import Issue
from app.state.acceptances import Accepted
from app.state.issues import PlacedIssue
from app.views import issue_words
from tests.app.state.answers import placed, result


def issue(n: int, label: str = "") -> PlacedIssue:
    found = tuple(placed(fid=str(at), kind="FIN") for at in range(1, n + 1))
    return PlacedIssue(Issue(severity="fail", findings=(), label=label), found)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("3 faces", "3 faces"),
        ("3 × Ø6.6 on Ø80", "3 × Ø6.6 on Ø80"),
        ("grille of webs", "grille of webs, 3 places"),
        ("30 faces", "30 faces, 3 places"),
        ("", "3 places"),
    ],
)
def test_how_many_places_an_issue_has_is_said_once(qapp: object, label: str, words: str) -> None:
    assert issue_words.title(result(), issue(3, label)) == words


def test_a_single_finding_is_named_by_its_place(qapp: object) -> None:
    assert issue_words.title(result(), issue(1, "fin 1")) == "Fin 1"


def test_issues_are_counted_apart_from_their_places(qapp: object) -> None:
    assert issue_words.both(3, 41) == "3 issues, 41 places"
    assert issue_words.both(3, 3) == "3 issues"
    assert issue_words.both(1, 1) == "1 issue"
    assert issue_words.n_places(1) == "1 place"


def test_how_much_was_accepted_is_said_in_words(qapp: object) -> None:
    found = [Accepted(n, 3, ()) for n in (0, 2, 3)]
    assert [issue_words.accepted(one) for one in found] == ["", "2 of 3 places accepted", "accepted"]
