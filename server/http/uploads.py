"""Receiving files."""

import hashlib
import re
from collections.abc import AsyncIterator
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from litestar.datastructures import UploadFile

from engine import formats
from server.errors import FileEmpty, UploadTooLarge
from server.settings import Settings

CHUNK_BYTES = 1 << 18
MULTIPART_OVERHEAD_BYTES = 1 << 16
"""What a form may add to its file: the other fields and the boundaries."""
MOST_TEXT_BYTES = 1 << 20
"""The longest body that holds no file."""
LONGEST_NAME = 200
UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters, and those that break a line or turn the text around, for another name to be read."""


def accepted(max_upload_mb: float) -> str:
    """Say what a field of a form holds that is for a part."""
    return f"{formats.suffixes()}, at most {max_upload_mb:g} MB"


ACCEPTED = accepted(Settings().max_upload_mb)
"""Where the operator sets no other limit."""


def shown_name(filename: str) -> str:
    """Return a sent file name as it is shown: no folders, no control characters, not too long."""
    name = PurePosixPath(PureWindowsPath(filename).as_posix()).name
    name = UNSHOWN.sub("", name).strip()
    stem, dot, suffix = name.rpartition(".")
    return f"{stem[:LONGEST_NAME]}{dot}{suffix[:20]}" or "part"


def stored_name(shown: str) -> str:
    """Return the name a file is stored under: plain letters, short, with its suffix in lower case."""
    stem, suffix = PurePath(shown).stem, PurePath(shown).suffix.lower()
    return re.sub(r"[^A-Za-z0-9 _.-]", "_", stem)[:LONGEST_NAME].lstrip(".") + suffix


async def chunks_of(upload: UploadFile) -> AsyncIterator[bytes]:
    """Yield what an uploaded file holds."""
    while chunk := await upload.read(CHUNK_BYTES):
        yield chunk


async def store(chunks: AsyncIterator[bytes], target: Path, max_bytes: int) -> str:
    """Store a file, check that it is what its suffix says, and return its SHA-256.

    Raises
    ------
    UploadTooLarge
        It has more than `max_bytes`.
    FileEmpty
        It has none.
    OSError
        There is no room for it.
    SprueError
        It is of a kind that is not read, or its first bytes are not what its suffix says.
    """
    size, digest = 0, hashlib.sha256()
    with target.open("wb") as file:
        async for chunk in chunks:
            size += len(chunk)
            if size > max_bytes:
                raise UploadTooLarge(f"The file is larger than {max_bytes / 1024**2:g} MB.")
            digest.update(chunk)
            file.write(chunk)
    if not size:
        raise FileEmpty("The file is empty.")
    formats.check(target)
    return digest.hexdigest()
