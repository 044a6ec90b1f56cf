"""Areas, centroids and volumes against closed formulas, in every spelling of the geometry."""

import math

import numpy as np
import pytest
from OCP.BRep import BRep_Builder
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.BRepAlgoAPI import BRepAlgoAPI_Fuse
from OCP.Geom import Geom_Circle
from OCP.Geom2d import Geom2d_Circle
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Shape, TopoDS_Shell, TopoDS_Solid

from engine.kernel.brep import explore
from engine.kernel.quick_info.read_topology import read_topology
from engine.kernel.topology import measure
from engine.mass_properties.integrate import integrate
from tests.engine.kernel.test_edges import saddle
from tests.support import breps, draw
from tests.support.parts import part_of


def rounded_block(a: float, b: float, c: float, r: float) -> tuple[float, float]:
    """Area and volume of a block of which every edge is rounded, by Steiner's formula on its core."""
    a, b, c = a - 2 * r, b - 2 * r, c - 2 * r
    sides, edges = 2 * (a * b + b * c + c * a), a + b + c
    area = sides + edges * 2 * math.pi * r + 4 * math.pi * r**2
    volume = a * b * c + sides * r + edges * math.pi * r**2 + 4 / 3 * math.pi * r**3
    return area, volume


PI = math.pi
SOLIDS = {
    "box": (draw.box((10, 20, 30)), 2200.0, 6000.0),
    "bored plate": (
        draw.cut(draw.box((30, 30, 10)), draw.cylinder(12, 10, (15, 15, 0))),
        1800 + 1200 - 2 * PI * 144 + 2 * PI * 120,
        9000 - PI * 1440,
    ),
    "cylinder": (draw.cylinder(5, 20), 50 * PI + 200 * PI, 500 * PI),
    "wedge of a cylinder": (draw.cylinder(5, 20, turn=90), 200 + 50 * PI + 12.5 * PI, 125 * PI),
    "cone": (draw.cone(5, 0, 12), 25 * PI + 65 * PI, 100 * PI),
    "frustum": (draw.cone(8, 3, 12), PI * (64 + 9 + 11 * 13), PI * 4 * (64 + 24 + 9)),
    "frustum upside down": (draw.cone(3, 8, 12), PI * (64 + 9 + 11 * 13), PI * 4 * (64 + 24 + 9)),
    "ball": (draw.sphere(7), 4 * PI * 49, 4 / 3 * PI * 343),
    "half ball": (
        draw.cut(draw.sphere(7), draw.box((20, 20, 20), (-10, -10, 0))),
        3 * PI * 49,
        2 / 3 * PI * 343,
    ),
    "ring": (draw.torus(12, 4), 4 * PI**2 * 48, 2 * PI**2 * 12 * 16),
    "rounded block": (draw.fillet(draw.box((30, 20, 10)), 3.0), *rounded_block(30, 20, 10, 3)),
}
SPELLINGS = {
    "exact": draw.unified,
    "nurbs": draw.as_nurbs,
    "mirrored and turned": lambda shape: draw.turned(draw.mirrored(shape), 33.0, (1, 2, 3)),
    "far away": lambda shape: draw.moved(shape, (1e5, 2e5, -3e5)),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", SOLIDS)
def test_solids_measure_what_their_formulas_say(name: str, spelling: str) -> None:
    shape, area, volume = SOLIDS[name]
    part = part_of(SPELLINGS[spelling](shape))
    # STEP files hold 15 digits; a B-spline ball or ring is integrated to better than a millionth
    assert part.area_mm2 == pytest.approx(area, rel=1e-6 if spelling == "nurbs" else 1e-9)
    assert part.volume_mm3 == pytest.approx(volume, rel=1e-6 if spelling == "nurbs" else 1e-8)


def test_centroids_are_where_the_formulas_put_them() -> None:
    half = part_of(SOLIDS["half ball"][0])
    dome = max(half.faces, key=lambda face: face.area_mm2)
    np.testing.assert_allclose(dome.centroid, (0, 0, -3.5), atol=1e-9)  # half the radius
    cone = part_of(SOLIDS["cone"][0])
    slope = max(cone.faces, key=lambda face: face.area_mm2)
    np.testing.assert_allclose(slope.centroid, (0, 0, 4), atol=1e-9)  # a third of the height
    ring = part_of(draw.torus(12, 4, (1, 2, 3), (3, 2, 1)))
    np.testing.assert_allclose(ring.faces[0].centroid, (1, 2, 3), atol=1e-9)
    quarter = part_of(SOLIDS["wedge of a cylinder"][0])
    wall = next(face for face in quarter.faces if type(face.surface).__name__ == "Cylinder")
    np.testing.assert_allclose(wall.centroid, (10 / PI, 10 / PI, 10), atol=1e-9)  # 2 R / pi


def test_a_saddles_volume_is_the_integral_of_its_formula() -> None:
    """Over 40 x 40: 20 + x²/200 - y²/100 has the mean 20 + 133.3/200 - 133.3/100."""
    mean = 20 + 400 / 3 / 200 - 400 / 3 / 100
    assert part_of(saddle()).volume_mm3 == pytest.approx(1600 * mean, rel=1e-9)


def test_a_bore_through_a_curved_wall_leaves_what_the_integral_says() -> None:
    """A hole of radius r square into a cylinder of radius R, up to its axis: an elliptic integral."""
    big, small = 10.0, 4.0
    angles = np.linspace(0.0, PI, 100, endpoint=False)  # of the hole's wall; the mean is exact to all digits
    slices = 2 * (small * np.sin(angles)) ** 2 * np.sqrt(big**2 - (small * np.cos(angles)) ** 2)
    plug = PI * slices.mean()
    drilled = draw.cut(draw.cylinder(big, 30), draw.cylinder(small, 20, (0, 0, 15), draw.X))
    for shape in (drilled, draw.as_nurbs(drilled)):
        assert part_of(shape).volume_mm3 == pytest.approx(PI * big**2 * 30 - plug, rel=1e-6)


def stepped_shaft() -> TopoDS_Shape:
    """Draw a shaft of radius 5 and length 100 with a collar of radius 9 and width 30, cut in halves."""
    profile = [(0, 0, 0), (5, 0, 0), (5, 0, 35), (9, 0, 35), (9, 0, 65), (5, 0, 65), (5, 0, 100), (0, 0, 100)]
    halves = [draw.turned(draw.revolve(profile, turn=180), turn) for turn in (0, 180)]
    return BRepAlgoAPI_Fuse(*halves).Shape()


def _window() -> float:
    """Area of a window 8 wide between radii 8 and 10: the integral of sqrt(r² - y²) over y."""

    def half(r: float) -> float:
        return 2 * math.sqrt(r * r - 16) + r * r / 2 * math.asin(4 / r)

    return 2 * (half(10) - half(8))


SHAFT = (2 * PI * 5 * 70 + 2 * PI * 9 * 30 + 2 * PI * 81, PI * 25 * 70 + PI * 81 * 30)
REWIRED = {
    "stepped shaft": (stepped_shaft, *SHAFT),
    "wedge of a cylinder": (lambda: draw.cylinder(5, 100, turn=90), 1000 + 250 * PI + 12.5 * PI, 625 * PI),
    "cone": (lambda: draw.cone(5, 0, 12), 25 * PI + 65 * PI, 100 * PI),
    "ball": (lambda: draw.sphere(7), 4 * PI * 49, 4 / 3 * PI * 343),
    "ring": (lambda: draw.torus(12, 4), 4 * PI**2 * 48, 2 * PI**2 * 12 * 16),
    "half ball": (lambda: SOLIDS["half ball"][0], *SOLIDS["half ball"][1:]),
    "tube with a window": (
        # a box 8 wide through one wall: on either cylinder of radius R it opens an arc of 2 asin(4 / R)
        lambda: draw.cut(draw.cylinder(10, 100), draw.cylinder(8, 100), draw.box((20, 8, 60), (0, -4, 20))),
        2 * PI * 18 * 100
        + 2 * PI * 36
        - 60 * 2 * (10 * math.asin(0.4) + 8 * math.asin(0.5))
        + 2 * 60 * (84**0.5 - 48**0.5)
        + 2 * _window(),
        PI * 36 * 100 - 60 * _window(),
    ),
}
"""Shape, area and volume."""
WIRES: dict[str, breps.Rewire] = {
    "shuffled": breps.shuffled(0),
    "reversed": lambda loop: loop[::-1],
    "vertices told twice": lambda loop: [breps.with_own_vertices(edge) for edge in breps.shuffled(5)(loop)],
    "without poles": breps.without_degenerate,
}


@pytest.mark.parametrize("wires", WIRES)
@pytest.mark.parametrize("name", REWIRED)
def test_a_solid_measures_the_same_whatever_the_order_of_its_wires(name: str, wires: str) -> None:
    make, area, volume = REWIRED[name]
    brep = breps.brep_of(breps.rewired(make(), WIRES[wires]))
    part = measure(brep)
    assert part.area_mm2 == pytest.approx(area, rel=1e-9)
    assert part.volume_mm3 == pytest.approx(volume, rel=1e-9)
    seen = integrate(read_topology(brep))
    assert seen.area_mm2.sum() == pytest.approx(area, rel=1e-9)
    assert seen.flux_mm3.sum() / 3 == pytest.approx(volume, rel=1e-9)


def test_a_spline_measures_the_same_whatever_the_order_of_its_wires() -> None:
    brep = breps.brep_of(breps.rewired(draw.as_nurbs(stepped_shaft()), WIRES["vertices told twice"]))
    assert measure(brep).area_mm2 == pytest.approx(SHAFT[0], rel=1e-9)
    assert integrate(read_topology(brep)).area_mm2.sum() == pytest.approx(SHAFT[0], rel=1e-9)


def test_a_window_that_is_wider_weighs_more() -> None:
    """The near twin: what is measured is the window that is drawn, not the tube round it."""
    tube, tool = (
        draw.cut(draw.cylinder(10, 100), draw.cylinder(8, 100)),
        draw.box((20, 8.2, 60), (0, -4.1, 20)),
    )
    part = measure(breps.brep_of(breps.rewired(draw.cut(tube, tool), breps.shuffled(1))))
    assert part.volume_mm3 < REWIRED["tube with a window"][2] - 60 * 0.2


def leaky_peg(turn: int) -> TopoDS_Shape:
    """Draw a peg whose cap is 0.1 mm smaller than its side; its faces in another order for each `turn`."""
    builder, shell, solid = BRep_Builder(), TopoDS_Shell(), TopoDS_Solid()
    faces = [TopoDS.Face(face) for face in explore(draw.cylinder(5, 20), TopAbs_ShapeEnum.TopAbs_FACE)]
    (cap,) = (face for face in faces if BRepAdaptor_Surface(face).EvalD0(0.0, 0.0).Z() == 20.0)
    edge = TopoDS.Edge(explore(cap, TopAbs_ShapeEnum.TopAbs_EDGE)[0])
    for circle, on in (
        (BRepAdaptor_Curve(edge).Circle(), ()),
        (BRepAdaptor_Curve2d(edge, cap).Circle(), (cap,)),
    ):
        circle.SetRadius(4.9)
        builder.UpdateEdge(edge, Geom2d_Circle(circle) if on else Geom_Circle(circle), *on, 0.2)
    builder.MakeShell(shell)
    for face in faces[turn:] + faces[:turn]:
        builder.Add(shell, face)
    shell.Closed(True)
    builder.MakeSolid(solid)
    builder.Add(solid, shell)
    return solid


def test_a_body_with_a_leak_measures_the_same_whatever_face_comes_first() -> None:
    first, *others = (breps.brep_of(leaky_peg(turn)) for turn in range(3))
    volume = measure(first).volume_mm3
    assert abs(volume - 500 * PI) < 5 * PI * (5.0**2 - 4.9**2)  # a leak of this area, half of the height away
    for brep in (first, *others):
        assert measure(brep).volume_mm3 == pytest.approx(volume, rel=1e-12)
        assert integrate(read_topology(brep)).flux_mm3.sum() / 3.0 == pytest.approx(volume, rel=1e-12)
