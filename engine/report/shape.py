"""The part for the viewer in the page: its mesh, small enough to forward, what was measured, and the places.

Numbers of the mesh are rounded to whole steps, written as differences, byte by byte apart, and deflated:
`shape.js` of `resources/report` reads them. What is written is `facts`, JSON, and `data`, Base64.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine import heatmaps, names
from engine.heatmaps import HeatmapModule
from engine.model.analysis import Analysis
from engine.model.arrays import Floats, Ints, Vector, distinct_rows
from engine.model.layer import Layer, Swatch
from engine.model.layer_limits import LayerLimits
from engine.palette import Scale, hex_of
from engine.report import inches, places, scale_marks, wording
from engine.report.body_groups import BodyGroup
from engine.report.document import Report, Target
from engine.report.scale_marks import Mark
from engine.stages import available

PLACE_STEPS = 65535
"""Steps along the longest side of the part: 0.005 mm of a part of 300 mm."""
VALUE_STEPS = 4096
"""Steps from end to end of a scale of colors."""
MOST_STEPS = 65000
"""Steps from the least to the largest value."""
NO_VALUE, NOTHING, MARKED, FIRST_VALUE = 0, 1, 2, 3
"""Codes of a vertex: not measurable, nothing there, the mark of the layer, and where values begin."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a page carries of the part."""

    facts: str
    """JSON, which no tag can be in."""
    data: str
    """Base64 of the deflated arrays, which `facts` lists in their order."""


class _Arrays:
    """Whole numbers on their way into a page."""

    def __init__(self) -> None:
        self.listed: list[Document] = []
        self._bytes: list[bytes] = []

    def add(self, name: str, values: Ints, is_run: bool = True) -> None:
        """Add numbers from 0; `is_run` where each is near the one before it."""
        values = np.asarray(values, dtype=np.int64).ravel()
        if is_run:
            step = np.diff(values, prepend=0)
            values = (step << 1) ^ (step >> 63)  # small whichever sign they have
        n_bytes = max(1, (int(values.max(initial=0)).bit_length() + 7) // 8)
        planes = [((values >> (8 * at)) & 0xFF).astype(np.uint8).tobytes() for at in range(n_bytes)]
        self._bytes += planes
        self.listed.append({"name": name, "n": len(values), "bytes": n_bytes, "run": is_run})

    def packed(self) -> str:
        """Return all of them."""
        return base64.b64encode(zlib.compress(b"".join(self._bytes), 9)).decode()


def write(report: Report, limits: Mapping[str, LayerLimits] | None = None) -> Shape:
    """Write the part of a report with its layers, and the places that the page leads to.

    `limits`, by layer, color it at first; without them, and besides, those of every process can be chosen.
    """
    analysis, mesh = report.analysis, report.scene.mesh
    arrays = _Arrays()
    low = mesh.vertices.min(axis=0)
    size = max(float(np.ptp(mesh.vertices, axis=0).max()), 1e-9)
    places = np.round((mesh.vertices - low) / size * PLACE_STEPS).astype(np.int64)
    for axis, name in enumerate("xyz"):
        arrays.add(name, places[:, axis])
    for at, plane in enumerate(_octahedral(report.scene.normals).T):
        arrays.add(f"normal{at}", plane)
    arrays.add("open", np.round(255 * np.clip(report.scene.openness, 0.0, 1.0)).astype(np.int64))
    arrays.add("face", mesh.face_of_vertex)
    arrays.add("triangles", mesh.triangles)
    borders = report.scene.borders
    arrays.add("borders", borders.ends)
    arrays.add("borderFaces", borders.faces)
    arrays.add("borderSmooth", borders.is_smooth.astype(np.int64), is_run=False)
    layers = [
        layer
        for module in heatmaps.HEATMAPS
        if (layer := _layer(module, report, (limits or {}).get(module.LAYER.name), arrays)) is not None
    ]
    part = analysis.assessed.prepared.part
    recognition = analysis.assessed.recognition
    facts = {
        "low": [float(each) for each in low],
        "size": size,
        "steps": PLACE_STEPS,
        "nVertices": len(mesh.vertices),
        "isClosed": borders.is_closed,
        "arrays": arrays.listed,
        "layers": layers,
        "faces": [_both(each) for each in names.of_faces(recognition, part.faces)],
        "bodies": [_bodies(each) for each in report.bodies],
        "processes": [
            f"{pack.name} · {configuration.name}"
            for pack in (chapter.verdict for chapter in report.chapters)
            for configuration in pack.configurations
        ],
        "targets": {anchor: _target(target, report) for anchor, target in report.targets.items()},
    }
    text = json.dumps(facts, ensure_ascii=True, separators=(",", ":"))
    return Shape(text.replace("<", "\\u003c"), arrays.packed())


def _layer(
    module: HeatmapModule, report: Report, limits: LayerLimits | None, arrays: _Arrays
) -> Document | None:
    """Write one layer; None where it could not be measured or painted."""
    analysis, layer = report.analysis, module.LAYER
    shown = available(lambda: module.color(analysis, limits))
    field = available(lambda: module.measured(analysis.assessed))
    if shown is None or field is None:
        return None
    document: Document = {
        "name": layer.name,
        "title": layer.title,
        "label": layer.label,
        "doc": layer.doc,
        "unit": scale_marks.unit(layer, inches.METRIC),
        "swatches": [_swatch(each) for each in shown.swatches],
    }
    if shown.scale is None:
        colors = np.round(255 * shown.colors).astype(np.int64)
        first, index = distinct_rows(colors)
        arrays.add(layer.name, index)
        return document | {"palette": [hex_of(color / 255.0) for color in colors[first]]}
    values = np.where(np.isneginf(field.values), np.nan, field.values)
    finite = values[np.isfinite(values)]
    start = float(finite.min(initial=np.inf)) if len(finite) else 0.0
    step = max(
        (shown.scale.high - shown.scale.low) / VALUE_STEPS,
        float(np.ptp(finite)) / MOST_STEPS if len(finite) else 0.0,
        1e-9,
    )
    with np.errstate(invalid="ignore"):
        codes = np.where(np.isfinite(values), np.round((values - start) / step) + FIRST_VALUE, NO_VALUE)
    codes[np.isposinf(values)] = NOTHING
    codes[shown.is_marked] = MARKED
    arrays.add(layer.name, codes.astype(np.int64))
    measured_of_shown = _Inverse(values, shown.values)
    choices = [_choice(layer, shown.scale, limits, measured_of_shown)]
    for other in _limits_of_processes(analysis, layer):
        if limits is None or other.limits.source != limits.limits.source:
            choices.append(_choice(layer, other.scale, other, measured_of_shown))
    nothing = layer.nothing or layer.unmeasured
    return document | {
        "start": start,
        "step": step,
        "special": [
            _swatch(layer.unmeasured),
            _swatch(nothing),
            _swatch(layer.mark or layer.unmeasured),
        ],
        "choices": choices,
    }


class _Inverse:
    """From the values that are colored to those that were measured: colors follow values less their error."""

    def __init__(self, measured: Floats, shown: Floats) -> None:
        known = np.isfinite(measured) & np.isfinite(shown)
        order = np.argsort(shown[known], kind="stable")
        self._shown, self._less = shown[known][order], (measured[known] - shown[known])[order]

    def __call__(self, value: float) -> float:
        if not len(self._shown):
            return value
        return value + float(np.interp(value, self._shown, self._less))


def _limits_of_processes(analysis: Analysis, layer: Layer) -> list[LayerLimits]:
    """Return the limits that each process sets to a layer, in the order of the verdicts."""
    found: dict[str, LayerLimits] = {}
    for verdict in analysis.verdicts:
        for configuration in verdict.all_configurations:
            limits = configuration.limits.get(layer.name)
            if limits is not None and (limits.limits.fail, limits.limits.warn) != (None, None):
                found.setdefault(limits.limits.source, limits)
    return list(found.values())


def _choice(layer: Layer, scale: Scale, limits: LayerLimits | None, measured_of_shown: _Inverse) -> Document:
    """Write the colors of a layer by the limits of one process, or by none."""

    def stops(of: Scale) -> list[list[Any]]:
        return [[_short(measured_of_shown(stop.value)), stop.color] for stop in of.stops]

    cases = [scale] if limits is None else [case.scale for case in limits.cases]
    return {
        "process": "" if limits is None else limits.limits.source,
        "low": _short(scale.low),
        "high": _short(scale.high),
        "bar": [[_short(stop.value), stop.color] for stop in scale.stops],
        "ticks": [
            [[_short(each.value), each.words] for each in scale_marks.ticks(scale, layer, units)]
            for units in inches.UNITS
        ],
        "marks": [] if limits is None else _marks(limits),
        "dependsOnPlace": limits is not None and limits.depends_on_place,
        "cases": [stops(each) for each in cases],
        "caseOfFace": [] if limits is None or len(cases) == 1 else limits.case_of_face.tolist(),
    }


def _marks(limits: LayerLimits) -> list[Document]:
    """Write the limits in words, in both units."""
    written = [_limits_in(limits, units) for units in inches.UNITS]
    return [
        {"value": _short(mark.value), "kind": mark.kind, "words": [words, in_inches]}
        for (mark, words), (_, in_inches) in zip(*written, strict=True)
    ]


def _limits_in(limits: LayerLimits, units: str) -> list[tuple[Mark, str]]:
    suffix = wording.suffix(scale_marks.unit(limits.layer, units))
    marks = scale_marks.limits(limits.limits, limits.least, limits.layer, units)
    return [(mark, f"{mark.words}{suffix}") for mark in marks]


def _target(target: Target, report: Report) -> Document:
    """Write where the camera goes, what is outlined there, and what is said of it."""
    camera = target.camera
    width, height = camera.size
    middle = camera.target + (
        (width / 2 - camera.middle_px[0]) * camera.right + (camera.middle_px[1] - height / 2) * camera.up
    ) / float(camera.focal_px)
    document: Document = {
        "toward": _point(camera.toward),
        "target": _point(middle),
        "span": [_short(width / camera.focal_px), _short(height / camera.focal_px)],
    }
    if target.feature is not None:
        name = names.of_feature(target.feature)
        return document | {"faces": [int(face) for face in target.feature.faces], "name": _both(name)}
    issue = target.issue
    if issue is None:
        return document
    edges = places.edges_of(issue)
    worst = issue.worst
    document |= {
        "faces": [] if edges else [int(face) for face in issue.faces],
        "edges": report.scene.borders.between(edges).tolist() if edges else [],
        "layer": places.layer_of(issue),
        "process": places.process_of(issue, report.analysis),
        "name": _both(wording.split_enumeration(worst.message)[0]),
        "severity": str(issue.severity),
    }
    if worst.witness is not None and places.is_as_long_as_said(worst):
        document["witness"] = [_point(end) for end in worst.witness]
    place = places.place_of(issue)
    if place is not None:
        document["place"] = _point(place)
    if places.label_of(worst):
        document["label"] = _both(places.label_of(worst))
    return document


def _bodies(group: BodyGroup) -> Document:
    """Write equal bodies: what they are called, how large one is, their faces, and what processes say."""
    return {
        "name": group.name,
        "size": _both(wording.sides(group.size_mm)),
        "faces": [[int(face) for face in faces] for faces in group.faces_of_body],
        "severities": {name: str(severity) for name, severity in group.severity_of_process.items()},
    }


def _octahedral(normals: Floats) -> Ints:
    """Return directions (V, 3) as (V, 2) whole numbers from 0 to 255: a sphere folded onto a square."""
    size = np.abs(normals).sum(axis=1, keepdims=True)
    flat = normals / np.where(size > 0.0, size, 1.0)
    folded = (1.0 - np.abs(flat[:, 1::-1])) * np.where(flat[:, :2] >= 0.0, 1.0, -1.0)
    square = np.where(flat[:, 2:] < 0.0, folded, flat[:, :2])
    return np.round((square * 0.5 + 0.5) * 254.0).astype(np.int64)


def _both(text: str) -> list[str]:
    """Return a text in millimeters and in inches."""
    return [text, inches.sentence(text)]


def _swatch(swatch: Swatch) -> Document:
    return {"label": swatch.label, "color": swatch.color}


def _point(point: Vector | Sequence[float]) -> list[float]:
    return [_short(float(each)) for each in point]


def _short(value: float) -> float:
    """Round to what can be seen."""
    return float(f"{float(value):.7g}")


__all__ = ["Shape", "write"]
