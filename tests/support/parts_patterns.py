"""Parts with patterns that are known because they are drawn here, and features that stand in none."""

import math
from collections.abc import Mapping

from OCP.TopoDS import TopoDS_Shape

from engine.model.analysis import Recognition
from engine.model.mesh import MeshOptions
from engine.model.pattern import Pattern
from engine.patterns import find
from tests.support import draw, drawn
from tests.support.mutators import Respelled
from tests.support.parts_holes import drilled, stadium

THICK = 12.0
"""Of the plate; its top is at this height."""


COARSE = MeshOptions(max_edge_mm=1e6, curvature=12)
"""No feature that stands in a pattern here is measured by triangles."""


def patterns_of(described: TopoDS_Shape | Respelled) -> tuple[Recognition, tuple[Pattern, ...]]:
    """Recognize the features of a part and find their patterns; what is respelled goes through its file."""
    if isinstance(described, Respelled):
        context = drawn.prepared_from_file(described, COARSE)
    else:
        context = drawn.prepared(described, COARSE)
    recognition = drawn.recognition_of(context)
    return recognition, find.find(context.prepared, recognition)


def labels_of(described: TopoDS_Shape | Respelled) -> list[str]:
    """Return what a drawing of the part would note."""
    return [pattern.label for pattern in patterns_of(described)[1]]


def flange(
    diameters: Mapping[int, float] | None = None, off: Mapping[int, float] | None = None, places: int = 8
) -> TopoDS_Shape:
    """Draw a flange with holes of 6.6 on a circle of 80; some are of another diameter, or off along x."""
    disc = draw.cylinder(50, THICK)
    holes = []
    for place in range(places):
        turn = 2.0 * math.pi * place / places
        x, y = 40.0 * math.cos(turn) + (off or {}).get(place, 0.0), 40.0 * math.sin(turn)
        holes.append(drilled((diameters or {}).get(place, 6.6), THICK + 5, (x, y, THICK)))
    return draw.cut(disc, *holes)


def plate() -> TopoDS_Shape:
    """Draw a plate with five holes of a circle of six, a row of slots, a grid of pins, two equal pockets.

    The sixth hole is wider. The pockets lie on either side of the middle.
    """
    blank = draw.box((200, 120, THICK))
    turns = [2.0 * math.pi * place / 6 for place in range(6)]
    circle = [(50 + 40 * math.cos(turn), 55 + 40 * math.sin(turn), THICK) for turn in turns]
    holes = [drilled(8 if place == 3 else 6.6, THICK + 5, at) for place, at in enumerate(circle)]
    slots = [stadium(4, 10, 5, (115, 50 + 10 * index, THICK)) for index in range(3)]
    pockets = [draw.box((20, 12, 9), (x, 104, THICK - 4)) for x in (70, 110)]
    pins = [draw.cylinder(1.25, 9, (120 + 5 * i, 15 + 5 * j, THICK - 1)) for i in range(3) for j in range(2)]
    return draw.fuse(draw.cut(blank, *holes, *slots, *pockets), *pins)


def cross_drilled(count: int = 3, last_deg: float = 0.0) -> TopoDS_Shape:
    """Draw a shaft with blind holes of 5 all round, the last of them turned further by some degrees."""
    tools = [
        draw.turned(
            draw.cylinder(2.5, 14, (10, 0, 30), (1, 0, 0)),
            360 * place / count + 20 + (last_deg if place == count - 1 else 0.0),
        )
        for place in range(count)
    ]
    return draw.cut(draw.cylinder(20, 60), *tools)


def heat_sink(count: int = 5, pitch: float = 8.0) -> TopoDS_Shape:
    """Draw a base with fins of 2 mm across it."""
    fins = [draw.box((2, 50, 20), (3 + pitch * index, 0, 6)) for index in range(count)]
    return draw.fuse(draw.box((count * pitch, 50, 6)), *fins)
