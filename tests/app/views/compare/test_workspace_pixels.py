"""Both revisions as they are seen on a real display, drawn by a process of its own."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.app.views import on_a_screen
from tests.app.views.viewport.test_scene_pixels import Picture, blues, reds

pytestmark = pytest.mark.gl


@pytest.fixture(scope="session")
def drawn(display: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    on_a_screen.run("tests.app.views.compare.pictures", folder, display=display)
    return folder


def read(folder: Path, name: str) -> tuple[Picture, Picture]:
    """Return the earlier and the later revision's picture, cut to one size."""
    both = [
        np.asarray(Image.open(folder / f"{name}_{side}.png").convert("RGB")).astype(np.int64)
        for side in ("before", "now")
    ]
    height, width = (min(one.shape[at] for one in both) for at in (0, 1))
    return both[0][:height, :width], both[1][:height, :width]


def places(picture: Picture) -> tuple[float, float]:
    """Return the left and right end of what is dark: the edges of the plates."""
    columns = np.nonzero((picture.max(axis=2) < 90).sum(axis=0) > 20)[0]
    return float(columns.min()), float(columns.max())


def test_the_thin_plate_is_red_before_and_sound_now(drawn: Path) -> None:
    before, now = read(drawn, "top")
    assert reds(before) > 3000
    assert reds(now) == 0
    assert blues(now) > 3000


def test_moving_the_earlier_view_moves_the_later_by_as_much(drawn: Path) -> None:
    for name in ("top", "moved"):
        before, now = read(drawn, name)
        assert np.allclose(places(before), places(now), atol=3.0)
    stood, moved = (places(read(drawn, name)[1]) for name in ("top", "moved"))
    assert moved[0] - stood[0] == pytest.approx(60.0, abs=3.0)


def test_another_layer_shows_in_both(drawn: Path) -> None:
    for side in (0, 1):
        thickness, features = read(drawn, "moved")[side], read(drawn, "features")[side]
        assert np.abs(thickness - features).max(axis=2).mean() > 1.0
    assert reds(read(drawn, "features")[0]) == 0


def test_what_did_not_change_is_gray_in_both(drawn: Path) -> None:
    before, now = read(drawn, "changes")
    assert reds(before) > 3000  # what changed keeps its color
    whole = read(drawn, "moved")[1]
    sound = slice(whole.shape[1] - 40, whole.shape[1] - 8)  # of the other plate this much is in the picture
    assert blues(whole[:, sound]) > 1000
    assert blues(now[:, sound]) == 0


def test_views_that_were_let_go_show_other_things(drawn: Path) -> None:
    before, now = read(drawn, "unlinked")
    assert np.abs(before - now).max(axis=2).mean() > 5.0
    assert '"apart": true' in (drawn / "facts.json").read_text("utf-8")
