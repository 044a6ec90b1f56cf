"""Whether the server is up, and whether it can do its work."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from server.dependencies import provide
from server.errors import StorageAway
from server.http.router import Router
from server.jobs import entries
from server.openapi import answer, errors
from server.storage import migrate
from server.storage.blobs import Blobs
from server.storage.database import Database
from server.storage.disk import Disk
from server.storage.migrations import HEAD
from server.system import version as versions

LONGEST_WAIT_S = 5.0
"""For each of database, queue and store; who asks is a proxy that does so every few seconds."""


@dataclass(frozen=True, slots=True)
class ReadinessServices:
    """What has to be there for the server to work."""

    database: Database
    disk: Disk
    blobs: Blobs


class Health(Struct):
    """The server answers."""

    status: Annotated[str, Meta(description="`ok`")]
    version: Annotated[str, Meta(description="of the program")]
    api: Annotated[str, Meta(description="version of the interface, which a client should know: `v1`")]


@get(
    "/healthz",
    operation_id="getHealth",
    summary="Whether the server answers, and which version it is",
    responses=errors(),
)
async def healthz() -> Health:
    """Answer; there is nothing to check that a request would not show."""
    return Health("ok", versions.of_program(), versions.API)


@get(
    "/readyz",
    operation_id="getReadiness",
    summary="Whether the server can do its work",
    responses={503: answer(dict[str, str], "It cannot; `reason` says why.")} | errors(),
)
async def readyz(
    services: NamedDependency[ReadinessServices],
) -> Response[dict[str, str]]:
    """Look whether database, queue and files are there, and there is room. An old database does not count."""
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            version = await migrate.version(services.database)
    except Exception:
        return Response({"status": "not ready", "reason": "the database does not answer"}, status_code=503)
    if (
        version < HEAD
    ):  # at a later one, which leaves what we need, the hosts of a program to come begin beside us
        reason = f"the database is at version {version or 'none'}, not {HEAD}"
        return Response({"status": "not ready", "reason": reason}, status_code=503)
    try:
        async with asyncio.timeout(LONGEST_WAIT_S), services.database.reading() as connection:
            await entries.standing(connection)
    except Exception:
        return Response({"status": "not ready", "reason": "the queue does not answer"}, status_code=503)
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            await services.blobs.check()
    except (StorageAway, TimeoutError):
        return Response({"status": "not ready", "reason": "the store does not answer"}, status_code=503)
    if services.disk.is_full:
        return Response({"status": "not ready", "reason": "the disk is full"}, status_code=503)
    return Response({"status": "ready"})


ROUTES = (healthz, readyz)


def router(database: Database, disk: Disk, blobs: Blobs) -> Router:
    """Return the routes, working with this database, these files, and this disk of the machine."""
    dependencies = provide(services=ReadinessServices(database, disk, blobs))
    return Router("/", route_handlers=ROUTES, dependencies=dependencies, tags=["system"])
