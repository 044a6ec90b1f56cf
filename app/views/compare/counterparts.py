"""Faces of two meshes that are one face: as large, at the same place, looking the same way."""

import itertools
from dataclasses import dataclass

import numpy as np

from app.state.pose import Pose
from app.views.viewport.mesh import Floats, PartMesh

PLACE_SHARE = 1e-3
"""Of the diagonal: middles of one face are closer than this in two exports."""
AREA_SHARE = 5e-3
"""Areas of one face differ by less; curved faces are meshed a little otherwise each time."""
BENT = 0.06
"""Between the mean normals of one face in two exports, some 3.5 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Counterparts:
    """Which face of one revision is which of the other; what has none was changed, added or removed."""

    of_before: dict[int, int]
    of_after: dict[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    ids: list[int]
    middles: Floats
    areas: Floats
    ways: Floats
    """(F, 3) the mean normal: shorter, the more a face is bent."""


def of_meshes(before: PartMesh, after: PartMesh, pose: Pose) -> Counterparts:
    """Match the faces of two meshes; where a server does not distinguish faces there are none."""
    if before.face_of_vertex is None or after.face_of_vertex is None:
        return Counterparts({}, {})
    olds, news = _faces(before), _faces(after)
    low, high = after.box
    reach_mm = PLACE_SHARE * float(np.linalg.norm(high - low))
    middles, ways = pose.place(olds.middles), olds.ways @ pose.turn.T
    cells: dict[tuple[int, ...], list[int]] = {}
    for at, cell in enumerate(np.floor(news.middles / reach_mm).astype(np.int64).tolist()):
        cells.setdefault(tuple(cell), []).append(at)
    pairs = []
    for i, cell in enumerate(np.floor(middles / reach_mm).astype(np.int64).tolist()):
        for step in itertools.product((-1, 0, 1), repeat=3):
            for j in cells.get(tuple(a + b for a, b in zip(cell, step, strict=True)), ()):
                apart_mm = float(np.linalg.norm(middles[i] - news.middles[j]))
                if apart_mm <= reach_mm and _is_one(olds.areas[i], news.areas[j], ways[i], news.ways[j]):
                    pairs.append((round(apart_mm, 6), i, j))
    of_before, of_after = dict[int, int](), dict[int, int]()
    for _, i, j in sorted(pairs):
        one, other = olds.ids[i], news.ids[j]
        if one not in of_before and other not in of_after:
            of_before[one], of_after[other] = other, one
    return Counterparts(of_before, of_after)


def _is_one(area: float, other_area: float, way: Floats, other_way: Floats) -> bool:
    if abs(area - other_area) > AREA_SHARE * max(area, other_area):
        return False
    return bool(np.linalg.norm(way - other_way) <= BENT)


def _faces(mesh: PartMesh) -> _Faces:
    ids, at = np.unique(mesh.face_of_triangle, return_inverse=True)
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a) / 2.0
    sizes = np.linalg.norm(normals, axis=1)
    areas = np.asarray(np.bincount(at, sizes, len(ids)), dtype=np.float64)
    held = np.maximum(areas, 1e-12)[:, None]
    middles, ways = np.zeros((len(ids), 3)), np.zeros((len(ids), 3))
    for axis in range(3):
        middles[:, axis] = np.bincount(at, sizes * (a + b + c)[:, axis] / 3.0, len(ids))
        ways[:, axis] = np.bincount(at, normals[:, axis], len(ids))
    return _Faces(ids.tolist(), middles / held, areas, ways / held)
