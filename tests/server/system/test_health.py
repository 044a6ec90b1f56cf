"""Health: whether the server answers, and whether it can work."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from server.system import version


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
