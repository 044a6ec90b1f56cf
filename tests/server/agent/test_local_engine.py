"""Where the engine of this machine finds what the desktop program keeps; `test_stdio.py` starts it."""

from pathlib import Path

import pytest

from app.state import settings
from server.agent import local_engine


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "/home/me"},
        {"HOME": "/home/me", "XDG_CONFIG_HOME": "/elsewhere", "APPDATA": "/roaming"},
        {"HOME": "/home/me", "XDG_CONFIG_HOME": "relative"},
        {"USERPROFILE": "/users/me"},
    ],
)
def test_rule_packs_are_where_the_desktop_program_keeps_them(
    environment: dict[str, str], platform: str
) -> None:
    workspace = pytest.importorskip("app.views.rules.workspace", reason="takes the desktop program")
    kept = settings.user_folder(environment, platform) / workspace.FOLDER
    assert local_engine.pack_folder(environment, platform) == kept


def test_data_and_packs_are_two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert local_engine.data_dir() != local_engine.pack_folder().parent
