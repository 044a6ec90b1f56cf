"""Looks between samples tell what winds from what is straight."""

import numpy as np
import pytest

from engine.meshing import winding


def helix(at):
    return np.stack([np.cos(2.0 * np.pi * at), np.sin(2.0 * np.pi * at), at], axis=-1)


@pytest.mark.parametrize("turns", range(1, 35))
def test_whole_turns_from_sample_to_sample_are_seen(turns: int) -> None:
    """Where a turn climbs a third of the radius; from outside the samples are on one line."""
    at = turns * np.arange(5.0)
    places, between = (helix(each) * (3.0, 3.0, 1.0) for each in (at, winding.looks(at)))
    assert winding.lengths(places) == pytest.approx([turns] * 4)
    assert winding.is_longer(places, between)


def test_a_line_is_as_long_by_looks_and_an_arc_of_ten_degrees_nearly() -> None:
    at = np.array([[0.0, 1.0, 4.0], [0.0, 10.0, 20.0]])
    line = np.outer(at[0], (1.0, 2.0, 2.0)).reshape(1, 3, 3)
    on_line = winding.looks(at[:1])[..., None] * (1.0, 2.0, 2.0)
    assert winding.lengths(line)[0] == pytest.approx([3.0, 9.0])
    assert not winding.is_longer(line, on_line).any()
    places, between = (helix(each / 360.0) * (1.0, 1.0, 0.0) for each in (at[1], winding.looks(at[1])))
    assert not winding.is_longer(places, between)


@pytest.mark.parametrize(("step_deg", "is_longer"), [(25.0, False), (36.0, True)])
def test_steps_of_25_degrees_are_fine_enough_and_of_36_are_not(step_deg: float, is_longer: bool) -> None:
    at = step_deg * np.arange(6.0) / 360.0
    places, between = (helix(each) * (1.0, 1.0, 0.0) for each in (at, winding.looks(at)))
    assert winding.is_longer(places, between) == is_longer
