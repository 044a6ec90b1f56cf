"""What a caller may ask, from the text of a form or a command line to checked options."""

import math
import re

from engine.errors import InvalidOption
from engine.length_units import MM_OF_UNIT
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions

MIN_CURVATURE, MAX_CURVATURE = 3.0, 720.0
"""Fewer than three elements a turn enclose nothing; 720 are half a degree each."""


def mesh_options(max_edge_mm: float | None, curvature: float | None, unit: str | None = None) -> MeshOptions:
    """Check what is asked of the mesh; None lets the part decide.

    Raises
    ------
    InvalidOption
        The edge is not a positive length, the curvature not within 3 and 720 elements a turn, or the unit of
        a file that has none is not one that is known.
    """
    if max_edge_mm is not None and not (math.isfinite(max_edge_mm) and max_edge_mm > 0):
        raise InvalidOption(f"max_edge is {max_edge_mm:g}; it is a length in mm, greater than 0")
    if curvature is not None and not MIN_CURVATURE <= curvature <= MAX_CURVATURE:
        raise InvalidOption(
            f"curvature is {curvature:g}; it is the number of mesh elements per full turn, "
            f"{MIN_CURVATURE:g} to {MAX_CURVATURE:g}"
        )
    if unit is not None and unit not in MM_OF_UNIT:
        raise InvalidOption(f"unit is {unit[:20]!r}; it is one of {', '.join(MM_OF_UNIT)}")
    return MeshOptions(max_edge_mm, curvature, unit)


def pull_options(pull: str, alpha_min_deg: float, alpha_warn_deg: float) -> PullOptions:
    """Check what is asked of the pull: `cardinal`, `hemisphere` or `x,y,z`, and the two angles.

    Raises
    ------
    InvalidOption
        The pull is none of the three or has no direction, or an angle is not within 0 and 90 degrees.
    """
    for name, angle in (("alpha_min", alpha_min_deg), ("alpha_warn", alpha_warn_deg)):
        if not 0 <= angle < 90:
            raise InvalidOption(
                f"{name} is {angle:g}; it is an angle in degrees, at least 0 and less than 90"
            )
    if alpha_warn_deg < alpha_min_deg:
        raise InvalidOption(
            f"alpha_warn is {alpha_warn_deg:g}, less than alpha_min, which is {alpha_min_deg:g}"
        )
    if pull in (PullMode.CARDINAL, PullMode.HEMISPHERE):
        return PullOptions(PullMode(pull), None, alpha_min_deg, alpha_warn_deg)
    return PullOptions(PullMode.GIVEN, _direction(pull), alpha_min_deg, alpha_warn_deg)


def build_volumes(text: str) -> dict[str, tuple[float, float, float]]:
    """Read the machines that somebody has: `additive/fdm=256x256x256, cnc=762x406x508`, sides in mm.

    Returns
    -------
    dict
        The sides of the largest box that goes in, ascending, by `pack/configuration`, or by `pack` for all
        of its configurations. Empty where the text is.

    Raises
    ------
    InvalidOption
        An entry is not a process and three lengths greater than 0, or a process comes twice.
    """
    found: dict[str, tuple[float, float, float]] = {}
    for entry in filter(None, (each.strip() for each in text.split(","))):
        process, _, sides = (each.strip() for each in entry.partition("="))
        try:
            shortest, middle, longest = sorted(float(side) for side in re.split(r"[x×]", sides))
        except ValueError:
            shortest = longest = middle = math.nan
        if not (process and 0.0 < shortest and longest < math.inf):
            raise InvalidOption(
                f"build_volumes has {entry[:80]!r}; an entry is a process and its three sides in mm, as "
                "additive/fdm=256x256x256"
            )
        if process in found:
            raise InvalidOption(f"build_volumes has {process[:80]} twice; it has one build volume")
        found[process] = (shortest, middle, longest)
    return found


def _direction(text: str) -> tuple[float, float, float]:
    """Read `x,y,z`, of any length but zero, as a unit vector."""
    accepted = "it is cardinal, hemisphere or a direction x,y,z"
    try:
        x, y, z = (float(number) for number in text.split(","))
    except ValueError:
        raise InvalidOption(f"pull is {text[:80]!r}; {accepted}") from None
    largest = max(abs(x), abs(y), abs(z))
    if not (all(map(math.isfinite, (x, y, z))) and largest > 0):
        raise InvalidOption(f"pull is {text[:80]!r}, which points nowhere; {accepted}")
    # Dividing by the largest first keeps 1e300 from overflowing and 1e-300 from vanishing.
    x, y, z = x / largest, y / largest, z / largest
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length
