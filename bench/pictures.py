"""The pictures of the README: the window as it is now, with the sample part and a revision of it drawn here.

Run it under a display, as `xvfb-run -a -s "-screen 0 1600x1000x24" python -m bench pictures`. The program is
the real one with its engine; nothing of the user's is read or written.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QEventLoop, QTimer  # noqa: TID251 - what is shown is Qt's
from PySide6.QtGui import QSurfaceFormat  # noqa: TID251
from PySide6.QtWidgets import QApplication  # noqa: TID251

import resources
from app.state.settings import Settings
from app.views import refcount_workaround
from app.views.compare.workspace import CompareWorkspace
from app.views.engine_process import EngineProcess
from app.views.inspect.workspace import InspectWorkspace
from app.views.program import Program
from app.views.quote.workspace import QuoteWorkspace
from app.views.rules.workspace import RulesWorkspace
from tests.support import draw, sample_parts

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
SIZE = (1440, 900)
LIMIT_S = 180.0
STILL_S = 1.5
"""Nothing moves any more after so long."""
WALL_RULE, FAIL_PARAMETER, FAIL_MM = "min_wall_thickness", "wall_fail_mm", 1.35


def run(words: Sequence[str]) -> None:
    """Draw all pictures into `docs/images`, or into the folder that is named."""
    target = Path(words[0]).resolve() if words else FOLDER
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        part = Path(shutil.copy(resources.path("sample_parts/gear_housing.step"), home))
        earlier = draw.write_step(_earlier_housing(), home / "gear_housing_before.step")
        _draw(target, home, part, earlier)


def _earlier_housing() -> draw.TopoDS_Shape:
    """Draw the housing with a rib of 3.2 mm, and an oil hole more."""
    thicker = draw.fuse(sample_parts.gear_housing(), draw.box((42, 2, 11.5), (-58, 0.6, 3.5)))
    return draw.cut(thicker, draw.cylinder(2.5, 10, (-30, -41, 20), (0, 1, 0)))


def _draw(target: Path, home: Path, part: Path, earlier: Path) -> None:
    refcount_workaround.apply()
    format_ = QSurfaceFormat()
    format_.setVersion(3, 2)
    format_.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    QSurfaceFormat.setDefaultFormat(format_)
    app = QApplication(["Sprue"])
    settings = Settings(home / "settings")
    settings.set("theme", "light")
    settings.set("layer", "thickness")
    engine = EngineProcess(home / "engine", home / "log", environment=settings.engine_environment)
    program = Program(app, [part], settings, engine)
    try:
        _Camera(program, target).take_all(earlier)
    finally:
        program.window.workspace(RulesWorkspace).editor.undo()
        program.close()
        program.window.hide()


class _Camera:
    """Goes through the window as a user would, and keeps what is seen."""

    def __init__(self, program: Program, target: Path) -> None:
        self._window, self._context = program.window, program.context
        self._settings, self._target = program.settings, target
        self._window.resize(*SIZE)

    def take_all(self, earlier: Path) -> None:
        """Take each picture."""
        viewport = self._window.viewport
        self._wait(lambda: viewport.part is not None)
        self._context.choose_verdict("casting", "investment")
        _still()
        self._inspect()
        self._section()
        self._rules()
        self._quote()
        self._compare(earlier)

    def _inspect(self) -> None:
        self._window.show_workspace(InspectWorkspace.name)
        self._window.workspace(InspectWorkspace).go_to_next()
        self._keep("desktop_inspect")
        self._window.viewport.escape()

    def _section(self) -> None:
        self._settings.set("theme", "dark")
        self._window.viewport.look("iso")
        self._window.viewport.fit()
        self._window.viewport.set_section("y", 0.0)
        self._keep("desktop_section")
        self._window.viewport.set_section(None)
        self._settings.set("theme", "light")

    def _rules(self) -> None:
        rules = self._window.workspace(RulesWorkspace)
        self._window.show_workspace(RulesWorkspace.name)
        self._wait(lambda: bool(rules.packs.places()))
        rules.editor.open(next(each for each in rules.packs.places() if each[1] == "casting"))
        rules.editor.clone()
        document = rules.editor.draft.document if rules.editor.draft is not None else {}
        keys = [each["key"] for each in document["rules"]]
        rules.editor.choose_configuration("investment")
        rules.form.rules.setCurrentRow(keys.index(WALL_RULE))
        path = ("configurations", "investment", "parameters", FAIL_PARAMETER)
        rules.editor.set(path, FAIL_MM, "Change the limit")
        self._keep("desktop_rules")

    def _quote(self) -> None:
        quote = self._window.workspace(QuoteWorkspace)
        self._window.show_workspace(QuoteWorkspace.name)

        def is_priced() -> bool:
            draft = quote.pricing.draft
            return draft is not None and not draft.missing(quote.pricing.wanted())

        self._wait(is_priced)
        self._keep("desktop_quote")

    def _compare(self, earlier: Path) -> None:
        compare = self._window.workspace(CompareWorkspace)
        self._window.show_workspace(CompareWorkspace.name)
        compare.compare_with(earlier)
        self._wait(lambda: compare.earlier.result is not None)
        _still()
        compare.go_to_next()
        self._keep("desktop_compare")

    def _keep(self, name: str) -> None:
        _still()
        file = self._target / f"{name}.png"
        assert self._window.grab().save(str(file))
        with Image.open(file) as image:
            image.convert("RGB").save(file, optimize=True)
        print(file)

    def _wait(self, is_done: Callable[[], bool]) -> None:
        began = time.monotonic()
        while not is_done():
            if time.monotonic() - began > LIMIT_S:
                raise TimeoutError("the window did not come so far")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def _still() -> None:
    """Let the window come to rest."""
    loop = QEventLoop()
    QTimer.singleShot(round(1e3 * STILL_S), loop.quit)
    loop.exec()
