"""How large a part is, in words: three figures count, however small or large it is."""

from collections.abc import Sequence

from app.state import display_unit

MM3_PER_CM3 = 1000.0
MM2_PER_CM2 = 100.0
LEAST_CM3 = 0.1
"""Less is shown in mm³."""
LEAST_CM2 = 1.0
"""Less is shown in mm²."""


def sides(sides_mm: Sequence[float]) -> str:
    """Return the sides of a box, with the unit that lengths are shown in."""
    return f"{bare_sides(sides_mm)} {display_unit.name()}"


def bare_sides(sides_mm: Sequence[float]) -> str:
    """Return the sides of a box without a unit, where a heading has it."""
    digits = display_unit.digits(1)
    return " × ".join(f"{display_unit.shown(side):.{digits}f}" for side in sides_mm)


def volume(volume_cm3: float) -> str:
    """Return a volume in the unit that suits it."""
    if display_unit.is_inches():
        return f"{figures(display_unit.shown(volume_cm3, 'cm³'))} in³"
    if volume_cm3 < LEAST_CM3:
        return f"{figures(volume_cm3 * MM3_PER_CM3)} mm³"
    return f"{figures(volume_cm3)} cm³"


def area(area_cm2: float) -> str:
    """Return an area in the unit that suits it."""
    if display_unit.is_inches():
        return f"{figures(display_unit.shown(area_cm2, 'cm²'))} in²"
    if area_cm2 < LEAST_CM2:
        return f"{figures(area_cm2 * MM2_PER_CM2)} mm²"
    return f"{figures(area_cm2)} cm²"


def figures(value: float) -> str:
    """Return three figures, more where a whole number has more: 0.0123, 1.23, 123, 12,345."""
    size = abs(value)
    if size == 0.0:
        return "0"
    decimals = next((n for n in range(9) if size * 10.0**n >= 99.95), 9)
    return f"{value:,.{decimals}f}"
