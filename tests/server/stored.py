"""What a server keeps, wherever that is."""

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from server.settings import Settings
from server.storage.object_store import ObjectStore
from tests.server.application import Client

T = TypeVar("T")


def files_of(client: Client, below: str) -> list[str]:
    """Return the paths of the files below one, in order, without it."""
    settings = client.services.settings
    if settings.store:
        return objects_of(settings.store, below)
    top = Path(settings.data_dir, below)
    # a walk outlives that folders go meanwhile, as those of jobs of other tests do
    found = [Path(folder, name) for folder, _, names in os.walk(top) for name in names]
    return sorted(path.relative_to(top).as_posix() for path in found)


def jobs_of(client: Client) -> set[str]:
    """Return the jobs of which something is kept."""
    return {path.split("/")[0] for path in files_of(client, "jobs")}


def on_their_way(settings: Settings) -> list[Path]:
    """Return what lies on the host itself that somebody sends or works on."""
    folder = settings.data_dir / ("scratch" if settings.store else "uploads")
    return list(folder.iterdir())


def objects_of(url: str, below: str = "") -> list[str]:
    """Return the paths of the objects of a store below one, in order, without it."""

    async def listed() -> list[str]:
        return sorted([entry["path"] async for entry in ObjectStore(url).entries(below)])

    return [path.removeprefix(f"{below}/") for path in run(listed())]


def run(doing: Coroutine[Any, Any, T]) -> T:
    """Do something in a thread of its own: the test may be running inside an event loop."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, doing).result()
