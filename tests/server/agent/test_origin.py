"""On the caller's own machine files are read and cancelled work ends; at a server neither is so."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from server.agent import program
from server.agent.origin import OverHttp
from tests.contract.conftest import SERVE_ACTING, Site, served
from tests.server import acting
from tests.server.agent.stdio_client import text


@asynccontextmanager
async def client_of(url: str, key: str, is_local: bool) -> AsyncIterator[Client]:
    """Yield a client of tools in this process, whose API is at a URL."""

    async def reach() -> tuple[str, str | None]:
        return url, key

    origin = OverHttp(reach, is_local)
    async with Client(program.build(origin, "")) as client:
        yield client
    await origin.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(tmp_path_factory.mktemp("origin") / "data", SERVE_ACTING) as running:
        yield running


@pytest.mark.parametrize("is_local", [True, False])
def test_an_analysis_that_is_cancelled_ends_with_the_call_on_ones_own_machine_alone(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_local: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "housing.step").write_bytes(acting.part(f"wait-for {tmp_path / 'gate'}"))
    key = site.key("enterprise")

    async def give_up() -> None:
        async with client_of(site.url, key, is_local) as client:
            part = "housing.step"
            if not is_local:
                with site.client(key) as http:
                    sent = http.post("/dfm/parts", files={"file": (part, (tmp_path / part).read_bytes())})
                part = sent.json()["part_id"]
            with anyio.move_on_after(1.5) as scope:
                answer = await client.call_tool("analyze", {"part": part})
                raise AssertionError(text(answer))
            assert scope.cancelled_caught
            await anyio.sleep(1.0)

    anyio.run(give_up)
    with site.client(key) as client:
        jobs = client.get("/dfm/jobs").json()["jobs"]
        assert [each["status"] for each in jobs] == ([] if is_local else ["running"])
    (tmp_path / "gate").touch()


def test_a_server_that_is_not_there_is_a_sentence() -> None:
    async def call() -> Any:
        async with client_of("http://127.0.0.1:9", "svc_live_x", True) as client:
            return await client.call_tool("usage", {})

    answer = anyio.run(call)
    assert answer.is_error
    assert "The engine cannot be reached" in text(answer)
