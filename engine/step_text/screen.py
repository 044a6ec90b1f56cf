"""STEP files judged as text, before OCCT sees them: what it would crash, hang or choke on ends here.

Everything runs over the bytes at C speed; a 25 MB file takes a fraction of a second.
"""

import re
from dataclasses import dataclass

import numpy as np

from engine.errors import NoSolid, UnreadableFile
from engine.step_text.units import in_alphabetical_order, respelled

BEGIN, END = b"ISO-10303-21", b"END-ISO-10303-21"
HEAD_BYTES = 65_536
DEEPEST = 100
"""Real files nest parentheses about ten deep; at 200 000 OCCT overflows the stack."""
LONGEST_STRING = 8000
"""OCCT's reader gives up on strings over 16 384 bytes."""
KEPT_OF_STRING = 200
MOST_SPACE = 80
"""Characters behind a string that are looked through for what ends it."""
LARGEST_EXPONENT = 99
MOST_DIGITS = 18
"""Of an id: no file has a billion billion entities."""

_BOM = b"\xef\xbb\xbf"
_LEADING = re.compile(rb"(?:\s+|/\*.*?\*/)+", re.DOTALL)
_DATA = re.compile(rb"\bDATA\s*(?:\([^;]*\)\s*)?;")
_WIDE_DATA = re.compile(rb"\bDATA\s+;")
_ENTITY = re.compile(rb"#\s*\d+\s*=")
_STRING_OR_COMMENT = re.compile(
    rb"""'[^']*(?:''[^']*)*'(?=\s*[,)])       # as the standard has it
    |'[^']*(?:'(?!\s*[,)])[^']*)*'          # with an apostrophe that was not doubled, as OCCT takes it
    |/\*.*?\*/""",
    re.DOTALL | re.VERBOSE,
)
_ENDS_STRING = np.isin(np.arange(256), list(b",)'"))
"""What stands right behind a string, as most files have it; an apostrophe where the string goes on."""
_NOT_A_NUMBER = re.compile(rb"[(,]\s*[-+]?(?:NAN|INF)(?:INITY)?\s*[,)]")
_LARGE_NUMBER = re.compile(rb"E(?<=[0-9.]E)\+?0*[1-9][0-9]{2}")
_SCHEMA = re.compile(rb"FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'", re.IGNORECASE)
_KNOWN = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_#=(),.;$*+-!&'\" \t\n\v\f\r"
_SPACES = b" \t\n\v\f\r"
_EVERYTHING_BUT_MARKS = bytes(byte for byte in range(256) if byte not in b"();=")

SOLIDS = (b"MANIFOLD_SOLID_BREP", b"BREP_WITH_VOIDS", b"FACETED_BREP")
CONTENTS = (
    (b"TESSELLATED_SOLID", "triangles only, no exact faces"),
    (b"TESSELLATED_SHELL", "triangles only, no exact faces"),
    (b"TRIANGULATED_FACE", "triangles only, no exact faces"),
    (b"COMPLEX_TRIANGULATED", "triangles only, no exact faces"),
    (b"FEA_MODEL", "a finite-element model"),
    (b"DOCUMENT_FILE", "only references to other files"),
    (b"EXTERNALLY_DEFINED", "only references to other files"),
)


@dataclass(frozen=True, slots=True)
class StepText:
    """A STEP file that OCCT may see."""

    data: bytes
    """Mended where the file could be."""
    schema: str
    """As FILE_SCHEMA names it; empty when it names none."""
    refers_to_files: bool
    """Whether the file names other files; those must never be opened."""

    @property
    def has_solids(self) -> bool:
        """Whether the file spells a solid, readable or not."""
        return any(keyword in self.data for keyword in SOLIDS)

    @property
    def contents(self) -> str:
        """What the file holds instead of a solid, in words; empty when the text does not say."""
        if self.schema.upper().startswith("IFC"):
            return "a building model (IFC)"
        return next((words for keyword, words in CONTENTS if keyword in self.data), "")


def screen(data: bytes) -> StepText:
    """Check the bytes of a STEP file and mend what can be mended.

    Raises
    ------
    UnreadableFile
        If it is not STEP, cut short, or holds what no part can hold.
    NoSolid
        If its DATA section is empty.
    """
    begin = _beginning(data)
    if begin is None:
        raise UnreadableFile("the file is not a STEP file: it does not begin with ISO-10303-21")
    end = data.rfind(END)
    if end < 0:
        raise UnreadableFile("the STEP file is cut short: its last line, END-ISO-10303-21, is missing")
    section = _DATA.search(data)
    if section is None:
        raise UnreadableFile("the STEP file has no DATA section, so it holds no geometry")
    if _ENTITY.search(data, section.end(), end) is None:
        raise NoSolid("the STEP file holds no geometry: its DATA section is empty")
    bare = _bare(data[section.end() : end])
    _refuse_impossible_numbers(bare)
    _refuse_damage(bare)
    _refuse_doubled_ids(bare)
    mended = respelled(in_alphabetical_order(_mended(data, begin, section.end())))
    schema = _SCHEMA.search(mended[:HEAD_BYTES])
    upper = mended.upper()
    return StepText(
        data=mended,
        schema=schema.group(1).decode("ascii", "replace").strip() if schema else "",
        refers_to_files=b"DOCUMENT_FILE" in upper or b"EXTERNALLY_DEFINED" in upper,
    )


def is_step(head: bytes) -> bool:
    """Whether a file claims to be STEP, by its first bytes."""
    return _beginning(head) is not None


def _beginning(data: bytes) -> int | None:
    """Where the file's own text begins, past a byte-order mark; None where it is not STEP."""
    begin = len(_BOM) if data.startswith(_BOM) else 0
    leading = _LEADING.match(data, begin, HEAD_BYTES)
    first = leading.end() if leading else begin
    return begin if data.startswith(BEGIN, first) else None


def _bare(section: bytes) -> bytes:
    """Empty the strings of a DATA section and drop its comments."""
    codes = np.frombuffer(section, dtype=np.uint8)
    quotes = np.flatnonzero(codes == ord("'"))
    if not quotes.size % 2 and b"/*" not in section and section[-1:] != b"'":
        behind = quotes[1::2] + 1
        spaced = behind[~_ENDS_STRING[codes[behind]]].tolist()
        if all(section[at : at + MOST_SPACE].lstrip()[:1] in (b",", b")") for at in spaced):
            return b"''".join(section.split(b"'")[::2])
    return _STRING_OR_COMMENT.sub(b"''", section)


def _refuse_impossible_numbers(bare: bytes) -> None:
    """Refuse what OCCT would hang on; `bare` is the DATA section without strings and comments."""
    upper = bare.upper()
    if (b"NAN" in upper or b"INF" in upper) and _NOT_A_NUMBER.search(upper):
        raise UnreadableFile("the STEP file is broken: it holds coordinates that are not numbers (NAN, INF)")
    if _LARGE_NUMBER.search(upper):
        raise UnreadableFile(
            "the STEP file is broken: it holds a number too large for any part "
            f"(exponent over {LARGEST_EXPONENT})"
        )


def _refuse_damage(bare: bytes) -> None:
    """Refuse unknown characters, entities that do not end, parentheses that do not close or nest absurdly.

    OCCT skips an entity that it cannot parse and may crash on those that refer to it.
    """
    if bare.translate(None, _KNOWN):
        raise UnreadableFile(
            "the STEP file is damaged: characters that STEP does not know stand in its entities"
        )
    codes = np.frombuffer(bare.translate(None, _EVERYTHING_BUT_MARKS), dtype=np.uint8)
    level = np.cumsum((codes == ord("(")).astype(np.int32) - (codes == ord(")")))
    ends = np.flatnonzero(codes == ord(";"))
    if level[ends].any():
        raise UnreadableFile("the STEP file is damaged: the parentheses of an entity do not close")
    if np.diff(np.cumsum(codes == ord("="))[ends], prepend=0).max(initial=0) > 1:
        raise UnreadableFile("the STEP file is damaged: an entity does not end before the next begins")
    if level.max(initial=0) > DEEPEST:
        raise UnreadableFile(f"the STEP file is broken: parentheses nest more than {DEEPEST} deep")


def _refuse_doubled_ids(bare: bytes) -> None:
    """Refuse ids that several entities have: OCCT may go round in circles between them."""
    codes = np.frombuffer(bare.translate(None, _SPACES), dtype=np.uint8)
    at = np.flatnonzero(codes == ord("=")) - 1
    ids, place = np.zeros(len(at), dtype=np.int64), 1
    is_digit = np.ones(len(at), dtype=bool)
    for _ in range(MOST_DIGITS):
        digits = codes[at] - np.uint8(ord("0"))  # what is below wraps round, and is no digit either
        is_digit &= digits <= 9
        ids += np.where(is_digit, digits, np.uint8(0)).astype(np.int64) * place
        at, place = at - is_digit, place * 10
    ascending = np.sort(ids[ids > 0])
    doubled = ascending[1:][np.diff(ascending) == 0]
    if len(doubled):
        raise UnreadableFile(
            f"the STEP file is damaged: two entities are #{doubled[0]}, and what refers to it may mean either"
        )


def _mended(data: bytes, begin: int, data_begin: int) -> bytes:
    """Take off the byte-order mark, close up `DATA ;`, mend the encoding, cut strings too long for OCCT.

    `data_begin` is where the header has ended.
    """
    is_wide = _WIDE_DATA.search(data, 0, data_begin) is not None
    if begin:
        data = data[begin:]
    if not data.isascii():
        data = _as_utf8(data)
    if is_wide:
        data = _WIDE_DATA.sub(b"DATA;", data, count=1)
    quotes = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("'"))
    if quotes.size > 1 and np.diff(quotes).max() > LONGEST_STRING:
        data = _STRING_OR_COMMENT.sub(_cut, data)
    return data


def _as_utf8(data: bytes) -> bytes:
    """Return the text in UTF-8.

    The standard allows raw bytes in no encoding, but UTF-8 and, from older systems, a Western code page
    are common.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").encode("utf-8")
    return data


def _cut(token: re.Match[bytes]) -> bytes:
    """Shorten a long string, not within one of its escapes."""
    text = token.group()
    if len(text) <= LONGEST_STRING or not text.startswith(b"'"):
        return text
    kept = text[1 : 1 + KEPT_OF_STRING].split(b"\\")[0]
    return b"'" + kept + b"'"
