"""Gathers the bodies of a file that are lathe work, with their diameters and grooves."""

from engine.graph import turning
from engine.model.analysis import PreparedPart
from engine.model.evidence import Turned


def find(prepared: PreparedPart) -> tuple[Turned, ...]:
    """Find the bodies that a lathe could make most of, in their order; the rest are left out."""
    part, graph = prepared.part, prepared.graph
    found = (turning.axis_of(part, graph, body.id) for body in part.bodies)
    return tuple(each for each in found if each is not None)
