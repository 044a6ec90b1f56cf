"""Thickness metrics: the wall behind a face or behind all faces of a feature.

They do not apply to a face that is nothing but the flank of a sharp edge.
"""

import math
from dataclasses import replace

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.metrics._surface import NOTABLE, Surface
from engine.model.evidence import ThinStretch
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject
from engine.model.part import FaceId
from engine.model.shell import ShellWall

DOUBTFUL = 0.05
"""A doubt of which wall is nominal that changes the share of a wall by no more is not worth a word."""
SLIVER = 1e-3
"""Breadth of a sliver over the part's diagonal: a fifth of a millimeter on a part as large as a hand."""
NO_WALL = Measured.left_out("rims, narrow faces and what stands up like a rib are no walls")
NARROW = Measured.left_out("strips are too narrow to be sides of walls")


@metric("thickness.min", Unit.MM, Domain.FACE, layer="thickness")
def minimum(subject: Subject, context: Context) -> Measured | None:
    """Least wall thickness, at a place of any size; edges that run out to nothing are left out."""
    return context.fields.thickness.minimum(subject.faces) if context.fields.has_wall(subject.faces) else None


@metric("thickness.in_layer", Unit.MM, Domain.FACE)
def in_layer(subject: Subject, context: Context) -> Measured | None:
    """Least width of the wall within the layers of a print; infinite for one that lies flat in them."""
    if not context.fields.has_wall(subject.faces):
        return None
    return context.fields.width_in_layer.minimum(subject.faces)


@metric("thickness.apart_from_holes", Unit.MM, Domain.FACE, layer="thickness")
def apart_from_holes(subject: Subject, context: Context) -> Measured | None:
    """Least wall thickness; a wall beside a hole, cut groove or mark is that of the hole's own side alone."""
    if not context.fields.has_wall(subject.faces):
        return None
    return _apart(context.fields.thickness_apart_from_holes, subject, context)


@metric("thickness.apart_from_slits", Unit.MM, Domain.FACE, layer="thickness")
def apart_from_slits(subject: Subject, context: Context) -> Measured | None:
    """Least wall thickness; material on both sides of a slit that is sealed in the part is no wall."""
    if not context.fields.has_wall(subject.faces):
        return None
    return _apart(context.fields.thickness_apart_from_slits, subject, context)


@metric("thickness.hole_diameter", Unit.MM, Domain.FACE)
def hole_diameter(subject: Subject, context: Context) -> Measured | None:
    """Diameter of the hole, or width of the cut groove, that the thinnest wall lies beside; else infinite."""
    if not context.fields.has_wall(subject.faces):
        return None
    vertex = context.fields.thickness.least_vertex(subject.faces)
    if vertex < 0:
        return Measured(math.inf)
    mesh, opposite = context.assessed.prepared.mesh, context.fields.thickness.field.opposite
    sides = [FaceId(int(mesh.face_of_vertex[vertex]))]
    if opposite is not None and opposite[vertex] >= 0:
        sides.append(FaceId(int(mesh.face_of_triangle[opposite[vertex]])))
    return Measured(min(context.features.cut_width_of_face.get(side, math.inf) for side in sides))


@metric("thickness.low", Unit.MM, Domain.FACE, layer="thickness")
def low(subject: Subject, context: Context) -> Measured | None:
    """Wall thickness that a tenth of the area falls below; feather edges and slivers are left out."""
    if not context.fields.has_wall(subject.faces):
        return None
    if all(_is_sliver(face, context) for face in subject.faces):
        return NARROW
    found = context.fields.thickness.low(subject.faces)
    if math.isnan(found.value):
        return found
    notes = []
    least = context.fields.thickness.minimum(subject.faces)
    if least.value < (1.0 - NOTABLE) * found.value:
        notes.append(f"A tenth of it is no thicker than that; its thinnest place is {least.value:.2f} mm.")
    stretch = _stretch(subject, context)
    if stretch is not None:
        times = stretch.reach_mm / stretch.thickness_mm
        notes.append(
            f"It reaches {stretch.reach_mm:.1f} mm from what holds it, {times:.1f} times its thickness."
        )
    return replace(found, note=" ".join(notes))


@metric("thickness.slenderness", Unit.ONE, Domain.FACE)
def slenderness(subject: Subject, context: Context) -> Measured | None:
    """How far a thin wall reaches from what holds it, over its thickness; of walls below 6 mm."""
    stretch = _stretch(subject, context)
    return None if stretch is None else _slenderness(stretch, context)


@metric("thickness.height_over_thickness", Unit.ONE, Domain.FACE)
def height_over_thickness(subject: Subject, context: Context) -> Measured | None:
    """Height of a thin wall, or a quarter of a floor's span, over its thickness; a loose plate has none."""
    stretch = _stretch(subject, context)
    return None if stretch is None or not stretch.is_held else _slenderness(stretch, context)


@metric("thickness.least_slenderness", Unit.ONE, Domain.FACE)
def least_slenderness(subject: Subject, context: Context) -> Measured:
    """How far a wall reaches round its thinnest place, over its thickness there; infinite if not known.

    What is held on two opposite sides, such as the metal between a bore and a pocket, counts with half of the
    length over which it is as thin, where that is more. Behind a letter a wall is held along its strokes, and
    reaches half of their width at most.
    """
    stretch_of_face = context.of_face.thinnest_stretch
    found = [stretch_of_face[face] for face in subject.faces if face in stretch_of_face]
    thinnest = min(found, key=lambda stretch: stretch.thickness_mm, default=None)
    if thinnest is None:
        return Measured(math.inf)
    reach_mm = max(thinnest.reach_mm, 0.5 * thinnest.neck_mm)
    stroke_mm = context.assessed.evidence.marks.stroke_of_level.get(thinnest.face, math.inf)
    return _slenderness(replace(thinnest, reach_mm=min(reach_mm, 0.5 * stroke_mm)), context)


@metric("thickness.run_in_thicknesses", Unit.ONE, Domain.FACE)
def run_in_thicknesses(subject: Subject, context: Context) -> Measured | None:
    """How far metal that is cast runs in a thin wall, in thicknesses of that; of walls below 6 mm."""
    stretch_of_face = context.of_face.stretch
    found = [stretch_of_face[face] for face in subject.faces if face in stretch_of_face]
    if not found:
        return None
    furthest = max(found, key=lambda stretch: stretch.run_mm / stretch.thickness_mm)
    return Measured(
        furthest.run_mm / furthest.thickness_mm,
        uncertainty=0.5 * context.assessed.prepared.mesh.max_edge_mm / furthest.thickness_mm,
        location=furthest.point,
        faces=(furthest.face,),
        note=f"Metal runs {furthest.run_mm:.0f} mm in it.",
    )


@metric("thickness.mean", Unit.MM, Domain.FACE, layer="thickness")
def mean(subject: Subject, context: Context) -> Measured | None:
    """Mean wall thickness over the area."""
    return context.fields.thickness.mean(subject.faces) if context.fields.has_wall(subject.faces) else None


@metric("thickness.median", Unit.MM, Domain.FACE, layer="thickness")
def median(subject: Subject, context: Context) -> Measured | None:
    """Wall thickness that half of the area falls below."""
    return context.fields.thickness.median(subject.faces) if context.fields.has_wall(subject.faces) else None


@metric("thickness.max", Unit.MM, Domain.FACE, layer="thickness")
def maximum(subject: Subject, context: Context) -> Measured | None:
    """Largest wall thickness; one percent of the area may be thicker."""
    return context.fields.thickness.maximum(subject.faces) if context.fields.has_wall(subject.faces) else None


@metric("thickness.cv", Unit.ONE, Domain.FACE)
def variation(subject: Subject, context: Context) -> Measured | None:
    """Standard deviation of the wall thickness over its mean, weighted by area."""
    return (
        context.fields.thickness.variation(subject.faces) if context.fields.has_wall(subject.faces) else None
    )


@metric("thickness.section_ratio", Unit.ONE, Domain.FACE)
def section_ratio(subject: Subject, context: Context) -> Measured | None:
    """Thickness of the section behind the face over that of the thinnest section that touches it."""
    return context.sections.strongest(subject.faces)


@metric("thickness.heavy_section", Unit.MM, Domain.FACE)
def heavy_section(subject: Subject, context: Context) -> Measured | None:
    """Thickness of the heavy section of `thickness.section_ratio`."""
    return context.sections.heavy(subject.faces)


@metric("thickness.feeder_room", Unit.ONE, Domain.FACE)
def feeder_room(subject: Subject, context: Context) -> Measured | None:
    """Room for a feeder on the heavy section of `thickness.section_ratio`, over its thickness."""
    return context.sections.room_for_feeder(subject.faces)


@metric("thickness.over_nominal", Unit.ONE, Domain.FACE)
def over_nominal(subject: Subject, context: Context) -> Measured | None:
    """Thickness of a wall, or of one that cools like a lump, over the nominal wall; not of ribs and lips."""
    return _over_nominal(subject, context)


@metric("thickness.deviation", Unit.ONE, Domain.FACE)
def deviation(subject: Subject, context: Context) -> Measured | None:
    """Share by which a wall is thicker or thinner than the nominal wall of its body."""
    ratio = _over_nominal(subject, context)
    if ratio is None or ratio.is_left_out:
        return ratio
    return replace(ratio, value=abs(ratio.value - 1.0))


def _apart(walls: Surface, subject: Subject, context: Context) -> Measured | None:
    """Return the least of some walls; None where the face has others alone."""
    found = walls.minimum(subject.faces)
    has_others = not math.isnan(context.fields.thickness.over(subject.faces).minimum)
    return None if math.isnan(found.value) and has_others else found


def _over_nominal(subject: Subject, context: Context) -> Measured | None:
    assert subject.fid is not None, "faces and features have a face that stands for them"
    wall = context.of_face.shell_wall.get(subject.fid)
    if wall is None:
        return NO_WALL if subject.fid in context.of_face.beside_shell_walls else None
    thickness_mm, nominal_mm = wall.thickness_mm, wall.nominal_mm
    ratio = wall.over_nominal
    off = context.fields.thickness.uncertainty(thickness_mm) + ratio * context.fields.thickness.uncertainty(
        nominal_mm
    )
    off += wall.thickness_error_mm
    return Measured(
        ratio,
        uncertainty=off / nominal_mm + ratio * wall.model_error + wall.over_nominal_error,
        location=wall.point,
        witness=(wall.point, wall.opposite),
        faces=wall.faces,
        note=_off_nominal(wall),
    )


def _off_nominal(wall: ShellWall) -> str:
    doubt = ""
    if wall.over_nominal_error > DOUBTFUL:
        doubt = " Walls of another thickness have as much of the area, for all that is known."
    if not wall.is_certain:
        return f"It is no wall where {wall.nominal_mm:.2f} mm is nominal.{doubt}"
    if wall.is_lump:
        return (
            f"Material gathers there and takes as long to cool as in a wall of {wall.thickness_mm:.2f} mm; "
            f"{wall.nominal_mm:.2f} mm is nominal.{doubt}"
        )
    return f"It is {wall.thickness_mm:.2f} mm thick where {wall.nominal_mm:.2f} mm is nominal.{doubt}"


def _slenderness(stretch: ThinStretch, context: Context) -> Measured:
    return Measured(
        stretch.reach_mm / stretch.thickness_mm,
        uncertainty=0.5 * context.assessed.prepared.mesh.max_edge_mm / stretch.thickness_mm,
        location=stretch.point,
        witness=(stretch.point, stretch.held_at),
        faces=(stretch.face,),
    )


def _stretch(subject: Subject, context: Context) -> ThinStretch | None:
    """Return the most slender stretch of thin wall behind the faces of a subject."""
    stretch_of_face = context.of_face.stretch
    found = [stretch_of_face[face] for face in subject.faces if face in stretch_of_face]
    return max(found, key=lambda stretch: stretch.reach_mm / stretch.thickness_mm, default=None)


def _is_sliver(face: FaceId, context: Context) -> bool:
    """Whether a face is a strip so narrow that it is no side of a wall: a step left over from the drawing."""
    part = context.assessed.prepared.part
    edges = (part.edges[edge] for loop in part.faces[face].loops for edge in loop.edges)
    border_mm = sum(edge.length_mm for edge in edges)
    return 2.0 * part.faces[face].area_mm2 < SLIVER * part.diagonal_mm * border_mm


METRICS = (
    minimum,
    apart_from_holes,
    apart_from_slits,
    in_layer,
    hole_diameter,
    low,
    slenderness,
    height_over_thickness,
    least_slenderness,
    run_in_thicknesses,
    mean,
    median,
    maximum,
    variation,
    section_ratio,
    heavy_section,
    feeder_room,
    over_nominal,
    deviation,
)
