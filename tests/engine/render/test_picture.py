"""Pictures show what was measured, where it was measured."""

import io

import numpy as np
import pytest
from PIL import Image

from engine.heatmaps import draft, thickness
from engine.render import camera, legend, picture, scene
from tests.support import analyses, layer_limits

SIZE, LARGE = (360, 270), (480, 360)
ON_FIN, ON_WALL, ON_FLOOR = (61.2, 40, 20), (120, 40, 15), (90, 40, 4)


def limited(analysis):
    return thickness.color(analysis, layer_limits.judged(analysis, fail=1.5, warn=2.5))


@pytest.fixture(scope="module")
def thin():
    return analyses.tray(1.2)


@pytest.fixture(scope="module")
def lit(thin):
    return scene.build(thin.assessed.prepared.mesh)


def aim(built, toward=camera.ISOMETRIC, size=SIZE):
    return camera.frame(built.mesh.vertices, toward, size, (10, 10, 10, 10))


def color_at(image, aimed, point):
    x, y = aimed.project(np.array([point], dtype=float))[0, :2]
    return np.asarray(image)[int(y), int(x)].astype(int)


def is_red(color):
    return color[0] > 2 * max(color[1], color[2])


def is_blue(color):
    return color[2] > color[1] > color[0]


def test_a_thin_fin_is_red_at_the_very_pixel_and_the_walls_round_it_are_not(thin, lit) -> None:
    aimed = aim(lit)
    image = picture.draw(lit, aimed, limited(thin), with_legend=False)
    assert is_red(color_at(image, aimed, ON_FIN))
    assert is_blue(color_at(image, aimed, ON_WALL))
    assert is_blue(color_at(image, aimed, ON_FLOOR))


def test_a_thick_fin_is_blue_at_the_same_pixel() -> None:
    thick = analyses.tray(4.0)
    built = scene.build(thick.assessed.prepared.mesh)
    aimed = aim(built)
    image = picture.draw(built, aimed, limited(thick), with_legend=False)
    assert is_blue(color_at(image, aimed, (64, 40, 20)))


def test_what_stands_behind_a_wall_is_not_seen(thin, lit) -> None:
    aimed = aim(lit, (1.0, 0.0, 0.1))
    image = picture.draw(lit, aimed, limited(thin), with_legend=False)
    assert is_blue(color_at(image, aimed, ON_FIN))


def test_an_undercut_is_purple_and_the_same_face_without_one_amber(thin, lit) -> None:
    aimed = aim(lit)
    marked = analyses.with_undercut(thin, analyses.face_at(thin, (120, 40, 15)))
    with_one, without = (
        picture.draw(lit, aimed, draft.color(each, layer_limits.judged(each, "draft")), with_legend=False)
        for each in (marked, thin)
    )
    purple = color_at(with_one, aimed, (120, 40, 15))
    assert purple[2] > purple[0] > 2 * purple[1]
    amber = color_at(without, aimed, (120, 40, 15))
    assert amber[0] > amber[1] > 2 * amber[2]
    assert amber[1] > 0.4 * amber[0]


def test_a_halo_surrounds_the_face_and_leaves_its_colors(thin, lit) -> None:
    aimed = aim(lit)
    heatmap = limited(thin)
    plain = np.asarray(picture.draw(lit, aimed, heatmap, with_legend=False)).astype(int)
    marking = picture.Marking(faces=[analyses.face_at(thin, (61.2, 40, 15))])
    haloed = np.asarray(picture.draw(lit, aimed, heatmap, marking, with_legend=False)).astype(int)
    inside = aimed.project(np.array([ON_FIN], dtype=float))[0, :2].astype(int)
    np.testing.assert_array_equal(plain[inside[1], inside[0]], haloed[inside[1], inside[0]])
    new_blue = (haloed[..., 2] - haloed[..., 0] > 180) & (plain[..., 2] - plain[..., 0] <= 180)
    assert new_blue.sum() > 100


def test_the_border_between_two_faces_is_drawn_bold(thin, lit) -> None:
    aimed = aim(lit, size=LARGE)
    pair = tuple(analyses.face_at(thin, point) for point in ((120, 40, 15), (60, 0, 15)))
    plain = np.asarray(picture.draw(lit, aimed)).astype(int)
    bold = np.asarray(picture.draw(lit, aimed, marking=picture.Marking(edges=[pair]))).astype(int)
    x, y = aimed.project(np.array([[120.0, 0, 15]]))[0, :2].astype(int)
    assert bold[y, x, 2] > 230
    assert bold[y, x, 0] < 60
    away = np.abs(np.argwhere((plain != bold).any(axis=2))[:, 1] - x)
    assert away.max() < 20


def test_the_background_is_white_or_nothing_at_all(lit) -> None:
    aimed = aim(lit)
    white = np.asarray(picture.draw(lit, aimed))
    clear = np.asarray(picture.draw(lit, aimed, background=picture.Background.TRANSPARENT))
    assert white[2, 2].tolist() == [255] * 4
    assert clear[2, 2, 3] == 0
    middle = aimed.project(np.array([ON_FLOOR], dtype=float))[0, :2].astype(int)
    assert clear[middle[1], middle[0], 3] == 255
    np.testing.assert_array_equal(clear[middle[1], middle[0]], white[middle[1], middle[0]])


def test_edges_are_drawn_dark_along_their_whole_length(thin, lit) -> None:
    aimed = aim(lit, size=LARGE)
    for heatmap in (None, limited(thin)):
        image = np.asarray(picture.draw(lit, aimed, heatmap, with_legend=False)).astype(int)
        for z in (6.0, 12.0, 18.0, 24.0):
            x, y = aimed.project(np.array([[120.0, 0, z]]))[0, :2].astype(int)
            assert image[y - 1 : y + 2, x - 1 : x + 2, :3].sum(axis=2).min() < 300
            # and away from the edge it is not dark
            assert image[y, x + 12, :3].sum() > 330


def test_the_legend_covers_only_its_own_room(thin, lit) -> None:
    heatmap = limited(thin)
    size = LARGE
    aimed = camera.frame(lit.mesh.vertices, camera.ISOMETRIC, size, (10, 10, 10 + legend.width(size), 10))
    bare = np.asarray(picture.draw(lit, aimed, heatmap, with_legend=False)).astype(int)
    full = np.asarray(picture.draw(lit, aimed, heatmap)).astype(int)
    differs = np.flatnonzero((bare != full).any(axis=(0, 2)))
    assert differs.min() >= size[0] - legend.width(size) - 1


def test_the_same_part_gives_the_same_bytes(thin, lit) -> None:
    aimed = aim(lit)
    heatmap = limited(thin)
    first, second = (picture.encode(picture.draw(lit, aimed, heatmap)) for _ in range(2))
    assert first == second
    assert Image.open(io.BytesIO(first)).size == SIZE


def test_a_label_that_somebody_else_writes_is_not_drawn_and_its_mark_is(thin, lit) -> None:
    aimed = aim(lit)
    at = np.array(ON_WALL, dtype=float)

    def drawn(**changes):
        marking = picture.Marking(**({"location": at, "label": "1.20 mm"} | changes))
        return np.asarray(picture.draw(lit, aimed, marking=marking))

    written, left_out = drawn(), drawn(is_lettered=False)
    bare = np.asarray(picture.draw(lit, aimed, marking=picture.Marking(label="1.20 mm")))
    assert (written != left_out).any()
    np.testing.assert_array_equal(left_out, drawn(is_lettered=False, label="4.70 mm"))
    assert (left_out != bare).any(), "the place is marked"
