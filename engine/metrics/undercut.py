"""Undercut metrics: what the pull frees from neither side."""

from engine.metrics import _words
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, Subject


@metric("undercut.area_mm2", Unit.MM2, Domain.FACE)
def area(subject: Subject, context: Context) -> float:
    """Area that the pull frees from neither side."""
    return float(context.assessed.pull.undercut_area_of_face[list(subject.faces)].sum())


@metric("undercut.is_locked", Unit.ONE, Domain.FACE)
def is_locked(subject: Subject, context: Context) -> float | Measured:
    """1 where an undercut is open to no straight direction, 0 where one frees it or nothing is undercut."""
    regions = [context.of_face.region[face] for face in subject.faces if face in context.of_face.region]
    locked = [region for region in regions if region.side_action is None]
    if locked:
        return Measured(1.0, location=locked[0].location)
    for region in regions:
        if region.side_action is not None:
            sides = " and its opposite, each for its own side" if region.is_split else ""
            note = f"It is open along {_words.direction(region.side_action)}{sides}."
            return Measured(0.0, location=region.location, note=note)
    return 0.0


@metric("undercut.is_slid", Unit.ONE, Domain.FACE)
def is_slid(subject: Subject, context: Context) -> float:
    """1 where an undercut is freed by a slide that moves straight, 0 where none is needed or none does."""
    regions = [context.of_face.region[face] for face in subject.faces if face in context.of_face.region]
    return float(bool(regions) and all(region.side_action is not None for region in regions))


METRICS = (area, is_locked, is_slid)
