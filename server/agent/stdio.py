"""Tools on standard input and output, over the engine of this machine or a server that was named."""

import contextlib
import logging
import sys
from pathlib import Path

import anyio

from server.agent import local_engine, program
from server.agent.local_engine import LocalEngine
from server.agent.origin import OverHttp, Reach
from server.system import version


def run(server_url: str, key: str | None, data_dir: Path | None) -> int:
    """Answer until standard input ends; return the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    with contextlib.suppress(KeyboardInterrupt):
        if server_url:
            anyio.run(_serve, _named(server_url, key), False)
        else:
            anyio.run(_serve_here, _engine(data_dir))
    return 0


def _named(server_url: str, key: str | None) -> Reach:
    async def reach() -> tuple[str, str | None]:
        return server_url, key

    return reach


def _engine(data_dir: Path | None) -> LocalEngine:
    """Return the engine of this user, which shares the desktop's rule packs, or one with data of its own."""
    if data_dir is not None:
        return LocalEngine(data_dir.absolute())
    return LocalEngine(local_engine.data_dir().absolute(), local_engine.pack_folder().absolute())


async def _serve_here(engine: LocalEngine) -> None:
    """Serve over an engine that begins to start at once: who asks first need not wait for all of it."""
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_start, engine)
            await _serve(engine.reach, True)
            group.cancel_scope.cancel()
    finally:
        engine.stop()


async def _start(engine: LocalEngine) -> None:
    with contextlib.suppress(Exception):  # whoever calls a tool is told why
        await engine.reach()


async def _serve(reach: Reach, is_local: bool) -> None:
    origin = OverHttp(reach, is_local)
    try:
        await program.build(origin, version.of_program()).run_stdio_async()
    finally:
        await origin.close()
