"""Refuses bodies whose shells are inside out, or are not one outer shell with hollows in it.

A file may orient any shell inside out, or write several bodies as one. Quick info does not repair that.
"""

import numpy as np
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopoDS import TopoDS_Shape

from engine.errors import KernelError
from engine.kernel.brep import Brep, explore, map_shapes
from engine.kernel.quick_info.read_topology import Topology
from engine.mass_properties.integrate import MassProperties
from engine.model.arrays import Floats, Ints


def refuse_turned(brep: Brep, topology: Topology, mass: MassProperties) -> None:
    """Raise KernelError unless every body is one outer shell with hollows in its box, the right way out."""
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
    low, high = _box(outer[0], topology)
    boxes = [_box(faces, topology) for faces in shells]
    return all((one >= low).all() and (other <= high).all() for one, other in boxes)


def _box(faces: Ints, topology: Topology) -> Floats:
    """Box (2, 3) of the edges of faces; nothing where they have none."""
    edges = topology.coedges.edge[np.isin(topology.coedges.face, faces)]
    points = topology.on_edges[edges[edges >= 0]].reshape(-1, 3)
    return np.array([points.min(axis=0, initial=np.inf), points.max(axis=0, initial=-np.inf)])
