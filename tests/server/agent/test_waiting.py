"""A cancelled call ends its analysis on one's own machine, where no other waits; the next call says so."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from server.agent import program
from server.agent.origin import OverHttp
from server.agent.waiting import BEGUN_ANEW, CANCELLED
from tests.contract.conftest import SERVE_ACTING, Site, served
from tests.server import acting
from tests.server.agent.stdio_client import text

LONG_S = 20.0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("waiting") / "data", SERVE_ACTING) as running:
        yield running


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work where a part lies whose analysis ends once there is a file `gate`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "housing.step").write_bytes(acting.part(f"wait-for {tmp_path / 'gate'}"))
    return tmp_path


@asynccontextmanager
async def client_of(site: Site, key: str) -> AsyncIterator[Client]:
    """Yield a client of tools in this process, for which the site is the engine of this machine."""

    async def reach() -> tuple[str, str | None]:
        return site.url, key

    origin = OverHttp(reach, is_local=True)
    async with Client(program.build(origin, "")) as client:
        yield client
    await origin.close()


def use(site: Site, key: str, work: Callable[[Client], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        async with client_of(site, key) as client:
            return await work(client)

    return anyio.run(go)


def statuses(site: Site, key: str) -> dict[str, str]:
    with site.client(key) as http:
        return {each["job_id"]: each["status"] for each in http.get("/dfm/jobs").json()["jobs"]}


async def give_up(client: Client) -> None:
    """Cancel a call as soon as it has told how its analysis gets on."""
    is_waiting = anyio.Event()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        is_waiting.set()

    async def call() -> None:
        await client.call_tool("analyze", {"part": "housing.step"}, progress_callback=note)

    with anyio.fail_after(LONG_S):
        async with anyio.create_task_group() as group:
            group.start_soon(call)
            await is_waiting.wait()
            group.cancel_scope.cancel()


async def running(site: Site, key: str) -> str:
    """Wait until an analysis runs; return its id."""
    with anyio.fail_after(LONG_S):
        while "running" not in (found := statuses(site, key)).values():
            await anyio.sleep(0.05)
    return next(iter(found))


async def gone(site: Site, key: str) -> None:
    with anyio.fail_after(LONG_S):
        while statuses(site, key):
            await anyio.sleep(0.05)


def test_who_asks_for_a_cancelled_analysis_is_told_and_the_part_is_analyzed_anew(
    site: Site, folder: Path
) -> None:
    key = site.key("enterprise")

    async def work(client: Client) -> tuple[str, Any, Any, Any]:
        await client.call_tool("analyze", {"part": "housing.step", "wait_s": 0})
        cancelled = await running(site, key)
        await give_up(client)
        await gone(site, key)
        refusal = await client.call_tool("get_result", {"analysis": cancelled})
        (folder / "gate").touch()
        again = await client.call_tool("analyze", {"part": "housing.step"})
        return cancelled, refusal, again, await client.call_tool("analyze", {"part": "housing.step"})

    cancelled, refusal, again, later = use(site, key, work)
    assert refusal.is_error
    assert text(refusal) == CANCELLED
    assert again.structured_content["analysis"] != cancelled
    assert BEGUN_ANEW in again.structured_content["notes"]
    assert BEGUN_ANEW in text(again)
    assert later.structured_content["analysis"] == again.structured_content["analysis"]
    assert BEGUN_ANEW not in text(later)


def test_a_part_may_be_cancelled_again_and_again(site: Site, folder: Path) -> None:
    key = site.key("enterprise")

    async def work(client: Client) -> Any:
        for _ in range(3):
            await give_up(client)
            await gone(site, key)
        (folder / "gate").touch()
        return await client.call_tool("analyze", {"part": "housing.step"})

    assert use(site, key, work).structured_content["status"] == "done"


def test_an_analysis_that_another_call_waits_for_goes_on(site: Site, folder: Path) -> None:
    key = site.key("enterprise")

    async def work(client: Client) -> Any:
        answers: list[Any] = []

        async def wait() -> None:
            answers.append(await client.call_tool("analyze", {"part": "housing.step"}))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await running(site, key)
            await give_up(client)
            await anyio.sleep(0.5)
            assert list(statuses(site, key).values()) == ["running"]
            (folder / "gate").touch()
        return answers[0]

    answer = use(site, key, work)
    assert answer.structured_content["status"] == "done"
    assert BEGUN_ANEW not in text(answer)


def test_an_analysis_that_another_program_cancelled_is_begun_anew(site: Site, folder: Path) -> None:
    """Two hosts on one engine wait for one part, and neither knows of the other."""
    key = site.key("enterprise")

    async def work(client: Client) -> tuple[str, Any]:
        answers: list[Any] = []

        async def wait() -> None:
            answers.append(await client.call_tool("analyze", {"part": "housing.step"}))

        async with client_of(site, key) as other, anyio.create_task_group() as group:
            group.start_soon(wait)
            cancelled = await running(site, key)
            await give_up(other)
            with anyio.fail_after(LONG_S):
                while cancelled in statuses(site, key):
                    await anyio.sleep(0.05)
            (folder / "gate").touch()
        return cancelled, answers[0]

    cancelled, answer = use(site, key, work)
    assert answer.structured_content["status"] == "done"
    assert answer.structured_content["analysis"] != cancelled
