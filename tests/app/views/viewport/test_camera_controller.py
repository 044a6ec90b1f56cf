"""Where the camera flies to: so that no wall stands before the place."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.state.findings import of_result
from app.views.theme.tokens import LIGHT
from app.views.viewport import camera
from app.views.viewport.mesh import PartMesh
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.viewport import served, solids
from tests.app.views.viewport.served import Server

PLATE_TOP = frozenset({1})


def plate(*walls: PartMesh) -> PartMesh:
    """Draw a plate of 20 by 20 with its top up, and walls as other bodies."""
    return solids.together(solids.box(20, 20, 1), *walls)


ROOF = solids.box(60, 60, 1, at=(-20, -20, 10), first_face=6)
"""Over the plate, and so wide that it is seen from nowhere above."""
FENCE = solids.box(1, 60, 40, at=(-5, -20, 0), first_face=6)
"""Beside the plate, at its left."""


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[object]:
    made: list[tuple[Viewport, WindowContext]] = []

    def show(mesh: PartMesh) -> Viewport:
        context = served.context(tmp_path, Server(mesh))
        viewport = Viewport(context, LIGHT)
        viewport.resize(800, 600)
        viewport.scene.resize(800, 600)
        made.append((viewport, context))
        with qtbot.waitSignal(viewport.shown, timeout=10_000):
            context._become(served.result())
        return viewport

    yield show
    for viewport, context in made:
        viewport.stop()
        context.close()


def fly(viewport: Viewport) -> None:
    result = viewport.part.result
    viewport._context.fly_to(of_result(result, "cnc", "3-axis").all[0])


def share(viewport: Viewport) -> float:
    return viewport.part.seen_share(PLATE_TOP, viewport.scene.view.forward)


def test_a_place_that_is_seen_is_flown_to_without_turning(shown) -> None:
    viewport = shown(plate(FENCE))
    viewport.look("top")
    before = viewport.scene.view.forward
    assert share(viewport) == 1.0
    fly(viewport)
    assert viewport.scene.view.forward.tolist() == before.tolist()


def test_a_place_behind_a_wall_is_looked_at_past_the_wall(shown) -> None:
    viewport = shown(plate(FENCE))
    viewport.look("left")  # along +x, at the fence
    assert share(viewport) == 0.0
    fly(viewport)
    assert share(viewport) >= 0.7


def test_a_place_under_a_roof_is_looked_at_from_the_side(shown) -> None:
    viewport = shown(plate(ROOF))
    viewport.look("top")
    assert share(viewport) == 0.0
    fly(viewport)
    forward = viewport.scene.view.forward
    assert share(viewport) > 0.0
    assert -0.9 < forward[2] < 0.0


def test_what_is_hidden_stands_before_nothing(shown) -> None:
    viewport = shown(plate(ROOF))
    viewport.look("top")
    viewport.hide([str(face) for face in range(6, 12)])
    assert share(viewport) == 1.0
    viewport.show_all()
    viewport.set_section("z", 5.0)  # seen from above, the roof is cut away
    assert viewport.part.section.is_flipped is False
    assert share(viewport) == 1.0


def test_a_face_turned_away_is_not_seen(shown) -> None:
    viewport = shown(plate())
    assert viewport.part.seen_share(PLATE_TOP, np.array([0.0, 0.0, 1.0])) == 0.0
    assert viewport.part.seen_share(PLATE_TOP, np.array([0.0, 0.0, -1.0])) == 1.0


def pixels(viewport: Viewport, points: np.ndarray) -> np.ndarray:
    return camera.project(viewport.scene.view, points, viewport.scene.pixels)


def test_points_beside_the_part_are_fitted_with_it_and_the_part_alone_without(shown) -> None:
    """As the earlier of two revisions, which may be elsewhere, or many times as large."""
    viewport = shown(plate())
    far = np.array([(500.0, 0, 0), (520.0, 20, 1)])
    viewport.camera_controller.fit()
    assert not within(viewport, far)
    viewport.camera_controller.fit(beside=far)
    assert within(viewport, far)
    assert within(viewport, viewport.part.points())


def within(viewport: Viewport, points: np.ndarray) -> bool:
    found = pixels(viewport, points)
    return bool((found >= 0.0).all() and (found <= np.array(viewport.scene.pixels)).all())
