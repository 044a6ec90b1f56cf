"""The self check tells a whole installation from a broken one, and what was asked for from the rest."""

import pytest

from engine.isolate.worker import WorkerOptions
from engine.selfcheck.command import BROKEN, OK, main
from engine.selfcheck.desktop import Desktop
from engine.selfcheck.installed import USES, Use
from tests.support import shared_fork_server

WHOLE = Desktop("graphics card: drawn by us (xcb)", True, "SecretService", True)
SCREENLESS = Desktop("could not connect to display", False, "unknown", False)
LACKING = Use("things nobody has", "dev-of-nobody", ("worker",))


@pytest.fixture
def _with_a_part_measured_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take it for granted that the known part is, where the rest is looked at: a try takes a process."""
    monkeypatch.setattr("engine.selfcheck.command._try_part", lambda tasks: True)


@pytest.fixture
def _in_a_forked_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try the part in a process that has the engine loaded."""
    shared_fork_server.take_over()
    monkeypatch.setattr(
        "engine.selfcheck.command.WorkerOptions",
        lambda preload, log: WorkerOptions(shared_fork_server.COARSE.preload, is_forked=True, log=log),
    )


@pytest.mark.usefixtures("_in_a_forked_process")
def test_this_installation_is_whole_and_fits_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], look=lambda: WHOLE) == OK
    out = capsys.readouterr().out
    assert "FAILED" not in out
    assert "ok     a drawn part: volume, hole and thickness as drawn" in out
    assert "OCCT 8" in out
    assert "GB in" in out
    assert "ok     keychain: SecretService" in out
    assert len(out.splitlines()) <= 24


@pytest.mark.usefixtures("_with_a_part_measured_right")
def test_without_a_display_the_rest_is_whole_and_the_desktop_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], look=lambda: SCREENLESS) == OK
    out = capsys.readouterr().out
    assert "no     graphics: could not connect to display" in out
    assert "no     keychain: unknown" in out
    assert main(["app"], look=lambda: SCREENLESS) == BROKEN
    assert "FAILED graphics" in capsys.readouterr().out


def test_an_installation_whose_kernel_does_not_load_is_broken_and_shows_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], tasks="tests.engine.kernel_that_is_not_there", look=lambda: WHOLE) == BROKEN
    out = capsys.readouterr().out
    assert out.count("FAILED") == 2
    assert "ModuleNotFoundError" in out


@pytest.mark.usefixtures("_with_a_part_measured_right")
def test_what_a_command_lacks_fails_for_who_asks_for_it_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "engine.selfcheck.installed.lacking", lambda use: ("thing",) if use is LACKING else ()
    )
    uses = (USES[0], LACKING)
    assert main([], uses=uses) == OK
    assert "no     things nobody has (worker): without thing" in capsys.readouterr().out
    assert main(["worker"], uses=uses) == BROKEN
    out = capsys.readouterr().out
    assert "FAILED things nobody has" in out
    assert "pip install 'sprue[dev-of-nobody]'" in out


def test_a_word_that_is_no_command_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["paint"])
    assert "paint cannot be checked" in capsys.readouterr().err
