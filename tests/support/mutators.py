"""Ways to tell the same part otherwise, none of which may change what is recognized.

A mutator takes a shape and returns it respelled, with the map that takes a place of the old part to its
place in the new one. Shapes go through a STEP file, or through the triangles of a GLB.
"""

import json
import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.gp import gp_Ax1, gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
from OCP.ShapeUpgrade import ShapeUpgrade_ShapeDivideClosed
from OCP.STEPControl import STEPControl_Reader
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Shape, TopoDS_Shell, TopoDS_Solid

from engine import formats
from tests.support import draw, parts_blends

TURN_AXIS, TURN_DEG, SHIFT = (1.0, 2.0, 3.0), 37.3, (13.7, -5.1, 8.9)
"""An odd turn about an odd axis, and a shift: nothing of the part stays parallel to anything."""
MIRROR_NORMAL = (2.0, -1.0, 0.5)
SMALL, LARGE = 0.05, 100.0
SAWN_AT = 0.372
"""Where along its box a part is sawn: in no symmetry plane."""
CHORD_SHARE, CHORD_ANGLE_RAD = 1e-4, 0.2
"""Tolerances of an ordinary export of triangles: share of the diagonal, and angle."""


@dataclass(frozen=True, slots=True, eq=False)
class Respelled:
    """A respelled part. A place x of the part is at `turn @ x + shift` now."""

    shape: TopoDS_Shape
    turn: np.ndarray = field(default_factory=lambda: np.eye(3))
    """(3, 3), scale included."""
    shift: np.ndarray = field(default_factory=lambda: np.zeros(3))
    unit: str = "MM"
    suffix: str = ".step"
    chord_mm: float = 0.0
    """How far the new surfaces may lie off the old ones, in the new scale."""
    shares_corners: bool = False
    """Of triangles: whether all faces of a solid share their corners."""

    @property
    def scale(self) -> float:
        """Lengths are longer by this."""
        return float(abs(np.linalg.det(self.turn)) ** (1.0 / 3.0))

    def write(self, folder: Path) -> Path:
        """Write the file of the part."""
        path = folder / f"part{self.suffix}"
        if self.suffix == ".glb":
            return _write_glb(self.shape, path, self.chord_mm, self.shares_corners)
        return draw.write_step(self.shape, path, self.unit)


def unchanged(shape: TopoDS_Shape) -> Respelled:
    """Tell a part as it is: what the others are compared with."""
    return Respelled(shape)


def turned(shape: TopoDS_Shape) -> Respelled:
    """Turn and shift a part."""
    shift = gp_Trsf()
    shift.SetTranslation(gp_Vec(*SHIFT))
    return _moved(shape, shift.Multiplied(_rotation(TURN_AXIS, TURN_DEG)))


def turned_about(shape: TopoDS_Shape, axis: draw.Point, degrees: float) -> Respelled:
    """Turn a part about an axis through the origin."""
    return _moved(shape, _rotation(axis, degrees))


def mirrored(shape: TopoDS_Shape) -> Respelled:
    """Mirror a part in an odd plane."""
    return mirrored_across(shape, MIRROR_NORMAL)


def mirrored_across(shape: TopoDS_Shape, normal: draw.Point) -> Respelled:
    """Mirror a part in the plane through the origin with this normal."""
    mirror = gp_Trsf()
    mirror.SetMirror(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(*normal)))
    return _moved(shape, mirror)


def small(shape: TopoDS_Shape) -> Respelled:
    """Make a part twenty times smaller."""
    return _scaled(shape, SMALL)


def large(shape: TopoDS_Shape) -> Respelled:
    """Make a part a hundred times larger."""
    return _scaled(shape, LARGE)


def nurbs(shape: TopoDS_Shape) -> Respelled:
    """Spell every surface and curve as a NURBS."""
    return Respelled(draw.as_nurbs(shape))


def halves(shape: TopoDS_Shape) -> Respelled:
    """Split every face that closes on itself in two."""
    return Respelled(_in_pieces(shape, 2))


def quarters(shape: TopoDS_Shape) -> Respelled:
    """Split every face that closes on itself in four."""
    return Respelled(_in_pieces(shape, 4))


def inches(shape: TopoDS_Shape) -> Respelled:
    """Write the file in inches."""
    return Respelled(shape, unit="INCH")


def shuffled(shape: TopoDS_Shape) -> Respelled:
    """Put the faces of every shell into another order."""
    random = Random(7)
    builder, whole = BRep_Builder(), TopoDS_Compound()
    builder.MakeCompound(whole)
    solids = _all(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    random.shuffle(solids)
    for solid in solids:
        new = TopoDS_Solid()
        builder.MakeSolid(new)
        for shell in _all(solid, TopAbs_ShapeEnum.TopAbs_SHELL):
            faces = _all(shell, TopAbs_ShapeEnum.TopAbs_FACE)
            random.shuffle(faces)
            new_shell = TopoDS_Shell()
            builder.MakeShell(new_shell)
            for face in faces:
                builder.Add(new_shell, face)
            new_shell.Closed(True)
            builder.Add(new, new_shell)
        builder.Add(whole, new)
    return Respelled(whole if len(solids) != 1 else _all(whole, TopAbs_ShapeEnum.TopAbs_SOLID)[0])


def sawn(shape: TopoDS_Shape) -> Respelled | None:
    """Saw all faces along two planes across the longest sides of the part's box, the solid left whole.

    A part of several shells is not sawn.
    """
    if len(_all(shape, TopAbs_ShapeEnum.TopAbs_SHELL)) != 1:
        return None
    low, high = _box(shape)
    for axis in np.argsort(low - high)[:2]:
        point, normal = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
        point[axis] = low[axis] + SAWN_AT * (high[axis] - low[axis])
        normal[axis] = 1.0
        shape = parts_blends.split(shape, point, normal)
    return Respelled(shape)


def triangles(shape: TopoDS_Shape) -> Respelled | None:
    """Tell a part by triangles alone, as a GLB; None while no format reads that."""
    if not any(".glb" in each.FORMAT.suffixes for each in formats.FORMATS):
        return None
    low, high = _box(shape)
    chord_mm = CHORD_SHARE * float(np.linalg.norm(high - low))
    return Respelled(shape, suffix=".glb", chord_mm=chord_mm)


def triangles_shared(shape: TopoDS_Shape) -> Respelled | None:
    """Tell a part by triangles whose corners all faces of a solid share, as printing formats have them.

    Nothing in the file tells where a face ends: no ordinary export of STEP to GLB is like that.
    """
    respelled = triangles(shape)
    return replace(respelled, shares_corners=True) if respelled else None


def altogether(shape: TopoDS_Shape) -> Respelled:
    """Mirror a part, split its closed faces, put all into another order and write inches, all at once."""
    mirror = mirrored(shape)
    return replace(mirror, shape=shuffled(halves(mirror.shape).shape).shape, unit="INCH")


def turned_as_nurbs(shape: TopoDS_Shape) -> Respelled:
    """Turn and shift a part and spell all as NURBS, faces that close on themselves as one."""
    turn = turned(shape)
    return replace(turn, shape=nurbs(turn.shape).shape)


def altogether_as_nurbs(shape: TopoDS_Shape) -> Respelled:
    """Turn and shift a part, split its closed faces in four and spell all as NURBS, all at once."""
    turn = turned(shape)
    return replace(turn, shape=nurbs(quarters(turn.shape).shape).shape)


Mutator = Callable[[TopoDS_Shape], Respelled | None]
"""None where a part cannot be told so."""

MUTATORS: tuple[Mutator, ...] = (
    turned,
    mirrored,
    small,
    large,
    nurbs,
    halves,
    quarters,
    inches,
    shuffled,
    sawn,
    triangles,
)

SEVERAL: tuple[Mutator, ...] = (altogether, altogether_as_nurbs)
"""For tests whose part takes long: what one mutator changes, these change together with others."""
AT_ONCE: tuple[Mutator, ...] = (*SEVERAL, small, large, sawn, triangles)
"""All that `MUTATORS` do, with fewer parts; the bench tells them one by one."""

BESIDE: tuple[Mutator, ...] = (triangles_shared,)
"""Told by the bench too, for drawn parts."""


def load(path: Path) -> TopoDS_Shape:
    """Read the solids of a STEP file as one shape, in mm.

    Raises
    ------
    LookupError
        If there is no solid.
    """
    reader = STEPControl_Reader()
    reader.ReadFile(str(path))
    reader.TransferRoots()
    solids = _all(reader.OneShape(), TopAbs_ShapeEnum.TopAbs_SOLID)
    if not solids:
        raise LookupError(f"{path.name} holds no solid")
    return solids[0] if len(solids) == 1 else draw.compound(*solids)


def _rotation(axis: draw.Point, degrees: float) -> gp_Trsf:
    rotation = gp_Trsf()
    rotation.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(*axis)), math.radians(degrees))
    return rotation


def _moved(shape: TopoDS_Shape, transform: gp_Trsf) -> Respelled:
    rows = np.array([[transform.Value(i, j) for j in (1, 2, 3, 4)] for i in (1, 2, 3)])
    shape = BRepBuilderAPI_Transform(shape, transform, True).Shape()
    return Respelled(shape, rows[:, :3], rows[:, 3])


def _scaled(shape: TopoDS_Shape, factor: float) -> Respelled:
    return Respelled(draw.scaled(shape, factor), factor * np.eye(3))


def _in_pieces(shape: TopoDS_Shape, pieces: int) -> TopoDS_Shape:
    divider = ShapeUpgrade_ShapeDivideClosed(shape)
    divider.SetNbSplitPoints(pieces - 1)
    divider.Perform()
    return divider.Result()


def _box(shape: TopoDS_Shape) -> tuple[np.ndarray, np.ndarray]:
    box = Bnd_Box()
    BRepBndLib.AddOptimal_s(shape, box, False, False)
    low, high = box.CornerMin(), box.CornerMax()
    return np.array(low.Coord()), np.array(high.Coord())


def _all(shape: TopoDS_Shape, kind: TopAbs_ShapeEnum) -> list[TopoDS_Shape]:
    explorer, found = TopExp_Explorer(shape, kind), []
    while explorer.More():
        found.append(explorer.Current())
        explorer.Next()
    return found


def _write_glb(shape: TopoDS_Shape, path: Path, chord_mm: float, shares_corners: bool) -> Path:
    """Write the kernel's own triangles in meters, y up; faces have corners of their own, or share them.

    Each solid is a mesh with a node of its own, as programs write assemblies.
    """
    BRepMesh_IncrementalMesh(shape, chord_mm, False, CHORD_ANGLE_RAD, True)
    views: list[dict[str, int]] = []
    accessors: list[dict[str, Any]] = []
    meshes: list[dict[str, Any]] = []
    data = b""
    for solid in _all(shape, TopAbs_ShapeEnum.TopAbs_SOLID) or [shape]:
        places, indices = _triangles(solid)
        if shares_corners:
            places, kept = np.unique(places + 0.0, axis=0, return_inverse=True)
            indices = kept.ravel().astype(np.uint32)[indices]
        for array, target in ((places, 34962), (indices, 34963)):
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": array.nbytes, "target": target})
            data += array.tobytes()
        meshes.append(
            {"primitives": [{"attributes": {"POSITION": len(accessors)}, "indices": len(accessors) + 1}]}
        )
        accessors += [
            {
                "bufferView": len(views) - 2,
                "componentType": 5126,
                "count": len(places),
                "type": "VEC3",
                "min": places.min(axis=0).tolist(),
                "max": places.max(axis=0).tolist(),
            },
            {
                "bufferView": len(views) - 1,
                "componentType": 5125,
                "count": int(indices.size),
                "type": "SCALAR",
            },
        ]
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(meshes)))}],
        "nodes": [{"mesh": number} for number in range(len(meshes))],
        "meshes": meshes,
        "buffers": [{"byteLength": len(data)}],
        "bufferViews": views,
        "accessors": accessors,
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks)
    return path


def _triangles(solid: TopoDS_Shape) -> tuple[np.ndarray, np.ndarray]:
    """Return places (V, 3) and corners (T, 3) of a meshed solid, in meters and y up."""
    vertices, corners, count = [], [], 0
    for face in _all(solid, TopAbs_ShapeEnum.TopAbs_FACE):
        place = TopLoc_Location()
        net = BRep_Tool.Triangulation_s(TopoDS.Face(face), place)
        if net is None:
            continue
        to_world = place.Transformation()
        points = [net.Node(i).Transformed(to_world).Coord() for i in range(1, net.NbNodes() + 1)]
        turns = [net.Triangle(i).Get() for i in range(1, net.NbTriangles() + 1)]
        if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
            turns = [(a, c, b) for a, b, c in turns]
        vertices.append(np.array(points))
        corners.append(np.array(turns, dtype=np.uint32) - 1 + count)
        count += len(points)
    x, y, z = np.concatenate(vertices).T / 1000.0
    places = np.stack([x, z, -y], axis=1).astype(np.float32)
    return places, np.concatenate(corners).astype(np.uint32)
