"""The key of the program that started the server for itself."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from server.auth import keys
from server.auth.local import InvalidLocalKey, LocalKey
from tests.server.application import Client
from tests.server.asking import job_of, poll, submit

KEY = "svc_live_" + "a-b_C9" * 6


def keyed(client: Client, key: str = KEY) -> Client:
    """Give a client a key."""
    client.headers["X-API-Key"] = key
    return client


@pytest.fixture(scope="module")
def local(serve_all: Callable[..., Client]) -> Client:
    return keyed(serve_all(local_key=KEY))


@pytest.fixture
def data_dir(local: Client) -> Path:
    """Return the folder of that server."""
    return local.services.settings.data_dir


def test_it_opens_the_account_of_this_machine(local: Client) -> None:
    reported = local.get("/api/v1/usage").json()
    assert (reported["plan"], reported["meters"]) == ("local", [])


def test_nothing_is_counted(local: Client, data_dir: Path) -> None:
    answer = submit(local)
    assert answer.headers["X-Billing-Tier"] == "local"
    assert "X-RateLimit-Limit" not in answer.headers
    poll(local, answer.json()["job_id"])
    with sqlite3.connect(data_dir / "sprue.db") as connection:
        assert connection.execute("SELECT COUNT(*) FROM meter_events").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) FROM usage_counters").fetchone() == (0,)
    connection.close()


def test_it_is_stored_nowhere(local: Client, data_dir: Path) -> None:
    poll(local, job_of(local))
    for file in data_dir.rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes(), file


def test_the_account_and_its_jobs_stay_when_the_server_starts_again_with_another_key(
    serve: Callable[..., Client],
) -> None:
    first = keyed(serve(local_key=KEY))
    kept = job_of(first)
    poll(first, kept)
    first.__exit__(None, None, None)
    again = keyed(serve(local_key=KEY + "9"), KEY + "9")
    assert again.get(f"/api/v1/dfm/jobs/{kept}").json()["status"] == "done"
    keyed(again)
    assert again.get(f"/api/v1/dfm/jobs/{kept}").status_code == 401


def test_nobody_else_of_this_machine_makes_an_account(serve: Callable[..., Client]) -> None:
    client = serve(local_key=KEY, site_url="", port=80)
    page = client.get("/dashboard/sign-up", headers={"Host": "127.0.0.1"})
    assert page.status_code == 403
    assert "closed" in page.text


def test_other_keys_are_looked_up_as_ever(local: Client) -> None:
    asked = local.get("/api/v1/usage", headers={"X-API-Key": keys.generate()})
    assert asked.json()["error"] == "Invalid API key."


def test_without_one_there_is_no_such_account(client: Client) -> None:
    assert client.get("/api/v1/usage", headers={"X-API-Key": KEY}).status_code == 401


@pytest.mark.parametrize("key", ["", "svc_live_", "svc_live_" + "a" * 31, "svc_live_" + "a b" * 20])
def test_one_that_could_be_guessed_is_refused(key: str) -> None:
    with pytest.raises(InvalidLocalKey):
        LocalKey(key)
