"""glTF 2.0 (.glb, .gltf): triangles read and segmented into faces; meshes written with what was measured.

Read: every mesh where its nodes put it, from meters and Y up to millimeters and Z up; colors, textures and
normals do not matter. Nothing outside the file is opened.

Written: one GLB with its colors and measured attributes. It keeps millimeters and Z-up as the engine does;
its root node turns both into glTF's meters and Y-up. glTF knows neither NaN nor infinity; what could not be
measured is a sentinel, named in the mesh's `extras`.
"""

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine import file_name
from engine.errors import UnreadableFile
from engine.formats.gltf_file import container, duplicates, scene
from engine.formats.signature import ENOUGH, looks_like
from engine.model.arrays import Floats
from engine.model.file_format import FileFormat
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.quick_info import QuickInfo
from engine.palette import PLAIN, rgb, to_linear
from engine.progress import Progress

if TYPE_CHECKING:
    from engine.segment.surface_mesh import SurfaceMesh

FORMAT = FileFormat(
    label="glTF",
    suffixes=(".glb", ".gltf"),
    media_types=("model/gltf-binary", "model/gltf+json"),
    is_written=True,
)
UNIT = "metre"
"""By the standard; a file cannot say otherwise, though many a program writes millimeters."""

MAGIC = b"glTF"
_JSON, _BINARY = 0x4E4F534A, 0x004E4942
_FLOAT, _UINT32 = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
_HALF = 0.5**0.5
_ROOT = {"rotation": [-_HALF, 0.0, 0.0, _HALF], "scale": [0.001, 0.001, 0.001]}
"""A quarter turn about X takes +Z to +Y."""


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        head = file.read(ENOUGH)
    is_binary = path.suffix.lower() == ".glb"
    if head.startswith(MAGIC) or (not is_binary and head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")):
        return
    look = looks_like(head, path.stat().st_size)
    named = "a binary glTF file (.glb)" if is_binary else "a glTF file"
    raise UnreadableFile(f"the file is not {named}" + (f": it looks like {look}" if look else ""))


def read(path: Path, options: MeshOptions, progress: Progress) -> tuple[Part, Mesh]:
    """Read a glTF file, segment its triangles into faces, measure them, and mesh them for analysis."""
    from engine.segment import regions
    from engine.segment.assemble import assemble

    surface, name, notes = _surface(path, progress)
    progress.stage("segmenting", f"sorting {len(surface.triangles)} triangles into faces")
    found = regions.segment(surface, progress)
    progress.stage("meshing", f"measuring and meshing {len(found.surfaces)} faces")
    part, mesh = assemble(surface, found, options, name, UNIT, notes, progress)
    return _with_notes_reported(part, notes, progress), mesh


def describe(path: Path, progress: Progress) -> tuple[Part, Mesh]:
    """Read a glTF file and measure its triangles as they stand; they are its mesh, too."""
    from engine.segment.assemble import measure_triangles

    surface, name, notes = _surface(path, progress)
    progress.stage("measuring", f"measuring {len(surface.triangles)} triangles")
    part, mesh = measure_triangles(surface, name, UNIT, notes)
    return _with_notes_reported(part, notes, progress), mesh


def quick_info(path: Path, progress: Progress, unit: str | None = None) -> tuple[QuickInfo, Mesh]:
    """Read a glTF file, and measure what its triangles enclose."""
    part, mesh = describe(path, progress)
    return QuickInfo.of(part), mesh


def _surface(path: Path, progress: Progress) -> tuple["SurfaceMesh", str, tuple[str, ...]]:
    """Read the triangles of a file as one surface; also the part's name, and what is to be said of it."""
    from engine.formats.gltf_file import plausibility
    from engine.segment import mesh_repair

    progress.stage("reading glTF", f"reading {file_name.shown(path.name)}")
    soups, notes = duplicates.without(scene.triangles(container.open_document(path)))
    progress.check()
    surface, repairs = mesh_repair.build([(soup.vertices, soup.triangles) for soup in soups])
    notes += plausibility.doubts(surface, repairs)
    for sentence in notes:
        progress.note(sentence)
    return surface, _name(path, soups), notes


def _with_notes_reported(part: Part, notes: tuple[str, ...], progress: Progress) -> Part:
    """Report the notes of the part beyond those reported already, and return it."""
    for sentence in part.notes[len(notes) :]:
        progress.note(sentence)
    progress.done()
    return part


def _name(path: Path, soups: tuple[scene.Soup, ...]) -> str:
    """Name the part for the one mesh that the file holds, else for the file."""
    names = {soup.name for soup in soups}
    name = names.pop() if len(names) == 1 else ""
    name = "".join(letter if letter.isprintable() else " " for letter in name).strip()
    return name[:LONGEST_NAME] or file_name.shown(path.stem)


LONGEST_NAME = 120
"""Characters of a part's name that are kept: a file may hold any number, and a name heads tables and
pages."""


def write(
    mesh: Mesh,
    name: str = "part",
    colors: Floats | None = None,
    attributes: Mapping[str, Floats] | None = None,
    sentinels: Mapping[str, float] | None = None,
    extras: Mapping[str, object] | None = None,
) -> bytes:
    """Write a mesh as GLB.

    Parameters
    ----------
    colors : (V, 3) float64
        sRGB; the file holds them as linear light. One quiet gray-blue when None.
    attributes : mapping of name to (V,) float64
        Names begin with an underscore, as glTF asks. Stored as float32, in the order given.
    sentinels : mapping of name to number
        What stands for NaN and infinity in an attribute; -1 where an attribute is not named.
    extras : mapping
        Goes onto the mesh as it is; must be JSON without NaN.

    Returns
    -------
    bytes
        A GLB whose vertices and triangles keep the order of `mesh`. A vertex without a normal gets the
        mean normal of its triangles.
    """
    if colors is None:
        colors = np.broadcast_to(rgb(PLAIN), (len(mesh.vertices), 3))
    arrays: dict[str, NDArray[np.float32]] = {
        "POSITION": mesh.vertices.astype(np.float32),
        "NORMAL": _unit_normals(mesh),
        "COLOR_0": np.column_stack([to_linear(colors), np.ones(len(colors))]).astype(np.float32),
    }
    sentinels = sentinels or {}
    for key, values in (attributes or {}).items():
        arrays[key] = _without_gaps(values, sentinels.get(key, -1.0))
    return _container(_document(mesh, name, arrays, extras or {}), arrays, mesh)


def _unit_normals(mesh: Mesh) -> NDArray[np.float32]:
    normals = np.array(mesh.normals)
    missing = ~np.isfinite(normals).all(axis=1)
    if missing.any():
        corners = mesh.vertices[mesh.triangles]
        # a cross product is twice the area, so the sum is weighted by area
        facet = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        mean = np.zeros_like(normals)
        for corner in range(3):
            np.add.at(mean, mesh.triangles[:, corner], facet)
        normals[missing] = mean[missing]
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    upright = np.array([0.0, 0.0, 1.0])
    unit = np.where(length > 0.0, normals / np.where(length > 0.0, length, 1.0), upright)
    return unit.astype(np.float32)


def _without_gaps(values: Floats, sentinel: float) -> NDArray[np.float32]:
    return np.where(np.isfinite(values), values, sentinel).astype(np.float32)


def _document(
    mesh: Mesh, name: str, arrays: Mapping[str, NDArray[np.float32]], extras: Mapping[str, object]
) -> dict[str, object]:
    accessors: list[dict[str, object]] = []
    views: list[dict[str, object]] = []
    offset = 0
    for key, values in arrays.items():
        width = 1 if values.ndim == 1 else values.shape[1]
        accessor: dict[str, object] = {
            "bufferView": len(views),
            "componentType": _FLOAT,
            "count": len(values),
            "type": {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[width],
        }
        if key == "POSITION":
            accessor["min"] = values.min(axis=0).astype(float).tolist()
            accessor["max"] = values.max(axis=0).astype(float).tolist()
        accessors.append(accessor)
        views.append({"buffer": 0, "byteOffset": offset, "byteLength": values.nbytes, "target": _VERTICES})
        offset += values.nbytes
    length = 4 * mesh.triangles.size
    accessors.append(
        {
            "bufferView": len(views),
            "componentType": _UINT32,
            "count": int(mesh.triangles.size),
            "type": "SCALAR",
        }
    )
    views.append({"buffer": 0, "byteOffset": offset, "byteLength": length, "target": _INDICES})
    primitive = {
        "attributes": {key: at for at, key in enumerate(arrays)},
        "indices": len(arrays),
        "material": 0,
    }
    surface = {"baseColorFactor": [1.0, 1.0, 1.0, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.7}
    return {
        "asset": {"version": "2.0", "generator": "Sprue"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": name, "mesh": 0, **_ROOT}],
        "meshes": [{"name": name, "primitives": [primitive], "extras": dict(extras)}],
        "materials": [{"name": "field", "pbrMetallicRoughness": surface, "doubleSided": True}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": offset + length}],
    }


def _container(document: dict[str, object], arrays: Mapping[str, NDArray[np.float32]], mesh: Mesh) -> bytes:
    text = json.dumps(document, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    # every array is of four-byte numbers, so views stay aligned without padding
    blob = b"".join(np.ascontiguousarray(values).tobytes() for values in arrays.values())
    blob += mesh.triangles.astype("<u4").tobytes()
    total = 12 + 8 + len(text) + 8 + len(blob)
    return b"".join(
        (
            MAGIC + struct.pack("<II", 2, total),
            struct.pack("<II", len(text), _JSON) + text,
            struct.pack("<II", len(blob), _BINARY) + blob,
        )
    )
