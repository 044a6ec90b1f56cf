"""What files look like, whatever their names say."""

import pytest

from engine.formats.signature import looks_like


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"PK\x03\x04....", "ZIP"),
        (b"\x1f\x8b\x08...", "gzip"),
        (b"glTF\x02\x00\x00\x00", "glTF"),
        (b"%PDF-1.7", "PDF"),
        (b"  <!DOCTYPE html><html>", "web page"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>", "XML"),
        (b"solid cube\n facet normal", "STL"),
        (b'{"asset": {"version": "2.0"}}', "JSON"),
        (b"ISO-10303-21;\nHEADER;", "STEP"),
        (b"\0" * 400, "zero bytes"),
        (b" " * 72 + b"S      1\n", "IGES"),
        (b"\xff\xfeI\0S\0O\0", "UTF-16"),
    ],
)
def test_first_bytes_say_the_kind(head: bytes, words: str) -> None:
    assert words in looks_like(head, len(head))


def test_a_binary_stl_is_known_by_its_length() -> None:
    head = b"made by a scanner".ljust(80, b"\0") + (12).to_bytes(4, "little") + b"\1" * 50
    assert "STL" in looks_like(head, 84 + 12 * 50)
    assert looks_like(head, 84 + 13 * 50) == ""


def test_nothing_is_said_of_what_is_not_known() -> None:
    assert looks_like(b"\x8f\x10\x22random", 4096) == ""
