"""Files compressed once and kept beside themselves, for callers who take gzip.

A mesh becomes about half as large, and JSON and pages a tenth. Pictures are compressed already.
"""

import gzip
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import anyio.to_thread

ENCODING = "gzip"
SUFFIX = ".gz"
COMPRESSIBLE = (".glb", ".json", ".html")
LEAST_BYTES = 1400
"""What fits into one packet takes no less time when it is smaller."""
LEVEL = 6


def is_taken(accept_encoding: str) -> bool:
    """Whether a caller takes gzip, by the header `Accept-Encoding` (RFC 9110, section 12.5.3)."""
    quality_of_coding = {}
    for each in accept_encoding.lower().split(","):
        coding, _, parameter = each.partition(";")
        quality_of_coding[coding.strip()] = parameter.replace(" ", "").removeprefix("q=") or "1"
    quality = quality_of_coding.get(ENCODING, quality_of_coding.get("*", "0"))
    return quality.strip("0.") != ""


def is_worth_it(name: str, size_bytes: int) -> bool:
    """Whether a file of this name and size becomes smaller."""
    return name.endswith(COMPRESSIBLE) and size_bytes >= LEAST_BYTES


async def beside(path: Path) -> Path | None:
    """Return the compressed file beside a file, made by the first who asks; None where there is none."""
    if not is_worth_it(path.name, path.stat().st_size):
        return None
    found = path.with_name(path.name + SUFFIX)
    if not found.is_file():
        try:
            await anyio.to_thread.run_sync(compress, path, found)
        except OSError:  # there is no room: the file itself is there
            return None
    return found


def compress(path: Path, target: Path) -> None:
    """Write the whole file or none; of two who write at once, either is right."""
    descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=SUFFIX)
    try:
        with (
            path.open("rb") as source,
            os.fdopen(descriptor, "wb") as file,
            gzip.GzipFile("", "wb", LEVEL, file, 0.0) as packed,
        ):
            shutil.copyfileobj(source, packed, 1 << 20)
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise
