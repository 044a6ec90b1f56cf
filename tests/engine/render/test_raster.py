"""The nearest surface is seen, in the color of its own value."""

import numpy as np

from engine.render import raster

SQUARE = np.array([[0, 0], [8, 0], [8, 8], [0, 8]], dtype=float)
TWO = np.array([[0, 1, 2], [0, 2, 3]])


def covered(screen, triangles, is_closed=False):
    owner = np.full((8, 8), -1, dtype=np.int32)
    nearness = np.full((8, 8), -np.inf, dtype=np.float32)
    raster.cover(screen, triangles, np.arange(len(triangles)), is_closed, owner, nearness)
    return owner, nearness


def at(nearness, corners=SQUARE):
    return np.column_stack([corners, np.broadcast_to(nearness, len(corners))])


def test_every_pixel_of_a_square_belongs_to_one_of_its_triangles() -> None:
    owner, nearness = covered(at(2.0), TWO)
    assert set(owner.ravel().tolist()) == {0, 1}
    assert (nearness == 2.0).all()


def test_a_triangle_wound_the_other_way_covers_the_same_pixels() -> None:
    np.testing.assert_array_equal(
        covered(at(2.0), TWO[:1])[0] >= 0, covered(at(2.0), TWO[:1, ::-1].copy())[0] >= 0
    )


def test_of_a_closed_surface_the_triangles_that_face_away_are_left_out() -> None:
    # right, then down: clockwise to the eye
    assert (covered(at(2.0), TWO[:, ::-1].copy(), is_closed=True)[0] >= 0).all()
    assert (covered(at(2.0), TWO, is_closed=True)[0] == -1).all()


def test_of_two_squares_the_nearer_is_seen_in_either_order() -> None:
    screen = np.concatenate([at(1.0), at(3.0)])
    for triangles in (np.concatenate([TWO, TWO + 4]), np.concatenate([TWO + 4, TWO])):
        owner, _ = covered(screen, triangles)
        assert {int(triangles[index].min()) for index in np.unique(owner)} == {4}


def test_crossing_squares_meet_where_they_are_equally_near() -> None:
    sloping = at(SQUARE[:, 0] / 8.0)
    owner, _ = covered(np.concatenate([at(0.5), sloping]), np.concatenate([TWO, TWO + 4]))
    assert (owner[:, :4] < 2).all()
    assert (owner[:, 4:] >= 2).all()


def test_triangles_without_area_or_place_are_left_out() -> None:
    line = np.array([[0, 0, 1], [4, 4, 1], [8, 8, 1], [np.nan, 0, 1]], dtype=float)
    owner, _ = covered(line, np.array([[0, 1, 2], [0, 1, 3]]))
    assert (owner == -1).all()


def shaded(values, is_special, stops=(0.0, 5.0, 5.0, 10.0)):
    """Shade a square whose values run from left to right; red below 5, blue above, gray where special."""
    screen = at(1.0)
    owner, _ = covered(screen, TWO)
    picture = np.zeros((8, 8, 4), dtype=np.float32)
    colors = np.full((4, 3), 0.5)
    table = np.array([[1.0, 0, 0], [1.0, 0, 0], [0, 0, 1.0], [0, 0, 1.0]])
    raster.shade(
        screen,
        True,
        TWO,
        np.tile([0.0, 0.0, 1.0], (4, 1)),
        np.ones(4),
        np.asarray(values, dtype=float),
        colors,
        np.asarray(is_special),
        np.zeros(4, dtype=np.int64),
        np.array([stops]),
        table[None],
        np.eye(3),
        owner,
        picture,
    )
    return picture


def test_a_limit_is_a_sharp_line_though_it_crosses_a_triangle() -> None:
    picture = shaded([0.0, 10.0, 10.0, 0.0], [False] * 4)
    assert (picture[:, :4, 0] > 0.8).all()
    assert (picture[:, :4, 2] == 0.0).all()
    assert (picture[:, 4:, 2] > 0.8).all()
    assert (picture[:, 4:, 0] == 0.0).all()


def test_a_corner_without_a_value_does_not_spoil_the_others() -> None:
    picture = shaded([0.0, 10.0, 10.0, 0.0], [False, True, True, False])
    gray = np.ptp(picture[..., :3], axis=2) < 0.05
    assert gray[:, 4:].all()
    assert not gray[:, :4].any()
    assert (picture[:, :4, 0] > 0.8).all()


def test_a_line_is_drawn_on_a_surface_and_not_behind_it() -> None:
    _, nearness = covered(at(1.0), TWO)
    for near, is_seen in ((1.0, True), (2.0, True), (0.0, False)):
        ink = np.zeros((8, 8), dtype=np.float32)
        raster.stroke(
            np.array([[1.0, 4.5, 7.0, 4.5]]),
            np.array([0.75]),
            nearness,
            np.array([[near, near]]),
            np.inf,
            0.1,
            1,
            ink,
        )
        assert bool(ink.max() > 0.9) is is_seen
        assert (ink[0] == 0).all()


def test_layers_blend_by_coverage() -> None:
    canvas = np.ones((1, 1, 4), dtype=np.float32)
    raster.paint(canvas, np.array([0.0, 0.0, 1.0]), np.full((1, 1), 0.5, dtype=np.float32), 0.5)
    np.testing.assert_allclose(canvas[0, 0], [0.75, 0.75, 1.0, 1.0])
    nothing = np.zeros((1, 1, 4), dtype=np.float32)
    raster.lay(nothing, np.array([[[0.2, 0.4, 0.6, 0.5]]], dtype=np.float32))
    np.testing.assert_allclose(nothing[0, 0], [0.2, 0.4, 0.6, 0.5])
