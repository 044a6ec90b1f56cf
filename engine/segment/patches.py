"""Patches: what hangs together without a border between is told as one face.

Kernels put the corners of a fillet's borders where two surfaces meet only nearly. Then parts of it grow and
parts do not, though one surface explains it all, as nearly as its corners were put. A free-form face, on the
other hand, has stretches that a cylinder or a sphere explains by chance. Both show in the same way: a face
most of whose smooth border is not the border of anything.
"""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints
from engine.segment import curved, fitting, growth, rest
from engine.segment.curved import FREEDOM, STRAY_SHARE, Curved
from engine.segment.ground import Ground
from engine.segment.pieces import Pieces
from engine.surfaces import revolution
from engine.surfaces.kind import CONE, CYLINDER, SPHERE, TORUS

LOOSE_SHARE = 0.4
"""A face is in doubt when it goes on, without a border, along more than this share of its smooth border:
about half of it where a fillet's one end grew and the other did not."""
FEW = 4
"""Fewer pieces make no curved face: three are two bevels."""
PART = 0.3
"""A face in doubt stands when it makes up this share of the patch: two fillets that go on as each other."""
BENT = 8.0
"""A patch rises out of its plane by so many times what its corners may stray."""
MOST = 0.7
"""Share of a patch that its surface explains; the rest of it belongs to what is next to it."""
LEAN = 0.9
"""Cosine between a facet and the surface fitted to all of its patch."""


def settle(
    ground: Ground, pieces: Pieces, found: Sequence[Curved], face: Ints, is_out: Bools
) -> tuple[list[Curved], Ints]:
    """Return the faces with patches put together, and the face (P,) of each piece anew.

    Parameters
    ----------
    face : (P,) int64
        Index into `found`; -1 where a piece belongs to no curved face.
    is_out : (P,) bool
        Pieces of flat faces.
    """
    face = face.copy()
    is_rest = (face < 0) & ~is_out
    is_doubtful = _doubtful(ground, pieces, found, face, is_rest)
    is_member = is_rest | ((face >= 0) & np.append(is_doubtful, False)[face])
    depth_mm = max((one.depth_mm for one in found), default=0.0)
    grown = list(found)
    for members in _patches(pieces, is_member, depth_mm):
        inside = np.unique(face[members])
        inside = inside[inside >= 0]
        if len(inside) == 1 and (face[members] >= 0).all():
            continue  # nothing hangs on to it after all
        whole = _whole(ground, pieces, members)
        if whole is not None:
            face[members] = -1
            face[whole.pieces] = len(grown)
            grown.append(whole)
            continue
        area = float(pieces.areas[members].sum())
        for index in inside.tolist():
            own = members[face[members] == index]
            if float(pieces.areas[own].sum()) < PART * area:
                face[own] = -1
    kept = np.unique(face[face >= 0])
    return [grown[index] for index in kept.tolist()], np.where(face >= 0, np.searchsorted(kept, face), -1)


def _doubtful(ground: Ground, pieces: Pieces, found: Sequence[Curved], face: Ints, is_rest: Bools) -> Bools:
    """Tell the faces (F,) whose smooth border is mostly one with the rest, or with faces as doubtful.

    No exact face is in doubt.
    """
    count = len(found)
    is_weak = np.array([not curved.is_exact(ground, one) for one in found], dtype=bool)
    a, b = pieces.folds.T
    border = np.zeros(count)
    for inner, outer in ((a, b), (b, a)):
        at = (face[inner] >= 0) & (face[inner] != face[outer])
        border += np.bincount(face[inner][at], pieces.fold_mm[at], count)
    is_doubtful = np.zeros(count, dtype=bool)
    while True:
        is_open = is_rest | ((face >= 0) & np.append(is_doubtful, False)[face])
        loose = np.zeros(count)
        for inner, outer in ((a, b), (b, a)):
            at = (face[inner] >= 0) & (face[inner] != face[outer]) & is_open[outer]
            loose += np.bincount(face[inner][at], pieces.fold_mm[at], count)
        now = is_weak & (loose > LOOSE_SHARE * border) & (border > 0.0)
        if (now == is_doubtful).all():
            return is_doubtful
        is_doubtful = now | is_doubtful


def _patches(pieces: Pieces, is_member: Bools, depth_mm: float) -> list[Ints]:
    """Return the members that hang together, patch by patch; see `rest`."""
    a, b = pieces.folds.T
    keep = is_member[a] & is_member[b] & (rest.depths(pieces) <= rest.DEEP * depth_mm)
    count = len(is_member)
    links = coo_array((np.ones(int(keep.sum()), bool), (a[keep], b[keep])), (count, count))
    _, part = connected_components(links, directed=False)
    member = np.flatnonzero(is_member)
    member = member[np.argsort(part[member], kind="stable")]
    patches = np.split(member, np.flatnonzero(np.diff(part[member])) + 1) if len(member) else []
    return [np.sort(each) for each in patches if len(each) > 1]


def _whole(ground: Ground, pieces: Pieces, members: Ints) -> Curved | None:
    """Return the simplest surface on which most of a patch lies, as nearly as kernels put corners."""
    for kind in (CYLINDER, CONE, SPHERE, TORUS):
        surface, own = np.zeros(8), members
        for most in (MOST, 1.0):
            if len(own) < FEW or not fitting.fit(kind, ground, own, surface, most, np.inf) < np.inf:
                break
            points = fitting.gathered(ground, own, fitting.LARGEST)
            near_mm = STRAY_SHARE * revolution.smallest_radius_mm(kind, surface, points)
            sense = growth.depth(kind, surface, ground, own)[1]
            stands = [growth.stand(kind, surface, ground, piece, sense) for piece in members]
            own = members[[far <= near_mm and lean >= LEAN for far, _, lean in stands]]
        else:
            if pieces.areas[own].sum() < MOST * pieces.areas[members].sum() or len(own) < FEW:
                continue
            points = fitting.gathered(ground, own, fitting.LARGEST)
            if len(points) < FREEDOM[kind] + 4 or BENT * near_mm > _rise_mm(points):
                continue
            revolution.tidy(kind, surface)
            return Curved(kind, surface, own, growth.depth(kind, surface, ground, own)[0])
    return None


def _rise_mm(points: Floats) -> float:
    """Return how thick the flattest slab is that holds points (N, 3)."""
    local = points - points.mean(axis=0)
    return float(np.ptp(local @ np.linalg.svd(local, full_matrices=False)[2][2]))
