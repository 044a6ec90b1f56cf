"""Gathers the bodies of a file that are lathe work, with their diameters and grooves."""

from engine.graph import turning
from engine.model.evidence import Turned
from engine.run_context import RunContext


def find(context: RunContext) -> tuple[Turned, ...]:
    """Find the bodies that a lathe could make most of, in their order; the rest are left out."""
    found = (turning.of_body(context, body.id) for body in context.part.bodies)
    return tuple(each for each in found if each is not None)
