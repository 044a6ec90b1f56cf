"""A picture shows what was asked for, from where it was asked for, and its caption says so."""

from functools import cache

import numpy as np
import pytest

from engine.errors import InvalidOption
from engine.inspection import picture
from engine.palette import ACCENT, FAIL, rgb
from engine.render import marks, scene
from tests.support import analyses

WIDTH = 320
"""Pixels."""


@pytest.fixture(scope="module")
def tray():
    return analyses.tray()


@pytest.fixture(scope="module", autouse=True)
def lit_once():
    """Light each mesh once, for all of its pictures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scene, "build", cache(scene.build))
        yield


@pytest.fixture(autouse=True)
def without_axes(monkeypatch):
    """Leave the axes out: they have colors of their own."""
    monkeypatch.setattr(marks, "axes", lambda picture, *_: picture)


@pytest.fixture(scope="module")
def drawn(tray):
    """Draw what is asked of the tray, small, and the same once."""
    made = {}

    def draw(**asked):
        key = repr(sorted(asked.items()))
        if key not in made:
            made[key] = picture.draw(tray, {"width_px": WIDTH} | asked)
        return made[key]

    return draw


def fin_top(tray) -> str:
    upward = [each for each in tray.assessed.prepared.part.faces if each.inner_normal[2] > 0.9]
    return str(min(upward, key=lambda each: each.area_mm2).id)


def like(image, color: str) -> int:
    pixels = np.asarray(image.convert("RGB")).astype(float) / 255.0
    return int((np.abs(pixels - np.asarray(rgb(color))).max(axis=-1) < 0.12).sum())


def shown(image) -> int:
    return int((np.asarray(image.convert("RGB")).min(axis=-1) < 250).sum())


def test_sides_are_seen_in_their_proportions(drawn) -> None:
    """120 x 80 x 30 mm: from above it covers 80/30 of what it covers from the front, at the same width."""
    covered = {view: shown(drawn(view=view)[0]) for view in ("top", "front")}
    assert covered["top"] / covered["front"] == pytest.approx(80 / 30, rel=0.05)


def test_outlined_faces_are_outlined_and_others_are_not(tray, drawn) -> None:
    face = fin_top(tray)
    plain, _ = drawn()
    outlined, caption = drawn(view="iso", fids=[face])
    assert like(plain, ACCENT) == 0 < like(outlined, ACCENT)
    assert f"face {face}" in caption


def test_near_by_a_face_is_larger_than_on_the_whole_part(tray, drawn) -> None:
    face = fin_top(tray)
    whole, near = (like(drawn(fids=[face], close_up=close)[0], ACCENT) for close in (False, True))
    assert near > 1.2 * whole


def test_a_cut_shows_material_and_an_uncut_part_does_not(drawn) -> None:
    cut = {"point": [0, 40, 0], "normal": [0, -1, 0]}
    opened, caption = drawn(view="front", section=cut)
    closed, _ = drawn(view="front")
    sand = "#e9c9a0"
    assert like(opened, sand) > 500
    assert like(closed, sand) == 0
    assert "Cut open" in caption


def test_a_layer_is_colored_and_has_a_legend(drawn) -> None:
    image, caption = drawn(layer="thickness")
    plain, _ = drawn()
    assert "wall thickness" in caption
    assert np.abs(np.asarray(image, dtype=int) - np.asarray(plain, dtype=int)).sum() > 0
    assert like(plain, FAIL) == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"view": "sideways"}, "iso, reverse, front"),
        ({"view": [0, 0, 0]}, "cannot be 0,0,0"),
        ({"layer": "heat"}, "thickness, clearance"),
        ({"fids": ["999"]}, "the part has faces 0 to"),
        ({"width_px": 5000}, "from 240 to 1600"),
        ({"section": {"point": [0, 0, 0]}}, "section.normal is three numbers"),
        ({"section": {"point": [0, 0, -99], "normal": [0, 0, 1]}}, "nothing of it is behind"),
        ({"layer": "thickness", "process": "casting/glass"}, "process is 'casting/glass'"),
        ({"witness": [[0, 0, 0]]}, "two points"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(tray, asked, words) -> None:
    with pytest.raises(InvalidOption, match=words):
        picture.draw(tray, asked)
