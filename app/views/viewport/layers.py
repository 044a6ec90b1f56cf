"""What a layer shows of a part: texture, texture coordinates of each vertex, and the scale of the legend."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.client.models import ColorStop, LayerLimits, Result
from app.state.interface import SHIPPED, Interface
from app.views.viewport import colormaps
from app.views.viewport.colormaps import Scale
from app.views.viewport.mesh import PartMesh

Faces = frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """The colors of a layer: of its legend, and of each place."""

    legend: Scale
    cases: tuple[Scale, ...]
    case_of_face: dict[int, int]
    """Faces that are not in it are of the first case."""
    no_value_color: str = colormaps.NOTHING
    mark_color: str = colormaps.UNDERCUT


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """One layer, ready to be drawn."""

    rows: NDArray[np.uint8]
    u: NDArray[np.float32]
    v: NDArray[np.float32]
    scales: Scales | None
    """None: kinds, not numbers."""
    has_gaps: bool = False
    has_marks: bool = False

    @property
    def scale(self) -> Scale | None:
        """The scale of the legend; None for kinds."""
        return None if self.scales is None else self.scales.legend


def scales_of(mesh: PartMesh, layer: str, limits: LayerLimits | None) -> Scales:
    """Take the colors that were sent with the limits of a layer, or neutral ones where there are none."""
    if limits is None:
        neutral = colormaps.neutral(mesh.layers[layer])
        return Scales(neutral, (neutral,), {})
    return Scales(
        colormaps.of_stops(limits.stops, limits.fail, limits.warn),
        tuple(colormaps.of_stops(case.stops, case.red_below, case.amber_below) for case in limits.cases),
        {
            int(fid): at
            for at, case in enumerate(limits.cases)
            for fid in case.fids or ()
            if fid.isascii() and fid.isdigit()
        },
        limits.no_value_color or colormaps.NOTHING,
        limits.undercut_color or colormaps.UNDERCUT,
    )


def ranged(scales: Scales, low: float, high: float) -> Scales:
    """Return the colors over another range."""
    return replace(
        scales,
        legend=_ranged(scales.legend, low, high),
        cases=tuple(_ranged(scale, low, high) for scale in scales.cases),
    )


def _ranged(scale: Scale, low: float, high: float) -> Scale:
    """Stretch a scale; each band keeps its place and its colors, or goes out of view."""
    stops: list[ColorStop] = []
    for at, band in enumerate(scale.bands):
        start = low if at == 0 else max(band.low, low)
        end = high if at == len(scale.bands) - 1 else min(band.high, high)
        if end > start:
            stretch = (end - start) / (band.high - band.low)
            stops += [ColorStop(start + (stop.value - band.low) * stretch, stop.color) for stop in band.stops]
    return replace(scale, stops=tuple(stops))


def numbers(mesh: PartMesh, layer: str, scales: Scales, only: str | None, dim: Faces) -> Shown:
    """Show what was measured; `only` is the one band that keeps its color, faces in `dim` lose theirs."""
    values = mesh.layers[layer]
    is_gap = np.isnan(values)
    filled = _filled(mesh, values, is_gap)
    rows = colormaps.texture(scales.cases, only, scales.no_value_color, scales.mark_color)
    u = colormaps.texture_u(scales.cases[0], filled)
    marked = mesh.marked.get(layer)
    v = colormaps.texture_v(is_gap, marked, _is_dim(mesh, dim), _case(mesh, scales), len(scales.cases))
    has_marks = marked is not None and bool(marked.any())
    return Shown(rows, u, v, scales, bool(is_gap.any()), has_marks)


def kinds(
    mesh: PartMesh, result: Result, off: frozenset[str], dim: Faces, interface: Interface = SHIPPED
) -> Shown:
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
    rows = colormaps.role_texture(names, off, interface)
    u = ((table[faces] + 0.5) / rows.shape[1]).astype(np.float32)
    v = colormaps.texture_v(np.zeros(len(faces), dtype=np.bool_), None, _is_dim(mesh, dim))
    return Shown(rows, u, v, None)


def kind_counts(result: Result, interface: Interface = SHIPPED) -> dict[str, int]:
    """Return how often each kind of role occurs: features of that kind, else faces with the role."""
    names = result.features.role_names
    kinds_found = Counter(feature.kind.capitalize() for feature in result.features.features)
    faces = Counter(
        colormaps.kind_of_role(names.get(str(code), "")) for code in result.features.roles_by_fid.values()
    )
    found = {}
    known = dict.fromkeys(map(colormaps.kind_of_role, interface.color_of_role))
    for name in (*known, *sorted(set(faces) - set(known))):
        if faces[name]:
            found[name] = kinds_found[name] or faces[name]
    if "Unclassified" in found:  # last: it is what is left over
        found["Unclassified"] = found.pop("Unclassified")
    return found


def _case(mesh: PartMesh, scales: Scales) -> NDArray[np.int64]:
    """Return (V,) the case that each vertex belongs to."""
    if mesh.face_of_vertex is None or not scales.case_of_face:
        return np.zeros(len(mesh.vertices), dtype=np.int64)
    most = max(int(mesh.face_of_vertex.max(initial=0)), *scales.case_of_face)
    table = np.zeros(most + 1, dtype=np.int64)
    table[list(scales.case_of_face)] = list(scales.case_of_face.values())
    return np.asarray(table[mesh.face_of_vertex])


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
