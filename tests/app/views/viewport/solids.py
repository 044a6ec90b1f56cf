"""Parts drawn by hand for the viewport, as meshes and as GLB files."""

import json
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.views.viewport.mesh import PartMesh

HALF = 0.5**0.5
TO_METERS_Y_UP = {"rotation": [-HALF, 0.0, 0.0, HALF], "scale": [0.001, 0.001, 0.001]}
SIDES = (  # face 0 is the bottom, 1 the top, then front, right, back, left
    ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)),
    ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    ((1, 1, 0), (0, 1, 0), (0, 1, 1), (1, 1, 1)),
    ((0, 1, 0), (0, 0, 0), (0, 0, 1), (0, 1, 1)),
)
BOTTOM, TOP, FRONT, RIGHT, BACK, LEFT = range(6)


def box(
    x: float, y: float, z: float, at: tuple[float, float, float] = (0.0, 0.0, 0.0), first_face: int = 0
) -> PartMesh:
    """Make a box from `at`, six faces of two triangles; thickness is z everywhere."""
    corners = np.array(SIDES, dtype=np.float64).reshape(-1, 3) * (x, y, z) + at
    quads = np.arange(24).reshape(6, 4)
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])[
        [0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]
    ]
    normals = np.repeat(
        np.array([[0, 0, -1], [0, 0, 1], [0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0.0]]), 4, 0
    )
    return PartMesh(
        vertices=corners,
        normals=normals,
        triangles=triangles,
        face_of_vertex=np.repeat(np.arange(6), 4) + first_face,
        layers={
            "thickness": np.full(24, float(z)),
            "clearance": np.full(24, np.nan),
            "draft": np.repeat([-90.0, 90.0, 0, 0, 0, 0], 4),
        },
        marked={"draft": np.zeros(24, dtype=np.bool_)},
    )


def together(*parts: PartMesh) -> PartMesh:
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    return PartMesh(
        vertices=np.concatenate([part.vertices for part in parts]),
        normals=np.concatenate([part.normals for part in parts]),
        triangles=np.concatenate(
            [part.triangles + start for part, start in zip(parts, starts, strict=False)]
        ),
        face_of_vertex=np.concatenate([part.face_of_vertex for part in parts]),
        layers={name: np.concatenate([part.layers[name] for part in parts]) for name in parts[0].layers},
        marked={"draft": np.concatenate([part.marked["draft"] for part in parts])},
    )


def glb(
    mesh: PartMesh, *, with_attributes: bool = True, color: tuple[float, float, float] = (1, 1, 1)
) -> bytes:
    """Write the mesh as a server does; without attributes as one that follows the specification alone."""
    n_vertices = len(mesh.vertices)
    arrays: dict[str, NDArray[Any]] = {
        "POSITION": mesh.vertices,
        "NORMAL": mesh.normals,
        "COLOR_0": np.tile([*color, 1.0], (n_vertices, 1)),
    }
    if with_attributes:
        arrays |= {
            "_THICKNESS": np.nan_to_num(mesh.layers["thickness"], nan=-1.0),
            "_CLEARANCE": np.nan_to_num(mesh.layers["clearance"], nan=-1.0),
            "_DRAFT": np.nan_to_num(mesh.layers["draft"], nan=-999.0),
            "_FID": mesh.face_of_vertex,
        }
    extras = {"swatches": [{"label": "undercut", "color": "#a3122a"}]} if with_attributes else {}
    return pack(arrays, mesh.triangles, TO_METERS_Y_UP, extras)


def pack(
    arrays: dict[str, NDArray[Any]], triangles: NDArray[Any], node: dict[str, Any], extras: dict[str, Any]
) -> bytes:
    blob, views, accessors = b"", [], []
    for values in (*arrays.values(), triangles.ravel()):
        is_indices = len(accessors) == len(arrays)
        data = values.astype("<u4" if is_indices else "<f4")
        kind = 5125 if is_indices else 5126
        width = 1 if data.ndim == 1 else data.shape[1]
        shape = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[width]
        accessors.append({"bufferView": len(views), "componentType": kind, "count": len(data), "type": shape})
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": data.nbytes})
        blob += data.tobytes()
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, **node}],
        "meshes": [
            {
                "primitives": [
                    {"attributes": {name: at for at, name in enumerate(arrays)}, "indices": len(arrays)}
                ],
                "extras": extras,
            }
        ],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(blob)}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return b"".join(
        (
            b"glTF" + struct.pack("<II", 2, 28 + len(text) + len(blob)),
            struct.pack("<II", len(text), 0x4E4F534A) + text,
            struct.pack("<II", len(blob), 0x004E4942) + blob,
        )
    )
