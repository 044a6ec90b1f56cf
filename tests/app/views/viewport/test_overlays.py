"""The overlays say whose limits the colors show."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.views.theme.tokens import LIGHT
from app.views.viewport import colormaps, overlays
from app.views.viewport.kinds_legend import Kind
from app.views.viewport.overlays import ViewportOverlays
from engine.palette import Extent
from tests.app.sent_limits import sent


def test_the_process_is_named_whether_it_sets_a_limit_or_none() -> None:
    assert overlays.about_limits(sent(0.4, 0.8)) == ["Limits: CNC · 3-axis"]
    assert overlays.about_limits(sent(unit="mm")) == ["No limit in mm in CNC · 3-axis"]


def test_limits_that_depend_on_the_place_are_shown_from_the_least_to_the_most() -> None:
    limits = sent(0.4, 0.8, fail_least=0.1, depends_on_place=True)
    assert overlays.about_limits(limits)[1:] == ["They depend on the place, fail below 0.1 to 0.4"]
    alike = sent(0.4, 0.8, depends_on_place=True)
    assert overlays.about_limits(alike)[1:] == ["They depend on the place"]


def test_a_server_that_sends_no_limits_is_not_said_to_have_none() -> None:
    assert overlays.about_limits(None) == ["No limits were sent for these values"]


SCALE = colormaps.of_stops(sent(1.5, 2.5, extent=Extent(8.0, 12.0)).stops, 1.5, 2.5)
NOTES = [
    ("#7b1fa2", "undercut"),
    (None, "Limits: Injection molding · Two mold halves and slides, thermoplastic"),
    (None, "They depend on the place"),
]


@pytest.mark.parametrize(
    ("width", "height", "is_tall", "is_open"),
    [
        (327, 640, True, False),  # one of two pictures side by side on a screen of 1280 by 800
        (327, 640, False, True),  # a short list of kinds leaves the part more than half of it
        (327, 900, True, True),
        (600, 640, True, True),  # beside it there is room
        (327, 500, False, False),
    ],
)
def test_a_legend_that_leaves_the_part_little_of_a_narrow_picture_folds(
    qtbot: QtBot, width: int, height: int, is_tall: bool, is_open: bool
) -> None:
    home = QWidget()
    qtbot.addWidget(home)
    home.resize(width, height)
    shown = ViewportOverlays(home, LIGHT)
    if is_tall:
        shown.legend.show_scale("Draft", "degrees", SCALE, notes=NOTES)
    else:
        shown.legend.show_kinds([Kind(name, "#888888", 1) for name in ("Hole", "Boss", "Fin")], frozenset())
    shown.legend.show()
    for _ in range(2):  # folded it is as high as it is then, and stays so
        shown.arrange()
        assert shown.legend.is_unfolded == is_open
