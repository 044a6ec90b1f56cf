"""Agent hosts on this machine: `sprue mcp` as a child process, spoken to by the protocol's own client."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from server.agent.local_engine import LocalEngine
from tests.support.forked import FORKED
from tests.support.lazy_agent import LAZY

ROOT = Path(__file__).parents[3]


@contextmanager
def engine_in(data_dir: Path) -> Iterator[None]:
    """Run an engine that clients find by its note, whose meshes are coarse."""
    engine = LocalEngine(data_dir, command=LAZY)
    anyio.run(engine.reach)
    try:
        yield
    finally:
        engine.stop()


def client_of(
    folder: Path, data_dir: Path | None, *words: str, variables: Mapping[str, str] = {}, **options: Any
) -> AbstractAsyncContextManager[Client]:
    """Return a client of `sprue mcp`, started as a host would; without `data_dir` on the user's own.

    An engine that it starts loads late what nobody asks for, and meshes coarsely.
    """
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SPRUE_")}
    command = [*FORKED[1:], "tests.support.lazy_agent", *words]
    if data_dir is not None:
        command += ["--data-dir", str(data_dir)]
    parameters = StdioServerParameters(
        command=sys.executable,
        args=command,
        cwd=str(folder),
        env={**outside, "PYTHONPATH": str(ROOT), **variables},
    )
    return Client(parameters, **options)


def text(answer: Any) -> str:
    """Return what an answer says."""
    return "\n".join(each.text for each in answer.content if each.type == "text")
