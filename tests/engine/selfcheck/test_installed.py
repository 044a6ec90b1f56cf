"""What each use needs is read off the package's own metadata, and every command is one of the program's."""

import tomllib
from pathlib import Path

import pytest

import sprue
from engine.selfcheck import installed
from engine.selfcheck.installed import COMMANDS, USES, Use

ROOT = Path(__file__).parents[3]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
REQUIREMENTS = (
    "numpy>=2.4",
    "sqlalchemy[asyncio]>=2.1",
    'vtk>=9.7; extra == "desktop"',
    "keyring; extra == 'desktop'",
)
BASE, DESKTOP = Use("base", ""), Use("windows", "desktop", ("app",))


def test_a_use_lacks_what_its_extra_declares_and_nothing_of_another() -> None:
    assert installed.lacking(BASE, REQUIREMENTS, lambda _: False) == ("numpy", "sqlalchemy")
    assert installed.lacking(DESKTOP, REQUIREMENTS, lambda _: False) == ("vtk", "keyring")
    assert installed.lacking(DESKTOP, REQUIREMENTS, {"vtk"}.__contains__) == ("keyring",)
    assert installed.lacking(DESKTOP, REQUIREMENTS, lambda _: True) == ()


def test_the_base_install_is_whole_here() -> None:
    assert installed.lacking(USES[0]) == ()


def test_every_extra_and_every_command_is_one_there_is() -> None:
    assert {use.extra for use in USES} - {""} <= set(EXTRAS)
    assert set(COMMANDS) <= set(sprue.COMMANDS)


def test_the_line_that_installs_names_the_extra_but_a_bundle_cannot_be_added_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert installed.remedy(DESKTOP).endswith("-m pip install 'sprue[desktop]'")
    assert installed.remedy(BASE).endswith("-m pip install 'sprue'")
    monkeypatch.setattr("sys.frozen", True, raising=False)
    assert "pip" not in installed.remedy(DESKTOP)
