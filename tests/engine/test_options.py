"""Options are read from text, and what makes no sense is refused in a sentence."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidOption
from engine.model.pull import PullMode
from engine.options import build_volumes, mesh_options, pull_options


def test_a_direction_is_normalized_whatever_its_length() -> None:
    for text in ("0,0,-2", "0, 0, -1e-300", "0,0,-1e300"):
        assert pull_options(text, 0.5, 3).direction == (0, 0, -1)
    assert pull_options("3,4,0", 0.5, 3).direction == pytest.approx((0.6, 0.8, 0))
    assert pull_options("3,4,0", 0.5, 3).mode is PullMode.GIVEN


@given(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 3).filter(any))
def test_every_finite_direction_but_zero_becomes_a_unit_vector(direction: tuple[float, float, float]) -> None:
    found = pull_options(",".join(map(repr, direction)), 0.5, 3).direction
    assert found is not None
    assert math.isclose(math.hypot(*found), 1.0, rel_tol=1e-12)


@pytest.mark.parametrize("text", ["0,0,0", "nan,0,1", "inf,0,0", "1,2", "1,2,3,4", "up", "", "1;0;0"])
def test_a_pull_that_points_nowhere_is_refused_with_what_is_accepted(text: str) -> None:
    with pytest.raises(InvalidOption, match="cardinal, hemisphere or a direction x,y,z"):
        pull_options(text, 0.5, 3)


def test_a_named_pull_has_no_direction_yet() -> None:
    assert pull_options("cardinal", 0.5, 3).direction is None
    assert pull_options("hemisphere", 1, 4).mode is PullMode.HEMISPHERE


@pytest.mark.parametrize(
    ("alpha_min", "alpha_warn"), [(-1, 3), (0.5, 90), (math.nan, 3), (0.5, math.inf), (4, 3)]
)
def test_angles_out_of_range_or_order_are_refused(alpha_min: float, alpha_warn: float) -> None:
    with pytest.raises(InvalidOption, match="alpha_"):
        pull_options("cardinal", alpha_min, alpha_warn)


@pytest.mark.parametrize("max_edge", [0.0, -1.0, math.nan, math.inf])
def test_an_edge_that_is_no_length_is_refused(max_edge: float) -> None:
    with pytest.raises(InvalidOption, match="max_edge"):
        mesh_options(max_edge, None)


@pytest.mark.parametrize("curvature", [0.0, 2.9, 721.0, math.nan])
def test_a_curvature_that_closes_no_circle_is_refused(curvature: float) -> None:
    with pytest.raises(InvalidOption, match="curvature"):
        mesh_options(None, curvature)


def test_without_a_wish_the_part_decides() -> None:
    options = mesh_options(None, None)
    assert options.max_edge_mm is None
    assert options.curvature is None


def test_build_volumes_are_read_with_the_shortest_side_first() -> None:
    assert build_volumes("additive/fdm=914x610x914, cnc = 10.5 × 8 × 9 ,") == {
        "additive/fdm": (610.0, 914.0, 914.0),
        "cnc": (8.0, 9.0, 10.5),
    }
    assert build_volumes("  ") == {}


@pytest.mark.parametrize(
    "text",
    [
        "fdm",
        "fdm=",
        "=1x1x1",
        "fdm=1x1",
        "fdm=1x1x1x1",
        "fdm=axbxc",
        "fdm=0x1x1",
        "fdm=-1x1x1",
        "fdm=nanx1x1",
        "fdm=infx1x1",
        "fdm=1x1x1;cnc=1x1x1",
    ],
)
def test_an_entry_that_is_no_build_volume_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidOption, match="as additive/fdm=256x256x256"):
        build_volumes(text)


def test_a_process_has_one_build_volume() -> None:
    with pytest.raises(InvalidOption, match="cnc twice"):
        build_volumes("cnc=1x1x1,cnc=2x2x2")
