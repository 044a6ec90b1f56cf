"""The part as it is drawn: vertices, triangles, the face of each, and what was measured at every vertex.

The artifacts of one analysis are the same mesh with other colors, so one is loaded, and a change of layer
swaps numbers. A server of another make may send colors and nothing else; each layer is then the colors of
its own file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.client.models import Layer
from app.state.interface import SHIPPED
from app.views.viewport import glb

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PartMesh:
    """One part, in millimeters, Z up. Faces are numbered as the server numbers them."""

    vertices: Floats
    """(V, 3)"""
    normals: Floats
    """(V, 3); zero rows where the file has none."""
    triangles: NDArray[np.int64]
    """(T, 3)"""
    face_of_vertex: NDArray[np.int64] | None
    """(V,); None where the server does not say."""
    layers: dict[str, Floats] = field(default_factory=dict)
    """By layer (V,): millimeters or degrees, NaN where there is nothing or it could not be measured."""
    colors: dict[str, NDArray[np.uint8]] = field(default_factory=dict)
    """By layer (V, 3) sRGB as the server painted it."""
    marked: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By layer (V,) the vertices that wear its mark, as undercuts do; without those that no file names."""

    @property
    def face_of_triangle(self) -> NDArray[np.int64]:
        """(T,) face of each triangle; 0 everywhere where the server does not say."""
        if self.face_of_vertex is None:
            return np.zeros(len(self.triangles), dtype=np.int64)
        return self.face_of_vertex[self.triangles[:, 0]]

    @property
    def box(self) -> tuple[Floats, Floats]:
        """Lowest and highest corner."""
        return self.vertices.min(axis=0), self.vertices.max(axis=0)


def read(artifacts: Mapping[str, bytes], layers_known: Sequence[Layer] = SHIPPED.layers) -> PartMesh:
    """Read the artifacts of an analysis, by layer; the first gives the mesh. Raises UnreadableGlb."""
    parsed = {layer: glb.read(data) for layer, data in artifacts.items()}
    first = next(iter(parsed.values()))
    starts = np.cumsum([0, *(len(one.attributes["POSITION"]) for one in first)])
    vertices = np.concatenate([np.asarray(one.attributes["POSITION"], dtype=np.float64) for one in first])
    triangles = np.concatenate([one.triangles + start for one, start in zip(first, starts, strict=False)])
    fids = _joined(first, "_FID")
    if fids is None:
        fids = _joined(first, "_FACE_ID")
    normals = _joined(first, "NORMAL")
    layers = {}
    for known in layers_known:
        values = _joined(first, known.attribute) if known.attribute else None
        if values is not None:
            layers[known.name] = _measured(known, values, first[0].extras)
    colors = {}
    for layer, primitives in parsed.items():
        linear = _joined(primitives, "COLOR_0")
        if linear is not None and len(linear) == len(vertices):
            colors[layer] = np.rint(255.0 * to_srgb(linear)).astype(np.uint8)
    marked = {}
    for known in layers_known:
        if known.mark is not None and known.name in colors:
            is_marked = _wearing(known.mark.label, parsed[known.name], colors[known.name])
            if is_marked is not None:
                marked[known.name] = is_marked
    return PartMesh(
        vertices=vertices,
        normals=np.zeros_like(vertices) if normals is None else normals,
        triangles=triangles,
        face_of_vertex=None if fids is None else np.rint(fids).astype(np.int64),
        layers=layers,
        colors=colors,
        marked=marked,
    )


def to_srgb(linear: Floats) -> Floats:
    """Turn linear light, as glTF has it, into sRGB (IEC 61966-2-1)."""
    values = np.clip(np.asarray(linear, dtype=np.float64), 0.0, 1.0)
    return np.asarray(np.where(values <= 0.0031308, 12.92 * values, 1.055 * values ** (1 / 2.4) - 0.055))


def _joined(primitives: tuple[glb.Primitive, ...], name: str) -> Floats | None:
    """Return an attribute over all primitives; None where any lacks it."""
    if not all(name in one.attributes for one in primitives):
        return None
    return np.concatenate([np.asarray(one.attributes[name], dtype=np.float64) for one in primitives])


def _measured(layer: Layer, values: Floats, extras: Mapping[str, object]) -> Floats:
    sentinels = extras.get("sentinels")
    sentinel = sentinels.get(layer.attribute) if isinstance(sentinels, dict) else None
    sentinel = float(sentinel) if isinstance(sentinel, (int, float)) else layer.sentinel
    is_gap = ~np.isfinite(values) | np.isclose(values, sentinel, rtol=0.0, atol=1e-6)
    return np.where(is_gap, np.nan, values)


def _wearing(
    label: str, primitives: tuple[glb.Primitive, ...], colors: NDArray[np.uint8]
) -> NDArray[np.bool_] | None:
    """Return the vertices that an artifact marks; None where it does not name its marks."""
    swatches = primitives[0].extras.get("swatches")
    if not isinstance(swatches, list):
        return None
    for swatch in swatches:
        if isinstance(swatch, dict) and swatch.get("label") == label:
            wanted = bytes.fromhex(str(swatch.get("color", "")).lstrip("#"))
            return np.asarray((colors == np.frombuffer(wanted, dtype=np.uint8)).all(axis=1))
    return np.zeros(len(colors), dtype=np.bool_)
