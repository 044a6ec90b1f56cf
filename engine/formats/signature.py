"""What a file looks like from its first bytes, whatever its name says."""

from pathlib import Path

from engine.errors import UnreadableFile

_SIGNATURES = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive; unpack it first"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"glTF", "a binary glTF file (.glb)"),
    (b"\xd0\xcf\x11\xe0", "a native file of a CAD or office program; export it as STEP"),
    (b"DBRep_DrawableShape", "an OCCT BREP file; export it as STEP"),
    (b"CASCADE Topology", "an OCCT BREP file; export it as STEP"),
    (b"\xff\xfe", "UTF-16 text; save it as plain text"),
    (b"\xfe\xff", "UTF-16 text; save it as plain text"),
    (b"**ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a Parasolid file; export it as STEP"),
)
_TEXTS = (
    (b"iso-10303-21", "a STEP file"),
    (b"<!doctype html", "a web page"),
    (b"<html", "a web page"),
    (b"<?xml", "an XML file"),
    (b"solid", "an STL file (triangles only)"),
    (b"ply\n", "a PLY file (triangles only)"),
    (b"off\n", "an OFF file (triangles only)"),
    (b"{", "a JSON file"),
)
ENOUGH = 512
"""Bytes that `looks_like` wants to see, if the file has them."""


def looks_like(head: bytes, size: int) -> str:
    """Say in words what a file is, going by its first bytes and its size; empty when nothing is known.

    Parameters
    ----------
    head : bytes
        The first `ENOUGH` bytes, or all of a shorter file.
    size : int
        Bytes in the whole file.
    """
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return name
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for beginning, name in _TEXTS:
        if text.startswith(beginning):
            return name
    if len(head) >= 84 and size == 84 + 50 * int.from_bytes(head[80:84], "little"):
        return "an STL file (triangles only)"
    if len(head) >= 80 and head[72:73] in b"SG" and head[73:80].strip().isdigit():
        return "an IGES file; export it as STEP"
    if not head.strip(b"\0"):
        return "zero bytes only"
    return ""


def refuse_others(path: Path, named: str, is_it: bool) -> None:
    """Raise UnreadableFile, with what a file looks like, unless it was found to be what it is called."""
    if is_it:
        return
    with path.open("rb") as file:
        look = looks_like(file.read(ENOUGH), path.stat().st_size)
    raise UnreadableFile(f"the file is not {named}" + (f": it looks like {look}" if look else ""))
