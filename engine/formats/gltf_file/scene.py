"""The scene: every mesh where its nodes put it, as triangles in millimeters with Z up."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import MeshTooLarge, NoSolid, UnreadableFile
from engine.formats.gltf_file import accessor
from engine.formats.gltf_file.container import Document
from engine.model.arrays import Floats, Ints

TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN = 4, 5, 6
MAX_TRIANGLES = 4_000_000
"""Of the scene, each mesh counted as often as it is shown; bounds memory and time."""
MAX_NODES, MAX_PLACED = 100_000, 20_000
"""Of the scene, and of meshes that they show: each costs work, however few its triangles are. An assembly
has one a body, an export face by face one a face."""
METER_MM = 1000.0
FARTHEST_MM = 1e15
"""From the origin, along each axis; beyond it sums of squares may overflow."""
Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""glTF's Y-up frame to CAD's Z-up one: (x, y, z) becomes (x, -z, y)."""


@dataclass(frozen=True, slots=True, eq=False)
class Soup:
    """Triangles of one mesh as placed in the scene, not yet joined to each other."""

    name: str
    vertices: Floats
    """(V, 3) mm, Z up."""
    triangles: Ints
    """(T, 3) in the winding the scene shows: counter-clockwise from outside."""


@np.errstate(over="ignore", invalid="ignore")  # what gets out of range is refused
def triangles(document: Document) -> tuple[Soup, ...]:
    """Collect the triangles of the default scene, node transforms applied.

    Raises
    ------
    NoSolid
        The scene shows no triangle.
    MeshTooLarge
        More triangles, meshes or nodes than can be analyzed.
    UnreadableFile
        A node has two parents or is its own ancestor, or a number is not finite or out of range.
    """
    soups: list[Soup] = []
    count = 0
    for name, primitive, matrix in _shown(document):
        soup = _placed(document, primitive, matrix, name)
        if soup is None:
            continue
        count += len(soup.triangles)
        if count > MAX_TRIANGLES:
            raise MeshTooLarge(_too_many(MAX_TRIANGLES, "triangles"))
        soups.append(soup)
    if count == 0:
        raise NoSolid("the glTF shows no triangle; a part's surface as triangles is needed")
    return tuple(soups)


def _shown(document: Document) -> list[tuple[str, object, Floats]]:
    """List the name, the primitive and the world matrix of all that the scene shows, before any is placed."""
    if len(document.items("nodes")) > MAX_NODES:
        raise MeshTooLarge(_too_many(MAX_NODES, "nodes"))
    shown: list[tuple[str, object, Floats]] = []
    for node, matrix in _placed_nodes(document):
        if "mesh" not in node:
            continue
        mesh = document.item("meshes", node["mesh"])
        name = str(node.get("name") or mesh.get("name") or "")
        shown.extend((name, primitive, matrix) for primitive in mesh.get("primitives", []))
        if len(shown) > MAX_PLACED:
            raise MeshTooLarge(_too_many(MAX_PLACED, "meshes"))
    return shown


def _too_many(limit: int, what: str) -> str:
    return f"the glTF holds more than {limit} {what}, the most that are analyzed"


def _placed_nodes(document: Document) -> list[tuple[dict[str, Any], Floats]]:
    """List the nodes under the scene's roots with their world matrices (4, 4)."""
    placed: list[tuple[dict[str, Any], Floats]] = []
    open_nodes: list[tuple[object, Floats]] = [(root, np.eye(4)) for root in reversed(_roots(document))]
    seen: set[object] = set()
    while open_nodes:
        index, parent = open_nodes.pop()
        node = document.item("nodes", index)
        if index in seen:
            raise UnreadableFile(f"the glTF's node {index} hangs under two parents or under itself")
        seen.add(index)
        matrix = parent @ _matrix(node)
        if not np.isfinite(matrix).all():
            raise UnreadableFile(f"the glTF's node {index} has a transform that is not finite")
        placed.append((node, matrix))
        children = node.get("children", [])
        if not isinstance(children, list):
            raise UnreadableFile(f"the glTF's node {index} names its children by something other than a list")
        open_nodes.extend((child, matrix) for child in reversed(children))
    return placed


def _roots(document: Document) -> list[object]:
    """Return the root nodes of the default scene; of a file without scenes, all nodes no other names."""
    if document.items("scenes"):
        nodes = document.item("scenes", document.json.get("scene", 0)).get("nodes", [])
        if not isinstance(nodes, list):
            raise UnreadableFile("the glTF's scene names its nodes by something other than a list")
        return nodes
    nodes = document.items("nodes")
    children = {
        child
        for node in nodes
        if isinstance(node, dict) and isinstance(node.get("children"), list)
        for child in node["children"]
        if isinstance(child, int)
    }
    return [index for index in range(len(nodes)) if index not in children]


def _matrix(node: dict[str, Any]) -> Floats:
    """Return a node's own transform (4, 4)."""
    if "matrix" in node:
        return _numbers(node["matrix"], 16).reshape(4, 4).T
    matrix = np.eye(4)
    x, y, z, w = _numbers(node.get("rotation", [0, 0, 0, 1]), 4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, :3] *= _numbers(node.get("scale", [1, 1, 1]), 3)
    matrix[:3, 3] = _numbers(node.get("translation", [0, 0, 0]), 3)
    return matrix


def _numbers(found: object, count: int) -> Floats:
    try:
        numbers = np.array(found, np.float64)
    except (TypeError, ValueError, OverflowError):
        numbers = np.empty(0)
    if numbers.shape != (count,) or not np.isfinite(numbers).all():
        raise UnreadableFile(f"the glTF has a node transform that is not {count} finite numbers")
    return numbers


def _placed(document: Document, primitive: object, matrix: Floats, name: str) -> Soup | None:
    """Return a primitive's triangles in the part's frame; None for points and lines."""
    if not isinstance(primitive, dict) or not isinstance(primitive.get("attributes"), dict):
        raise UnreadableFile("the glTF has a mesh primitive without attributes")
    mode = primitive.get("mode", TRIANGLES)
    if mode not in (TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN) or "POSITION" not in primitive["attributes"]:
        return None
    positions = accessor.read(document, primitive["attributes"]["POSITION"], 3).astype(np.float64)
    if not np.isfinite(positions).all():
        raise UnreadableFile("the glTF has coordinates that are not finite numbers")
    if "indices" in primitive:
        order = accessor.read(document, primitive["indices"], 1)[:, 0].astype(np.int64)
        if len(order) and (order.min() < 0 or order.max() >= len(positions)):
            raise UnreadableFile(f"the glTF has triangle indices beyond its {len(positions)} vertices")
    else:
        order = np.arange(len(positions))
    corners = _corners(order, mode)
    if np.linalg.det(matrix[:3, :3]) < 0:
        corners = corners[:, ::-1]
    world = (positions @ matrix[:3, :3].T + matrix[:3, 3]) @ Z_UP.T * METER_MM
    if not (np.abs(world) <= FARTHEST_MM).all():  # nor NaN
        raise UnreadableFile("the glTF has coordinates that are out of range")
    return Soup(name, world, np.ascontiguousarray(corners))


def _corners(order: Ints, mode: object) -> Ints:
    """Return (T, 3) corner indices of a list, a strip or a fan; a remainder of one or two is dropped."""
    if mode == TRIANGLES:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if mode == TRIANGLE_FAN:
        return np.column_stack(
            [np.full(max(len(order) - 2, 0), order[0] if len(order) else 0), order[1:-1], order[2:]]
        )
    strip = np.column_stack([order[:-2], order[1:-1], order[2:]])
    strip[1::2] = strip[1::2, ::-1]
    return strip
