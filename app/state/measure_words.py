"""Measurements in words: `Axis to edge: 30.000 mm`, `Perpendicular`, `⌀14.000 mm (R 7.000)`."""

from app.client.measuring import Measure, MeasuredPlace, Measurement
from app.state import display_unit
from app.state.quantity_words import MINUS

DIGITS_MM = 3
ABOUT = "≈ "
"""Stands before what rests on a picked point of a surface without a formula."""

CARRIERS = {
    "plane": "Plane",
    "cylinder": "Axis",
    "cone": "Axis",
    "torus": "Axis",
    "sphere": "Center",
    "circle": "Center",
    "line": "Edge",
}
"""What is measured from, by the shape that was picked; from any other shape it is the point itself."""
POINT = "Point"
RELATIONS = {
    "parallel": "Parallel",
    "perpendicular": "Perpendicular",
    "coaxial": "Coaxial",
    "coplanar": "In one plane",
}
"""An angle says itself, and what is apart needs no word."""
SAME = ("coaxial", "coplanar")
"""Between these there is no distance to speak of."""


def length(value_mm: float) -> str:
    """Return a length with all the digits that a measurement is good for."""
    return f"{_number(value_mm)} {display_unit.name()}"


def thickness(measurement: Measurement) -> str:
    """Return a thickness as a label has it: `2.400 mm`."""
    (found,) = measurement.measures
    return _about(found) + length(found.value)


def lines(measurement: Measurement) -> tuple[str, ...]:
    """Return what was measured, the line that matters first."""
    if len(measurement.places) == 1:
        return _of_place(measurement.places[0])
    named = {each.name: each for each in measurement.measures}
    found = []
    if measurement.relation in SAME:
        found.append(RELATIONS[measurement.relation or ""])
    elif "distance" in named:
        between = " to ".join(_carriers(measurement.places))
        found.append(f"{between}: {_about(named['distance'])}{length(named['distance'].value)}")
    if "angle" in named:
        found.append(_angle(named["angle"].value))
    elif measurement.relation in RELATIONS and measurement.relation not in SAME:
        found.append(RELATIONS[measurement.relation])
    if "wall" in named:
        found.append(f"Wall between: {_about(named['wall'])}{length(named['wall'].value)}")
    if "straight" in named:
        found.append(_straight(named["straight"]))
    return tuple(found)


def _of_place(place: MeasuredPlace) -> tuple[str, ...]:
    named = {each.name: each.value for each in place.measures}
    found = []
    if "diameter" in named:
        found.append(f"Ø{length(named['diameter'])}  (R {_number(named['radius'])})")
    elif "radius" in named:
        ring = f"  (ring R {_number(named['ring_radius'])})" if "ring_radius" in named else ""
        found.append(f"R {length(named['radius'])}{ring}")
    if "cone_angle" in named:
        found.append(f"Cone of {named['cone_angle']:.3f}°")
    if "length" in named:
        found.append(f"Length {length(named['length'])}")
    if "area" in named:
        found.append(f"Area {_area(named['area'])}")
    return tuple(found)


def _carriers(places: tuple[MeasuredPlace, ...]) -> list[str]:
    words = [CARRIERS.get(each.shape, POINT) for each in places]
    return [words[0], *(word.lower() for word in words[1:])]


def _angle(degrees: float) -> str:
    """Return an angle with the one on its other side: which is meant depends on the side one looks from."""
    if abs(degrees - 90.0) < 5e-4:
        return "Perpendicular, 90.000°"
    return f"Angle {degrees:.3f}° ({180.0 - degrees:.3f}°)"


def _straight(measure: Measure) -> str:
    words = f"Picked points: {_about(measure)}{length(measure.value)}"
    if measure.witness is None:
        return words
    start, end = measure.witness
    steps = (
        f"Δ{axis} {_signed(after - before)}" for axis, before, after in zip("xyz", start, end, strict=True)
    )
    return f"{words}   {'  '.join(steps)}"


def _signed(value_mm: float) -> str:
    words = _number(abs(value_mm))
    return words if float(words.replace(",", "")) == 0.0 else f"{MINUS if value_mm < 0.0 else '+'}{words}"


def _number(value_mm: float) -> str:
    return f"{display_unit.shown(value_mm):.{display_unit.digits(DIGITS_MM)}f}"


def _area(value_mm2: float) -> str:
    digits = display_unit.digits(1, "mm²")
    return f"{display_unit.shown(value_mm2, 'mm²'):,.{digits}f} {display_unit.name('mm²')}"


def _about(measure: Measure) -> str:
    return "" if measure.is_exact else ABOUT
