"""Areas, centroids and volumes against closed formulas, in every spelling of the geometry."""

import math

import numpy as np
import pytest

from tests.engine.kernel.test_edges import saddle
from tests.support import draw
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
    "turned": lambda shape: draw.turned(shape, 33.0, (1, 2, 3)),
    "mirrored": draw.mirrored,
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
    """A hole of radius r square through a cylinder of radius R: the plug's volume is an elliptic integral."""
    from scipy.integrate import quad

    big, small = 10.0, 4.0
    plug = 2 * quad(lambda x: 2 * math.sqrt(small**2 - x**2) * math.sqrt(big**2 - x**2), -small, small)[0]
    drilled = draw.cut(draw.cylinder(big, 30), draw.cylinder(small, 40, (-20, 0, 15), draw.X))
    for shape in (drilled, draw.as_nurbs(drilled)):
        assert part_of(shape).volume_mm3 == pytest.approx(PI * big**2 * 30 - plug, rel=1e-6)
