"""Scraps: small pieces that a growth stopped short of, given to the curved face they lie on.

And facets of an exact face that another one, less exact, had grown over first.
"""

from dataclasses import replace

import numpy as np

from engine.model.arrays import Bools, Ints
from engine.segment import curved, fitting, growth
from engine.segment.curved import Curved
from engine.segment.ground import Ground
from engine.segment.pieces import Pieces
from engine.surfaces.kind import CONE, CYLINDER

ROUNDS = 4
NEAR = 0.5
"""A scrap's corners lie within this share of the depth that the face's facets cut to."""
DEEP = 4.0
"""Its middle may lie so many times as deep as theirs."""
LEAN = 0.97
FLAT = 2.0
"""A scrap whose corners are farther off than so many times its middle is a flat face that touches the curved
one, unless it is small beside a facet."""
SMALL = 0.5
"""A scrap is small beside a facet when it has less than this share of its area. One whose corners all lie on
the face to within noise may be of any depth: meshers of doubly curved faces leave slivers that cut deep."""


def reclaim(ground: Ground, pieces: Pieces, found: list[Curved], face: Ints, is_joined: Bools) -> None:
    """Write into `face` (P,) what goes on from an exact face and lies on it exactly, though another has it.

    A free-form face has stretches that some cone explains; where such a face runs into a cylinder along its
    border, the cone may have grown over facets of the cylinder, and cut it off from more of them.
    """
    is_exact = np.array([curved.is_exact(ground, one) for one in found], dtype=bool)
    senses = [growth.depth(one.kind, one.surface, ground, one.pieces)[1] for one in found]
    a, b = pieces.folds.T
    tried: set[tuple[int, int]] = set()
    is_open = ~is_joined & ~pieces.is_flat & ~np.append(is_exact, False)[face]
    while True:
        before = len(tried)
        for inner, outer in ((a, b), (b, a)):
            at = np.flatnonzero((face[inner] >= 0) & np.append(is_exact, False)[face[inner]] & is_open[outer])
            for piece, number in zip(outer[at].tolist(), face[inner[at]].tolist(), strict=True):
                if (piece, number) in tried or not is_open[piece]:
                    continue
                tried.add((piece, number))
                one = found[number]
                far, deep, lean = growth.stand(one.kind, one.surface, ground, piece, senses[number])
                if far <= fitting.NOISES * ground.noise_mm and deep <= DEEP * one.depth_mm and lean > LEAN:
                    face[piece] = number
                    is_open[piece] = False
        if len(tried) == before:
            return


def grazed(ground: Ground, pieces: Pieces, found: list[Curved]) -> tuple[list[Curved], Bools]:
    """Return the faces with the flat pieces that are facets of exact ones, and which pieces (P,) those are.

    Where a cut bites into a facet, its shape is that of a flat face; and the cut's own corners halve facets,
    so that some fold by next to nothing. All their corners lie on the cylinder or cone (see `scraps`), those
    of a flat face put together from such pieces do not.
    """
    senses = [growth.depth(one.kind, one.surface, ground, one.pieces)[1] for one in found]
    face = np.full(len(pieces.areas), -1, dtype=np.int64)
    for number, one in enumerate(found):
        if one.kind in (CYLINDER, CONE) and curved.is_exact(ground, one):
            face[one.pieces] = number
    is_grazed = np.zeros(len(face), dtype=bool)
    a, b = pieces.folds.T
    for _ in range(ROUNDS):
        before = int(is_grazed.sum())
        for inner, outer in ((a, b), (b, a)):
            for fold in np.flatnonzero((face[inner] >= 0) & (face[outer] < 0) & pieces.is_flat[outer]):
                piece, number = int(outer[fold]), int(face[inner[fold]])
                if face[piece] < 0 and _fits(ground, pieces, piece, found[number], 0.0, senses[number]):
                    face[piece], is_grazed[piece] = number, True
        if int(is_grazed.sum()) == before:
            break
    return [
        replace(one, pieces=np.union1d(one.pieces, np.flatnonzero(is_grazed & (face == number))))
        for number, one in enumerate(found)
    ], is_grazed


def scraps(ground: Ground, pieces: Pieces, found: list[Curved], face: Ints, is_joined: Bools) -> None:
    """Write into `face` (P,), which is -1 where a piece belongs to no curved face, where scraps belong.

    Pieces that are joined to a flat face stay out. What is flat by its shape is a facet nevertheless if all
    its corners lie on a cylinder or cone, and it cuts no deeper than others: no plane meets either in three
    points beyond two rulings, unless it is steep to them. It is where a ruling grazes the border of a cut.
    """
    facet_area = [float(np.median(pieces.areas[one.pieces])) for one in found]
    senses = [growth.depth(one.kind, one.surface, ground, one.pieces)[1] for one in found]
    a, b = pieces.folds.T
    for _ in range(ROUNDS):
        given = face.copy()
        for inner, outer in ((a, b), (b, a)):
            at = np.flatnonzero((face[inner] >= 0) & (face[outer] < 0) & ~is_joined[outer])
            for fold in at:
                piece, number = int(outer[fold]), int(face[inner[fold]])
                if given[piece] < 0 and _fits(
                    ground, pieces, piece, found[number], facet_area[number], senses[number]
                ):
                    given[piece] = number
        if (given == face).all():
            break
        face[:] = given


def _fits(ground: Ground, pieces: Pieces, piece: int, to: Curved, facet_area: float, sense: float) -> bool:
    far, deep, lean = growth.stand(to.kind, to.surface, ground, piece, sense)
    noise_mm = fitting.NOISES * ground.noise_mm
    is_small = pieces.areas[piece] < SMALL * facet_area
    if pieces.is_flat[piece]:
        is_ruled = to.kind in (CYLINDER, CONE)
        return bool(is_ruled and far <= noise_mm and deep <= DEEP * to.depth_mm and lean > LEAN)
    is_deep = deep > DEEP * to.depth_mm and not (is_small and far <= noise_mm)
    if far > NEAR * to.depth_mm + noise_mm or is_deep:
        return False
    return bool(lean > LEAN and (is_small or far <= FLAT * deep))
