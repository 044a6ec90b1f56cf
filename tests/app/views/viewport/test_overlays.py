"""The overlays say whose limits the colors show."""

from app.views.viewport import overlays
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
