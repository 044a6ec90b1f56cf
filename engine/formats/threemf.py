"""3MF: triangles with a unit in a ZIP archive, objects placed by the items of its build.

The archive is read here and not by trimesh, whose reader wants two libraries more. Only the model of the core
specification is looked at: colors, slices and lattices do not matter.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from engine.errors import NoSolid, UnreadableFile
from engine.formats import _mesh_file
from engine.formats._mesh_file import Soup
from engine.formats.signature import refuse_others
from engine.model.arrays import Floats
from engine.model.file_format import FileFormat

FORMAT = FileFormat(
    label="3MF", suffixes=(".3mf",), media_types=("model/3mf",), is_written=False, is_extra=True
)
UNITS = {
    "micron": "µm",
    "millimeter": "mm",
    "centimeter": "cm",
    "inch": "in",
    "foot": "ft",
    "meter": "m",
}
MOST_BYTES = 1 << 30
"""Of a model when it is unpacked; a small archive may hold any number of zeros."""
MOST_PLACED = 20_000
DEEPEST = 20


def check(path: Path) -> None:
    """Raise UnreadableFile where the first bytes show that a file is something else."""
    with path.open("rb") as file:
        is_archive = file.read(4) == b"PK\x03\x04"
    refuse_others(path, "a 3MF file", is_archive)


def _soups(path: Path) -> tuple[tuple[Soup, ...], str]:
    """Return the meshes that the build places, and the unit of the file.

    Raises
    ------
    UnreadableFile
        It is no archive with a model, or the model is broken.
    NoSolid
        It places no triangles.
    """
    try:
        model = ElementTree.fromstring(_model(path))
        unit = UNITS[model.get("unit", "millimeter")]
        objects = {one.get("id", ""): one for one in model.iter() if _name(one) == "object"}
        items = [one for one in model.iter() if _name(one) == "item"]
        placed = tuple(
            soup for item in items for soup in _placed(objects, item.get("objectid", ""), _transform(item), 0)
        )
    except (zipfile.BadZipFile, ElementTree.ParseError, ValueError, KeyError, EOFError, NotImplementedError):
        raise UnreadableFile("the 3MF file is broken: its model cannot be read") from None
    if not placed:
        raise NoSolid("the 3MF file places no triangles; a part's surface is needed")
    if len(placed) > MOST_PLACED:
        raise UnreadableFile(f"the 3MF file places more than {MOST_PLACED:,} meshes")
    return placed, unit


def _model(path: Path) -> bytes:
    """Return the first model of the archive, unpacked."""
    with zipfile.ZipFile(path) as archive:
        found = [one for one in archive.infolist() if one.filename.lower().endswith(".model")]
        if not found:
            raise UnreadableFile("the archive holds no 3MF model; unpack it if something else is in it")
        main = min(found, key=lambda one: (one.filename.lower() != "3d/3dmodel.model", one.filename))
        if main.file_size > MOST_BYTES:
            raise UnreadableFile(f"the 3MF model has more than {MOST_BYTES >> 30} GB unpacked")
        return archive.read(main)


def _placed(
    objects: dict[str, ElementTree.Element], number: str, transform: Floats, depth: int
) -> Iterator[Soup]:
    """Yield the mesh of an object where it is placed, or those of its components."""
    if depth > DEEPEST:
        raise ValueError("components within components without end")
    for child in objects[number]:
        if _name(child) == "mesh":
            vertices = _numbers(child, "vertex", ("x", "y", "z"))
            triangles = _numbers(child, "triangle", ("v1", "v2", "v3")).astype(np.int64)
            if len(triangles):
                if np.linalg.det(transform[:3]) < 0.0:
                    triangles = triangles[:, ::-1]  # what is mirrored faces out all the same
                yield vertices @ transform[:3] + transform[3], triangles
        elif _name(child) == "components":
            for one in child:
                inner = _transform(one)
                joined = np.vstack([inner[:3] @ transform[:3], inner[3] @ transform[:3] + transform[3]])
                yield from _placed(objects, one.attrib["objectid"], joined, depth + 1)


def _numbers(mesh: ElementTree.Element, name: str, attributes: tuple[str, str, str]) -> Floats:
    rows = [[float(one.attrib[key]) for key in attributes] for one in mesh.iter() if _name(one) == name]
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def _transform(element: ElementTree.Element) -> Floats:
    """Return (4, 3) what a row vector (x, y, z, 1) is multiplied with."""
    text = element.get("transform")
    if text is None:
        return np.vstack([np.eye(3), np.zeros(3)])
    return np.array([float(each) for each in text.split()], dtype=np.float64).reshape(4, 3)


def _name(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


_READER = _mesh_file.Reader(FORMAT.label, _soups)
read = _READER.read
describe = _READER.describe
quick_info = _READER.quick_info
