"""Cut-out metrics: holes, slots and windows that go through sheet metal, and what is left round them."""

import math
from dataclasses import replace

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.arrays import Vector, frozen
from engine.model.evidence import Cutout, Gap
from engine.model.feature import Feature
from engine.model.field import Unit
from engine.model.metric import Domain, Measured

DRAWN_ALONG = 0.5
"""Thicknesses before a bend from which on it draws along what is cut out. Holes are kept 2.5 thicknesses from
where a bend begins (Fictiv, eFunda, PTC), and 2 from an edge."""


@metric("cutout.width", Unit.MM, Domain.FEATURE)
def width(feature: Feature, context: Context) -> Measured | None:
    """Diameter of a hole, width of a slot or short side of a window through sheet metal."""
    cutout = _cutout(feature, context)
    return None if cutout is None else Measured(cutout.width_mm, feature.uncertainty_mm)


@metric("cutout.width_over_thickness", Unit.ONE, Domain.FEATURE)
def width_over_thickness(feature: Feature, context: Context) -> Measured | None:
    """The same over the thickness of the sheet."""
    cutout = _cutout(feature, context)
    if cutout is None:
        return None
    ratio = cutout.width_mm / cutout.thickness_mm
    note = f"It is {cutout.width_mm:.2f} mm wide in a sheet of {cutout.thickness_mm:.2f} mm."
    return Measured(ratio, (1.0 + ratio) * feature.uncertainty_mm / cutout.thickness_mm, note=note)


@metric("cutout.edge_distance", Unit.MM, Domain.FEATURE)
def edge_distance(feature: Feature, context: Context) -> Measured | None:
    """Least sheet left between the rim of a cut-out and the outline or the next cut-out, along the sheet."""
    cutout = _cutout(feature, context)
    return None if cutout is None or cutout.to_edge is None else _length(cutout.to_edge)


@metric("cutout.edge_distance_over_thickness", Unit.ONE, Domain.FEATURE)
def edge_distance_over_thickness(feature: Feature, context: Context) -> Measured | None:
    """The same over the thickness of the sheet."""
    cutout = _cutout(feature, context)
    return None if cutout is None or cutout.to_edge is None else _ratio(cutout, cutout.to_edge)


@metric("cutout.bend_distance", Unit.MM, Domain.FEATURE)
def bend_distance(feature: Feature, context: Context) -> Measured | None:
    """Distance along the sheet from the rim of a cut-out to where the next bend begins; inf without any."""
    cutout = _cutout(feature, context)
    return None if cutout is None or cutout.to_bend is None else _length(cutout.to_bend)


@metric("cutout.bend_distance_over_thickness", Unit.ONE, Domain.FEATURE)
def bend_distance_over_thickness(feature: Feature, context: Context) -> Measured | None:
    """The same over the thickness of the sheet."""
    cutout = _cutout(feature, context)
    return None if cutout is None or cutout.to_bend is None else _ratio(cutout, cutout.to_bend)


@metric("cutout.margin_over_thickness", Unit.ONE, Domain.FEATURE)
def margin_over_thickness(feature: Feature, context: Context) -> Measured | None:
    """Least sheet left round a cut-out over its thickness, to an edge or to what a bend draws along.

    That begins half a thickness before the bend; a cut-out that reaches into it has 0.
    """
    cutout = _cutout(feature, context)
    if cutout is None:
        return None
    edge, bend, thick_mm = cutout.to_edge, cutout.to_bend, cutout.thickness_mm
    to_bend = math.inf if bend is None else bend.distance_mm / thick_mm - DRAWN_ALONG
    if edge is not None and edge.distance_mm / thick_mm <= to_bend:
        return _ratio(cutout, edge)
    if bend is None:
        return None
    if math.isinf(to_bend):
        return _ratio(cutout, bend)
    note = f"The bend begins {bend.distance_mm:.2f} mm from it, in a sheet of {thick_mm:.2f} mm."
    return replace(
        _ratio(cutout, bend),
        value=max(to_bend, 0.0),
        note=note if bend.distance_mm else "It lies in a bend.",
    )


def _cutout(feature: Feature, context: Context) -> Cutout | None:
    return context.features.cutout_of_feature.get(id(feature))


def _length(gap: Gap) -> Measured:
    return Measured(gap.distance_mm, gap.uncertainty_mm, _middle(gap), gap.witness, gap.faces)


def _ratio(cutout: Cutout, gap: Gap) -> Measured:
    left, thick = gap.distance_mm, cutout.thickness_mm
    note = f"{left:.2f} mm are left in a sheet of {thick:.2f} mm." if gap.witness is not None else ""
    return Measured(left / thick, gap.uncertainty_mm / thick, _middle(gap), gap.witness, gap.faces, note=note)


def _middle(gap: Gap) -> Vector | None:
    """Return the place between both borders; None where there is no other."""
    return None if gap.witness is None else frozen((gap.witness[0] + gap.witness[1]) / 2.0)


METRICS = (
    width,
    width_over_thickness,
    edge_distance,
    edge_distance_over_thickness,
    bend_distance,
    bend_distance_over_thickness,
    margin_over_thickness,
)
