"""Health: whether the server answers, and whether it can work."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from server.system import version
from tests.server.databases import execute, settings_of
from tests.support.postgresql import ON_POSTGRESQL


def test_the_server_says_that_it_answers(client: TestClient[Any]) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "version": version.of_program(), "api": "v1"}


def test_the_server_says_that_it_is_ready(client: TestClient[Any]) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"status": "ready"}


def test_a_database_of_another_version_is_not_ready(
    serve: Callable[..., TestClient[Any]], tmp_path: Path
) -> None:
    client = serve()
    with sqlite3.connect(tmp_path / "data" / "sprue.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    response = client.get("/readyz")
    assert response.status_code == 503
    assert "9999" in response.json()["reason"]


@ON_POSTGRESQL
def test_a_queue_that_does_not_answer_is_not_ready(
    serve: Callable[..., TestClient[Any]], tmp_path: Path, database_url: str
) -> None:
    settings = settings_of(database_url, tmp_path)
    client = serve(database_url=database_url, secret_file=settings.secret_file, site_url=settings.site_url)
    assert client.get("/readyz").json() == {"status": "ready"}
    execute(database_url, "ALTER TABLE procrastinate_jobs RENAME TO hidden")
    response = client.get("/readyz")
    assert (response.status_code, response.json()["reason"]) == (503, "the queue does not answer")
