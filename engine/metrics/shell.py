"""Shell metrics: how far the part is one thin wall, as a molded part is, and which wall that is."""

import math

from engine.evidence.thin_shell import COOLING_ERROR, SHARE_ERROR
from engine.metrics._context import Context
from engine.metrics._declare import metric
from engine.model.field import Unit
from engine.model.metric import Domain, Measured
from engine.model.part import Part
from engine.model.shell import ShellBody

NO_BODY = "there is no body to look at as a thin shell"
NO_WALL = "no wall of the body could be measured"

FLOW_ERROR = 0.1
"""How far plastic flows is read off the area and the extent of a body, and known to about this share."""


@metric("part.shell.nominal_wall_mm", Unit.MM, Domain.PART)
def nominal_wall(part: Part, context: Context) -> Measured:
    """Nominal wall: the thickness within a quarter of which most of the area lies, in the largest body."""
    largest = _largest(part, context)
    if largest is None:
        return Measured(math.nan, reason=NO_BODY)
    uncertainty_mm = context.fields.thickness.uncertainty(largest.nominal_mm) + largest.error("nominal_mm")
    return Measured(largest.nominal_mm, uncertainty_mm, reason=NO_WALL)


@metric("part.shell.thin_share", Unit.ONE, Domain.PART)
def thin_share(part: Part, context: Context) -> Measured:
    """Share of the surface over one thin wall that plastic fills and cools, in the body with least of it."""
    shells = context.assessed.evidence.shells
    if not shells:
        return Measured(math.nan, reason=NO_BODY)
    least = min(shells, key=lambda shell: (shell.thin_share, shell.body))
    place = part.faces[least.stray_faces[0]].inner_point if least.stray_faces else None
    shares = [[each.thin_share for each in (shell, *shell.rivals)] for shell in shells]
    lowest, highest = min(map(min, shares)), min(map(max, shares))
    off = max(SHARE_ERROR, least.thin_share - lowest, highest - least.thin_share)
    return Measured(least.thin_share, off, place, faces=least.stray_faces, note=least.reason)


@metric("part.shell.uniform_share", Unit.ONE, Domain.PART)
def uniform_share(part: Part, context: Context) -> Measured:
    """Share of the walls within a quarter of the nominal one, in the largest body; no ribs, bosses, holes."""
    largest = _largest(part, context)
    if largest is None:
        return Measured(math.nan, reason=NO_BODY)
    return Measured(largest.uniform_share, max(SHARE_ERROR, largest.error("uniform_share")))


@metric("part.shell.flow_in_walls", Unit.ONE, Domain.PART)
def flow_in_walls(part: Part, context: Context) -> Measured:
    """How far plastic flows from a gate in the middle of a body, in nominal walls; of the body with most."""
    shells = context.assessed.evidence.shells
    if not shells:
        return Measured(math.nan, reason=NO_BODY)
    known = [shell for shell in shells if shell.nominal_mm > 0.0]
    if not known:
        return Measured(math.nan, reason=NO_WALL)
    farthest = max(known, key=lambda shell: shell.flow_in_walls)
    return Measured(
        farthest.flow_in_walls, FLOW_ERROR * farthest.flow_in_walls + farthest.error("flow_in_walls")
    )


@metric("part.shell.solidity", Unit.ONE, Domain.PART)
def solidity(part: Part, context: Context) -> Measured:
    """Volume of the largest body over that of a shell with its nominal wall and area; less for a block."""
    largest = _largest(part, context)
    if largest is None:
        return Measured(math.nan, reason=NO_BODY)
    return Measured(largest.solidity, largest.error("solidity"), reason=NO_WALL)


@metric("part.shell.cooling_mm", Unit.MM, Domain.PART)
def cooling(part: Part, context: Context) -> Measured:
    """Thickness of the plate that takes as long to cool as the slowest place of any body, however solid."""
    shells = context.assessed.evidence.shells
    if not shells:
        return Measured(math.nan, reason=NO_BODY)
    slowest_mm = max(shell.cooling_mm for shell in shells)
    if math.isinf(slowest_mm):
        return Measured(slowest_mm, 0.0)
    return Measured(slowest_mm, context.fields.thickness.uncertainty(slowest_mm) + COOLING_ERROR * slowest_mm)


def _largest(part: Part, context: Context) -> ShellBody | None:
    """Return the body with the largest area as a thin shell; None where there is none."""
    area_mm2 = {body.id: body.area_mm2 for body in part.bodies}
    shells = context.assessed.evidence.shells
    return max(shells, key=lambda shell: (area_mm2[shell.body], -shell.body), default=None)


METRICS = (nominal_wall, thin_share, uniform_share, flow_in_walls, solidity, cooling)
