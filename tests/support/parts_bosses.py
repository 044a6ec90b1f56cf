"""Parts with bosses whose measures are known because they are drawn here, and near twins without."""

from collections.abc import Sequence
from functools import cache

from OCP.TopoDS import TopoDS_Shape

from engine.features import blend, boss, chamfer, hole
from engine.features.boss import Boss
from engine.model.feature import Claim, Role
from engine.model.part import Part
from engine.run_context import RunContext
from tests.support import draw
from tests.support.draw import Point
from tests.support.parts import face_at, unchecked_part, without_mesh

TOP = 8.0
"""The top of `plate`."""


def bosses_of(shape: TopoDS_Shape, unit: str = "MM") -> list[Boss]:
    """Write a shape as STEP, read it back and recognize its bosses."""
    return bosses_in(unchecked_part(shape, unit))


def bosses_in(part: Part) -> list[Boss]:
    """Recognize chamfers, blends, holes and then the bosses of a part; none of them needs a mesh."""
    context = RunContext(without_mesh(part))
    found: tuple[Claim, ...] = ()
    for recognize in (chamfer.recognize, blend.recognize, hole.recognize):
        found += recognize(context, found)
    return list(boss.recognize(context, found))


def only(bosses: Sequence[Boss]) -> Boss:
    """Return the one boss there is."""
    assert len(bosses) == 1, rows(bosses)
    return bosses[0]


def row(boss: Boss) -> tuple[float, float, str, float]:
    """Write a boss as one line: diameter, height, relief and its radius."""
    relief = boss.base_relief
    return (
        round(boss.diameter_mm, 4),
        round(boss.height_mm, 4),
        str(relief.kind),
        round(relief.radius_mm, 4),
    )


def rows(bosses: Sequence[Boss]) -> list[tuple[float, float, str, float]]:
    """Write bosses as lines, in the order of the lines."""
    return sorted(map(row, bosses))


def stage_rows(boss: Boss) -> list[tuple[str, float, float, float]]:
    """Write each stage as one line: shape, diameter, height and taper."""
    return [
        (str(stage.shape), round(stage.diameter_mm, 4), round(stage.height_mm, 4), round(stage.taper_deg, 4))
        for stage in boss.stages
    ]


def role_at(part: Part, boss: Boss, point: Point) -> Role:
    """Return the role a boss gives the face at a point."""
    return dict(boss.roles)[face_at(part, point).id]


def plate(length: float = 60.0, width: float = 60.0, height: float = TOP) -> TopoDS_Shape:
    """Draw a plate round the z axis, standing on z = 0."""
    return draw.box((length, width, height), (-length / 2, -width / 2, 0))


def stud(diameter: float, height: float, at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw an upright cylinder that stands on a point, and 2 mm deep in what is below it."""
    x, y, z = at
    return draw.cylinder(diameter / 2, height + 2, (x, y, z - 2))


def ribs(count: int, reach: float, height: float, thick: float = 2.0, z: float = TOP) -> list[TopoDS_Shape]:
    """Draw ribs that run out from the z axis like spokes, standing on z."""
    rib = draw.box((reach, thick, height), (0, -thick / 2, z))
    return [draw.turned(rib, 360.0 * index / count) for index in range(count)]


def coned(wide: float, narrow: float, height: float, at: Point = (0, 0, TOP)) -> TopoDS_Shape:
    """Draw an upright cone of diameters `wide` at its foot and `narrow` at its top, which begins at `at`."""
    return draw.cone(wide / 2, narrow / 2, height, at)


@cache
def many_bosses() -> TopoDS_Shape:
    """Draw a plate of 160 x 100 with one of each common boss, none touching another."""
    body = draw.fuse(
        plate(160, 100),
        stud(10, 12, (-60, 30, TOP)),
        stud(20, 5, (-20, 30, TOP)),
        stud(12, 14, (-20, 30, TOP)),
        coned(14, 10, 15, (20, 30, TOP)),
        stud(16, 10, (60, 30, TOP)),
        stud(12, 9, (-60, -30, TOP)),
        stud(12, 18, (-20, -30, TOP)),
        draw.sphere(6, (-20, -30, TOP + 18)),
        stud(9, 11, (20, -30, TOP)),
        *(draw.moved(rib, (20, -30, 0)) for rib in ribs(4, 12, 11)),
    )
    body = draw.cut(body, draw.cylinder(4, 40, (60, 30, -5)))
    body = draw.fillet(body, 2, (-66, -30, TOP))
    return draw.chamfer(body, 1, (-65, 30, TOP + 12))


MANY = [
    (9.0, 11.0, "none", 0.0),
    (10.0, 12.0, "none", 0.0),
    (12.0, 9.0, "fillet", 2.0),
    (12.0, 24.0, "none", 0.0),
    (14.0, 15.0, "none", 0.0),
    (16.0, 10.0, "none", 0.0),
    (20.0, 14.0, "none", 0.0),
]
"""The rows of `many_bosses`."""
