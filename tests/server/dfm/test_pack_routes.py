"""Rule packs that an account keeps: saved once they hold together, versioned, judged by."""

import json
from typing import Any

from server.dfm import packs
from tests.server.application import Client
from tests.server.asking import assert_problem, poll, submit
from tests.server.databases import rows, url_of
from tests.server.keyed import key_of
from tests.support import hosted

SERVERS = hosted.BOTH
PACKS = "/api/v1/dfm/packs"
MODULE: dict[str, Any] = {"key": "house", "name": "House rules", "configurations": {}, "rules": []}


def save(client: Client, key: str = "house", version: int | None = None, **changes: Any) -> Any:
    return client.put(f"{PACKS}/{key}", json={"module": MODULE | changes, "version": version})


def test_a_pack_is_saved_read_changed_and_deleted(newcomer: Client) -> None:
    assert newcomer.get(PACKS).json() == {"packs": []}
    made = save(newcomer, version=0)
    assert made.status_code == 200, made.text
    assert made.json()["pack"]["version"] == 1
    changed = save(newcomer, version=1, name="Stricter").json()["pack"]
    assert (changed["version"], changed["name"]) == (2, "Stricter")
    assert newcomer.get(f"{PACKS}/house").json()["pack"] == changed
    assert [each["key"] for each in newcomer.get(PACKS).json()["packs"]] == ["house"]
    assert newcomer.delete(f"{PACKS}/house").status_code == 204
    assert_problem(newcomer.get(f"{PACKS}/house"), 404, "pack_not_found")
    assert_problem(newcomer.delete(f"{PACKS}/house"), 404, "pack_not_found")


def test_a_change_upon_an_older_version_is_refused_and_one_without_a_version_is_not(
    newcomer: Client,
) -> None:
    save(newcomer)
    save(newcomer, version=1)
    assert_problem(save(newcomer, version=1), 409, "pack_changed", "at version 2, and not at 1")
    assert save(newcomer).json()["pack"]["version"] == 3


@hosted.EMBEDDED_ALONE
def test_the_key_of_the_path_is_the_packs(newcomer: Client) -> None:
    saved = newcomer.put(f"{PACKS}/mill", json={"module": MODULE})
    assert saved.json()["pack"]["module"]["key"] == "mill"


@hosted.EMBEDDED_ALONE
def test_a_pack_that_does_not_hold_together_is_not_kept_and_each_problem_is_told(
    newcomer: Client,
) -> None:
    response = newcomer.put(f"{PACKS}/house", json={"module": {"key": "house"}})
    assert_problem(response, 422, "invalid_rule_pack", "rules is missing")
    assert response.json()["problems"] == ["rules is missing", "name is missing"]
    assert newcomer.get(PACKS).json() == {"packs": []}


@hosted.EMBEDDED_ALONE
def test_the_key_of_a_shipped_pack_is_refused(newcomer: Client) -> None:
    assert_problem(save(newcomer, "casting"), 422, "pack_refused", "choose another key")


@hosted.EMBEDDED_ALONE
def test_packs_are_as_many_and_as_large_as_is_allowed(newcomer: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(packs, "MOST_PACKS", 1)
    save(newcomer)
    assert_problem(save(newcomer, "second"), 422, "pack_refused", "delete one")
    assert save(newcomer).status_code == 200  # a change is no further one
    monkeypatch.setattr(packs, "MOST_BYTES", 10)
    assert_problem(save(newcomer), 422, "pack_refused", "larger than")


@hosted.EMBEDDED_ALONE
def test_packs_are_the_accounts_own(newcomer: Client) -> None:
    save(newcomer)
    other = {"X-API-Key": key_of(newcomer)}
    assert newcomer.get(PACKS, headers=other).json() == {"packs": []}
    assert_problem(newcomer.get(f"{PACKS}/house", headers=other), 404, "pack_not_found")


def test_an_analysis_is_judged_by_packs_that_it_names_as_they_are_then(newcomer: Client) -> None:
    save(newcomer)
    job_id = submit(newcomer, packs="house, house").json()["job_id"]
    poll(newcomer, job_id)
    save(newcomer, name="Later")
    found = rows(url_of(newcomer.services.settings), f"SELECT arguments FROM jobs WHERE id = '{job_id}'")
    assert [each["name"] for each in loaded(found[0][0])["own_packs"]] == ["House rules"]
    assert_problem(submit(newcomer, packs="nobody"), 404, "pack_not_found", "GET /dfm/packs")


def loaded(found: Any) -> Any:
    """Read a column of JSON, which comes as text of SQLite."""
    return json.loads(found) if isinstance(found, str) else found
