"""A part is shown as soon as there is something to see of it, and gets its colors later."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.client.errors import Failure, Reason
from app.state.session import Progress, Session, Stage
from app.views.theme.tokens import DARK, LIGHT
from app.views.viewport import camera
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from tests.app.views.viewport import served
from tests.app.views.viewport.served import Server

ON_ITS_WAY = Progress(stage=Stage.RUNNING, shape="/shape")


class Part(Session):
    """A part on its way, as far as the test says."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.client, served.__file__)  # type: ignore[arg-type]
        self._now = ON_ITS_WAY


@pytest.fixture
def viewport(qtbot: QtBot, context: WindowContext) -> Iterator[Viewport]:
    made = Viewport(context, LIGHT)
    made.resize(800, 600)
    made.scene.resize(800, 600)
    context.session = Part(context)
    yield made
    made.stop()
    made.close()


def show(qtbot: QtBot, viewport: Viewport, context: WindowContext) -> None:
    with qtbot.waitSignal(viewport.first_shape.shown, timeout=10_000):
        context.progressed.emit(ON_ITS_WAY)


def test_it_is_there_before_the_result_and_fetched_once(
    qtbot: QtBot, viewport: Viewport, context: WindowContext, server: Server
) -> None:
    show(qtbot, viewport, context)
    context.progressed.emit(ON_ITS_WAY)
    assert server.asked == ["/shape"]
    assert viewport.first_shape.is_shown
    assert viewport.part is None
    assert viewport.overlays.annotations._badge == "Being measured …"
    viewport.set_tokens(DARK)


def test_the_result_takes_its_place_and_is_fitted(
    qtbot: QtBot, viewport: Viewport, context: WindowContext
) -> None:
    show(qtbot, viewport, context)
    actors = viewport.scene.plotter.renderer.GetActors()
    first = {actors.GetItemAsObject(at) for at in range(actors.GetNumberOfItems())}
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    assert not viewport.first_shape.is_shown
    assert viewport.part is not None
    assert first
    assert not first & {actors.GetItemAsObject(at) for at in range(actors.GetNumberOfItems())}


def test_whoever_turned_it_meanwhile_goes_on_from_there(
    qtbot: QtBot, viewport: Viewport, context: WindowContext
) -> None:
    show(qtbot, viewport, context)
    turned = camera.standard("left", viewport.scene.view)
    viewport.scene.look(turned)
    with qtbot.waitSignal(viewport.shown, timeout=10_000):
        context._become(served.result())
    assert viewport.scene.view is turned


def test_nothing_can_be_dropped_while_a_part_is_read_and_again_where_it_cannot_be(
    viewport: Viewport, context: WindowContext
) -> None:
    context.progressed.emit(Progress(stage=Stage.RUNNING))
    assert viewport.overlays.annotations._empty is None
    context.progressed.emit(Progress(stage=Stage.FAILED))
    assert viewport.overlays.annotations._empty is not None


def test_closing_the_part_takes_it_away(qtbot: QtBot, viewport: Viewport, context: WindowContext) -> None:
    show(qtbot, viewport, context)
    context.close_part()
    assert not viewport.first_shape.is_shown


@pytest.mark.parametrize("ending", ["closed", "done"])
def test_one_that_comes_too_late_is_not_shown(
    qtbot: QtBot, viewport: Viewport, context: WindowContext, ending: str
) -> None:
    context.progressed.emit(ON_ITS_WAY)
    if ending == "closed":
        context.session = None
    else:
        context._result = served.result()
    qtbot.wait(300)
    assert not viewport.first_shape.is_shown


def test_one_that_cannot_be_had_is_not_missed(
    qtbot: QtBot, viewport: Viewport, context: WindowContext, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def download(link: str) -> bytes:
        raise Failure(Reason.MISSING, "Gone.", "")

    reported: list[object] = []
    context.failure_reported.connect(reported.append)
    monkeypatch.setattr(server, "download", download)
    context.progressed.emit(ON_ITS_WAY)
    qtbot.wait(300)
    assert reported == []
    assert not viewport.first_shape.is_shown
