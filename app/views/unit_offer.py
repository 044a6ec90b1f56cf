"""What is said of a part whose unit is in doubt, and the buttons that read it in another."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.client.models import Result
from app.state import length_unit, unit_choice
from app.state.length_unit import MM_OF_UNIT
from app.state.unit_choice import UnitChoices
from app.views.banner import Banner

READABLE_MM = 1000.0
"""Sizes beyond this are said in meters."""


def show(
    banner: Banner, path: Path, result: Result, choices: UnitChoices, open_again: Callable[[], object]
) -> None:
    """Offer other units for a part of an uncommon size; of one that was read in another say so."""

    def choose(unit: str) -> Callable[[], object]:
        def act() -> None:
            choices.choose(path, unit)
            open_again()

        return act

    unit = choices.of(path)
    if length_unit.has_none(path):
        _ask_unit(banner, path, result, choices, choose, unit)
        return
    if unit:
        words = _tr("This file is read in {unit}, whatever it says itself.").format(unit=_name(unit))
        banner.show_notice(words, (_tr("As the file says"), choose("")))
        return
    if result.geometry is None:
        return
    declared_mm = length_unit.declared_mm(path)
    readings = unit_choice.other_readings(result.geometry.sides_mm, declared_mm)
    if not readings:
        return
    said = next((each for each, mm in MM_OF_UNIT.items() if mm == declared_mm), "")
    size = _size(max(result.geometry.sides_mm))
    words = (
        _tr("The largest side is {size}: the file says {unit}. Is that meant?").format(
            size=size, unit=_name(said)
        )
        if said
        else _tr("The largest side is {size}, as the file has it. Is that meant?").format(size=size)
    )
    offers = [
        (
            _tr("Read it in {unit} ({size})").format(unit=_name(each.unit), size=_size(each.largest_mm)),
            choose(each.unit),
        )
        for each in readings
    ]
    banner.show_notice(words, *offers)


def _ask_unit(
    banner: Banner,
    path: Path,
    result: Result,
    choices: UnitChoices,
    choose: Callable[[str], Callable[[], object]],
    unit: str,
) -> None:
    """Ask in which unit a file without one was written; of one that was answered say how it is read."""
    if result.geometry is None:
        return
    read_mm = MM_OF_UNIT[unit or "mm"]
    number = f"{max(result.geometry.sides_mm) / read_mm:.4g}"
    if unit:
        other = "in" if unit == "mm" else "mm"
        words = _tr("This file has no unit; its lengths are read in {unit}.").format(unit=_name(unit))
        if unit != "mm":
            banner.show_notice(words, (_tr("Read it in {unit}").format(unit=_name(other)), choose(other)))
        return

    def keep() -> None:
        choices.choose(path, "mm")  # it was read so already
        banner.hide()

    words = _tr("The file has no unit. Its largest side is {number}: millimeters or inches?")
    banner.show_notice(words.format(number=number), (_tr("Millimeters"), keep), (_tr("Inches"), choose("in")))


def _name(unit: str) -> str:
    return {"mm": _tr("millimeters"), "in": _tr("inches"), "m": _tr("meters")}[unit]


def _size(mm: float) -> str:
    return f"{mm / 1000:.4g} m" if mm > READABLE_MM else f"{mm:.3g} mm"


def _tr(text: str) -> str:
    return QCoreApplication.translate("UnitOffer", text)
