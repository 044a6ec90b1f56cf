"""GLB files as arrays: what is needed of glTF 2.0 to show a part, without VTK and without a file on disk.

Compressed meshes (Draco, meshopt), sparse accessors and buffers outside the file are refused by name;
animation, textures and materials are passed over.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
TRIANGLES = 4
DTYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
Z_UP_MM = np.array([[1e3, 0, 0, 0], [0, 0, -1e3, 0], [0, 1e3, 0, 0], [0, 0, 0, 1.0]])
"""From glTF's meters and Y up to millimeters and Z up."""


class UnreadableGlb(Exception):
    """Why a file cannot be shown, as a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """Triangles of one mesh where its node puts them, in millimeters, Z up."""

    triangles: NDArray[np.int64]
    """(T, 3)"""
    attributes: dict[str, NDArray[np.float64] | NDArray[np.float32]]
    """POSITION and NORMAL (V, 3), COLOR_0 (V, 3) linear light, those that begin with an underscore (V,)."""
    extras: dict[str, Any]
    """Of the mesh."""


def read(data: bytes) -> tuple[Primitive, ...]:
    """Read every triangle mesh of a GLB's scene; raises UnreadableGlb."""
    try:
        document, blob = _chunks(data)
        required = document.get("extensionsRequired") or []
        if required:
            raise UnreadableGlb(f"The file needs {', '.join(required)}, which cannot be shown.")
        found = tuple(
            primitive
            for node, matrix in _nodes(document)
            if "mesh" in node
            for primitive in _primitives(document, blob, document["meshes"][node["mesh"]], matrix)
        )
    except (KeyError, IndexError, TypeError, ValueError, struct.error) as error:
        raise UnreadableGlb("The file of the part is damaged.") from error
    if not found:
        raise UnreadableGlb("The file of the part has no triangles.")
    return found


def _chunks(data: bytes) -> tuple[dict[str, Any], memoryview]:
    if data[:4] != b"glTF":
        raise UnreadableGlb("The server sent something else than a GLB file.")
    view, at = memoryview(data), 12
    document: dict[str, Any] | None = None
    blob = memoryview(b"")
    while at + 8 <= len(data):
        length, kind = struct.unpack_from("<II", data, at)
        chunk = view[at + 8 : at + 8 + length]
        if len(chunk) < length:
            raise UnreadableGlb("The file of the part ends too early.")
        if kind == JSON_CHUNK:
            document = json.loads(bytes(chunk))
        elif kind == BINARY_CHUNK:
            blob = chunk
        at += 8 + length
    if not isinstance(document, dict):
        raise UnreadableGlb("The file of the part is damaged.")
    return document, blob


def _nodes(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], NDArray[np.float64]]]:
    """Yield each node of the scene with its matrix into the world."""
    nodes = document.get("nodes") or [{"mesh": at} for at in range(len(document.get("meshes", ())))]
    scenes = document.get("scenes")
    children = {child for node in nodes for child in node.get("children", ())}
    roots = scenes[document.get("scene", 0)].get("nodes", ()) if scenes else set(range(len(nodes))) - children
    stack = [(root, np.eye(4)) for root in roots]
    n_left = len(nodes)
    while stack and n_left:  # a file whose nodes go round in a ring ends too
        at, above = stack.pop()
        matrix = above @ _matrix(nodes[at])
        n_left -= 1
        yield nodes[at], matrix
        stack.extend((child, matrix) for child in nodes[at].get("children", ()))


def _matrix(node: dict[str, Any]) -> NDArray[np.float64]:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.array(node.get("scale", (1.0, 1.0, 1.0)))
    matrix[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return matrix


def _primitives(
    document: dict[str, Any], blob: memoryview, mesh: dict[str, Any], matrix: NDArray[np.float64]
) -> Iterator[Primitive]:
    world = Z_UP_MM @ matrix
    for primitive in mesh["primitives"]:
        if primitive.get("mode", TRIANGLES) != TRIANGLES:
            continue
        attributes = {
            name: _accessor(document, blob, at)
            for name, at in primitive["attributes"].items()
            if name in ("POSITION", "NORMAL", "COLOR_0") or name.startswith("_")
        }
        points = attributes["POSITION"].astype(np.float64)
        attributes["POSITION"] = points @ world[:3, :3].T + world[:3, 3]
        if "NORMAL" in attributes:
            attributes["NORMAL"] = _unit(attributes["NORMAL"] @ np.linalg.inv(world[:3, :3]))
        if "COLOR_0" in attributes:
            attributes["COLOR_0"] = attributes["COLOR_0"][:, :3]
        if "indices" in primitive:
            triangles = _accessor(document, blob, primitive["indices"], raw=True).astype(np.int64)
        else:
            triangles = np.arange(len(points), dtype=np.int64)
        triangles = triangles[: len(triangles) // 3 * 3].reshape(-1, 3)
        if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(points)):
            raise UnreadableGlb("The file of the part is damaged.")
        if np.linalg.det(world[:3, :3]) < 0.0:  # a mirror turns triangles inside out
            triangles = triangles[:, ::-1]
        if len(triangles):
            yield Primitive(np.ascontiguousarray(triangles), attributes, mesh.get("extras") or {})


def _accessor(document: dict[str, Any], blob: memoryview, at: int, *, raw: bool = False) -> NDArray[Any]:
    accessor = document["accessors"][at]
    if "sparse" in accessor or "bufferView" not in accessor:
        raise UnreadableGlb("The file stores its mesh sparsely, which cannot be shown.")
    view = document["bufferViews"][accessor["bufferView"]]
    if document["buffers"][view.get("buffer", 0)].get("uri"):
        raise UnreadableGlb("The file keeps its mesh in another file.")
    dtype, width = np.dtype(DTYPES[accessor["componentType"]]), WIDTHS[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    count, stride = accessor["count"], view.get("byteStride") or dtype.itemsize * width
    table: NDArray[Any] = np.ndarray(
        (count, width), dtype, buffer=blob, offset=start, strides=(stride, dtype.itemsize)
    )
    if accessor.get("normalized"):
        table = np.maximum(table / np.iinfo(dtype).max, -1.0)
    values = table[:, 0] if width == 1 else table
    return values if raw else values.astype(np.float32)


def _unit(vectors: NDArray[Any]) -> NDArray[np.float64]:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0), dtype=np.float64)
