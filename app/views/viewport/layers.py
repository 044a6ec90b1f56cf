"""What a layer shows of a part: for each vertex a place in a picture of colors, and the scale beside it."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.client.models import Result
from app.state.layer_limits import Limits
from app.views.viewport import colormaps
from app.views.viewport.colormaps import Scale
from app.views.viewport.mesh import PartMesh

STEEP_DEG = 15.0
"""More draft than this helps no mold: the scale ends here, or at four times the limit."""
UNITS = {"thickness": "mm", "clearance": "mm", "draft": "°"}

Faces = frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One layer, ready to be drawn."""

    rows: NDArray[np.uint8]
    along: NDArray[np.float32]
    across: NDArray[np.float32]
    scale: Scale | None
    """None: kinds, not numbers."""
    has_gaps: bool = False
    has_undercuts: bool = False


def suited(mesh: PartMesh, layer: str, limits: Limits) -> Scale:
    """Return the scale that suits the part and the limits."""
    values = mesh.layers[layer]
    if layer == "draft":
        high = max(STEEP_DEG, 4.0 * (limits.warn or limits.fail or 0.0))
        return colormaps.anchored(0.0, high, limits, mirrored=True)
    return colormaps.anchored(0.0, colormaps.upper_end(values, limits), limits)


def ranged(scale: Scale, low: float, high: float) -> Scale:
    """Return the scale over another range; each band keeps its place and its colors, or goes out of view."""
    bands = []
    for at, band in enumerate(scale.bands):
        start = low if at == 0 else max(band.low, low)
        end = high if at == len(scale.bands) - 1 else min(band.high, high)
        if end > start:
            bands.append(colormaps.Band(band.name, start, end, band.colors))
    return Scale(tuple(bands), scale.limits, scale.mirrored)


def numbers(mesh: PartMesh, layer: str, scale: Scale, only: str | None, dim: Faces) -> Shown:
    """Show what was measured; `only` is the one band that keeps its color, faces in `dim` lose theirs."""
    values = mesh.layers[layer]
    is_gap = np.isnan(values)
    filled = _filled(mesh, values, is_gap)
    rows = colormaps.picture(scale, only)
    along = colormaps.along(scale, filled)
    undercut = mesh.is_undercut if layer == "draft" else None
    across = colormaps.row_of(is_gap, undercut, _is_dim(mesh, dim))
    has_undercuts = undercut is not None and bool(undercut.any())
    return Shown(rows, along, across, scale, bool(is_gap.any()), has_undercuts)


def kinds(mesh: PartMesh, result: Result, off: frozenset[str], dim: Faces) -> Shown:
    """Show what each face is for; kinds in `off` are gray."""
    names = {int(code): name for code, name in result.features.role_names.items() if code.isdigit()}
    roles = result.features.roles_by_fid
    faces = mesh.face_of_vertex if mesh.face_of_vertex is not None else np.zeros(len(mesh.vertices), np.int64)
    table = np.zeros(int(faces.max(initial=0)) + 1, dtype=np.int64)
    for fid, code in roles.items():
        if fid.isdigit() and int(fid) < len(table):
            table[int(fid)] = code
    for code in roles.values():
        names.setdefault(code, "")
    names.setdefault(0, "Unclassified")
    rows = colormaps.role_picture(names, off)
    along = ((table[faces] + 0.5) / rows.shape[1]).astype(np.float32)
    across = colormaps.row_of(np.zeros(len(faces), dtype=np.bool_), None, _is_dim(mesh, dim))
    return Shown(rows, along, across, None)


def kind_counts(result: Result) -> dict[str, int]:
    """Return how often each kind of role occurs: features of that kind, else faces with the role."""
    names = result.features.role_names
    kinds_found = Counter(feature.kind.capitalize() for feature in result.features.features)
    faces = Counter(
        colormaps.kind_of_role(names.get(str(code), "")) for code in result.features.roles_by_fid.values()
    )
    found = {}
    for name in (*colormaps.KIND_COLORS, *sorted(set(faces) - set(colormaps.KIND_COLORS))):
        if faces[name]:
            found[name] = kinds_found[name] or faces[name]
    if "Unclassified" in found:  # last: it is what is left over
        found["Unclassified"] = found.pop("Unclassified")
    return found


def _is_dim(mesh: PartMesh, dim: Faces) -> NDArray[np.bool_]:
    if not dim or mesh.face_of_vertex is None:
        return np.zeros(len(mesh.vertices), dtype=np.bool_)
    return np.isin(mesh.face_of_vertex, sorted(dim))


def _filled(mesh: PartMesh, values: NDArray[np.float64], is_gap: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Give vertices without a value that of their neighbors, for the triangles that mix both."""
    if not is_gap.any() or is_gap.all():
        return np.where(is_gap, 0.0, values)
    corners = mesh.triangles
    mixed = corners[is_gap[corners].any(axis=1) & ~is_gap[corners].all(axis=1)]
    total, count = np.zeros(len(values)), np.zeros(len(values))
    known = np.where(is_gap, 0.0, values)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        for a, b in ((one, other), (other, one)):
            np.add.at(total, mixed[:, a], known[mixed[:, b]])
            np.add.at(count, mixed[:, a], ~is_gap[mixed[:, b]])
    around = total / np.maximum(count, 1.0)
    return np.where(is_gap, around, values)
