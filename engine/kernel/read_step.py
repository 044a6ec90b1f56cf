"""Read a STEP file into a `Brep`."""

import io
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from OCP.collections import DataMap_TCollection_AsciiString_TCollection_AsciiString as Parameters
from OCP.collections import Sequence_TCollection_AsciiString as Strings
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.STEPControl import STEPControl_Reader
from OCP.TCollection import TCollection_AsciiString
from OCP.TopoDS import TopoDS_Shape

from engine import file_name
from engine.errors import KernelError, NoSolid, UnreadableFile
from engine.kernel import (
    contents,
    gather,
    names,
    pcurve_accuracy,
    pcurve_seam_jumps,
    pcurves,
    poles,
)
from engine.kernel.brep import Brep
from engine.kernel.status import occt, silence
from engine.progress import Progress
from engine.step_text import placements, screen, units
from engine.step_text.accuracy import accuracy_mm
from engine.step_text.screen import StepText

NAMES = "reading names"
"""Optional work: see `Progress.optional`."""
NO_NAMES = "The names in the file could not be read; its bodies are numbered."
NO_UNIT = "The file declares no length unit; millimeters are assumed."
STRANGE_UNIT = (
    "The file assigns no length unit to its geometry, though it names one; millimeters are assumed."
)
PCURVE_OPTION = "read.surfacecurve.mode"
"""OCCT's option: which curves are used where a file gives an edge in space and in parameters."""
FROM_FILE, FROM_SPACE = 0, 3
"""Its values: both as they are in the file; or those in space, from which pcurves are made anew."""
SMOOTHNESS_OPTION = "read.encoderegularity.angle"
"""OCCT's option: faces that meet at less than this angle, in radians, are marked as going over smoothly."""
DEFAULT_ANGLE, NO_ANGLE = 0.01, 0.0
"""Its values: OCCT's own, and none where nobody asks."""
OF_BODIES = "FixSolid"
"""The repair of whole bodies: left out, all is as raw as the file has it."""
LEFT_OUT_WHEN_FAST = (
    "FixEdgeSameParameter",
    "FixFreeFace",
    "FixFreeShell",
    "FixFreeWire",
    "FixIntersectingEdges",
    "FixIntersectingWires",
    "FixLoopWires",
    "FixNonAdjacentIntersectingEdges",
    "FixNotchedEdges",
    "FixOrientation",
    "FixSameParameter",
    "FixSelfIntersectingEdge",
    "FixSelfIntersection",
    "FixSmall",
    "FixSmallAreaWire",
    "FixSplitFace",
    "FixTail",
    "FixVertexTolerance",
    "RemoveSmallAreaFace",
)
"""Repairs that most files do not need, and half of OCCT's time: whoever leaves them out has to
check that faces, borders and shells are sound. What remains makes missing pcurves, seams and collapsed
coedges; so does `engine.kernel.pcurves`, faster."""

SAME_AREA = 1e-3
"""Readings of the same faces that differ by no more than this share differ in precision alone."""


def read_step(path: Path, is_fast: bool = False, progress: Progress | None = None) -> Brep:
    """Read a STEP file, converted to millimeters.

    With `is_fast` defects of the file are kept, and bodies may be inside out: see `LEFT_OUT_WHEN_FAST`.
    Names are optional work of `progress`: where it leaves them out, or they cannot be read, a note says so.

    Raises
    ------
    UnreadableFile
        If the file is not STEP, cut short or broken.
    NoSolid
        If it holds nothing with a volume.
    KernelError
        If OCCT gives up on it.
    """
    silence()
    text = screen.screen(path.read_bytes())
    placements.refuse_distorted(text.data)
    name = file_name.shown(path.stem)
    progress = progress or Progress()
    if not is_fast:
        return _read(text, name, _Repairs.WHOLE, progress)
    try:
        return _read(text, name, _Repairs.FACES, progress)
    except KernelError:
        pass
    return _read(text, name, _Repairs.BODIES, progress)


class _Repairs(Enum):
    """What OCCT repairs: faces one by one, bodies with the fast repairs only, or everything."""

    FACES = 0
    BODIES = 1
    WHOLE = 2


def _read(text: StepText, stem: str, repairs: _Repairs, progress: Progress) -> Brep:
    brep = _brep(_transfer(text, FROM_FILE, repairs), text, stem, repairs, progress)
    n_jumps = pcurve_seam_jumps.count(brep.body_faces)
    if n_jumps:
        again = _brep(_transfer(text, FROM_SPACE, repairs), text, stem, repairs, progress)
        return again if pcurve_seam_jumps.count(again.body_faces) < n_jumps else brep
    if repairs is _Repairs.WHOLE and any(poles.is_over_both_poles(face) for face in brep.body_faces):
        return _with_poles_repaired(brep, text, stem, progress)
    return brep


def _with_poles_repaired(brep: Brep, text: StepText, stem: str, progress: Progress) -> Brep:
    """Return what faces read one by one are, where a repair of the whole has drawn one on the wrong side."""
    try:
        again = _brep(_transfer(text, FROM_FILE, _Repairs.FACES), text, stem, _Repairs.FACES, progress)
    except KernelError:
        return brep
    with occt("tell the inside of a body from its outside"):
        crossed = [filter(poles.is_over_both_poles, each.body_faces) for each in (brep, again)]
        areas = [sum(abs(poles.area_mm2(face)) for face in faces) for faces in crossed]
        if abs(areas[0] - areas[1]) <= SAME_AREA * areas[1]:
            return brep
        notes = list(again.notes)
        bodies = gather.oriented_outward(list(again.bodies), notes)
        faces, body_of_face = gather.numbered_faces(again.shape, bodies)
    return replace(again, bodies=tuple(bodies), faces=faces, body_of_face=body_of_face, notes=tuple(notes))


@dataclass(frozen=True, slots=True, eq=False)
class _Transferred:
    reader: STEPControl_Reader
    shape: TopoDS_Shape | None
    unit: str


def _transfer(text: StepText, pcurve_source: int, repairs: _Repairs) -> _Transferred:
    """Let OCCT parse and build; `pcurve_source` is `FROM_FILE` or `FROM_SPACE`."""
    Interface_Static.SetIVal_s("read.step.tessellated", 0)
    Interface_Static.SetIVal_s(PCURVE_OPTION, pcurve_source)
    Interface_Static.SetRVal_s(SMOOTHNESS_OPTION, DEFAULT_ANGLE if repairs is _Repairs.WHOLE else NO_ANGLE)
    with occt("read the STEP file"):
        reader = STEPControl_Reader()
        status = reader.ReadStream("part.step", io.BytesIO(text.data))
        if status != IFSelect_ReturnStatus.IFSelect_RetDone:
            raise UnreadableFile("the STEP file is broken: its text does not follow the STEP syntax")
        if repairs is not _Repairs.WHOLE:
            reader.SetShapeFixParameters(_without_repairs(repairs))
        reader.TransferRoots()
        return _Transferred(reader, reader.OneShape(), _unit(reader, text.data))


def _without_repairs(repairs: _Repairs) -> Parameters:
    found = Parameters()
    for repair in (*LEFT_OUT_WHEN_FAST, OF_BODIES) if repairs is _Repairs.FACES else LEFT_OUT_WHEN_FAST:
        found.Bind(TCollection_AsciiString(f"FixShape.{repair}Mode"), TCollection_AsciiString("0"))
    return found


def _unit(reader: STEPControl_Reader, data: bytes) -> str:
    lengths, angles, solid_angles = Strings(), Strings(), Strings()
    reader.FileUnits(lengths, angles, solid_angles)
    return str(lengths.First().ToCString()) if lengths.Length() else units.assigned(data)


def _brep(read: _Transferred, text: StepText, stem: str, repairs: _Repairs, progress: Progress) -> Brep:
    shape = gather.compound([]) if read.shape is None or read.shape.IsNull() else read.shape
    strays = contents.strays_of(shape)
    notes = [] if read.unit else [STRANGE_UNIT if units.are_spelled(text.data) else NO_UNIT]
    bodies = gather.solids(shape, notes)
    if bodies:
        if strays.in_words():
            notes.append(f"Besides solids the file holds {strays.in_words()}; they are not analyzed.")
    else:
        bodies = gather.closed_shells(shape)
        if not bodies:
            raise NoSolid(contents.refusal(strays, text))
        notes.append("The file holds a closed surface instead of a solid; it is analyzed as a solid.")
        if rest := strays.besides(len(bodies)).in_words():
            notes.append(f"Besides it the file holds {rest}; they are not analyzed.")
    whole_name, body_names = _names(read.reader, shape, bodies, notes, progress)
    name = whole_name or names.clean(stem) or "part"
    shape, bodies = gather.with_own_faces(shape, bodies)
    if repairs is _Repairs.FACES:
        with occt("draw the borders of faces"):
            shape, bodies = pcurves.complete(shape, bodies, accuracy_mm(text.data, read.unit))
    if repairs is _Repairs.WHOLE:
        with occt("tell the inside of a body from its outside"):
            bodies = gather.oriented_outward(bodies, notes)
    return brep_of_bodies(shape, bodies, [body or name for body in body_names], name, read.unit, notes)


def brep_of_bodies(
    shape: TopoDS_Shape,
    bodies: list[TopoDS_Shape],
    body_names: Sequence[str],
    name: str,
    unit: str,
    notes: Sequence[str] = (),
) -> Brep:
    """Return the `Brep` of bodies that share no face; their pcurves are laid along their edges, in place."""
    faces, body_of_face = gather.numbered_faces(shape, bodies)
    with occt("lay pcurves along their edges"):
        pcurve_accuracy.mend(faces)
    return Brep(
        shape=shape,
        faces=faces,
        bodies=tuple(bodies),
        body_of_face=body_of_face,
        body_names=tuple(names.made_unique(body_names)),
        name=name,
        unit=unit,
        notes=tuple(notes),
    )


def _names(
    reader: STEPControl_Reader,
    shape: TopoDS_Shape,
    bodies: list[TopoDS_Shape],
    notes: list[str],
    progress: Progress,
) -> tuple[str, list[str]]:
    """Return what `names.names_of` does: nothing, with a note, where that is left out or fails.

    A part is worth as much without its names.
    """
    if NAMES not in progress.left_out:
        try:
            with progress.optional(NAMES):
                return names.names_of(reader, shape, bodies)
        except Exception:
            traceback.print_exc()
    notes.append(NO_NAMES)
    return "", [""] * len(bodies)
