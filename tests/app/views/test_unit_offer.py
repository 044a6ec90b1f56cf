"""What is asked about a file without a unit, and what the answers do."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.client import models
from app.state.unit_choice import UnitChoices
from app.views import unit_offer
from app.views.banner import Banner
from app.views.theme.tokens import LIGHT
from tests.app.views.viewport import served

GEOMETRY = {
    "volume_cm3": 1.0,
    "surface_area_cm2": 1.0,
    "bounding_box_mm": {"x": 25.4, "y": 10.0, "z": 2.0},
}


def buttons(banner: Banner) -> dict[str, QPushButton]:
    return {one.text(): one for one in banner.findChildren(QPushButton) if not one.isHidden()}


@pytest.fixture
def banner(qtbot: QtBot) -> Banner:
    made = Banner(LIGHT)
    qtbot.addWidget(made)
    return made


def ask(banner: Banner, path: Path, choices: UnitChoices) -> list[str]:
    opened: list[str] = []
    result = served.result(geometry=GEOMETRY)
    assert isinstance(result, models.Result)
    unit_offer.show(banner, path, result, choices, lambda: opened.append(choices.of(path)))
    return opened


def test_a_file_without_a_unit_is_asked_about_once(banner: Banner, tmp_path: Path) -> None:
    path, choices = tmp_path / "part.stl", UnitChoices(tmp_path)
    opened = ask(banner, path, choices)
    asked = "The file has no unit. Its largest side is 25.4: millimeters or inches?"
    assert banner.words.text() == asked
    buttons(banner)["Millimeters"].click()
    assert (opened, choices.of(path)) == ([], "mm")  # it was read so already
    assert banner.isHidden()
    ask(banner, path, choices)
    assert banner.isHidden()


def test_in_inches_it_is_read_again_and_can_be_taken_back(banner: Banner, tmp_path: Path) -> None:
    path, choices = tmp_path / "part.stl", UnitChoices(tmp_path)
    opened = ask(banner, path, choices)
    buttons(banner)["Inches"].click()
    assert opened == ["in"]
    opened = ask(banner, path, choices)
    assert banner.words.text() == "This file has no unit; its lengths are read in inches."
    buttons(banner)["Read it in millimeters"].click()
    assert opened == ["mm"]


def test_a_step_file_of_a_common_size_is_not_asked_about(banner: Banner, tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.write_text("ISO-10303-21;")
    ask(banner, path, UnitChoices(tmp_path))
    assert banner.isHidden()
