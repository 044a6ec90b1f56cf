"""Marks point at the place they mean."""

import numpy as np
from PIL import Image

from engine.render import camera, marks

CUBE = np.array([[x, y, z] for x in (0, 10) for y in (0, 10) for z in (0, 10)], dtype=float)
AIMED = camera.frame(CUBE, (0, -1, 0), (400, 400), is_parallel=True)


def changed(witness=None, location=None, label=""):
    blank = Image.new("RGBA", (400, 400), "#808080")
    picture = marks.draw(blank, AIMED, witness, location, label)
    return (np.asarray(picture)[..., :3] != 128).any(axis=2)


def pixel(point):
    x, y = AIMED.project(np.array([point], dtype=float))[0, :2]
    return int(y), int(x)


def test_a_dimension_runs_from_point_to_point() -> None:
    ink = changed(witness=(np.array([2.0, 5, 5]), np.array([8.0, 5, 5])))
    assert all(ink[pixel((x, 5, 5))] for x in (2, 3.5, 5, 6.5, 8))
    assert not ink[pixel((1, 5, 5))]
    assert not ink[pixel((5, 5, 6))]


def test_a_dimension_seen_end_on_is_one_dot() -> None:
    ink = changed(witness=(np.array([5.0, 2, 5]), np.array([5.0, 8, 5])))
    assert ink[pixel((5, 5, 5))]
    assert ink.sum() < 300


def test_a_place_is_ringed_and_without_one_nothing_is_drawn() -> None:
    assert changed(location=np.array([3.0, 5, 3]))[pixel((3, 5, 3))]
    assert not changed(label="1.20 mm").any()


def test_the_label_stands_beside_its_place_and_within_the_picture() -> None:
    plain = changed(location=np.array([9.9, 5, 9.9]))
    labelled = changed(location=np.array([9.9, 5, 9.9]), label="1.20 mm")
    extra = np.argwhere(labelled & ~plain)
    assert len(extra) > 500
    assert extra.min() >= 3
    assert extra.max() <= 397


def test_the_axes_go_where_the_part_is_not() -> None:
    is_taken = np.ones((400, 400), dtype=bool)
    is_taken[:150, 250:] = False
    picture = np.asarray(marks.axes(Image.new("RGBA", (400, 400), "black"), AIMED, is_taken)).astype(int)
    drawn = np.argwhere(picture[..., :3].sum(axis=2) > 0)
    assert drawn[:, 0].max() < 150
    assert drawn[:, 1].min() > 250


def test_the_axes_keep_off_a_label_even_where_the_part_is() -> None:
    """The lower left corner is free of the part, but for a label; the others are full of it."""
    is_taken = np.ones((400, 400), dtype=bool)
    is_taken[250:, :150] = False
    place = (np.array([0.3, 5, 0.6]),)
    label = marks.label_box(AIMED, place, "1.20 mm")
    assert label is not None
    left, top, right, bottom = (round(each) for each in label)
    for given in (None, label):
        blank = Image.new("RGBA", (400, 400), "black")
        ink = np.asarray(marks.axes(blank, AIMED, is_taken, given)).astype(int)[..., :3].sum(axis=2) > 0
        assert ink[top:bottom, left:right].any() == (given is None)
        assert ink.any()
    assert marks.label_box(AIMED, (), "1.20 mm") is None
    assert marks.label_box(AIMED, place, "") is None


def test_the_axes_point_as_the_camera_sees_them() -> None:
    picture = np.asarray(marks.axes(Image.new("RGBA", (400, 400), "white"), AIMED)).astype(int)[..., :3]
    reddish = np.argwhere(picture[..., 0] - picture[..., 2] > 80)
    bluish = np.argwhere(picture[..., 2] - picture[..., 0] > 80)
    # X to the right, Z up: red reaches farther right, blue farther up
    assert reddish[:, 1].max() > bluish[:, 1].max() + 10
    assert bluish[:, 0].min() < reddish[:, 0].min() - 10
