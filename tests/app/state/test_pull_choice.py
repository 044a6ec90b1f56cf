"""The pull as it is asked for, against the one a result was made with."""

from dataclasses import replace

from app.client.models import Feature, Manufacturability
from app.state import pull_choice
from app.state.pull_choice import PullChoice
from app.state.settings import Settings

MADE = Manufacturability(
    pull_dir=(0.0, 0.0, 1.0),
    alpha_min_deg=0.5,
    alpha_warn_deg=3.0,
    pull_mode="cardinal",
    n_undercuts=7,
    n_low_draft=0,
)


def test_the_choice_of_a_result_is_the_one_it_was_made_with():
    choice = pull_choice.of_result(MADE)
    assert choice == PullChoice("cardinal", (0.0, 0.0, 1.0), 0.5, 3.0)
    assert not choice.differs_from(MADE)


def test_another_direction_or_another_draft_makes_a_result_stale():
    assert PullChoice("direction", (1.0, 0.0, 0.0)).differs_from(MADE)
    assert replace(pull_choice.of_result(MADE), alpha_min_deg=1.0).differs_from(MADE)
    assert PullChoice("hemisphere").differs_from(MADE)


def test_the_direction_that_was_found_changes_nothing_at_any_length():
    assert not PullChoice("direction", (0.0, 0.0, 5.0)).differs_from(MADE)
    assert PullChoice("direction", (0.0, 0.0, -5.0)).differs_from(MADE)


def test_a_server_that_says_no_mode_is_taken_by_its_direction():
    bare = Manufacturability(pull_dir=(1.0, 0.0, 0.0), alpha_min_deg=1.0, n_undercuts=0, n_low_draft=0)
    assert pull_choice.of_result(bare) == PullChoice("direction", (1.0, 0.0, 0.0), 1.0, 3.0)
    assert not pull_choice.of_result(bare).differs_from(bare)


def test_options_are_as_the_form_has_them():
    assert PullChoice("direction", (0.0, -1.0, 0.5)).options()["pull"] == "0,-1,0.5"
    assert PullChoice("hemisphere").options() == {"pull": "hemisphere", "alpha_min": 0.5, "alpha_warn": 3.0}


def test_what_cannot_be_sent_says_why():
    assert PullChoice("direction", (0.0, 0.0, 0.0)).problem is not None
    assert PullChoice(alpha_min_deg=4.0).problem == "Warn below at least 4°, the least draft."
    assert PullChoice(alpha_min_deg=50.0, alpha_warn_deg=50.0).problem is not None
    assert PullChoice().problem is None


def test_directions_along_an_axis_have_its_name():
    assert pull_choice.direction_words((0.0, 0.0, -2.0)) == "−Z"
    assert pull_choice.direction_words((1.0, 0.0, 1.0)) == "1.00, 0.00, 1.00"
    assert pull_choice.axis_name((0.0, 0.0, 0.0)) is None


def test_a_count_says_what_it_was_where_it_changed():
    assert pull_choice.change(7, 2) == "7 → 2"
    assert pull_choice.change(2, 2) == "2"
    assert pull_choice.change(None, 2) == "2"


def test_a_picked_face_gives_its_normal_and_a_fillet_gives_nothing():
    wall = Feature(fid="4", kind="WALL", axis=(0.0, 0.0, 1.0))
    fillet = Feature(fid="5", kind="FILLET")
    assert pull_choice.direction_of_face((wall, fillet), "4") == (0.0, 0.0, 1.0)
    assert pull_choice.direction_of_face((wall, fillet), "5") is None


def test_parts_are_analyzed_at_first_as_the_settings_say(tmp_path) -> None:
    settings = Settings(tmp_path)
    assert pull_choice.of_settings(settings) == PullChoice()
    settings.set("pull", "hemisphere")
    settings.set("alpha_min_deg", 4.0)  # more than what is warned below
    choice = pull_choice.of_settings(settings)
    assert choice.options() == {"pull": "hemisphere", "alpha_min": 4.0, "alpha_warn": 4.0}
    assert choice.problem is None
