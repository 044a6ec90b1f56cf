"""procrastinate's statements while the database is away, and of a worker that was taken for dead."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from sqlalchemy.engine import make_url

from server.jobs import procrastinate_client
from server.jobs.procrastinate_client import Connector, Manager
from tests.support.postgresql import ON_POSTGRESQL
from tests.support.relay import Relay, before

pytestmark = ON_POSTGRESQL
DEFER = (
    "SELECT procrastinate_defer_jobs_v1("
    "ARRAY[('q', 't', 0, NULL, NULL, '{}', NULL)::procrastinate_job_to_defer_v1])"
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procrastinate_client, "CONNECTION_WAIT_S", 0.3)
    monkeypatch.setattr(procrastinate_client, "RETRY_S", 0.1)


def run(url: str, act: Callable[[Manager, Relay], Awaitable[None]]) -> None:
    """Act with a manager whose database can be cut off."""
    port = make_url(url).port
    assert port is not None

    async def go(relay: Relay) -> None:
        behind = make_url(url).set(port=relay.port).render_as_string(hide_password=False)
        connector = Connector(behind)
        await connector.open_async()
        try:
            await act(Manager(connector), relay)
        finally:
            await connector.close_async()

    with before(port) as relay:
        asyncio.run(go(relay))


def test_nothing_is_found_while_the_database_is_away_and_what_waits_when_it_is_back(
    database_url: str,
) -> None:
    async def act(manager: Manager, relay: Relay) -> None:
        await manager.connector.execute_query_async(DEFER)
        worker_id = await manager.register_worker()
        relay.cut()
        assert await manager.fetch_job(["q"], worker_id) is None
        assert list(await manager.list_jobs_to_abort_async()) == []
        with pytest.raises(ConnectorException):
            await manager.update_heartbeat(worker_id)
        relay.put_up()
        while (found := await manager.fetch_job(["q"], worker_id)) is None:
            await asyncio.sleep(0.05)
        assert found.task_name == "t"

    run(database_url, act)


def test_an_end_is_written_down_when_the_database_is_back(database_url: str) -> None:
    async def act(manager: Manager, relay: Relay) -> None:
        await manager.connector.execute_query_async(DEFER)
        job = await manager.fetch_job(["q"], await manager.register_worker())
        assert job is not None
        assert job.id is not None
        relay.cut()
        ending = asyncio.create_task(manager.finish_job_by_id_async(job.id, Status.SUCCEEDED, True))
        await asyncio.sleep(0.5)
        assert not ending.done()
        relay.put_up()
        await asyncio.wait_for(ending, 20)
        assert not list(await manager.list_jobs_async())

    run(database_url, act)


def test_the_end_of_an_entry_that_was_taken_away_is_no_error(database_url: str) -> None:
    async def act(manager: Manager, _: Relay) -> None:
        await asyncio.wait_for(manager.finish_job_by_id_async(10**9, Status.SUCCEEDED, True), 20)

    run(database_url, act)


def test_a_worker_that_was_forgotten_and_lives_is_heard_again(database_url: str) -> None:
    async def act(manager: Manager, _: Relay) -> None:
        worker_id = await manager.register_worker()
        await manager.connector.execute_query_async(DEFER)
        await manager.prune_stalled_workers(-1.0)
        count = "SELECT count(*) AS n FROM procrastinate_workers"
        assert (await manager.connector.execute_query_one_async(count))["n"] == 1
        await manager.forget_workers(-1.0)
        assert (await manager.connector.execute_query_one_async(count))["n"] == 0
        await manager.update_heartbeat(worker_id)
        found = await manager.fetch_job(["q"], worker_id)  # which refers to the worker
        assert found is not None
        assert found.worker_id == worker_id

    run(database_url, act)


def test_notices_come_again_after_the_connection_broke_off(database_url: str) -> None:
    async def act(manager: Manager, relay: Relay) -> None:
        heard: list[str] = []

        async def note(*, channel: str, payload: str) -> None:
            heard.append(channel)

        listening = asyncio.create_task(manager.connector.listen_notify(note, ["some channel"]))

        async def until_heard() -> None:
            del heard[:]
            while not heard:
                await manager.connector.execute_query_async("SELECT pg_notify('some channel', '')")
                await asyncio.sleep(0.05)

        await asyncio.wait_for(until_heard(), 20)
        relay.cut()
        await asyncio.sleep(0.3)
        relay.put_up()
        while True:
            try:
                await asyncio.wait_for(until_heard(), 20)
                break
            except ConnectorException:
                await asyncio.sleep(0.05)
        listening.cancel()

    run(database_url, act)
