"""Circles that corners lie on about, seen along an axis, and the cylinders that they are rims of."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.model.arrays import Floats, Vector
from engine.segment import fitting
from engine.surfaces.revolution import Revolution


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A look along an axis."""

    axis: Vector
    across: Floats
    """(2, 3) two directions square to the axis and to each other."""

    @classmethod
    def along(cls, axis: Vector) -> Self:
        """Look along an axis."""
        return cls(axis, np.linalg.svd(axis[None])[2][1:])

    def flat(self, vectors: Floats) -> Floats:
        """Return (..., 2) of places or directions (..., 3)."""
        return np.asarray(vectors @ self.across.T)

    def cylinder(self, circle: "Circle", points: Floats) -> Floats:
        """Return the cylinder (8,) through a circle, its point halfway up points (N, 3)."""
        height = points @ self.axis
        middle = circle.middle @ self.across + 0.5 * (height.min() + height.max()) * self.axis
        return Revolution(middle, self.axis, circle.radius_mm, 0.0).packed()


@dataclass(frozen=True, slots=True, eq=False)
class Circle:
    """A circle that corners lie on, about, in the plane across an axis."""

    middle: Floats
    """(2,)"""
    radius_mm: float
    off_mm: float
    turns: Floats
    """(N,) radians."""

    @property
    def steps(self) -> Floats:
        """Angles (N,) between corners, as most of them turn."""
        steps = np.diff(self.turns, append=self.turns[0])
        steps = (steps + np.pi) % (2.0 * np.pi) - np.pi
        return np.asarray(steps * np.sign(steps.sum()))

    @property
    def widest_rad(self) -> float:
        """The widest step."""
        return float(self.steps.max())

    @classmethod
    def fitted(cls, flat: Floats) -> Self:
        """Fit a circle to points (N, 2); what it has is NaN where there is none."""
        center = flat.mean(axis=0)
        local = flat - center
        x, y, radius_mm = fitting.algebraic_circle(local)
        local -= (x, y)
        off_mm = np.abs(np.linalg.norm(local, axis=1) - radius_mm).max()
        turns = np.arctan2(local[:, 1], local[:, 0])
        return cls(center + np.array([x, y]), float(radius_mm), float(off_mm), turns)
