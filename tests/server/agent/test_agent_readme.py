"""The lines of the README set agents' tools up in a host, word for word but for keys and places."""

import json
import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.contract.conftest import SERVE_ACTING, served
from tests.server.agent.http_client import client_of
from tests.server.agent.stdio_client import ROOT, text
from tests.support.forked import FORKED


@pytest.fixture
def lines() -> list[str]:
    section = (ROOT / "README.md").read_text("utf-8").partition("## From an agent\n\n")[2]
    return [line.removeprefix("    ") for line in section.partition("\n\n")[0].splitlines()]


@pytest.fixture
def hosts(lines: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("\n".join(lines[1:]))["mcpServers"]
    return found


def test_there_are_five_lines_and_the_first_installs(lines: list[str]) -> None:
    assert len(lines) == 5
    assert lines[0].startswith("pip install ")
    assert "[mcp]" in lines[0]


def test_the_command_of_the_configuration_answers(hosts: dict[str, Any], tmp_path: Path) -> None:
    """As an installed `sprue` would: a script of that name on the path. It starts the real engine."""
    entry = hosts["sprue"]
    program = tmp_path / entry["command"]
    program.write_text(f'#!/bin/sh\nexec {" ".join(FORKED)} sprue "$@"\n')
    program.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    environment = outside | {
        "PATH": f"{tmp_path}:{outside['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }
    parameters = StdioServerParameters(
        command=entry["command"], args=entry["args"], cwd=str(tmp_path), env=environment
    )

    async def work() -> Any:
        async with Client(parameters) as client:
            return await client.call_tool("usage", {})

    answer = anyio.run(work)
    assert not answer.is_error, text(answer)
    assert (tmp_path / "data" / "sprue" / "agent").is_dir()


def test_the_url_of_the_configuration_answers(hosts: dict[str, Any], tmp_path: Path) -> None:
    entry = hosts["sprue-server"]
    assert entry["type"] == "http"
    with served(tmp_path / "data", SERVE_ACTING) as site:
        url = entry["url"].replace("http://127.0.0.1:8000", site.url)
        headers = {name: site.key("free") for name in entry["headers"]}

        async def work() -> Any:
            async with client_of(url.removesuffix("/mcp"), headers) as client:
                return await client.call_tool("usage", {})

        answer = anyio.run(work)
    assert not answer.is_error, text(answer)
