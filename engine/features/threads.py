"""Which standard threads and screws the diameter of a hole or a stud may be meant for.

A STEP file says nothing of threads, and one diameter often fits two readings: 17.5 mm is the tap drill of M20
and the clearance hole of M16. So every reading within the tolerance is given, most likely first.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import resources
from engine.features.holes.stages import HoleType

NEAR_MM = 0.05
"""Diameters of the tables lie 0.1 mm apart and more; designers type them with two decimals."""
ROUNDING_MM = 1e-6
"""What is off by just `NEAR_MM` still counts, however the file rounds it."""

COST_OF_STANDARD = {
    "metric coarse": 0.0,
    "metric fine": 0.25,
    "UNC": 0.25,
    "UNF": 0.5,
    "ISO 273 close": 0.25,
    "ISO 273 medium": 0.0,
    "ISO 273 coarse": 0.25,
}
"""How much less common each is, on the scale on which `NEAR_MM` off is 1."""


class ThreadFit(StrEnum):
    """What the diameter would be of the thread or screw."""

    TAP_DRILL = "tap_drill"
    MINOR = "minor"
    MAJOR = "major"
    CLEARANCE = "clearance"


@dataclass(frozen=True, slots=True)
class ThreadCandidate:
    """One reading of the diameter of a hole or a stud."""

    standard: str
    """`metric coarse`, `metric fine`, `UNC`, `UNF`; of a clearance hole `ISO 273` and its series."""
    designation: str
    """As on a drawing: `M6`, `M8x1`, `1/4-20`."""
    fit: ThreadFit
    delta_mm: float
    """The diameter less the table's."""


def candidates(diameter_mm: float, is_through: bool, hole_type: HoleType) -> tuple[ThreadCandidate, ...]:
    """List the readings within `NEAR_MM`, most likely first; empty where there is none.

    A blind hole is rather tapped than cleared, a countersunk or counterbored through hole rather cleared
    than tapped; then the closer and the commoner reading comes first.
    """
    near = [row for row in _readings() if abs(diameter_mm - row.diameter_mm) <= NEAR_MM + ROUNDING_MM]
    takes_screw = is_through and hole_type in (HoleType.COUNTERBORE, HoleType.COUNTERSINK)
    cost_of_fit = {
        ThreadFit.TAP_DRILL: 1.0 if takes_screw else 0.0,
        ThreadFit.MINOR: 1.5 if takes_screw else 0.5,
        ThreadFit.MAJOR: 1.5 if takes_screw else 1.0,
        ThreadFit.CLEARANCE: 0.0 if takes_screw else 0.5 if is_through else 2.0,
    }

    def cost(row: _Reading) -> float:
        return (
            cost_of_fit[row.fit]
            + COST_OF_STANDARD[row.standard]
            + abs(diameter_mm - row.diameter_mm) / NEAR_MM
        )

    return tuple(
        ThreadCandidate(row.standard, row.designation, row.fit, diameter_mm - row.diameter_mm)
        for row in sorted(near, key=cost)
    )


def of_outside(diameter_mm: float) -> tuple[ThreadCandidate, ...]:
    """List the threads whose outside diameter this is, within `NEAR_MM`; the commoner first."""

    def cost(row: _Reading) -> float:
        return COST_OF_STANDARD[row.standard] + abs(diameter_mm - row.diameter_mm) / NEAR_MM

    near = [row for row in _readings() if abs(diameter_mm - row.diameter_mm) <= NEAR_MM + ROUNDING_MM]
    return tuple(
        ThreadCandidate(row.standard, row.designation, row.fit, diameter_mm - row.diameter_mm)
        for row in sorted(near, key=cost)
        if row.fit is ThreadFit.MAJOR
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    standard: str
    designation: str
    fit: ThreadFit
    diameter_mm: float


@cache
def _readings() -> tuple[_Reading, ...]:
    """Read the tables once, in their own order."""
    tables = json.loads(resources.path("catalog/threads.json").read_text(encoding="utf-8"))
    rows = [
        _Reading(thread["standard"], thread["designation"], fit, thread[f"{fit}_mm"])
        for thread in tables["threads"]
        for fit in (ThreadFit.TAP_DRILL, ThreadFit.MINOR, ThreadFit.MAJOR)
    ]
    rows += [
        _Reading(f"ISO 273 {series}", hole["designation"], ThreadFit.CLEARANCE, hole[f"{series}_mm"])
        for hole in tables["clearance_holes"]
        for series in ("close", "medium", "coarse")
    ]
    return tuple(rows)
