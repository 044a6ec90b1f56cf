"""The same tables and statements on PostgreSQL, where writers do not wait in line."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from server.auth import command, repository
from server.fetch.post import Poster
from server.jobs import repository as jobs
from server.settings import Settings
from server.storage import migrate
from server.storage.database import open_database
from server.webhooks import leases
from server.webhooks import repository as deliveries
from server.webhooks.events import Events
from server.webhooks.service import WebhookService
from server.webhooks.signature import Secrets
from tests.server.application import Client, client_of
from tests.server.asking import job_of, poll
from tests.server.databases import settings_of
from tests.server.keyed import a_key
from tests.support.postgresql import CAN_RUN, Cluster

pytestmark = CAN_RUN
EVENTS, SECRETS, POSTER = Events("http://sprue.test/api/v1"), Secrets(b"pepper"), Poster(allows_private=False)
QUOTE = {
    "file_name": "a.step",
    "geometry": {
        "volume_cm3": 12.5,
        "surface_area_cm2": 60.0,
        "bounding_box": {"x_mm": 50.0, "y_mm": 40.0, "z_mm": 20.0},
    },
    "quantity": 5,
}


@pytest.fixture(scope="module")
def url(postgresql_cluster: Cluster) -> Iterator[str]:
    with postgresql_cluster.migrated() as found:
        yield found


@pytest.fixture(scope="module")
def settings(url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_of(url, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[Client]:
    with client_of(settings) as started:
        started.headers["X-API-Key"] = a_key(settings)
        yield started


def test_keys_are_made_listed_and_revoked_from_the_terminal(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPRUE_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("SPRUE_SECRET_FILE", settings.secret_file)
    data = ["--data-dir", str(settings.data_dir)]
    assert command.main(["create", "--name", "night", *data]) == 0
    key = capsys.readouterr().out.strip()
    assert command.main(["revoke", key, *data]) == 0
    assert command.main(["list", *data]) == 0
    assert "revoked" in capsys.readouterr().out


def test_no_two_workers_take_the_same_job(settings: Settings, client: Client) -> None:
    async def go(ids: set[str]) -> list[str]:
        async with migrate.opened(settings) as database:
            async with database.writing() as connection:
                await connection.execute(text("UPDATE jobs SET status = 'queued'"))

            async def once() -> str | None:
                async with database.writing() as connection:
                    job = await jobs.claim(connection, datetime.now(UTC))
                    await asyncio.sleep(0.05)  # the others look meanwhile
                    return None if job is None else job.id

            found = [one for one in await asyncio.gather(*(once() for _ in range(8))) if one]
            async with database.writing() as connection:
                await connection.execute(text("UPDATE jobs SET status = 'done'"))
            return [one for one in found if one in ids]

    with client_of(settings) as started:
        started.headers["X-API-Key"] = client.headers["X-API-Key"]
        ids = {job_of(started) for _ in range(3)}
        for one in ids:
            poll(started, one)
    claimed = asyncio.run(go(ids))
    assert len(claimed) == len(set(claimed))


def test_no_two_servers_send_to_one_webhook_at_a_time(settings: Settings) -> None:
    async def go() -> tuple[list[str], list[str]]:
        now = datetime.now(UTC)
        database = open_database(settings.database_url, settings.data_dir)
        service = WebhookService(database, EVENTS, SECRETS, POSTER)
        async with database.writing() as connection:
            account = await repository.make_account(connection, "told", "free", False, False, now)
        made = [
            (await service.create(account, "https://nothing.invalid/", ["quote.created"], ""))[0].id
            for _ in range(3)
        ]
        async with database.writing() as connection:
            for _ in range(2):
                await EVENTS.quote_created(connection, account.id, account.id, now)

        async def once() -> str | None:
            async with database.writing() as connection:
                lease = await leases.claim(connection, datetime.now(UTC), 60.0, 10)
                await asyncio.sleep(0.05)  # the others look meanwhile
                return None if lease is None else lease.webhook.id

        claimed = [one for one in await asyncio.gather(*(once() for _ in range(8))) if one]
        async with database.writing() as connection:
            for webhook_id in made:
                await deliveries.give_up_pending(connection, webhook_id, now)
            await deliveries.forget(connection, datetime.now(UTC))
            for webhook_id in made:
                assert await deliveries.page(connection, webhook_id, 10, None) == []
                await deliveries.remove(connection, webhook_id)
        await database.close()
        return made, claimed

    made, claimed = asyncio.run(go())
    assert sorted(claimed) == sorted(made)


def test_a_quote_is_kept_as_it_was_made(client: Client) -> None:
    material = client.get("/api/v1/materials").json()["materials"][0]["id"]
    made = client.post("/api/v1/quotes", json=QUOTE | {"material_id": material}).json()["quote"]
    found = client.get(f"/api/v1/quotes/{made['id']}").json()["quote"]
    assert json.dumps(found["breakdown"]) == json.dumps(made["breakdown"])
    assert found["total_price"] == made["total_price"]


def test_one_that_was_not_migrated_is_reported_as_a_sentence_until_it_is(
    postgresql_cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with postgresql_cluster.empty() as url:
        monkeypatch.setenv("SPRUE_DATABASE_URL", url)
        monkeypatch.setenv("SPRUE_SECRET_FILE", settings_of(url, tmp_path).secret_file)
        assert command.main(["list", "--data-dir", str(tmp_path)]) == 2
        assert "run `sprue migrate` first" in capsys.readouterr().err
        assert migrate.main([]) == 0
        assert command.main(["list", "--data-dir", str(tmp_path)]) == 0
