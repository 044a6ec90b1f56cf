"""What makes a fastener of a body, and its near twins; those of standards are in `test_find.py`."""

import math
from collections.abc import Callable

import pytest
from OCP.TopoDS import TopoDS_Shape

from engine.form import fasteners
from engine.form.fasteners import Fastener, FastenerKind
from engine.graph import drawn_threads, turning
from engine.run_context import RunContext
from tests.engine.form.test_find import prism
from tests.support import draw, parts_holes
from tests.support.parts import part_of, without_mesh


def fastener_of(shape: TopoDS_Shape) -> Fastener | None:
    """Find the fastener that the only body of a part looks like; what has one is of no other form."""
    context = RunContext(without_mesh(part_of(shape)))
    (body,) = context.part.bodies
    threads = drawn_threads.find(context)
    revolution = turning.about_best_axis(context.part, context.graph, body.id, 0.0)
    assert revolution is not None
    turned = fasteners.round_faces(context.part, body, revolution, threads)
    return fasteners.find(context.part, body, revolution, threads, turned)


def threaded(stud: TopoDS_Shape, *starts_mm: float, long_mm: float = 2.6) -> TopoDS_Shape:
    """Cut a thread of Ø6, two millimeters a turn, along so much of a stud, from each height on."""
    threads = [parts_holes.outside_thread(4.8, 6.0, 2.0, long_mm, start_mm) for start_mm in starts_mm]
    return draw.cut(stud, *threads, at_once=False)


@pytest.mark.parametrize(
    ("shank_mm", "long_mm", "head", "kind"),
    [
        (14.0, 2.6, draw.cylinder(5, 6, (0, 0, 14)), FastenerKind.SCREW),
        (6.0, 6.0, draw.cylinder(5, 6, (0, 0, 6)), FastenerKind.SCREW),
        (6.0, 6.0, prism(6, 10.0, 4.0, 6.0), FastenerKind.HEXAGON_SCREW),
    ],
    ids=["under a plain shank", "up to the head", "up to a hexagon"],
)
def test_a_drawn_thread_under_a_head_makes_a_screw_whatever_drives_it(
    shank_mm: float, long_mm: float, head: TopoDS_Shape, kind: FastenerKind
) -> None:
    """It is as thick as its thread, where that is cut along all of it, or into the head, too."""
    found = fastener_of(threaded(draw.fuse(draw.cylinder(3, shank_mm), head), 0.0, long_mm=long_mm))
    assert found is not None
    assert (found.kind, found.diameter_mm, found.width_mm) == (kind, pytest.approx(6.0), pytest.approx(10.0))


@pytest.mark.parametrize(
    ("stud", "starts_mm", "kind"),
    [
        (draw.fuse(draw.cylinder(3, 14), draw.cylinder(5, 20, (0, 0, 14))), (0.0,), None),
        (draw.fuse(draw.cylinder(3, 20), draw.cylinder(5, 6, (0, 0, 7))), (0.0,), None),
        (draw.fuse(draw.cylinder(3, 12), prism(6, 10.0, 4.0, 4.0)), (0.0, 8.0), FastenerKind.FITTING),
    ],
    ids=["three diameters of head", "a journal behind the collar", "a hexagon between two threads"],
)
def test_a_thread_makes_no_screw_of_what_goes_on_behind_its_head_or_has_none(
    stud: TopoDS_Shape, starts_mm: tuple[float, ...], kind: FastenerKind | None
) -> None:
    found = fastener_of(threaded(stud, *starts_mm))
    assert (found and found.kind) == kind


def rounded(bar: TopoDS_Shape, radius_mm: float) -> TopoDS_Shape:
    """Round the upright edges of a hexagon bar of 35 across flats."""
    corner = 35.0 / math.sqrt(3.0)
    turns = [math.radians(60.0 * k) for k in range(6)]
    return draw.fillet(
        bar, radius_mm, *((corner * math.cos(turn), corner * math.sin(turn), 2.0) for turn in turns)
    )


def test_a_lock_nut_has_round_corners_and_the_socket_of_a_set_screw_reaches_the_core_of_its_thread() -> None:
    nut = fastener_of(draw.cut(rounded(prism(6, 35.0, 4.0), 0.5), draw.cylinder(15, 20, (0, 0, -5))))
    screw = fastener_of(draw.cut(draw.cylinder(1.5, 6), prism(6, 2.05, 4.5, 2.0)))
    assert nut is not None
    assert screw is not None
    assert (nut.kind, nut.diameter_mm, nut.width_mm) == (
        FastenerKind.NUT,
        pytest.approx(30.0),
        pytest.approx(35.0),
    )
    assert (screw.kind, screw.diameter_mm, screw.width_mm) == (
        FastenerKind.SET_SCREW,
        pytest.approx(3.0),
        pytest.approx(2.05),
    )


@pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(
            lambda: draw.cut(draw.cylinder(8, 8), draw.cylinder(4.2, 20, (0, 0, -5))), id="a sleeve"
        ),
        pytest.param(
            lambda: draw.cut(draw.cylinder(8, 1.6), draw.cylinder(7, 5, (0, 0, -1))), id="a thin ring"
        ),
        pytest.param(lambda: draw.cut(draw.cylinder(8, 0.6), draw.cylinder(4.2, 5, (0, 0, -1))), id="a foil"),
        pytest.param(
            lambda: draw.cut(prism(6, 35.0, 4.0), draw.cylinder(15.4, 20, (0, 0, -5))), id="a hexagonal frame"
        ),
        pytest.param(
            lambda: draw.cut(prism(8, 13.0, 6.5), draw.cylinder(3.4, 20, (0, 0, -5))),
            id="an octagon with a bore",
        ),
        pytest.param(
            lambda: draw.fuse(draw.cylinder(3, 30), draw.cylinder(5, 20, (0, 0, 30))), id="a stepped pin"
        ),
        pytest.param(
            lambda: draw.fuse(draw.cylinder(3, 30), draw.cylinder(5, 6, (0, 0, 30))),
            id="a headed pin",
        ),
        pytest.param(
            lambda: draw.cut(draw.cylinder(3, 16), prism(6, 4.2, 4.0, 13.0)), id="a pin with a wide socket"
        ),
        pytest.param(
            lambda: draw.cut(draw.cylinder(3, 16), prism(6, 3.0, 4.0, 6.0)), id="a pin with a hollow inside"
        ),
        pytest.param(
            lambda: draw.cut(draw.cylinder(3, 16), prism(6, 3.0, 18.0, -1.0)),
            id="a sleeve over a hexagon bar",
        ),
        pytest.param(
            lambda: draw.cut(draw.cylinder(3, 3.5), prism(6, 3.0, 2.0, 2.0)), id="a plug with a socket"
        ),
    ],
)
def test_near_twins_of_fasteners_are_none(drawn: Callable[[], TopoDS_Shape]) -> None:
    assert fastener_of(drawn()) is None
