"""The outside of a glTF file: the binary container, the JSON document, the buffers it carries itself."""

import base64
import binascii
import json
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import UnreadableFile

GLB_MAGIC = b"glTF"
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
DATA_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(;[\w=.+-]+)*;base64,", re.ASCII)
BUFFER_MEDIA_TYPES = (None, "application/octet-stream", "application/gltf-buffer")
HARMLESS_EXTENSIONS = re.compile(r"KHR_(materials|texture|lights)_|KHR_mesh_quantization|EXT_texture_")
"""Extensions that leave positions and triangles as they stand, or that `accessor.py` reads."""


@dataclass(frozen=True, slots=True)
class Document:
    """The JSON of a glTF file and the binary chunk that came with it."""

    json: dict[str, Any]
    binary: bytes | None

    def items(self, key: str) -> list[Any]:
        """Return a top-level array of the document; empty when the file has none."""
        found = self.json.get(key, [])
        if not isinstance(found, list):
            raise UnreadableFile(f"the glTF's {key!r} is {_kind(found)}, where a list belongs")
        return found

    def item(self, key: str, index: object) -> dict[str, Any]:
        """Return one object of a top-level array by the index another object names it with."""
        items = self.items(key)
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(items):
            raise UnreadableFile(f"the glTF refers to {key}[{index!r}], but holds {len(items)} of them")
        found: object = items[index]
        if not isinstance(found, dict):
            raise UnreadableFile(f"the glTF's {key}[{index}] is {_kind(found)}, where an object belongs")
        return found

    def buffer(self, index: object) -> bytes:
        """Return the bytes of a buffer that lies in the file itself; nothing outside is ever opened.

        Raises
        ------
        UnreadableFile
            The buffer is another file, an address, broken base64, or shorter than declared.
        """
        buffer = self.item("buffers", index)
        uri, length = buffer.get("uri"), buffer.get("byteLength")
        if uri is None:
            if self.binary is None or index != 0:
                raise UnreadableFile(f"the glTF's buffer {index} has no data in this file")
            data = self.binary
        else:
            data = _decoded(uri)
        if isinstance(length, bool) or not isinstance(length, int) or not 0 <= length <= len(data):
            raise UnreadableFile(f"the glTF's buffer {index} declares {length!r} bytes and holds {len(data)}")
        return data[:length]


def open_document(path: Path) -> Document:
    """Read the container and the JSON document of a .glb or .gltf file, and check what it requires.

    Raises
    ------
    UnreadableFile
        The file is empty, truncated, no glTF 2, not JSON, or needs an extension that is not read.
    """
    data = path.read_bytes()
    if not data:
        raise UnreadableFile("the file is empty")
    is_binary = data[:4] == GLB_MAGIC
    if path.suffix.lower() == ".glb" and not is_binary:
        raise UnreadableFile("the file is named .glb but does not begin like one (`glTF`)")
    text, binary = _chunks(data) if is_binary else (data, None)
    document = Document(_parsed(text), binary)
    _check_version(document.json)
    for name in document.items("extensionsRequired"):
        if not isinstance(name, str) or not HARMLESS_EXTENSIONS.match(name):
            raise UnreadableFile(
                f"the glTF requires the extension {str(name)[:60]}, which is not read; "
                "export the part as plain triangles, without compression or instancing"
            )
    return document


def _chunks(data: bytes) -> tuple[bytes, bytes | None]:
    """Split a GLB into its JSON and its binary chunk."""
    if len(data) < 20:
        raise UnreadableFile(f"the GLB is truncated: {len(data)} bytes, and the headers alone take 20")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise UnreadableFile(f"the GLB container is version {version}; version 2 is read")
    if length > len(data):
        raise UnreadableFile(f"the GLB is truncated: {length} bytes by its header, {len(data)} in the file")
    chunks: dict[int, bytes] = {}
    offset = 12
    while offset + 8 <= length:
        size, kind = struct.unpack_from("<II", data, offset)
        if offset + 8 + size > length:
            raise UnreadableFile(
                f"the GLB has a broken chunk: {size} bytes declared, {length - offset - 8} left"
            )
        chunks.setdefault(kind, data[offset + 8 : offset + 8 + size])
        offset += 8 + size
    if JSON_CHUNK not in chunks:
        raise UnreadableFile("the GLB has no JSON chunk")
    return chunks[JSON_CHUNK], chunks.get(BINARY_CHUNK)


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        reason = "is nested too deeply" if isinstance(problem, RecursionError) else "is not valid JSON"
        raise UnreadableFile(f"the file is no glTF: its text {reason}") from None
    if not isinstance(found, dict):
        raise UnreadableFile(f"the file is no glTF: its JSON is {_kind(found)}, where an object belongs")
    return found


def _check_version(document: dict[str, Any]) -> None:
    asset = document.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    needed = asset.get("minVersion", version) if isinstance(asset, dict) else None
    if not isinstance(version, str) or not version.startswith("2.") or needed not in ("2.0", version):
        found = "none" if version is None else f"{needed or version}"[:20]
        raise UnreadableFile(f"the glTF asks for version {found}; version 2.0 is read")


def _decoded(uri: object) -> bytes:
    """Decode a data URI; refuse every other address."""
    if not isinstance(uri, str) or not uri.startswith("data:"):
        raise UnreadableFile(
            "the glTF keeps its data outside the file, and nothing outside is opened; export it as one .glb"
        )
    head = DATA_URI.match(uri)
    if head is None or head.group(1) not in BUFFER_MEDIA_TYPES:
        raise UnreadableFile("the glTF has a data URI that is not base64 of type application/octet-stream")
    try:
        return base64.b64decode(uri[head.end() :], validate=True)
    except (binascii.Error, ValueError):
        raise UnreadableFile("the glTF has a data URI whose base64 is broken") from None


def _kind(found: object) -> str:
    """Name a JSON value's kind for a message."""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(found), "a number")
