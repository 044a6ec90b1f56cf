"""Measurements in words."""

import pytest

from app.client.measuring import Measure, MeasuredPlace, Measurement
from app.state import display_unit, measure_words


def place(shape: str, **measures: float) -> MeasuredPlace:
    found = tuple(Measure(name=name, value=value, unit="mm") for name, value in measures.items())
    return MeasuredPlace(shape=shape, point=(0, 0, 0), measures=found)


def between(one: str, other: str, relation: str, is_exact: bool = True, **measures: float) -> Measurement:
    found = tuple(
        Measure(name=name, value=value, unit="mm", witness=((0, 0, 0), (1.5, -2.0, 0.0)), is_exact=is_exact)
        for name, value in measures.items()
    )
    return Measurement(places=(place(one), place(other)), relation=relation, measures=found)


@pytest.mark.parametrize(
    ("measurement", "lines"),
    [
        (between("plane", "plane", "parallel", distance=10.0), ("Plane to plane: 10.000 mm", "Parallel")),
        (
            between("cylinder", "line", "perpendicular", distance=30.0, angle=90.0),
            ("Axis to edge: 30.000 mm", "Perpendicular, 90.000°"),
        ),
        (between("plane", "plane", "angled", angle=60.0), ("Angle 60.000° (120.000°)",)),
        (
            between("cylinder", "cylinder", "parallel", distance=50.0, wall=41.0),
            ("Axis to axis: 50.000 mm", "Parallel", "Wall between: 41.000 mm"),
        ),
        (between("circle", "sphere", "apart", distance=2.5), ("Center to center: 2.500 mm",)),
        (between("plane", "plane", "coplanar", distance=0.0), ("In one plane",)),
        (between("cylinder", "cylinder", "coaxial", distance=0.0), ("Coaxial",)),
        (
            between("freeform", "curve", "apart", is_exact=False, straight=2.5),
            ("Picked points: ≈ 2.500 mm   Δx +1.500  Δy −2.000  Δz 0.000",),
        ),
    ],
)
def test_the_line_that_matters_comes_first(measurement: Measurement, lines: tuple[str, ...]) -> None:
    assert measure_words.lines(measurement) == lines


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (
            place("circle", radius=7.0, diameter=14.0, length=44.0),
            ("Ø14.000 mm  (R 7.000)", "Length 44.000 mm"),
        ),
        (place("torus", radius=2.0, ring_radius=9.0), ("R 2.000 mm  (ring R 9.000)",)),
        (place("cone", cone_angle=90.0), ("Cone of 90.000°",)),
        (place("plane", area=1234.5), ("Area 1,234.5 mm²",)),
    ],
)
def test_one_place_says_its_own_sizes(found: MeasuredPlace, lines: tuple[str, ...]) -> None:
    assert measure_words.lines(Measurement(places=(found,))) == lines


def test_in_inches_lengths_have_four_decimals_and_angles_stay() -> None:
    display_unit.choose("in")
    found = between("cylinder", "line", "angled", distance=25.4, angle=30.0)
    assert measure_words.lines(found) == ("Axis to edge: 1.0000 in", "Angle 30.000° (150.000°)")
    thick = Measurement(measures=(Measure(name="thickness", value=2.54, unit="mm"),))
    assert measure_words.thickness(thick) == "0.1000 in"
