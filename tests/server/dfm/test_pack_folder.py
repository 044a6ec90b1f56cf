"""Rule packs of a program that starts the server for itself are the files of a folder that it named."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.dfm import packs
from tests.server.application import Client
from tests.server.asking import assert_problem
from tests.server.databases import execute, url_of
from tests.server.keyed import key_of

KEY = f"svc_live_{'k' * 40}"
PACKS = "/api/v1/dfm/packs"
MODULE: dict[str, Any] = {"key": "house", "name": "House rules", "configurations": {}, "rules": []}


@pytest.fixture(scope="module")
def client(serve_all: Callable[..., Client], tmp_path_factory: pytest.TempPathFactory) -> Client:
    client = serve_all(local_key=KEY, pack_folder=str(tmp_path_factory.mktemp("user") / "my packs"))
    client.headers["X-API-Key"] = KEY
    return client


@pytest.fixture
def folder(client: Client) -> Iterator[Path]:
    """Return the server's folder, which is not there, and of which the server knows nothing."""
    settings = client.services.settings
    execute(url_of(settings), "DELETE FROM rule_packs")
    folder = Path(settings.pack_folder)
    yield folder
    if folder.is_dir():
        shutil.rmtree(folder)
    else:
        folder.unlink()


def put(folder: Path, name: str, document: Any) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")


def listed(client: Client) -> dict[str, tuple[int, str]]:
    answer = client.get(PACKS)
    assert answer.status_code == 200, answer.text
    found = answer.json()["packs"]
    return {each["key"]: (each["version"], each["name"]) for each in found}


def save(client: Client, version: int | None = None, **changes: Any) -> Any:
    return client.put(f"{PACKS}/house", json={"module": MODULE | changes, "version": version})


def test_a_pack_that_is_saved_is_a_file_that_people_can_read(client: Client, folder: Path) -> None:
    assert listed(client) == {}
    assert save(client, 0).status_code == 200
    text = (folder / "house.json").read_text("utf-8")
    assert json.loads(text) == MODULE
    assert text.startswith('{\n  "key": "house"')
    assert [path.name for path in folder.iterdir()] == ["house.json"]


def test_a_file_is_a_pack_and_each_change_of_it_a_version(client: Client, folder: Path) -> None:
    put(folder, "theirs.json", MODULE | {"key": "another name inside"})
    assert listed(client) == {"theirs": (1, "House rules")}
    assert listed(client) == {"theirs": (1, "House rules")}
    put(folder, "theirs.json", MODULE | {"name": "Stricter"})
    assert client.get(f"{PACKS}/theirs").json()["pack"]["name"] == "Stricter"
    assert listed(client) == {"theirs": (2, "Stricter")}
    (folder / "theirs.json").unlink()
    assert_problem(client.get(f"{PACKS}/theirs"), 404, "pack_not_found")
    assert listed(client) == {}


def test_a_change_upon_what_the_file_held_before_is_refused(client: Client, folder: Path) -> None:
    save(client, 0)
    put(folder, "house.json", MODULE | {"name": "Changed by hand"})
    assert_problem(save(client, 1), 409, "pack_changed", "at version 2, and not at 1")
    assert json.loads((folder / "house.json").read_text())["name"] == "Changed by hand"
    assert save(client, 2, name="Both").json()["pack"]["version"] == 3
    assert json.loads((folder / "house.json").read_text())["name"] == "Both"


def test_a_pack_that_is_deleted_takes_its_file_along(client: Client, folder: Path) -> None:
    save(client)
    assert client.delete(f"{PACKS}/house").status_code == 204
    assert list(folder.iterdir()) == []
    assert_problem(client.delete(f"{PACKS}/house"), 404, "pack_not_found")


def test_what_is_no_pack_is_left_alone(client: Client, folder: Path) -> None:
    strangers = {
        "broken.json": "{",
        "list.json": "[]",
        "lacks-rules.json": {"key": "lacks-rules", "name": "x"},
        "casting.json": MODULE,
        "no name of a key.json": MODULE,
        ".house.json.draft": MODULE,
        "huge.json": MODULE | {"name": "x" * packs.MOST_BYTES},
    }
    for name, document in strangers.items():
        put(folder, name, document)
    put(folder, "house.json", MODULE)
    assert list(listed(client)) == ["house"]
    assert {path.name for path in folder.iterdir()} == strangers.keys() | {"house.json"}


def test_a_folder_that_cannot_be_written_is_a_sentence(client: Client, folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert_problem(save(client), 422, "pack_refused", "The pack cannot be kept in")
    assert listed(client) == {}


def test_other_accounts_and_other_servers_keep_theirs_in_the_database(client: Client, folder: Path) -> None:
    put(folder, "house.json", MODULE)
    other = {"X-API-Key": key_of(client)}
    assert client.get(PACKS, headers=other).json() == {"packs": []}
    saved = client.put(f"{PACKS}/mine", json={"module": MODULE}, headers=other)
    assert saved.status_code == 200
    assert [path.name for path in folder.iterdir()] == ["house.json"]
