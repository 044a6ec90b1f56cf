"""What is seen on a real display: drawn once a screen density by a process of its own."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from app.views.viewport import portrait
from tests.app.views import on_a_screen
from tests.app.views.viewport import served

pytestmark = pytest.mark.gl
Picture = NDArray[np.int64]


@pytest.fixture(scope="session")
def drawn(display: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """Return the folder of the pictures at a density, drawn when they are first asked for."""
    folders: dict[int, Path] = {}

    def at_density(density: int) -> Path:
        if density not in folders:
            folder = tmp_path_factory.mktemp(f"pictures{density}")
            what = "all" if density == 1 else ""
            on_a_screen.run(
                "tests.app.views.viewport.pictures", folder, what, display=display, QT_SCALE_FACTOR=density
            )
            folders[density] = folder
        return folders[density]

    return at_density


def read(folder: Path, name: str) -> Picture:
    return np.asarray(Image.open(folder / f"{name}.png").convert("RGB")).astype(np.int64)


def reds(picture: Picture) -> int:
    red, green, blue = picture.transpose(2, 0, 1)
    return int(((red > 90) & (red > 2 * green) & (red > 2 * blue)).sum())


def blues(picture: Picture) -> int:
    red, green, blue = picture.transpose(2, 0, 1)
    return int(((blue > red + 40) & (green > red)).sum())


def test_there_is_a_picture(drawn: Callable[[int], Path]) -> None:
    picture = read(drawn(1), "thin")
    assert picture.std() > 10
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


def test_what_is_below_the_limit_is_red_and_its_sound_twin_is_not(drawn: Callable[[int], Path]) -> None:
    thin, sound = read(drawn(1), "thin"), read(drawn(1), "sound")
    assert reds(thin) > 5000
    assert reds(sound) == 0
    left, right = thin[:, : thin.shape[1] // 2 - 40], sound[:, : sound.shape[1] // 2 - 40]
    assert reds(left) > 5000  # the thin plate is at the left
    assert blues(right) > 1000


def test_keys_that_vtk_knows_change_nothing(drawn: Callable[[int], Path]) -> None:
    assert np.abs(read(drawn(1), "thin") - read(drawn(1), "after_keys")).max() <= 2


def test_selection_is_an_outline_and_no_tint(drawn: Callable[[int], Path]) -> None:
    before, after = read(drawn(1), "thin"), read(drawn(1), "selected")
    differs = np.abs(before - after).max(axis=2) > 12
    assert differs.any()
    y, x = np.nonzero(differs)
    inside = differs[y.min() + 12 : y.max() - 12, x.min() + 12 : x.max() - 12]
    assert inside.size > 5000
    assert not inside.any()


def test_a_section_takes_one_side_away_and_leaves_the_other(drawn: Callable[[int], Path]) -> None:
    whole, cut = read(drawn(1), "thin"), read(drawn(1), "cut")
    gone = (reds(whole) > 0) != (reds(cut) > 0), blues(whole) - blues(cut) > 1000
    assert sum(gone) == 1
    assert cut.std() > 5


def test_only_problems_keeps_the_colors_of_what_fails_alone(drawn: Callable[[int], Path]) -> None:
    whole, problems = read(drawn(1), "thin"), read(drawn(1), "problems")
    assert reds(problems) > 0.9 * reds(whole)
    assert blues(problems) < 0.05 * blues(whole)


def test_a_portrait_shows_the_whole_part_however_close_one_has_gone(drawn: Callable[[int], Path]) -> None:
    picture = read(drawn(1), "portrait")
    height, width = picture.shape[:2]
    assert width == pytest.approx(portrait.ASPECT * height, abs=2)
    background = picture[:, :1].astype(np.int64)  # the same from left to right
    is_part = np.abs(picture - background).max(axis=2) > 12
    y, x = np.nonzero(is_part)
    left, right, top, bottom = x.min(), width - 1 - x.max(), y.min(), height - 1 - y.max()
    assert min(left, right, top, bottom) > 0
    assert min(left + right, top + bottom) < 0.15 * width  # and large
    assert abs(left - right) < 0.03 * width
    assert abs(top - bottom) < 0.1 * height


def test_on_a_screen_of_twice_the_density_the_same_faces_are_picked(drawn: Callable[[int], Path]) -> None:
    one, two = (json.loads((drawn(density) / "facts.json").read_text()) for density in (1, 2))
    assert (one["density"], two["density"]) == (1.0, 2.0)
    assert one["picked"] == two["picked"]
    assert one["picked"] == {"thin": served.THIN_TOP, "thick": served.THICK_TOP, "edge": served.THICK_TOP}
    assert read(drawn(2), "thin").shape[0] == 2 * read(drawn(1), "thin").shape[0]


def test_the_window_shows_the_legend_over_the_part(drawn: Callable[[int], Path]) -> None:
    whole, alone = read(drawn(1), "whole"), read(drawn(1), "thin")
    corner = (slice(12, 150), slice(-160, -12))
    assert np.abs(whole[corner] - alone[corner]).mean() > 5
