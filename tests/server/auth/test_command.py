"""Keys from the terminal."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from server.auth.command import main
from tests.server.databases import put_tables

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder whose database has its tables."""
    put_tables(tmp_path)
    return tmp_path


def run(capsys: Capture, folder: Path, *words: str) -> str:
    assert main([*words, "--data-dir", str(folder)]) == 0
    return capsys.readouterr().out


def account_of(folder: Path, key: str) -> dict[str, object]:
    connection = sqlite3.connect(folder / "sprue.db")
    connection.row_factory = sqlite3.Row
    row = connection.execute(
        "SELECT accounts.* FROM accounts JOIN api_keys ON account_id = accounts.id WHERE prefix = ?",
        (key.strip()[:17],),
    ).fetchone()
    connection.close()
    return dict(row)


def test_create_prints_the_key_alone(capsys: Capture, tmp_path: Path) -> None:
    assert re.fullmatch(r"svc_live_\w{46}\n", run(capsys, tmp_path, "create"))


def test_each_key_has_an_account_of_its_own_unless_one_is_named(capsys: Capture, folder: Path) -> None:
    one, two = (account_of(folder, run(capsys, folder, "create")) for _ in range(2))
    assert one["id"] != two["id"]
    three, four = (account_of(folder, run(capsys, folder, "create", "--account", "acme")) for _ in range(2))
    assert three["id"] == four["id"]
    five = account_of(folder, run(capsys, folder, "create", "--account", str(one["id"])))
    assert five["id"] == one["id"]


def test_the_plan_is_free_unless_named_and_stays_unless_named_again(capsys: Capture, folder: Path) -> None:
    free = account_of(folder, run(capsys, folder, "create"))
    assert (free["plan"], free["overage_enabled"], free["period_start"]) == ("free", 0, None)
    paid = account_of(folder, run(capsys, folder, "create", "--plan", "pro", "--account", "acme"))
    assert (paid["plan"], paid["overage_enabled"]) == ("pro", 1)
    assert paid["period_start"] is not None
    same = account_of(folder, run(capsys, folder, "create", "--account", "acme"))
    assert same["plan"] == "pro"
    moved = account_of(
        folder, run(capsys, folder, "create", "--account", "acme", "--plan", "starter", "--no-overage")
    )
    assert (moved["plan"], moved["overage_enabled"]) == ("starter", 0)


def test_list_shows_prefixes_and_never_a_key(capsys: Capture, folder: Path) -> None:
    key = run(capsys, folder, "create", "--name", "night [check]").strip()
    run(capsys, folder, "create", "--account", "acme")
    listed = run(capsys, folder, "list")
    assert key[:17] in listed
    assert key[:18] not in listed
    assert "night [check]" in listed
    assert key[:17] not in run(capsys, folder, "list", "--account", "acme")


def test_a_key_is_revoked_by_prefix_or_whole_and_only_once(capsys: Capture, folder: Path) -> None:
    whole, prefix = (run(capsys, folder, "create").strip() for _ in range(2))
    run(capsys, folder, "revoke", whole)
    run(capsys, folder, "revoke", prefix[:17])
    assert run(capsys, folder, "list").count("revoked") == 2
    assert main(["revoke", whole, "--data-dir", str(folder)]) == 2
    error = capsys.readouterr().err
    assert "no key in force" in error
    assert whole[17:] not in error


@pytest.mark.parametrize("words", [["revoke", "svc_live_"], ["list", "--account", "nobody"]])
def test_what_is_not_there_is_a_sentence_and_status_2(
    capsys: Capture, folder: Path, words: list[str]
) -> None:
    run(capsys, folder, "create")
    assert main([*words, "--data-dir", str(folder)]) == 2
    assert capsys.readouterr().err.startswith("sprue keys: ")


def test_the_database_is_for_its_owner_alone(capsys: Capture, tmp_path: Path) -> None:
    run(capsys, tmp_path, "create")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}, json.dumps(modes)


def test_no_key_is_made_in_the_database_of_another_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPRUE_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'shared.db'}")
    assert main(["create", "--data-dir", str(tmp_path / "a")], prog="sprue keys") == 0
    capsys.readouterr()
    assert main(["create", "--data-dir", str(tmp_path / "b")], prog="sprue keys") == 2
    reported = capsys.readouterr()
    assert reported.out == ""
    assert "they do not belong together" in reported.err
    assert main(["create", "--data-dir", str(tmp_path / "a")], prog="sprue keys") == 0
