"""Health: whether the server answers, and whether it can work."""

from collections.abc import Callable
from pathlib import Path

import pytest

from server.storage.migrations import HEAD
from server.system import version
from tests.server.application import Client
from tests.server.databases import execute, settings_of, url_of
from tests.support.postgresql import ON_POSTGRESQL


def test_the_server_says_that_it_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "version": version.of_program(), "api": "v1"}


def test_the_server_says_that_it_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"status": "ready"}


@pytest.mark.parametrize(("database_version", "status"), [("0001", 503), (HEAD, 200), ("9999", 200)])
def test_a_host_works_on_when_a_later_program_has_migrated_and_is_not_ready_at_an_older_version(
    client: Client, database_version: str, status: int
) -> None:
    url = url_of(client.services.settings)
    execute(url, f"UPDATE alembic_version SET version_num = '{database_version}'")
    response = client.get("/readyz")
    execute(url, f"UPDATE alembic_version SET version_num = '{HEAD}'")
    assert response.status_code == status
    if status != 200:
        assert response.json()["reason"] == f"the database is at version 0001, not {HEAD}"


@ON_POSTGRESQL
def test_a_queue_that_does_not_answer_is_not_ready(
    serve: Callable[..., Client], tmp_path: Path, database_url: str
) -> None:
    settings = settings_of(database_url, tmp_path)
    client = serve(database_url=database_url, secret_file=settings.secret_file, site_url=settings.site_url)
    assert client.get("/readyz").json() == {"status": "ready"}
    execute(database_url, "ALTER TABLE procrastinate_jobs RENAME TO hidden")
    response = client.get("/readyz")
    assert (response.status_code, response.json()["reason"]) == (503, "the queue does not answer")
