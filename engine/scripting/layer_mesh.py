"""The mesh of a result as a dataset of pyvista, with what a layer shows at each vertex."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import InvalidOption
from engine.formats.gltf_file import accessor, container
from engine.palette import to_srgb

POSITION, NORMAL, COLOR = "POSITION", "NORMAL", "COLOR_0"
MEASURED, FACE = ("_THICKNESS", "_CLEARANCE", "_DRAFT"), "_FID"
WIDTH = {POSITION: 3, NORMAL: 3, COLOR: 4}
"""Numbers a vertex; attributes that are measured have one."""


def read(folder: Path, layer: str) -> Any:
    """Read the mesh of a layer of a result.

    Parameters
    ----------
    folder : Path
        Of the result.
    layer : str
        `thickness`, `clearance`, `draft` or `features`.

    Returns
    -------
    pyvista.PolyData
        In millimeters, as the file has its axes. Point data: `thickness`, `clearance` (mm) and `draft` (°),
        NaN where nothing could be measured and where a clearance has no end; `face`, the number of the face;
        `Normals`; `color`, sRGB as the layer wears it. The values of the layer are the active scalars.

    Raises
    ------
    InvalidOption
        The result has no such layer.
    ImportError
        pyvista is not installed.
    """
    file = folder / f"{layer}.glb"
    if not file.is_file():
        known = sorted(each.stem for each in folder.glob("*.glb"))
        raise InvalidOption(f"there is no layer {layer!r}; there are {', '.join(known) or 'none'}")
    try:
        pyvista = importlib.import_module("pyvista")
    except ImportError:
        raise ImportError("pyvista is not installed, which a mesh is given as") from None
    document = container.open_document(file)
    mesh = document.item("meshes", 0)
    primitive = mesh["primitives"][0]
    arrays = {
        name: accessor.read(document, at, WIDTH.get(name, 1)) for name, at in primitive["attributes"].items()
    }
    triangles = accessor.read(document, primitive["indices"], 1).reshape(-1, 3).astype(np.int64)
    dataset = pyvista.PolyData.from_regular_faces(arrays[POSITION].astype(np.float64), triangles)
    dataset.point_data["Normals"] = arrays[NORMAL]
    dataset.point_data["color"] = np.round(255.0 * to_srgb(arrays[COLOR][:, :3])).astype(np.uint8)
    sentinels = mesh["extras"]["sentinels"]
    for name in MEASURED:
        values = arrays[name][:, 0].astype(np.float64)
        values[values == sentinels[name]] = np.nan
        dataset.point_data[name.strip("_").lower()] = values
    dataset.point_data["face"] = arrays[FACE][:, 0].astype(np.int64)
    if layer in dataset.point_data:
        dataset.set_active_scalars(layer)
    return dataset
