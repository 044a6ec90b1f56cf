"""What the user set."""

import json
from pathlib import Path, PurePosixPath

import pytest

from app.state import settings
from app.state.settings import ENGINE_VARIABLES, TABLE, Settings
from server.settings import table


def test_every_setting_has_a_sentence_and_a_default_it_accepts() -> None:
    assert len({setting.name for setting in TABLE}) == len(TABLE)
    for setting in TABLE:
        assert setting.accepted(setting.default), setting.name
        assert setting.doc.endswith("."), setting.name
        assert "key" not in setting.name


def test_what_is_set_holds_after_a_restart_and_what_is_reset_does_not(tmp_path: Path) -> None:
    first = Settings(tmp_path)
    first.set("theme", "dark")
    first.set("alpha_min_deg", 1)
    assert (Settings(tmp_path)["theme"], Settings(tmp_path)["alpha_min_deg"]) == ("dark", 1)
    first.reset("theme")
    assert (Settings(tmp_path)["theme"], Settings(tmp_path)["alpha_min_deg"]) == ("system", 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("alpha_min_deg", 46),
        ("alpha_min_deg", True),
        ("alpha_min_deg", float("nan")),
        ("is_orthographic", 1),
        ("recent", [1]),
        ("n_recent", 1.5),
    ],
)
def test_what_a_setting_cannot_be_is_refused_and_in_a_file_counts_as_not_set(
    tmp_path: Path, name: str, value: object
) -> None:
    with pytest.raises(ValueError, match=name):
        Settings(tmp_path).set(name, value)  # type: ignore[arg-type]
    (tmp_path / "settings.json").write_text(json.dumps({name: value}))
    assert Settings(tmp_path)[name] == settings.SETTING_OF_NAME[name].default


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"theme": "dark"'])
def test_a_damaged_file_counts_as_none_and_is_mended_by_the_next_change(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    held = Settings(tmp_path)
    assert held["theme"] == "system"
    held.set("theme", "light")
    assert Settings(tmp_path)["theme"] == "light"


def test_names_of_a_later_version_are_kept(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"hologram": true}')
    Settings(tmp_path).set("theme", "dark")
    assert json.loads((tmp_path / "settings.json").read_text())["hologram"] is True


def test_a_write_that_fails_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Settings(tmp_path)
    held.set("theme", "dark")

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(settings.os, "replace", fail)
    with pytest.raises(OSError, match="no room"):
        held.set("theme", "light")
    assert held["theme"] == "light"
    assert Settings(tmp_path)["theme"] == "dark"
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_parts_opened_last_come_first_and_once(tmp_path: Path) -> None:
    held = Settings(tmp_path)
    held.set("n_recent", 2)
    for name in ("a", "b", "a", "c"):
        held.add_recent(Path(name))
    assert held["recent"] == ["c", "a"]
    held["recent"].append("d")
    assert held["recent"] == ["c", "a"]


def test_changes_are_notified_once(tmp_path: Path) -> None:
    held, changed = Settings(tmp_path), list[str]()
    held.changed.subscribe(changed.append)
    held.set("theme", "dark")
    held.set("theme", "dark")
    assert changed == ["theme"]


def test_each_system_has_its_place() -> None:
    where = settings.user_folder
    assert where({"HOME": "/home/u"}, "linux") == Path("/home/u/.config/sprue")
    assert where({"HOME": "/home/u", "XDG_CONFIG_HOME": "/conf"}, "linux") == Path("/conf/sprue")
    assert where({"HOME": "/home/u", "XDG_CONFIG_HOME": "conf"}, "linux") == Path("/home/u/.config/sprue")
    assert PurePosixPath(where({"HOME": "/Users/u"}, "darwin")).name == "Sprue"
    assert where({"APPDATA": "/roaming"}, "win32") == Path("/roaming/Sprue")


def test_what_is_set_for_the_engine_is_called_as_its_server_calls_it(tmp_path):
    settings = Settings(tmp_path)
    assert settings.engine_environment() == {}
    settings.set("engine_max_file_mb", 80.0)
    settings.set("engine_memory_mb", 4096)
    assert settings.engine_environment() == {"SPRUE_MAX_UPLOAD_MB": "80", "SPRUE_WORKER_MEMORY_MB": "4096"}
    assert set(ENGINE_VARIABLES.values()) <= {name for name, _, _ in table()}
