"""The bodies of a shape: each with faces of its own, turned so that they enclose a positive volume."""

import numpy as np
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepBuilderAPI import BRepBuilderAPI_Copy
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.BRepGProp import BRepGProp
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopAbs import TopAbs_State
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Face, TopoDS_Shape

from engine.kernel.brep import explore, map_shapes
from engine.model.arrays import Ints

SAME_PLACE = 6
"""Decimals to which two placements of one body agree when they are the same, mm."""
CLASSIFIED_FACES = 1000
"""Bodies with more faces are oriented by the sign of their volume."""


def solids(shape: TopoDS_Shape, notes: list[str]) -> list[TopoDS_Shape]:
    """List the solids that have exact surfaces, each once; adds a note on those left out."""
    unplaced, kept, places, doubled = ShapeMap(), [], set(), 0
    for solid in explore(shape, Kind.TopAbs_SOLID):
        if not _has_surfaces(solid):
            continue
        place = (unplaced.Add(solid.Located(TopLoc_Location())), *_rounded(solid.Location()))
        if place in places:
            doubled += 1
            continue
        places.add(place)
        kept.append(solid)
    if doubled:
        notes.append(f"Bodies placed exactly on top of another one were left out: {doubled}.")
    return kept


def closed_shells(shape: TopoDS_Shape) -> list[TopoDS_Shape]:
    """List the shells without gaps, for files that hold no solid."""
    return [
        shell
        for shell in explore(shape, Kind.TopAbs_SHELL)
        if BRep_Tool.IsClosed_s(shell) and _has_surfaces(shell)
    ]


def with_own_faces(
    shape: TopoDS_Shape, bodies: list[TopoDS_Shape]
) -> tuple[TopoDS_Shape, list[TopoDS_Shape]]:
    """Copy bodies that share a face with an earlier one, so that every face has one body and one side.

    Returns the shape (a new one if anything was copied) and the bodies.
    """
    seen, own, is_copied = ShapeMap(), [], False
    for body in bodies:
        faces = explore(body, Kind.TopAbs_FACE)
        if any(seen.Contains(face) for face in faces):
            body = BRepBuilderAPI_Copy(body).Shape()
            faces = explore(body, Kind.TopAbs_FACE)
            is_copied = True
        for face in faces:
            seen.Add(face)
        own.append(body)
    if not is_copied:
        return shape, bodies
    return compound([*own, *strays(shape, bodies)]), own


def strays(shape: TopoDS_Shape, bodies: list[TopoDS_Shape]) -> list[TopoDS_Shape]:
    """List the shells and faces outside the bodies."""
    known = ShapeMap()
    for body in bodies:
        known.Add(body)
    shells = explore(shape, Kind.TopAbs_SHELL, Kind.TopAbs_SOLID)
    return [
        *(shell for shell in shells if not known.Contains(shell)),
        *explore(shape, Kind.TopAbs_FACE, Kind.TopAbs_SHELL),
    ]


def oriented_outward(bodies: list[TopoDS_Shape], notes: list[str]) -> list[TopoDS_Shape]:
    """Turn over the bodies that are inside out; adds a note if there were any."""
    is_wrong = [_is_inside_out(body) for body in bodies]
    if any(is_wrong):
        notes.append(f"Bodies that were inside out in the file and have been turned: {sum(is_wrong)}.")
    return [body.Reversed() if wrong else body for body, wrong in zip(bodies, is_wrong, strict=True)]


def numbered_faces(shape: TopoDS_Shape, bodies: list[TopoDS_Shape]) -> tuple[tuple[TopoDS_Face, ...], Ints]:
    """Return the faces by id, as their bodies have them, and the body of each, (F,), -1 for a stray."""
    ids = map_shapes(shape, Kind.TopAbs_FACE)
    faces = [TopoDS.Face(ids.FindKey(i)) for i in range(1, ids.Extent() + 1)]
    body_of_face = np.full(len(faces), -1, dtype=np.int64)
    for body_id, body in enumerate(bodies):
        for face in explore(body, Kind.TopAbs_FACE):
            face_id = ids.FindIndex(face) - 1
            faces[face_id], body_of_face[face_id] = TopoDS.Face(face), body_id
    body_of_face.flags.writeable = False
    return tuple(faces), body_of_face


def compound(shapes: list[TopoDS_Shape]) -> TopoDS_Compound:
    """Put shapes into one compound."""
    builder, group = BRep_Builder(), TopoDS_Compound()
    builder.MakeCompound(group)
    for shape in shapes:
        builder.Add(group, shape)
    return group


def _has_surfaces(body: TopoDS_Shape) -> bool:
    """Whether every face has an exact surface; a tessellated one has none."""
    faces = explore(body, Kind.TopAbs_FACE)
    return bool(faces) and all(BRep_Tool.Surface_s(TopoDS.Face(face)) is not None for face in faces)


def _rounded(location: TopLoc_Location) -> list[float]:
    """Return the placement's matrix, row by row, rounded below what distinguishes two places."""
    placement = location.Transformation()
    return [round(placement.Value(i, j), SAME_PLACE) + 0.0 for i in (1, 2, 3) for j in (1, 2, 3, 4)]


def _is_inside_out(body: TopoDS_Shape) -> bool:
    """Whether infinity lies inside.

    Asking OCCT's classifier takes less time than integrating the volume where faces are freeform, more
    where there are very many; and it does not always know.
    """
    if len(explore(body, Kind.TopAbs_FACE)) <= CLASSIFIED_FACES:
        classifier = BRepClass3d_SolidClassifier(body)
        classifier.PerformInfinitePoint(1e-6)
        if classifier.State() in (TopAbs_State.TopAbs_IN, TopAbs_State.TopAbs_OUT):
            return bool(classifier.State() == TopAbs_State.TopAbs_IN)
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(body, properties)
    return bool(properties.Mass() < 0)
