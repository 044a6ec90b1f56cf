"""Reading the GLB files Sprue writes, byte by byte, without trusting the writer."""

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
TYPES = {5126: np.dtype("<f4"), 5125: np.dtype("<u4")}


def document(glb: bytes) -> dict[str, Any]:
    """Return the JSON chunk."""
    magic, version, total = struct.unpack_from("<4sII", glb)
    assert (magic, version, total) == (b"glTF", 2, len(glb))
    length, kind = struct.unpack_from("<I4s", glb, 12)
    assert kind == b"JSON"
    found: dict[str, Any] = json.loads(glb[20 : 20 + length], parse_constant=_refuse)
    return found


def attributes(glb: bytes) -> dict[str, NDArray[np.float32]]:
    """Return every vertex attribute of the one primitive, and its triangles as `indices`."""
    tree = document(glb)
    start = 20 + struct.unpack_from("<I", glb, 12)[0] + 8
    primitive = tree["meshes"][0]["primitives"][0]
    named = {**primitive["attributes"], "indices": primitive["indices"]}
    return {name: _array(tree, glb[start:], accessor) for name, accessor in named.items()}


def extras(glb: bytes) -> dict[str, Any]:
    """Return the extras of the mesh."""
    found: dict[str, Any] = document(glb)["meshes"][0]["extras"]
    return found


def _array(tree: dict[str, Any], blob: bytes, accessor: int) -> NDArray[np.float32]:
    layout = tree["accessors"][accessor]
    view = tree["bufferViews"][layout["bufferView"]]
    width = COMPONENTS[layout["type"]]
    values = np.frombuffer(blob, TYPES[layout["componentType"]], layout["count"] * width, view["byteOffset"])
    return values if width == 1 else values.reshape(-1, width)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
