"""Words of a comparison that the comparison's own tests leave out."""

import numpy as np

from app.state import comparison_words
from app.state.pose import STILL, Pose
from tests.app.state import test_comparison
from tests.app.state.revised import result


def test_where_the_part_stands_is_shown_only_where_it_was_moved() -> None:
    assert comparison_words.stands(STILL) == ""
    assert comparison_words.stands(Pose(np.eye(3), np.array([10.0, 0.0, -2.5]))) == (
        "The part was moved by 10.0, 0.0, −2.5 mm as a whole; places are matched all the same."
    )


def test_both_files_by_name() -> None:
    found = test_comparison.compare(result([], [], filename="a.step"), result([], [], filename=None))
    assert comparison_words.title(found.alignment) == "a.step → part"
    assert comparison_words.features(found) == "none"
