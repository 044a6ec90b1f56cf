"""The self check tells a whole installation from a broken one."""

import pytest

from engine.selfcheck import BROKEN, OK, main


def test_this_installation_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == OK
    out = capsys.readouterr().out
    assert "FAILED" not in out
    assert "ok     the sample part is analyzed" in out


def test_an_installation_whose_kernel_does_not_load_is_broken_and_shows_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([], tasks="tests.engine.kernel_that_is_not_there") == BROKEN
    out, err = capsys.readouterr()
    assert out.count("FAILED") == 2
    assert "ModuleNotFoundError" in err
