"""The icons of Windows and macOS show the picture that the project keeps, at every size they ask for."""

import runpy
from pathlib import Path

import numpy as np
from PIL import Image

ICONS = runpy.run_path(str(Path(__file__).parents[2] / "packaging/desktop/icons.py"))


def test_icons_hold_every_size_and_are_transparent_outside_the_picture(tmp_path: Path) -> None:
    ico, icns = ICONS["write"](tmp_path)
    with Image.open(ico) as image:
        assert image.info["sizes"] == {(size, size) for size in ICONS["ICO_SIZES"]}
        pixels = np.asarray(image.convert("RGBA"))
    assert pixels.shape == (256, 256, 4)
    assert pixels[0, 0, 3] == 0, "the corner is outside"
    assert pixels[:, :, 3].max() == 255, "the picture is not empty"
    assert len(np.unique(pixels[pixels[:, :, 3] == 255][:, :3], axis=0)) > 1, "and not one color all over"
    with Image.open(icns) as image:
        assert max(size[0] * size[2] for size in image.info["sizes"]) == ICONS["LARGEST"]
