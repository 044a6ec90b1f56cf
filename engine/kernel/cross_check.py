"""Exact areas and volumes held against the mesh, and measured anew where the two disagree.

The exact integrals (`mass`) and the mesh are made in different ways of the same shape: one trusts the borders
in the parameters of surfaces, the other their places in space. Where they differ by more than the mesh can
explain, OCCT's own quadrature is the third voice. What two of the three agree on is taken; where no two
agree it is the mesh, which everything else is measured on.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps

from engine.errors import KernelError
from engine.kernel.brep import Brep
from engine.kernel.status import occt
from engine.meshing import mesh_measures
from engine.meshing.mesh_measures import SAME, MeshMeasures
from engine.model.mesh import Mesh
from engine.model.part import Body, BodyId, Face, FaceId, MeasureCheck, MeasuredBy, Part
from engine.progress import Progress

ACCURACY = 1e-4
"""Of OCCT's adaptive quadrature, asked where its plain one agrees with nobody."""
NAMED = 5
"""Faces that a note names, at most."""
WORTH_A_NOTE = 1e-3
"""Share of a part's area: a mesh that is off on smaller faces is reported in the result alone."""


def checked(brep: Brep, part: Part, mesh: Mesh, progress: Progress) -> Part:
    """Return a part with every area and volume that a majority holds for right, and what was disputed.

    Raises
    ------
    Cancelled
        If the caller of `progress` wants out.
    """
    measures = mesh_measures.compare(part, mesh)
    checks = []
    for face in np.flatnonzero(measures.is_unlike_face).tolist():
        progress.check()
        checks.append(_of_face(brep, part.faces[face], measures))
    faces = tuple(_with_area(part.faces, {check.face: check for check in checks}))
    disputed = {check.body for check in checks if check.taken != MeasuredBy.EXACT}
    bodies = []
    for body in part.bodies:
        if measures.is_unlike_body[body.id] or (body.id in disputed and body.is_closed):
            check = _of_body(brep, body, measures, is_disputed=body.id in disputed)
            checks.append(check)
            body = _with_volume(body, check)
        area = sum(faces[face].area_mm2 for face in body.faces) if body.id in disputed else body.area_mm2
        bodies.append(replace(body, area_mm2=area))
    if not checks:
        return part
    notes = tuple(_notes(part, checks))
    for sentence in notes:
        progress.note(sentence)
    return replace(
        part,
        faces=faces,
        bodies=tuple(bodies),
        volume_mm3=sum(body.volume_mm3 for body in bodies),
        area_mm2=sum(body.area_mm2 for body in bodies),
        notes=part.notes + notes,
        checks=tuple(checks),
    )


def _of_face(brep: Brep, face: Face, measures: MeshMeasures) -> MeasureCheck:
    mesh, error = float(measures.area_of_face[face.id]), float(measures.area_error_of_face[face.id])
    for accuracy in (None, ACCURACY):
        quadrature = _area(brep, face.id, accuracy)
        taken = vote(face.area_mm2, quadrature, mesh, error)
        if taken != MeasuredBy.MESH:
            break
    assert face.body is not None
    return MeasureCheck(face.body, face.id, face.area_mm2, quadrature, mesh, taken)


def _of_body(brep: Brep, body: Body, measures: MeshMeasures, *, is_disputed: bool) -> MeasureCheck:
    """Settle a body's volume; where areas of its faces were wrong, its exact volume has no vote."""
    mesh, error = float(measures.volume_of_body[body.id]), float(measures.volume_error_of_body[body.id])
    quadrature = _volume(brep, body.id)
    exact = math.nan if is_disputed else body.volume_mm3
    return MeasureCheck(
        body.id, None, body.volume_mm3, quadrature, mesh, vote(exact, quadrature, mesh, error)
    )


def vote(exact: float, quadrature: float, mesh: float, error: float) -> MeasuredBy:
    """Choose one of three measures; NaN agrees with nothing, and a mesh of nothing has no vote."""
    if _agree(exact, quadrature, 0.0):
        return MeasuredBy.EXACT
    if _agree(quadrature, mesh, error):
        return MeasuredBy.QUADRATURE
    if _agree(exact, mesh, error) or not mesh > 0.0:
        return MeasuredBy.EXACT
    return MeasuredBy.MESH


def _agree(a: float, b: float, error: float) -> bool:
    return abs(a - b) <= SAME * max(a, b) + error


def _area(brep: Brep, face: FaceId, accuracy: float | None) -> float:
    """Return what OCCT measures; NaN where it fails."""
    found = GProp_GProps()
    try:
        with occt("measure a face"):
            if accuracy is None:
                BRepGProp.SurfaceProperties_s(brep.faces[face], found)
            else:
                BRepGProp.SurfaceProperties_s(brep.faces[face], found, accuracy)
            return abs(float(found.Mass()))
    except KernelError:
        return math.nan


def _volume(brep: Brep, body: BodyId) -> float:
    """Return what OCCT measures; NaN where it fails."""
    found = GProp_GProps()
    try:
        with occt("measure a body"):
            BRepGProp.VolumeProperties_s(brep.bodies[body], found)
            return abs(float(found.Mass()))
    except KernelError:
        return math.nan


def _with_area(faces: tuple[Face, ...], checks: dict[FaceId | None, MeasureCheck]) -> Iterator[Face]:
    for face in faces:
        check = checks.get(face.id)
        yield face if check is None else replace(face, area_mm2=check.value)


def _with_volume(body: Body, check: MeasureCheck) -> Body:
    shells = body.shells
    if len(shells) == 1:
        shells = (replace(shells[0], volume_mm3=check.value),)
    return replace(body, volume_mm3=check.value, shells=shells)


def _notes(part: Part, checks: list[MeasureCheck]) -> Iterator[str]:
    """Say what was measured anew, and where the mesh is what is off."""
    faces = [check for check in checks if check.face is not None]
    anew = [check for check in faces if check.taken != MeasuredBy.EXACT]
    if anew:
        yield (
            f"{_named(anew)} measured anew: exact integrals are off by up to {_share(anew)} there, as the "
            "mesh shows."
        )
    off = [check for check in faces if check.taken == MeasuredBy.EXACT]
    if sum(abs(check.exact - check.mesh) for check in off) > WORTH_A_NOTE * part.area_mm2:
        yield (
            f"{_named(off)} not met by the mesh, which is off by up to {_share(off)} there: thickness and "
            "clearance may be wrong there."
        )
    for check in checks:
        if check.face is None:
            name, apart = part.bodies[check.body].name, _share([check])
            if check.taken == MeasuredBy.EXACT:
                yield f"The mesh of body {name!r} encloses another volume than the body, by {apart}."
            else:
                yield f"The volume of body {name!r} was measured anew: its exact integral is off by {apart}."


def _named(checks: list[MeasureCheck]) -> str:
    ids = ", ".join(str(check.face) for check in checks[:NAMED])
    more = f" and {len(checks) - NAMED} more" if len(checks) > NAMED else ""
    return f"The area of face {ids} was" if len(checks) == 1 else f"The areas of faces {ids}{more} were"


def _share(checks: list[MeasureCheck]) -> str:
    """Say by how much the exact measure and the mesh differ at most, in percent of the one taken."""
    worst = max(abs(check.exact - check.mesh) / max(check.value, 1e-300) for check in checks)
    return f"{100.0 * worst:.0f} %" if worst > 0.1 else f"{100.0 * worst:.2g} %"
