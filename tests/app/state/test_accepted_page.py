"""Notes that are written into a page of the server's."""

from app.state.accepted_page import Noted, Words, in_inches, with_notes

WORDS = Words("Accepted", "Somebody looked at these.", ("Rule", "Finding", "Note"))
NOTE = Noted("Casting, sand", "Minimum wall", "The wall is 2 mm thick.", "Agreed <with> care.")


def test_notes_stand_below_the_facts_as_text() -> None:
    page = with_notes(b"<body><header>A part</header><p>1</p><header></header></body>", [NOTE], WORDS)
    text = page.decode()
    assert text.startswith('<body><header>A part</header><section id="accepted"><h2>Accepted</h2>')
    assert "<td>Casting, sand<br><b>Minimum wall</b></td><td>The wall is 2 mm thick.</td>" in text
    assert "Agreed &lt;with&gt; care." in text
    assert text.count("<section") == text.count("</section>") == 1


def test_a_page_made_otherwise_has_them_at_its_end() -> None:
    assert with_notes(b"<body><p>1</p></body>", [NOTE], WORDS).endswith(b"</section></body>")


def test_a_page_stays_as_it_is_without_notes_or_a_place_for_them() -> None:
    assert with_notes(b"<header></header>", [], WORDS) == b"<header></header>"
    assert with_notes(b"no page", [NOTE], WORDS) == b"no page"


def test_a_page_opens_in_inches_where_it_can_and_another_stays_as_it_is() -> None:
    page = b'<!doctype html>\n<html lang="en">\n<body></body></html>'
    assert in_inches(page) == page.replace(b'lang="en"', b'lang="en" data-units="in"')
    assert in_inches(b"<html><body></body></html>") == b"<html><body></body></html>"
