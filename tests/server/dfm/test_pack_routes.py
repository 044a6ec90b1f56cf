"""Rule packs that an account keeps: saved once they hold together, versioned, judged by."""

import json
from collections.abc import Callable
from typing import Any

from server.dfm import packs
from server.settings import Settings
from server.storage.database import FILE_NAME
from tests.server import databases
from tests.server.application import Client
from tests.server.asking import assert_problem, poll, submit
from tests.server.keyed import a_key
from tests.support import hosted

SERVERS = hosted.BOTH
PACKS = "/api/v1/dfm/packs"
MODULE: dict[str, Any] = {"key": "house", "name": "House rules", "configurations": {}, "rules": []}


def save(client: Client, key: str = "house", version: int | None = None, **changes: Any) -> Any:
    return client.put(f"{PACKS}/{key}", json={"module": MODULE | changes, "version": version})


def test_a_pack_is_saved_read_changed_and_deleted(serve: Callable[..., Client]) -> None:
    client = serve()
    assert client.get(PACKS).json() == {"packs": []}
    made = save(client, version=0)
    assert made.status_code == 200, made.text
    assert made.json()["pack"]["version"] == 1
    changed = save(client, version=1, name="Stricter").json()["pack"]
    assert (changed["version"], changed["name"]) == (2, "Stricter")
    assert client.get(f"{PACKS}/house").json()["pack"] == changed
    assert [each["key"] for each in client.get(PACKS).json()["packs"]] == ["house"]
    assert client.delete(f"{PACKS}/house").status_code == 204
    assert_problem(client.get(f"{PACKS}/house"), 404, "pack_not_found")
    assert_problem(client.delete(f"{PACKS}/house"), 404, "pack_not_found")


def test_a_change_upon_an_older_version_is_refused_and_one_without_a_version_is_not(
    serve: Callable[..., Client],
) -> None:
    client = serve()
    save(client)
    save(client, version=1)
    assert_problem(save(client, version=1), 409, "pack_changed", "at version 2, and not at 1")
    assert save(client).json()["pack"]["version"] == 3


def test_the_key_of_the_path_is_the_packs(serve: Callable[..., Client]) -> None:
    client = serve()
    saved = client.put(f"{PACKS}/mill", json={"module": MODULE})
    assert saved.json()["pack"]["module"]["key"] == "mill"


def test_a_pack_that_does_not_hold_together_is_not_kept_and_each_problem_is_told(
    serve: Callable[..., Client],
) -> None:
    client = serve()
    response = client.put(f"{PACKS}/house", json={"module": {"key": "house"}})
    assert_problem(response, 422, "invalid_rule_pack", "rules is missing")
    assert response.json()["problems"] == ["rules is missing", "name is missing"]
    assert client.get(PACKS).json() == {"packs": []}


def test_the_key_of_a_shipped_pack_is_refused(serve: Callable[..., Client]) -> None:
    assert_problem(save(serve(), "casting"), 422, "pack_refused", "choose another key")


def test_packs_are_as_many_and_as_large_as_is_allowed(serve: Callable[..., Client], monkeypatch: Any) -> None:
    monkeypatch.setattr(packs, "MOST_PACKS", 1)
    client = serve()
    save(client)
    assert_problem(save(client, "second"), 422, "pack_refused", "delete one")
    assert save(client).status_code == 200  # a change is no further one
    monkeypatch.setattr(packs, "MOST_BYTES", 10)
    assert_problem(save(client), 422, "pack_refused", "larger than")


def test_packs_are_the_accounts_own(serve: Callable[..., Client]) -> None:
    client = serve()
    save(client)
    other = {"X-API-Key": a_key(client.services.settings)}
    assert client.get(PACKS, headers=other).json() == {"packs": []}
    assert_problem(client.get(f"{PACKS}/house", headers=other), 404, "pack_not_found")


def test_an_analysis_is_judged_by_packs_that_it_names_as_they_are_then(serve: Callable[..., Client]) -> None:
    client = serve()
    save(client)
    job_id = submit(client, packs="house, house").json()["job_id"]
    poll(client, job_id)
    save(client, name="Later")
    found = rows(client.services.settings, f"SELECT arguments FROM jobs WHERE id = '{job_id}'")
    assert [each["name"] for each in loaded(found[0][0])["own_packs"]] == ["House rules"]
    assert_problem(submit(client, packs="nobody"), 404, "pack_not_found", "GET /dfm/packs")


def rows(settings: Settings, query: str) -> list[Any]:
    url = settings.database_url or f"sqlite+aiosqlite:///{settings.data_dir / FILE_NAME}"
    return databases.rows(url, query)


def loaded(found: Any) -> Any:
    """Read a column of JSON, which comes as text of SQLite."""
    return json.loads(found) if isinstance(found, str) else found
