"""Size, volume, area and a coarse mesh of a shape, from all its faces at once."""

import numpy as np

from engine.errors import KernelError, NoSolid
from engine.kernel import mesh_measures, size
from engine.kernel.bodies import LOOSE
from engine.kernel.brep import Brep
from engine.kernel.mesh import preview
from engine.kernel.meshing.free_grid import cells, sample
from engine.kernel.meshing.geometry import Geometry, distance_from_axis
from engine.kernel.meshing.patches import Kind
from engine.kernel.overlaps import overlaps
from engine.kernel.quick_info import reach, shells, survey, weigh
from engine.kernel.quick_info.survey import Survey
from engine.kernel.quick_info.weigh import Weights
from engine.kernel.status import occt
from engine.model.arrays import Floats, Ints, frozen
from engine.model.mesh import Mesh
from engine.model.quick_info import QuickInfo
from engine.progress import Progress


def measure_quickly(brep: Brep, progress: Progress) -> tuple[QuickInfo, Mesh]:
    """Measure size, volume and area, and mesh coarsely.

    Raises
    ------
    KernelError
        The shape is not sound enough to be measured this way.
    NoSolid
        Its bodies enclose nothing.
    UnreadableFile
        No part can have its size.
    Cancelled
        The caller of `progress` wants out.
    """
    with occt("measure the part at a glance"):
        seen = survey.read(brep)
        progress.check()
        weights = weigh.weigh(seen)
        _refuse_unsound(seen, weights)
        box = reach.reach(seen)
        diagonal = float(np.linalg.norm(box[1] - box[0]))
        if seen.curves.gap_mm > LOOSE * diagonal:
            raise KernelError("its edges and corners lie apart")
        doubts = size.doubts(box, brep.unit)
        shells.refuse_turned(brep, seen, weights)
        volume = weights.flux_mm3.sum() / 3.0
        area = float(weights.area_mm2.sum())
        if not volume > 0.0:
            raise NoSolid("the file holds a body that encloses no volume")
        progress.stage("meshing", f"meshing {len(brep.faces)} faces")
        mesh = _meshed(brep, seen, weights, diagonal, progress)
        notes = brep.notes + doubts + overlaps(brep, _points_of_bodies(seen, len(brep.bodies)))
    _refuse_unlike(brep, seen, weights, mesh)
    return QuickInfo(
        brep.name, frozen(box), float(volume), area, len(brep.faces), len(brep.bodies), brep.unit, notes
    ), mesh


def _refuse_unsound(seen: Survey, weights: Weights) -> None:
    """Raise where faces have no sensible area, or where edges are not passed as often either way."""
    if not np.isfinite(weights.area_mm2).all() or not np.isfinite(weights.flux_mm3).all():
        raise KernelError("a face of it has no area")
    if weights.is_turned.any():
        raise KernelError("the border of a face runs the wrong way round")
    sides = seen.sides
    along = sides.edge >= 0
    edges = len(seen.curves.length)
    key = seen.body[sides.face[along]] * edges + sides.edge[along]
    balance = np.bincount(key, np.where(sides.is_forward[along], 1.0, -1.0))
    if balance.any():
        raise KernelError("its surface has gaps")


def _meshed(brep: Brep, seen: Survey, weights: Weights, diagonal: float, progress: Progress) -> Mesh:
    noted: list[str] = []
    quiet = Progress(on_line=noted.append, is_cancelled=progress.is_cancelled)
    grids = {
        index: sample(seen.patches, index, seen.faces[index])
        for index in np.flatnonzero(seen.patches.kind == Kind.FREE).tolist()
    }
    face, points = _on_borders(seen)
    distance = distance_from_axis(seen.patches, face, points)
    geometry = Geometry(
        seen.wanted,
        seen.patches,
        distance,
        weights.area_mm2,
        grids,
        *cells(grids, weights.area_mm2),
        seen.curves,
        seen.sides,
        diagonal,
    )
    mesh = preview(brep, geometry, quiet)
    if noted:
        raise KernelError(noted[0])
    return mesh


def _on_borders(seen: Survey) -> tuple[Ints, Floats]:
    """Places on the borders of faces (N, 3), and the face of each."""
    along = seen.sides.edge >= 0
    points = seen.on_edges[seen.sides.edge[along]]
    return np.repeat(seen.sides.face[along], points.shape[1]), points.reshape(-1, 3)


def _points_of_bodies(seen: Survey, count: int) -> list[Floats]:
    """(N, 3) for each body: ends and middle of each edge, and a body's every corner for want of edges."""
    face, points = _on_borders(seen)
    body = seen.body[face]
    return [points[body == each] if (body == each).any() else seen.curves.vertices for each in range(count)]


def _refuse_unlike(brep: Brep, seen: Survey, weights: Weights, mesh: Mesh) -> None:
    """Raise where areas or a volume differ from those of the mesh by more than its coarseness explains."""
    areas, volumes = (
        np.zeros(len(brep.faces)),
        np.bincount(seen.body, weights.flux_mm3, len(brep.bodies)) / 3.0,
    )
    areas[seen.wanted] = weights.area_mm2
    told = mesh_measures.against(mesh, areas, volumes, is_round=np.ones(len(areas), dtype=bool))
    apart = np.abs(told.area_of_face - areas)[told.is_unlike_face].sum()
    if apart > mesh_measures.SAME * areas.sum() or told.is_unlike_body.any():
        raise KernelError("its mesh does not look like it")
