"""Who is let in, and what the others are told."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.auth import keys
from server.auth.command import main
from tests.server.application import Client
from tests.server.asking import assert_problem, job_of
from tests.server.keyed import a_key

ROUTE = "/api/v1/dfm/jobs/nothing"


def ask(client: Client, key: str | None) -> Any:
    del client.headers["X-API-Key"]
    headers = {} if key is None else {"X-API-Key": key}
    return client.get(ROUTE, headers=headers)


@pytest.mark.parametrize(
    ("key", "code", "text"),
    [
        (None, "missing_api_key", "Missing X-API-Key header."),
        ("", "invalid_api_key_format", "Invalid API key format."),
        ("sk_live_1234", "invalid_api_key_format", "Invalid API key format."),
        ("svc_live_", "invalid_api_key", "Invalid API key."),
        ("svc_live_" + "0" * 46, "invalid_api_key", "Invalid API key."),
        pytest.param(keys.generate(), "invalid_api_key", "Invalid API key.", id="of nobody"),
    ],
)
def test_whoever_has_no_key_is_reported_why(newcomer: Client, key: str | None, code: str, text: str) -> None:
    response = ask(newcomer, key)
    assert_problem(response, 401, code)
    assert response.json()["error"] == text


def test_a_revoked_key_is_refused_at_once_as_revoked(newcomer: Client) -> None:
    key = newcomer.headers["X-API-Key"]
    assert newcomer.get(ROUTE).status_code == 404
    assert main(["revoke", key, "--data-dir", str(newcomer.services.settings.data_dir)]) == 0
    response = newcomer.get(ROUTE)
    assert_problem(response, 401, "revoked_api_key")
    assert response.json()["error"] == "API key has been revoked."


def test_a_key_is_asked_for_before_the_body_is_looked_at(newcomer: Client) -> None:
    del newcomer.headers["X-API-Key"]
    response = newcomer.post("/api/v1/dfm/analyze", content=b"rubbish")
    assert_problem(response, 401, "missing_api_key")


def test_artifacts_health_and_documents_need_no_key(newcomer: Client) -> None:
    del newcomer.headers["X-API-Key"]
    assert newcomer.get("/healthz").status_code == 200
    assert newcomer.get("/docs/openapi.json").status_code == 200
    assert newcomer.get("/artifacts/a/b").status_code == 404


def test_a_preflight_needs_no_key(newcomer: Client) -> None:
    del newcomer.headers["X-API-Key"]
    headers = {"Origin": "https://shop.example", "Access-Control-Request-Method": "GET"}
    assert newcomer.options(ROUTE, headers=headers).status_code == 204


def test_the_time_of_use_is_noted(serve: Callable[..., Client], tmp_path: Path) -> None:
    client = serve()
    client.get(ROUTE)
    with sqlite3.connect(tmp_path / "data" / "sprue.db") as connection:
        ((used,),) = connection.execute("SELECT last_used_at FROM api_keys").fetchall()
    connection.close()
    assert used is not None


def test_the_database_holds_no_key(serve: Callable[..., Client], tmp_path: Path) -> None:
    client = serve()
    key = client.headers["X-API-Key"]
    job_of(client)
    for file in (tmp_path / "data").glob("sprue.db*"):
        assert key[20:] not in file.read_bytes().decode("latin-1")


def test_one_key_opens_what_another_of_its_account_made(newcomer: Client) -> None:
    for _ in range(2):
        newcomer.headers["X-API-Key"] = a_key(newcomer.services.settings, account="shared")
        assert newcomer.get(ROUTE).status_code == 404
