"""Portraits of a batch: drawn on a real display by a process of its own, and left out where there is none."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from app.views.batch.portraits import HEIGHT, WIDTH, Portraits
from tests.app.state.test_batch_rows import part
from tests.app.views import on_a_screen
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server


@pytest.mark.gl
def test_every_part_is_drawn_whole_in_the_colors_of_its_features(display: str, tmp_path: Path) -> None:
    on_a_screen.run("tests.app.views.batch.pictures", tmp_path, display=display)
    for name in ("thin_v1", "sound_v2"):
        picture = np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")).astype(np.int64)
        assert picture.shape[:2] == (2 * HEIGHT, 2 * WIDTH) or picture.shape[:2] == (HEIGHT, WIDTH)
        is_part = (picture < 235).any(axis=2)
        rows, columns = np.nonzero(is_part)
        assert 0.05 < is_part.mean() < 0.9
        assert rows.min() > 0  # nothing is cut off
        assert columns.min() > 0
        assert columns.max() < picture.shape[1] - 1
        assert np.ptp(picture[is_part], axis=1).max() > 40  # some of it is colored
    page = (tmp_path / "parts.html").read_text("utf-8")
    assert page.count("data:image/png;base64,") == 2


def test_without_a_display_there_are_none_and_nobody_waits_for_them(qtbot: QtBot, tmp_path: Path) -> None:
    if os.environ.get("DISPLAY"):
        pytest.skip("there is a display")
    context = served.context(tmp_path, Server(served.plates()))
    parts = (part(tmp_path, "plates.step", served.result()), part(tmp_path, "broken.step"))
    found: list[object] = []
    Portraits(context).draw(parts, found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert found == [{}]
    context.close()
