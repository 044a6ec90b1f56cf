"""Size, volume, area and a coarse mesh of a shape, from all its faces at once."""

from dataclasses import replace

import numpy as np
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS_Shape

from engine.errors import KernelError, NoSolid
from engine.kernel.brep import Brep, explore, map_shapes
from engine.kernel.mesh import uv_box
from engine.kernel.overlaps import overlaps
from engine.kernel.quick_info import bounding_box
from engine.kernel.quick_info.read_topology import Topology, read_topology
from engine.kernel.status import occt
from engine.kernel.topology import LOOSE
from engine.mass_properties.integrate import MassProperties, integrate
from engine.meshing import mesh_measures
from engine.meshing.free_grid import cells, sample
from engine.meshing.geometry import Geometry, distance_from_axis
from engine.meshing.mesh import preview
from engine.model.arrays import Floats, Ints, frozen
from engine.model.mesh import Mesh
from engine.model.quick_info import QuickInfo
from engine.progress import Progress
from engine.step_text import size
from engine.surfaces.kind import FREEFORM


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
        topology, mass = _turned_back(read_topology(brep))
        progress.check()
        _refuse_unsound(topology, mass)
        box = bounding_box.of_bodies(topology)
        diagonal = float(np.linalg.norm(box[1] - box[0]))
        if topology.curves.gap_mm > LOOSE * diagonal:
            raise KernelError("its edges and corners lie apart")
        doubts = size.doubts(box, brep.unit)
        _refuse_turned(brep, topology, mass)
        volume = mass.flux_mm3.sum() / 3.0
        area = float(mass.area_mm2.sum())
        if not volume > 0.0:
            raise NoSolid("the file holds a body that encloses no volume")
        progress.stage("meshing", f"meshing {len(brep.faces)} faces")
        mesh = _meshed(brep, topology, mass, diagonal, progress)
        notes = brep.notes + doubts + overlaps(brep, _points_of_bodies(topology, len(brep.bodies)))
    _refuse_unlike(brep, topology, mass, mesh)
    return QuickInfo(
        brep.name, frozen(box), float(volume), area, len(brep.faces), len(brep.bodies), brep.unit, notes
    ), mesh


def _turned_back(topology: Topology) -> tuple[Topology, MassProperties]:
    """Turn borders of faces that OCCT read the wrong way round; return the integrals over faces too.

    OCCT turns the border of a ring of a torus when it reads it without repairs. Its neighbors then pass the
    same edges in the same direction, which distinguishes it from the far side of the torus.
    """
    mass = integrate(topology)
    coedges = topology.coedges
    is_same_way = (_balance(topology)[_key(topology)] != 0.0) & (coedges.edge >= 0)
    turned = mass.is_turned & np.isin(np.arange(len(mass.is_turned)), coedges.face[is_same_way])
    if not turned.any():
        return topology, mass
    is_forward = coedges.is_forward ^ turned[coedges.face]
    # the integrals over a turned face are those of the face with its border turned
    return (
        replace(topology, coedges=replace(coedges, is_forward=is_forward)),
        replace(mass, is_turned=mass.is_turned & ~turned),
    )


def _refuse_unsound(topology: Topology, mass: MassProperties) -> None:
    """Raise where faces have no sensible area, or where edges are not passed as often either way."""
    if not np.isfinite(mass.area_mm2).all() or not np.isfinite(mass.flux_mm3).all():
        raise KernelError("a face of it has no area")
    if mass.is_turned.any():
        raise KernelError("the border of a face runs the wrong way round")
    if _balance(topology).any():
        raise KernelError("its surface has gaps")


def _balance(topology: Topology) -> Floats:
    """How often coedges of a body pass an edge forward less how often backward, by `_key`."""
    coedges = topology.coedges
    passes = np.where(coedges.edge < 0, 0.0, np.where(coedges.is_forward, 1.0, -1.0))
    balance: Floats = np.bincount(_key(topology), passes).astype(np.float64)
    return balance


def _key(topology: Topology) -> Ints:
    """(S,) a number for the edge of each coedge in its body; that of edge 0 for collapsed ones."""
    coedges = topology.coedges
    return topology.body[coedges.face] * len(topology.curves.length) + np.maximum(coedges.edge, 0)


def _refuse_turned(brep: Brep, topology: Topology, mass: MassProperties) -> None:
    """Raise KernelError unless every body is one outer shell with hollows in its box, the right way out.

    A file may orient any shell inside out, or write several bodies as one. Quick info does not repair that.
    """
    shells = [explore(body, Kind.TopAbs_SHELL) for body in brep.bodies]
    if all(len(of) < 2 for of in shells):
        is_sound = not (np.bincount(topology.body, mass.flux_mm3, len(brep.bodies)) < 0.0).any()
    else:
        ids = map_shapes(brep.shape, Kind.TopAbs_FACE)
        number = {face: index for index, face in enumerate(topology.wanted.tolist())}
        is_sound = all(
            _is_sound([_faces(shell, ids, number) for shell in of or [body]], topology, mass)
            for of, body in zip(shells, brep.bodies, strict=True)
        )
    if not is_sound:
        raise KernelError("a body of it is inside out")


def _faces(shell: TopoDS_Shape, ids: ShapeMap, number: dict[int, int]) -> Ints:
    faces = explore(shell, Kind.TopAbs_FACE)
    return np.array([number[ids.FindIndex(face) - 1] for face in faces], dtype=np.int64)


def _is_sound(shells: list[Ints], topology: Topology, mass: MassProperties) -> bool:
    outer = [faces for faces in shells if not mass.flux_mm3[faces].sum() < 0.0]
    if len(outer) != 1:
        return False
    low, high = _box_of_edges(outer[0], topology)
    boxes = [_box_of_edges(faces, topology) for faces in shells]
    return all((one >= low).all() and (other <= high).all() for one, other in boxes)


def _box_of_edges(faces: Ints, topology: Topology) -> Floats:
    """Box (2, 3) of the edges of faces; nothing where they have none."""
    edges = topology.coedges.edge[np.isin(topology.coedges.face, faces)]
    points = topology.on_edges[edges[edges >= 0]].reshape(-1, 3)
    return np.array([points.min(axis=0, initial=np.inf), points.max(axis=0, initial=-np.inf)])


def _meshed(
    brep: Brep, topology: Topology, mass: MassProperties, diagonal: float, progress: Progress
) -> Mesh:
    noted: list[str] = []
    quiet = Progress(on_line=noted.append, is_cancelled=progress.is_cancelled)
    patches = topology.patches
    grids = {
        index: sample(patches.evaluators[index], uv_box(patches.adaptors[index], topology.faces[index]))
        for index in np.flatnonzero(patches.kind == FREEFORM).tolist()
    }
    face, points = _on_borders(topology)
    distance = distance_from_axis(topology.patches, face, points)
    geometry = Geometry(
        topology.wanted,
        topology.patches,
        distance,
        mass.area_mm2,
        grids,
        *cells(grids, mass.area_mm2),
        topology.curves,
        topology.coedges,
        diagonal,
    )
    mesh = preview(geometry, brep.body_of_face, quiet)
    if noted:
        raise KernelError(noted[0])
    return mesh


def _on_borders(topology: Topology) -> tuple[Ints, Floats]:
    """Places on the borders of faces (N, 3), and the face of each."""
    along = topology.coedges.edge >= 0
    points = topology.on_edges[topology.coedges.edge[along]]
    return np.repeat(topology.coedges.face[along], points.shape[1]), points.reshape(-1, 3)


def _points_of_bodies(topology: Topology, count: int) -> list[Floats]:
    """(N, 3) for each body: ends and middle of each edge, and a body's every corner for want of edges."""
    face, points = _on_borders(topology)
    body = topology.body[face]
    return [
        points[body == each] if (body == each).any() else topology.curves.vertices for each in range(count)
    ]


def _refuse_unlike(brep: Brep, topology: Topology, mass: MassProperties, mesh: Mesh) -> None:
    """Raise where areas or a volume differ from those of the mesh by more than its coarseness explains."""
    areas, volumes = (
        np.zeros(len(brep.faces)),
        np.bincount(topology.body, mass.flux_mm3, len(brep.bodies)) / 3.0,
    )
    areas[topology.wanted] = mass.area_mm2
    measures = mesh_measures.against(mesh, areas, volumes, is_round=np.ones(len(areas), dtype=bool))
    apart = np.abs(measures.area_of_face - areas)[measures.is_unlike_face].sum()
    if apart > mesh_measures.SAME * areas.sum() or measures.is_unlike_body.any():
        raise KernelError("its mesh does not look like it")
