"""Sizes: believed, doubted or refused."""

import numpy as np
import pytest

from engine.errors import UnreadableFile
from engine.step_text.size import doubts


def cube(side: float) -> np.ndarray:
    return np.array([[5.0, 5.0, 5.0], [5.0 + side] * 3])


@pytest.mark.parametrize("side", [0.06, 1.0, 5700.0])
def test_usual_sizes_pass_in_silence(side: float) -> None:
    assert doubts(cube(side), "millimetre") == ()


@pytest.mark.parametrize(("side", "words"), [(0.02, "0.02 x 0.02 x 0.02 mm"), (6000.0, "6 x 6 x 6 m")])
def test_unusual_sizes_are_said_with_the_unit(side: float, words: str) -> None:
    (sentence,) = doubts(cube(side), "INCH")
    assert words in sentence
    assert "inches" in sentence


@pytest.mark.parametrize("side", [0.005, 600_000.0])
def test_impossible_sizes_are_refused(side: float) -> None:
    with pytest.raises(UnreadableFile, match="no length unit"):
        doubts(cube(side), "")
