"""Media types of the files that callers fetch, by their suffix."""

from pathlib import PurePath

GLB = "model/gltf-binary"
OF_SUFFIX = {
    ".glb": GLB,
    ".json": "application/json",
    ".html": "text/html; charset=utf-8",
    ".png": "image/png",
    ".pdf": "application/pdf",
}
UNKNOWN = "application/octet-stream"


def of(name: str) -> str:
    """Return the media type of a file; of one that is none of ours, that of any bytes."""
    return OF_SUFFIX.get(PurePath(name).suffix, UNKNOWN)
