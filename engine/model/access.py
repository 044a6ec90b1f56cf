"""Access as evidence: from where cutters reach the faces of a part, and in how many setups."""

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from engine.model.arrays import Floats, Vector
from engine.model.part import BodyId, FaceId

NEARLY_ALL = 0.9
"""Share of a face that stands for all of it: of 12 samples one may lie in a corner."""


SHARE_ERROR = 0.1
"""Shares of a face rest on 12 to 64 samples of it, and are known to a tenth."""
ROUNDING = 1e-9
"""Of shares, which are sums."""


class Obstruction(IntEnum):
    """What keeps a cutter from a face. A larger value is worse."""

    NONE = 0
    """A stiff, straight cutter reaches it along one of the body's own directions."""
    SLENDER = 1
    """It is seen along one, but only a cutter too slender for its length gets in."""
    TILTED = 2
    """It is seen along other directions alone: a machine has to tilt the tool."""
    COVERED = 3
    """Nothing straight gets there."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of a face, all of which the same directions reach."""

    face: FaceId
    share: float
    """Of the face's area."""
    directions: tuple[int, ...]
    """Indices into `BodyAccess.directions`, ascending; never empty."""


@dataclass(frozen=True, slots=True, eq=False)
class BodyAccess:
    """From where cutters reach one body."""

    body: BodyId
    directions: Floats
    """(D, 3) unit vectors out of the material, towards the spindle."""
    is_turned: bool
    """Whether it turns on a lathe along its first two directions."""
    patches: tuple[Patch, ...]
    """By face; what no direction reaches is left out. Together they are all that is reached."""


@dataclass(frozen=True, slots=True, eq=False)
class ToolAccess:
    """Which share of every face cutters reach; NaN for faces without a mesh."""

    bodies: tuple[BodyAccess, ...]
    share_of_face: Floats
    """(F,) reached by a stiff cutter along a direction of the body."""
    seen_share_of_face: Floats
    """(F,) seen along a direction of the body."""
    tilted_share_of_face: Floats
    """(F,) seen along any direction at all."""
    cutter_mm_of_face: Floats
    """(F,) diameter of the thinnest cutter stiff enough to get to all of the face; 0 on top of everything."""
    obstruction_of_face: tuple[Obstruction, ...]
    """(F,)"""
    hidden_point_of_face: dict[FaceId, Vector]
    """A point of each face that is obstructed, where it is."""
    obstruction_error_of_face: tuple[int, ...] = ()
    """(F,) by how much `obstruction_of_face` may be off, for all that `share_error_of_face` leaves open;
    empty: by nothing."""
    share_error_of_face: Floats = field(default_factory=lambda: np.zeros(0))
    """(F,) by how much the shares may be off; empty: by nothing."""

    def ways_to_face(self, strictness: int = 0, only: BodyId | None = None) -> dict[FaceId, Floats]:
        """Return for each face, or each of one body, the directions (D, 3) along which nearly all is reached.

        With a strictness of 1 those along which it is for certain, with -1 those along which it may be.
        """
        ways: dict[FaceId, Floats] = {}
        for body in self.bodies:
            if only is not None and body.body != only:
                continue
            share: dict[FaceId, Floats] = {}
            for patch in body.patches:
                of_direction = share.setdefault(patch.face, np.zeros(len(body.directions)))
                of_direction[list(patch.directions)] += patch.share
            for face, of_direction in share.items():
                error = self.share_error_of_face[face] if len(self.share_error_of_face) else 0.0
                least = min(NEARLY_ALL + strictness * error, 1.0)
                ways[face] = body.directions[of_direction >= least - ROUNDING]
        return ways


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """One orientation of the workpiece."""

    direction: Vector
    """Unit vector out of the material, towards the spindle."""
    is_turning: bool
    """Whether it is a chucking in a lathe."""
    faces: tuple[FaceId, ...]
    """Those at least a part of which is cut in it, ascending."""
    forced_by: tuple[FaceId, ...]
    """Faces that none of the other setups reaches all of, ascending."""
    is_forced: bool
    """Whether no other direction at all reaches one of `forced_by`."""


@dataclass(frozen=True, slots=True, eq=False)
class BodySetups:
    """The fewest orientations that reach all of a body that can be reached."""

    body: BodyId
    setups: tuple[Setup, ...]
    """The one with most to cut first."""
    is_exact: bool
    """Whether no smaller number can do; else a good guess."""
    stock_faces: tuple[FaceId, ...]
    """The side of the blank that the first setup is clamped by, left as it is; ascending."""
    count_error: int = 0
    """By how many the number of setups may be off, for all that `SHARE_ERROR` leaves open."""
