"""What the part's metrics of machining rest on: setups in words, and what no cutter reaches."""

import numpy as np

from engine.metrics import _words
from engine.metrics._context import Context
from engine.model.access import BodySetups, Obstruction, Setup
from engine.model.feature import Kind
from engine.model.metric import Domain, Measured, Subject
from engine.model.part import FaceId, Part

NAMED_FIRST = (Kind.HOLE, Kind.SLOT, Kind.POCKET, Kind.BOSS, Kind.FIN, Kind.PROTRUSION)
"""What a machinist would name a setup by, before walls and blends."""


def setups(context: Context) -> Measured:
    """Return the setups of the body that takes most, at what forces all but its first."""
    bodies = context.assessed.evidence.setups
    if not bodies:
        return Measured(np.nan, reason="there is no body to machine")
    body = max(bodies, key=lambda each: (len(each.setups), -each.body))
    further = body.setups[1:]
    faces = tuple(sorted({face for setup in further for face in setup.forced_by}))
    place = None
    forced = [setup for setup in further if setup.forced_by]
    if forced:
        area = {face: context.assessed.prepared.part.faces[face].area_mm2 for face in forced[-1].forced_by}
        place = context.assessed.prepared.part.faces[
            max(area, key=lambda face: (area[face], -face))
        ].inner_point
    return Measured(
        float(len(body.setups)),
        uncertainty=float(body.count_error),
        location=place,
        faces=faces,
        note=_reasons(body, context),
    )


def inaccessible(part: Part, context: Context, is_area: bool) -> Measured:
    """Return the number or the area of the faces that no straight tool sees along the part's directions."""
    access = context.assessed.evidence.tool_access
    hidden = enumerate(access.obstruction_of_face)
    faces = tuple(FaceId(face) for face, found in hidden if found >= Obstruction.TILTED)
    place = access.hidden_point_of_face[faces[0]] if faces else None
    value = sum(part.faces[face].area_mm2 for face in faces) if is_area else float(len(faces))
    return Measured(value, location=place, faces=faces)


def _reasons(body: BodySetups, context: Context) -> str:
    """Describe what each setup but the first is for."""
    subject_of_face = _subjects(context)
    clauses = [
        f"setup {number}, {'chucked' if setup.is_turning else 'from'} {_words.direction(setup.direction)}, "
        f"{_needing(setup, subject_of_face)}"
        for number, setup in enumerate(body.setups[1:], start=2)
    ]
    if not clauses:
        return ""
    doubt = "" if body.is_exact else " A smaller number may do."
    sentence = "; ".join(clauses)
    return f"{sentence[0].upper()}{sentence[1:]}.{doubt}"


def _needing(setup: Setup, subject_of_face: dict[FaceId, Subject]) -> str:
    """Name one of the things that need a setup, and count the rest.

    What the first clamping reaches the other setups may reach as well; it holds the blank by its own side.
    """
    if not setup.forced_by:
        return "holds the blank by a side that is left as it is"
    things = {subject_of_face[face].index: subject_of_face[face] for face in setup.forced_by}
    rank = {kind.value: at for at, kind in enumerate(NAMED_FIRST)}
    first = min(things.values(), key=lambda each: (rank.get(each.kind, len(rank)), each.index))
    more = f" and {len(things) - 1} more" if len(things) > 1 else ""
    return f"is needed for {first.label}{more}"


def _subjects(context: Context) -> dict[FaceId, Subject]:
    """Return for each face the feature people would name it by, or the face itself."""
    rank = {kind.value: at for at, kind in enumerate(NAMED_FIRST)}
    found: dict[FaceId, Subject] = {}
    for subject in context.subjects:
        if subject.domain not in (Domain.FEATURE, Domain.FACE):
            continue
        place = rank.get(subject.kind, len(rank))
        for face in subject.faces:
            known = found.get(face)
            if known is None or place < rank.get(known.kind, len(rank)):
                found[face] = subject
    return found
