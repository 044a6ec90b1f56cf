"""Taking a part in: from the form, from a URL or from what was sent ahead, onto the disk."""

from dataclasses import dataclass
from pathlib import Path

from litestar.datastructures import UploadFile

from engine import formats
from server.fetch.guarded import Fetcher
from server.http import uploads
from server.storage.blobs import StoredFile


@dataclass(frozen=True, slots=True)
class Source:
    """Where a part comes from: a file of the form, a URL, or one that was sent ahead; the others are None."""

    filename: str
    """As it is shown; its suffix was found to be one that is read."""
    upload: UploadFile | None
    url: str | None
    stored: StoredFile | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A part on the disk."""

    path: Path
    sha256: str
    size_bytes: int


def source(
    filename: str,
    upload: UploadFile | None = None,
    url: str | None = None,
    *,
    with_extra: bool = False,
) -> Source:
    """Name a source; raise UnsupportedFormat where the name promises nothing that is accepted.

    `with_extra` accepts formats that the API does not promise.
    """
    shown = uploads.shown_name(filename)
    formats.pick(Path(shown), with_extra=with_extra)
    return Source(shown, upload, url)


class Intake:
    """Stores parts."""

    def __init__(self, fetcher: Fetcher, max_bytes: int) -> None:
        self._fetcher = fetcher
        self._max_bytes = max_bytes

    async def take(self, source: Source, folder: Path) -> Taken:
        """Store a part in a folder; raises as `uploads.store` does, and BlobRefused."""
        path = folder / uploads.stored_name(source.filename)
        if source.upload is not None:
            chunks = uploads.chunks_of(source.upload)
        elif source.stored is not None:
            chunks = source.stored.chunks(0, source.stored.size_bytes)
        else:
            assert source.url is not None, "a source is a file, a URL or what was sent ahead"
            chunks = self._fetcher.chunks(source.url)
        sha256 = await uploads.store(chunks, path, self._max_bytes)
        return Taken(path, sha256, path.stat().st_size)
