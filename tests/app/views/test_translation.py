"""A translation that is there is loaded, by the setting or the system; without one all is in English."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from app import phrases
from app.views import translation
from app.views.commands.registry import Registry
from app.views.home import Home
from app.views.inspect.workspace import InspectWorkspace
from app.views.rules.workspace import RulesWorkspace

RELEASE = shutil.which("pyside6-lrelease") or str(
    Path(phrases.__file__).parents[1] / ".venv/bin/pyside6-lrelease"
)


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a translation that puts every phrase into brackets."""
    if not Path(RELEASE).exists():
        pytest.skip("pyside6-lrelease is not installed")
    folder = tmp_path_factory.mktemp("i18n")
    source = folder / "sprue_de.ts"
    phrases.write((*phrases.of_folder(), *phrases.of_interface()), source)
    lines = source.read_text("utf-8").splitlines()
    for at, line in enumerate(lines):
        if "<source>" in line and "<translation" in lines[at + 1]:
            text = line.strip().removeprefix("<source>").removesuffix("</source>")
            lines[at + 1] = f"<translation>«{text}»</translation>"
    source.write_text("\n".join(lines), "utf-8")
    subprocess.run(
        [RELEASE, source, "-qm", folder / "sprue_de.qm"], check=True, capture_output=True, timeout=60
    )
    return folder


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QCoreApplication]:
    yield qapp
    for one in qapp.findChildren(translation.QTranslator):
        qapp.removeTranslator(one)


def test_the_language_of_the_settings_is_shown(app: QCoreApplication, german: Path) -> None:
    assert InspectWorkspace.title() == "Inspect"
    assert translation.install(app, "de", german)
    assert InspectWorkspace.title() == "«Inspect»"


def test_without_a_setting_it_is_that_of_the_system(
    app: QCoreApplication, german: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_CH"))
    assert translation.install(app, "", german)
    assert RulesWorkspace.title() == "«Rules»"


def test_a_language_without_a_translation_leaves_all_in_english(app: QCoreApplication, german: Path) -> None:
    assert translation.install(app, "fr", german) == ()
    assert Home.title() == "Home"


def test_every_command_and_control_of_the_window_speaks_the_language(
    app: QCoreApplication, german: Path, tmp_path: Path
) -> None:
    from tests.app.views import windows

    translation.install(app, "de", german)
    with windows.open_window(tmp_path) as window:
        commands: Registry = window.commands
        assert [one.text() for one in commands.all() if "«" not in one.text()] == []
        assert [one.accessibleName() for one in windows.controls(window) if one.accessibleName()][:1]
        spoken = [windows.screen_reader_text(one) for one in windows.controls(window)]
        assert len([words for words in spoken if "«" in words]) > 0.8 * len(spoken)
