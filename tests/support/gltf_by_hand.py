"""Small glTF files made by hand: a cube, and whatever a test bends it into."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

CUBE_VERTICES = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], np.float32)
CUBE_TRIANGLES = np.array(
    [
        *([0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4]),
        *([2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]),
    ],
    np.uint16,
)
SIDE_M = 0.02


def cube() -> tuple[dict[str, Any], bytes]:
    """Return the document and the binary chunk of a 20 mm cube, to be bent before it is written."""
    return document(CUBE_VERTICES * SIDE_M, CUBE_TRIANGLES)


def document(vertices: np.ndarray, triangles: np.ndarray) -> tuple[dict[str, Any], bytes]:
    """Return a glTF document of one mesh and its binary chunk. Vertices in meters, Y up."""
    places = np.ascontiguousarray(vertices, np.float32).tobytes()
    corners = np.ascontiguousarray(triangles, np.uint32).tobytes()
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(vertices), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 3 * len(triangles), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(places)},
            {"buffer": 0, "byteOffset": len(places), "byteLength": len(corners)},
        ],
        "buffers": [{"byteLength": len(places) + len(corners)}],
    }
    return tree, places + corners


def write(path: Path, tree: dict[str, Any], binary: bytes = b"") -> Path:
    """Write a document and its binary chunk as a GLB."""
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    path.write_bytes(b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks)
    return path
