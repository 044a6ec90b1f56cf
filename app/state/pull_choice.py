"""The pull and the limits of draft as they are asked for, against those a result was made with."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from app.client.models import Feature, Manufacturability, Point
from app.state.features import owners
from app.state.settings import Settings

Mode = Literal["cardinal", "hemisphere", "direction"]
AXES: dict[str, Point] = {
    "+X": (1.0, 0.0, 0.0),
    "−X": (-1.0, 0.0, 0.0),
    "+Y": (0.0, 1.0, 0.0),
    "−Y": (0.0, -1.0, 0.0),
    "+Z": (0.0, 0.0, 1.0),
    "−Z": (0.0, 0.0, -1.0),
}
SAME_WITHIN = 1e-4
"""Directions closer than this are one; a hundredth of a degree moves no verdict."""
MOST_DRAFT_DEG = 45.0
LEAST_LENGTH = 1e-9


@dataclass(frozen=True, slots=True)
class PullChoice:
    """How the pull is found, or which it is, and from where on draft is too little."""

    mode: Mode = "cardinal"
    direction: Point = (0.0, 0.0, 1.0)
    """With mode `direction`: which; of any length but 0."""
    alpha_min_deg: float = 0.5
    alpha_warn_deg: float = 3.0

    @property
    def problem(self) -> str | None:
        """What is wrong with it, in a sentence; None where it can be sent."""
        if self.mode == "direction" and not _is_direction(self.direction):
            return "A pull needs a direction; not all three numbers may be 0."
        if not 0.0 <= self.alpha_min_deg <= MOST_DRAFT_DEG:
            return f"The least draft lies between 0 and {MOST_DRAFT_DEG:.0f}°."
        if not 0.0 <= self.alpha_warn_deg <= MOST_DRAFT_DEG:
            return f"The draft to warn below lies between 0 and {MOST_DRAFT_DEG:.0f}°."
        if self.alpha_warn_deg < self.alpha_min_deg:
            return f"Warn below at least {self.alpha_min_deg:g}°, the least draft."
        return None

    def options(self) -> dict[str, str | float]:
        """Return what is sent to analyze or compute again."""
        pull = ",".join(f"{one:.9g}" for one in self.direction) if self.mode == "direction" else self.mode
        return {"pull": pull, "alpha_min": self.alpha_min_deg, "alpha_warn": self.alpha_warn_deg}

    def differs_from(self, made_with: Manufacturability) -> bool:
        """Return whether a result that was made so would come out otherwise under this choice."""
        return self.options() != of_result(made_with).options() and not self._is_same(made_with)

    def _is_same(self, made_with: Manufacturability) -> bool:
        """Return whether a given direction is the one that was found, and the limits are the same."""
        warn = made_with.alpha_warn_deg
        return (
            self.mode == "direction"
            and _is_direction(self.direction)
            and made_with.pull_dir is not None
            and math.dist(_unit(self.direction), _unit(made_with.pull_dir)) < SAME_WITHIN
            and self.alpha_min_deg == made_with.alpha_min_deg
            and (warn is None or self.alpha_warn_deg == warn)
        )


def of_settings(settings: Settings) -> PullChoice:
    """Return the choice that parts are analyzed with at first."""
    least = settings["alpha_min_deg"]
    return PullChoice(
        settings["pull"], alpha_min_deg=least, alpha_warn_deg=max(least, settings["alpha_warn_deg"])
    )


def of_result(made_with: Manufacturability) -> PullChoice:
    """Return the choice a result was made with; where a server does not send how, the direction decides.

    Where the server failed to choose a pull, it is the choice of a new part.
    """
    if made_with.pull_dir is None or made_with.alpha_min_deg is None:
        return PullChoice()
    mode: Mode = "direction"
    if made_with.pull_mode in ("cardinal", "hemisphere"):
        mode = "cardinal" if made_with.pull_mode == "cardinal" else "hemisphere"
    warn = PullChoice().alpha_warn_deg if made_with.alpha_warn_deg is None else made_with.alpha_warn_deg
    return PullChoice(mode, made_with.pull_dir, made_with.alpha_min_deg, warn)


def direction_of_face(features: Iterable[Feature], fid: str) -> Point | None:
    """Return the direction a face gives: its normal, or its axis; None where it has neither, as a fillet."""
    given = (one.axis for one in owners(features, fid) if one.axis is not None and _is_direction(one.axis))
    return next(given, None)


def axis_name(direction: Point) -> str | None:
    """Return `+Z` for a direction along an axis; None for any other."""
    if not _is_direction(direction):
        return None
    unit = _unit(direction)
    return next((name for name, axis in AXES.items() if math.dist(unit, axis) < SAME_WITHIN), None)


def direction_words(direction: Point) -> str:
    """Return a direction for people: `+Z`, or `0.71, 0.00, 0.71`."""
    return axis_name(direction) or ", ".join(f"{one:.2f}" for one in direction)


def change(before: int | None, after: int | None) -> str:
    """Return a count with what it was: `7 → 2`; alone where it is as before, or there was none before.

    A dash where nobody knows it.
    """
    if after is None:
        return "–"
    return str(after) if before is None or before == after else f"{before} → {after}"


def _is_direction(direction: Point) -> bool:
    return all(math.isfinite(one) for one in direction) and math.hypot(*direction) > LEAST_LENGTH


def _unit(direction: Point) -> Point:
    length = math.hypot(*direction)
    x, y, z = (one / length for one in direction)
    return x, y, z
