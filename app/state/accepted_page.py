"""The server's report with what is kept on this computer alone: what was accepted, and the units."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

OPENS = b'<html lang="en">'
AFTER, BEFORE = b"</header>", b"</body>"
"""Where the notes stand: below the part's facts; in a page made otherwise, at its end."""


@dataclass(frozen=True, slots=True)
class Noted:
    """One accepted finding, in words."""

    process: str
    rule: str
    message: str
    """What the rule found."""
    note: str


@dataclass(frozen=True, slots=True)
class Words:
    """What stands over the notes."""

    title: str
    lead: str
    columns: tuple[str, str, str]
    """Over process with rule, what was found, and the note."""


def with_notes(page: bytes, notes: Iterable[Noted], words: Words) -> bytes:
    """Return the page with the notes in it; one without either place, or without notes, as it is."""
    rows = "".join(
        f"<tr><td>{escape(one.process)}<br><b>{escape(one.rule)}</b></td>"
        f"<td>{escape(one.message)}</td><td>{escape(one.note)}</td></tr>"
        for one in notes
    )
    if not rows:
        return page
    heads = "".join(f"<th>{escape(one)}</th>" for one in words.columns)
    section = (
        f'<section id="accepted"><h2>{escape(words.title)}</h2><p>{escape(words.lead)}</p>'
        f'<div class="scroll"><table class="rest"><tr>{heads}</tr>{rows}</table></div></section>'
    ).encode()
    if AFTER in page:
        return page.replace(AFTER, AFTER + section, 1)
    start, found, end = page.rpartition(BEFORE)
    return start + section + found + end if found else page


def in_inches(page: bytes) -> bytes:
    """Return the page as it opens in inches; one of a server that has no such page as it is."""
    return page.replace(OPENS, b'<html lang="en" data-units="in">', 1)
