"""Looks at bodies as sheet metal: how thick the sheet is, where it is not, and what form it has."""

import math

import numpy as np

from engine.evidence import sheet_form
from engine.features.bend import Bend
from engine.graph import sheet
from engine.graph.sheet import Sheet
from engine.model.analysis import PreparedPart, Recognition
from engine.model.arrays import frozen
from engine.model.evidence import OddThickness, SheetBody, SheetForm
from engine.model.feature import Kind
from engine.model.part import Body, FaceId, Source
from engine.run_context import RunContext

EVEN_SHARE = 0.75
"""A face is of one thickness when this share of its vertices is. It is thinner or thicker at its edges,
and at bends and holes that triangles do not tell from it."""

UNIFORM_SHARE = 0.95
"""A sheet of one thickness has it on this share of its area, edges left out: posts and studs that stand on
real sheets take up to 4 %."""


def find(context: RunContext, recognition: Recognition) -> tuple[SheetBody, ...]:
    """Look at every body as sheet metal, in their order."""
    bends = [feature for feature in recognition.of_kind(Kind.BEND) if isinstance(feature, Bend)]
    return tuple(
        _look_at(context.prepared, body, tuple(bend.fid for bend in bends if bend.body == body.id))
        for body in context.part.bodies
    )


def _look_at(prepared: PreparedPart, body: Body, bends: tuple[FaceId, ...]) -> SheetBody:
    """Look at a body by its surfaces, and triangles that are no sheet by these by measuring, too."""
    found = _sheet_body(prepared, body, bends, {})
    if found.is_sheet or prepared.part.source is not Source.TRIANGLES:
        return found
    measured = _sheet_body(prepared, body, bends, _measured_mm(prepared, body))
    return measured if measured.is_sheet else found


def _sheet_body(
    prepared: PreparedPart, body: Body, bends: tuple[FaceId, ...], measured_mm: dict[FaceId, float]
) -> SheetBody:
    found = sheet.of_body(prepared.part, prepared.graph, body, measured_mm)
    if found is None:
        return SheetBody(
            body=body.id,
            form=SheetForm.NONE,
            reason="Nothing of it lies between two skins.",
            thickness_mm=math.nan,
            uncertainty_mm=math.nan,
            skin_share=0.0,
            uniform_share=0.0,
            is_uniform=False,
            odd=None,
            bends=bends,
            skins=((), ()),
            panels=(),
            edges=(),
        )
    odd, odd_mm2 = _odd(prepared, body, found)
    uniform_share = 1.0 - odd_mm2 * found.skin_share / found.skin_area_mm2
    is_uniform = uniform_share >= UNIFORM_SHARE
    form, reason = sheet_form.of(prepared, found, len(bends), is_uniform)
    return SheetBody(
        body=body.id,
        form=form,
        reason=reason,
        thickness_mm=found.thickness_mm,
        uncertainty_mm=2.0 * max(prepared.part.faces[face].deviation_mm for face in found.skins[0]),
        skin_share=found.skin_share,
        uniform_share=uniform_share,
        is_uniform=is_uniform,
        odd=odd,
        bends=bends,
        skins=found.skins,
        panels=found.panels,
        edges=found.edges,
    )


def _measured_mm(prepared: PreparedPart, body: Body) -> dict[FaceId, float]:
    """Return how thick a body is behind its faces of one thickness: the median of what was measured."""
    field, mesh = prepared.fields.get("thickness"), prepared.mesh
    if field is None:
        return {}
    measured_mm = {}
    at = np.flatnonzero(np.isfinite(field.values))
    at = at[np.argsort(mesh.face_of_vertex[at], kind="stable")]
    faces, first = np.unique(mesh.face_of_vertex[at], return_index=True)
    for face, values in zip(faces.tolist(), np.split(field.values[at], first)[1:], strict=True):
        middle_mm = float(np.median(values))
        is_even = np.mean(np.abs(values - middle_mm) <= sheet.SAME_SHEET * middle_mm) >= EVEN_SHARE
        if is_even and prepared.part.faces[face].body == body.id:
            measured_mm[FaceId(face)] = middle_mm
    return measured_mm


def _odd(prepared: PreparedPart, body: Body, found: Sheet) -> tuple[OddThickness | None, float]:
    """Return the largest face that is not as thick as the sheet, and the area of all of them.

    Without measured thickness whatever is neither skin nor edge is odd.
    """
    part, mesh = prepared.part, prepared.mesh
    known = {*found.skins[0], *found.skins[1], *found.edges}
    rest = [face for face in sorted(body.faces) if face not in known]
    field = prepared.fields.get("thickness")
    largest, odd_mm2 = None, 0.0
    for face in sorted(rest, key=lambda face: (-part.faces[face].area_mm2, face)):
        if field is None:
            odd_mm2 += part.faces[face].area_mm2
            continue
        vertices = np.flatnonzero((mesh.face_of_vertex == face) & np.isfinite(field.values))
        if not vertices.size:
            continue
        middle = vertices[np.argsort(field.values[vertices], kind="stable")[len(vertices) // 2]]
        thick_mm = float(field.values[middle])
        if abs(thick_mm - found.thickness_mm) <= sheet.SAME_SHEET * found.thickness_mm:
            continue
        odd_mm2 += part.faces[face].area_mm2
        if largest is None:
            start = mesh.vertices[middle]
            end = start - thick_mm * mesh.normals[middle]
            largest = OddThickness(face, thick_mm, frozen(start), frozen(end))
    return largest, odd_mm2
