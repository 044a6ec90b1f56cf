"""Parts with pockets and pads whose measures are known because they are drawn here, and near twins."""

import math

from OCP.BRepBuilderAPI import BRepBuilderAPI_GTransform
from OCP.gp import gp_GTrsf
from OCP.TopoDS import TopoDS_Shape

from engine.features import blend, chamfer, hole, pocket, protrusion
from engine.features.pocket import Pocket
from engine.features.protrusion import Protrusion
from engine.model.feature import Claim, Feature, Kind, Role
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw, drawn
from tests.support.draw import Point
from tests.support.parts import face_at, part_of, without_mesh

TOP = 30.0
"""The top of `block`."""


def meshed_pockets_of(shape: TopoDS_Shape) -> list[Pocket]:
    """Recognize the pockets of a shape that has a mesh, and so an inside and an outside."""
    context = drawn.prepared(shape, MeshOptions(curvature=12, max_edge_mm=1e6))
    found: tuple[Claim, ...] = chamfer.recognize(context, ())
    found += blend.recognize(context, found)
    found += hole.recognize(context, found)
    return list(pocket.recognize(context, found))


def found_in(part: Part) -> tuple[RunContext, tuple[Claim, ...]]:
    """Recognize what comes before pockets and needs no mesh: chamfers, blends and holes."""
    context = RunContext(without_mesh(part))
    found: tuple[Claim, ...] = chamfer.recognize(context, ())
    found += blend.recognize(context, found)
    found += hole.recognize(context, found)
    return context, found


def pockets_in(part: Part, extra: tuple[Claim, ...] = ()) -> list[Pocket]:
    """Recognize the pockets of a part."""
    context, found = found_in(part)
    return list(pocket.recognize(context, found + extra))


def pockets_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Pocket]:
    """Write a shape as STEP, read it back and recognize its pockets."""
    return pockets_in(part_of(shape, unit))


def protrusions_in(part: Part, extra: tuple[Claim, ...] = ()) -> list[Protrusion]:
    """Recognize the protrusions of a part, pockets before them."""
    context, found = found_in(part)
    found += extra
    return list(protrusion.recognize(context, found + pocket.recognize(context, found)))


def protrusions_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Protrusion]:
    """Write a shape as STEP, read it back and recognize its protrusions."""
    return protrusions_in(part_of(shape, unit))


def claimed(kind: Kind, like: Feature) -> Feature:
    """Claim the faces of a feature for another kind."""
    return Feature(
        kind=kind,
        fid=like.fid,
        faces=like.faces,
        roles=(),
        body=like.body,
        center=like.center,
        axis=None,
        box_mm=like.box_mm,
        uncertainty_mm=0.0,
    )


def pad_row(found: Protrusion) -> tuple[float, float, float, int]:
    """Write a protrusion as one line: height, width, length, flush sides."""
    return (
        round(found.height_mm, 4),
        round(found.width_mm, 4),
        round(found.length_mm, 4),
        found.flush_sides,
    )


def only(pockets: list[Pocket]) -> Pocket:
    """Return the one pocket there is."""
    assert len(pockets) == 1, rows(pockets)
    return pockets[0]


def row(found: Pocket) -> tuple[float, float, float, float, int, bool]:
    """Write a pocket as one line: depth, width, length, least corner radius, open sides, through."""
    radius = found.min_internal_radius_mm
    return (
        round(found.depth_mm, 4),
        round(found.width_mm, 4),
        round(found.length_mm, 4),
        -1.0 if math.isnan(radius) else round(radius, 4),
        found.open_sides,
        found.through,
    )


def rows(pockets: list[Pocket]) -> list[tuple[float, float, float, float, int, bool]]:
    """Write pockets as lines, in the order of the lines."""
    return sorted(map(row, pockets))


def role_at(part: Part, found: Pocket, point: Point) -> Role:
    """Return the role a pocket gives the face at a point."""
    return dict(found.roles)[face_at(part, point).id]


def block(size: Point = (80, 60, TOP)) -> TopoDS_Shape:
    """Draw a block round the z axis, standing on z = 0."""
    return draw.box(size, (-size[0] / 2, -size[1] / 2, 0))


def sunk(size: Point, at: Point = (0, 0, TOP), corner_mm: float = 0.0, floor_mm: float = 0.0) -> TopoDS_Shape:
    """Draw the tool of a pocket below the middle of its mouth, corners and floor rounded."""
    length, width, depth = size
    x, y, z = at
    tool = draw.box((length, width, depth + 20), (x - length / 2, y - width / 2, z - depth))
    if corner_mm:
        middle = z - depth + (depth + 20) / 2
        near = [(x + sx * length / 2, y + sy * width / 2, middle) for sx in (-1, 1) for sy in (-1, 1)]
        tool = draw.fillet(tool, corner_mm, *near)
    if floor_mm:
        sides = [(x, y - width / 2), (x, y + width / 2), (x - length / 2, y), (x + length / 2, y)]
        near = [(*side, z - depth) for side in (sides[:1] if corner_mm else sides)]
        tool = draw.fillet(tool, floor_mm, *near)
    return tool


def regular(sides: int, radius: float, z: float, phase: float = 0.0) -> list[Point]:
    """List the corners of a regular polygon round the z axis."""
    turns = [phase + 2 * math.pi * i / sides for i in range(sides)]
    return [(radius * math.cos(turn), radius * math.sin(turn), z) for turn in turns]


def drafted(lean_deg: float, depth: float = 12.0) -> TopoDS_Shape:
    """Draw a block with a pocket of 50 x 30 at its mouth, its four walls leaning outwards."""
    lean = math.tan(math.radians(lean_deg))
    low, high = -depth * lean, 20 * lean
    z0, z1 = TOP - depth, TOP + 20

    def profile(half: float) -> list[tuple[float, float]]:
        return [(-half - low, z0), (half + low, z0), (half + high, z1), (-half - high, z1)]

    along_y = draw.prism([(r, -60, z) for r, z in profile(25)], (0, 120, 0))
    along_x = draw.prism([(-60, r, z) for r, z in profile(15)], (120, 0, 0))
    return draw.cut(block(), draw.common(along_x, along_y))


def step(width: float = 20.0) -> TopoDS_Shape:
    """Draw a block with a step along one edge."""
    return draw.cut(block(), draw.box((width, 80, 12), (40 - width, -40, 18)))


def corner_step() -> TopoDS_Shape:
    """Draw a block with one corner cut down: two walls and a floor."""
    return draw.cut(block(), draw.box((25, 25, 12), (15, 5, 18)))


@draw.once
def recess(run: float = 15.0, width: float = 30.0) -> TopoDS_Shape:
    """Draw a block with a recess open to one side, `run` deep into it from there."""
    return draw.cut(block(), draw.box((run + 5, width, 17), (40 - run, -width / 2, 18)))


def channel() -> TopoDS_Shape:
    """Draw a block with a wide channel across it, both ends open."""
    return draw.cut(block(), draw.box((90, 30, 17), (-45, -15, 18)))


def shelled(rib_mm: float = 0.0) -> TopoDS_Shape:
    """Draw an open box of 80 x 60 x 30, 3 mm thick, a rib across it of this height above the floor."""
    box = draw.cut(block(), draw.box((74, 54, 40), (-37, -27, 3)))
    return draw.fuse(box, draw.box((3, 54, rib_mm), (-1.5, -27, 3))) if rib_mm else box


def padded(*pads: TopoDS_Shape) -> TopoDS_Shape:
    """Draw the block with pads on it."""
    return draw.fuse(block(), *pads)


def pad(size: Point = (40, 24, 10), at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw a pad that stands on the middle of its foot, and a little below."""
    x, y, z = at
    return draw.box((size[0], size[1], size[2] + 1), (x - size[0] / 2, y - size[1] / 2, z - 1))


def drafted_pad(lean_deg: float, height: float = 10.0) -> TopoDS_Shape:
    """Draw a block with a pad, 40 x 24 at its foot, its four walls leaning inwards."""
    lean = height * math.tan(math.radians(lean_deg))

    def profile(half: float) -> list[tuple[float, float]]:
        top = TOP + height
        return [
            (-half, TOP - 1),
            (-half, TOP),
            (-half + lean, top),
            (half - lean, top),
            (half, TOP),
            (half, TOP - 1),
        ]

    along_y = draw.prism([(r, -60, z) for r, z in profile(20)], (0, 120, 0))
    along_x = draw.prism([(-60, r, z) for r, z in profile(12)], (120, 0, 0))
    return padded(draw.common(along_x, along_y))


def oval(length: float, width: float, depth: float, at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw the tool of an elliptic recess: one free-form wall and a flat floor."""
    stretch = gp_GTrsf()
    stretch.SetValue(1, 1, length / width)
    round_one = draw.cylinder(width / 2, depth + 10, (0, 0, -depth))
    return draw.moved(BRepBuilderAPI_GTransform(round_one, stretch, True).Shape(), at)


def labelled(length: float, width: float, round_mm: float) -> TopoDS_Shape:
    """Draw a cover, curved to a radius of 100 across and rounded at its edges, with a field 2 mm up on it."""
    cover = draw.box((length, width, 40), (-length / 2, -width / 2, 0))
    cover = draw.common(cover, draw.cylinder(100, 200, (-100, 0, -60), (1, 0, 0)))
    side = math.sqrt(100**2 - (width / 2) ** 2) - 60
    rim = [(0, y, side) for y in (-width / 2, width / 2)] + [(x, 0, 40) for x in (-length / 2, length / 2)]
    field = draw.box((64, 44, 60), (-32, -22, 5))
    field = draw.common(field, draw.cylinder(102, 200, (-100, 0, -60), (1, 0, 0)))
    return draw.fuse(draw.fillet(cover, round_mm, *rim), field)


def vessel(neck: float) -> TopoDS_Shape:
    """Draw a square vessel with a wall of 5, two waists inside and a round neck of this diameter."""
    rooms = [draw.box((60, 60, 20), (-30, -30, z)) for z in (5, 35, 65)]
    waists = [draw.box((40, 40, 70), (-20, -20, 10))]
    return draw.cut(
        draw.box((70, 70, 90), (-35, -35, 0)), *rooms, *waists, draw.cylinder(neck / 2, 40, (0, 0, 70))
    )


def columned(radius_mm: float) -> TopoDS_Shape:
    """Draw a tray of 72 x 52 x 20 with half a column amid each long wall, and drains along all its walls.

    Between two drains its walls turn round one corner. A notch in the rim leaves it without a mouth.
    """
    tray = draw.cut(
        draw.box((80, 60, 25)), draw.box((72, 52, 25), (4, 4, 5)), draw.box((10, 10, 10), (20, -3, 15))
    )
    tray = draw.fuse(tray, *(draw.cylinder(radius_mm, 20, (40, y, 5)) for y in (4, 56)))
    drains = [draw.box((13.5, 4, 5), (x, y, 0)) for x in (24, 42.5) for y in (4, 52)]
    drains += [draw.box((4, 14, 5), (x, 23, 0)) for x in (4, 72)]
    return draw.cut(draw.common(tray, draw.box((80, 60, 25))), *drains)
