"""The halo surrounds and never covers."""

import numpy as np

from engine.palette import ACCENT, rgb
from engine.render import outline


def drawn(seen, hidden):
    canvas = np.full((60, 60, 4), 0.5, dtype=np.float32)
    canvas[..., 3] = 1.0
    outline.draw(canvas, seen, hidden)
    return canvas


def square(low, high):
    mask = np.zeros((60, 60), dtype=bool)
    mask[low:high, low:high] = True
    return mask


def test_what_is_outlined_keeps_its_colors_and_is_ringed_in_blue_and_white() -> None:
    canvas = drawn(square(20, 40), square(0, 0))
    np.testing.assert_array_equal(canvas[20:40, 20:40, :3], 0.5)
    np.testing.assert_allclose(canvas[18, 30, :3], rgb(ACCENT), atol=1e-6)
    assert (canvas[15, 30, :3] > 0.9).all()
    np.testing.assert_array_equal(canvas[5, 30, :3], 0.5)


def test_what_hides_it_is_veiled_lightly() -> None:
    canvas = drawn(square(0, 0), square(20, 40))
    veiled = canvas[30, 30, :3]
    np.testing.assert_allclose(veiled, 0.5 + outline.VEIL * (rgb(ACCENT) - 0.5), atol=1e-6)


def test_nothing_to_outline_changes_nothing() -> None:
    np.testing.assert_array_equal(drawn(square(0, 0), square(0, 0))[..., :3], 0.5)
