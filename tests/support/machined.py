"""Drawn parts as a cutter sees them: what it reaches, and in how many setups."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from OCP.TopoDS import TopoDS_Shape

from engine.evidence import setups, tool_access, turned
from engine.graph import drawn_threads
from engine.model.access import BodySetups, Obstruction, ToolAccess
from engine.model.analysis import PreparedPart, Recognition
from engine.model.mesh import MeshOptions
from engine.model.part import FaceId
from tests.support import draw, drawn
from tests.support.mutators import Respelled

LONG = 200.0
"""Longer than any part drawn here."""


@dataclass(frozen=True, slots=True, eq=False)
class Machined:
    """A part with its access and its setups."""

    prepared: PreparedPart
    recognition: Recognition
    access: ToolAccess
    bodies: tuple[BodySetups, ...]

    @property
    def count(self) -> int:
        """Setups of the only body."""
        (body,) = self.bodies
        return len(body.setups)

    @property
    def directions(self) -> list[tuple[float, ...]]:
        """Directions of the only body's setups, in the order of the numbers."""
        (body,) = self.bodies
        return sorted(tuple((setup.direction.round(3) + 0.0).tolist()) for setup in body.setups)

    def at(self, point: Sequence[float]) -> FaceId:
        """Return the face nearest to a point."""
        mesh = self.prepared.mesh
        middles = mesh.vertices[mesh.triangles].mean(axis=1)
        nearest = int(np.argmin(np.linalg.norm(middles - np.asarray(point), axis=1)))
        return FaceId(int(mesh.face_of_triangle[nearest]))

    def obstruction(self, point: Sequence[float]) -> Obstruction:
        """Return what keeps cutters from the face nearest to a point."""
        return self.access.obstruction_of_face[self.at(point)]

    @property
    def obstructed(self) -> dict[Obstruction, int]:
        """How many faces are obstructed, by the obstruction."""
        found = [each for each in self.access.obstruction_of_face if each is not Obstruction.NONE]
        return {each: found.count(each) for each in sorted(set(found))}


def machined(shape: TopoDS_Shape, max_edge_mm: float | None = None, unit: str | None = None) -> Machined:
    """Recognize a shape and look at it as a machinist; with a unit, written as STEP and read back first.

    Where the mesh is asked for, it has few elements a turn.
    """
    options = MeshOptions(max_edge_mm, drawn.CURVATURE) if max_edge_mm else MeshOptions()
    if unit is None:
        context = drawn.prepared(shape, options)
    else:
        context = drawn.prepared_from_file(Respelled(shape, unit=unit), options)
    prepared = context.prepared
    recognition = drawn.recognition_of(context)
    threads = drawn_threads.find(context)
    access = tool_access.find(context, recognition, turned.find(context), threads)
    return Machined(prepared, recognition, access, setups.find(context, access))


def block() -> TopoDS_Shape:
    """Draw a block, 60 x 40 x 30, its lower corner in the origin."""
    return draw.box((60, 40, 30))


def drilled(*sides: str) -> TopoDS_Shape:
    """Draw the block with a blind hole, 8 mm wide and 12 deep, in the middle of each of the sides named."""
    middle_and_way = {
        "+x": ((60, 20, 15), (-1, 0, 0)),
        "-x": ((0, 20, 15), (1, 0, 0)),
        "+y": ((30, 40, 15), (0, -1, 0)),
        "-y": ((30, 0, 15), (0, 1, 0)),
        "+z": ((30, 20, 30), (0, 0, -1)),
        "-z": ((30, 20, 0), (0, 0, 1)),
    }
    holes = [draw.cylinder(4, 12, *middle_and_way[side]) for side in sides]
    return draw.cut(block(), *holes)


def pocketed(width: float, depth: float) -> TopoDS_Shape:
    """Draw a block, 80 x 60 x 60, with a pocket in its top, 40 mm long, with corners of a third its width."""
    body = draw.box((80, 60, 60))
    hollow = draw.box((40, width, depth + 1), (20, 30 - width / 2, 60 - depth))
    middle = 60.5 - depth / 2
    corners = [(x, y, middle) for x in (20, 60) for y in (30 - width / 2, 30 + width / 2)]
    return draw.cut(body, draw.fillet(hollow, width / 3, *corners))


def tee_slotted(length: float, shut: float = 0.0, wide: float = 16.0) -> TopoDS_Shape:
    """Draw a block with a T-slot along x: neck 8 mm wide and 12 deep, below it `wide` and 6 high.

    `shut` millimeters at both ends are left standing, so that it is open at the top alone.
    """
    body = draw.box((length, 50, 40))
    run = length - 2 * shut if shut else length + 2
    start = shut or -1.0
    neck = draw.box((run, 8, 20), (start, 21, 28))
    head = draw.box((run, wide, 6), (start, 25 - wide / 2, 22))
    return draw.cut(body, neck, head)


def obliquely_drilled(lean_deg: float) -> TopoDS_Shape:
    """Draw the block with a hole from its top that leans towards +x."""
    lean = np.radians(lean_deg)
    axis = (-np.sin(lean), 0.0, -np.cos(lean))
    start = np.array([34.0, 20.0, 30.0]) - 10.0 * np.array(axis)
    return draw.cut(block(), draw.cylinder(3, 24, tuple(start.tolist()), axis))
