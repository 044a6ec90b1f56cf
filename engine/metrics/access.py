"""Access metrics: how much of a face or feature cutters reach."""

import numpy as np

from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.access import Obstruction, ToolAccess
from engine.model.arrays import Floats
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject
from engine.model.part import FaceId


@metric("access.share", Unit.ONE, Domain.FACE)
def share(subject: Subject, context: Context) -> Measured:
    """Share of the area that a stiff, straight cutter reaches along one of the part's own directions."""
    access = context.assessed.evidence.tool_access
    return _share(subject, context, access.share_of_face)


@metric("access.tilted_share", Unit.ONE, Domain.FACE)
def tilted_share(subject: Subject, context: Context) -> Measured:
    """Share of the area that a thin straight tool reaches, tilted however it takes."""
    access = context.assessed.evidence.tool_access
    return _share(subject, context, access.tilted_share_of_face)


@metric("access.obstruction", Unit.ONE, Domain.FACE)
def obstruction(subject: Subject, context: Context) -> Measured | None:
    """What keeps cutters away: 0 nothing, 1 all but too slender ones, 2 all that are not tilted, 3 all.

    Not of sealed hollows, where there is no way in to be obstructed.
    """
    access = context.assessed.evidence.tool_access
    if context.of_face.sealed.issuperset(subject.faces):
        return None
    worst = max(access.obstruction_of_face[face] for face in subject.faces)
    errors = access.obstruction_error_of_face
    off = float(max((errors[face] for face in subject.faces), default=0)) if errors else 0.0
    if worst is Obstruction.NONE:
        return Measured(0.0, uncertainty=off)
    faces = tuple(face for face in subject.faces if access.obstruction_of_face[face] is worst)
    return Measured(
        float(worst),
        uncertainty=off,
        location=access.hidden_point_of_face[faces[0]],
        faces=faces,
        note=_words(worst, faces, access),
    )


@metric("access.cutter_diameter", Unit.MM, Domain.FACE)
def cutter_diameter(subject: Subject, context: Context) -> Measured:
    """Diameter of the thinnest cutter that is stiff enough to get as deep as this; 0 on top of everything."""
    access = context.assessed.evidence.tool_access
    return Measured(float(access.cutter_mm_of_face[list(subject.faces)].max()))


METRICS = (share, tilted_share, obstruction, cutter_diameter)


def _share(subject: Subject, context: Context, share_of_face: Floats) -> Measured:
    """Return the mean over the faces of a subject, by area."""
    shares = share_of_face[list(subject.faces)]
    known = ~np.isnan(shares)
    if not known.any():
        return Measured(np.nan, reason="the face has no mesh to look at")
    areas = np.array([context.assessed.prepared.part.faces[face].area_mm2 for face in subject.faces])
    return Measured(float(np.average(shares[known], weights=areas[known])))


def _words(worst: Obstruction, faces: tuple[FaceId, ...], access: ToolAccess) -> str:
    """Say what is in the way."""
    if worst is Obstruction.SLENDER:
        needed_mm = float(access.cutter_mm_of_face[list(faces)].max())
        return f"A cutter stiff enough to get that deep is {needed_mm:.1f} mm thick and finds no room."
    if worst is Obstruction.TILTED:
        return "A tilted tool sees it."
    hidden = 1.0 - float(np.min(access.tilted_share_of_face[list(faces)]))
    return (
        "It is hidden from all sides." if hidden >= 1.0 else f"{hidden:.0%} of it is hidden from all sides."
    )
