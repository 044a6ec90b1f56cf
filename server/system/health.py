"""Whether the server is up, and whether it can do its work."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Meta, Struct

from server.dependencies import provide
from server.http.router import Router
from server.openapi import answer, errors
from server.storage import migrate
from server.storage.database import Database
from server.storage.disk import Disk
from server.storage.migrations import HEAD
from server.system import version as versions


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
    database: NamedDependency[Database], disk: NamedDependency[Disk]
) -> Response[dict[str, str]]:
    """Look whether the database is there, at the version this server works with, and the disk has room."""
    try:
        version = await migrate.version(database)
    except Exception:
        return Response({"status": "not ready", "reason": "the database does not answer"}, status_code=503)
    if version != HEAD:
        reason = f"the database is at version {version or 'none'}, not {HEAD}"
        return Response({"status": "not ready", "reason": reason}, status_code=503)
    if disk.is_full:
        return Response({"status": "not ready", "reason": "the disk is full"}, status_code=503)
    return Response({"status": "ready"})


ROUTES = (healthz, readyz)


def router(database: Database, disk: Disk) -> Router:
    """Return the routes, working with this database, and files on this disk."""
    dependencies = provide(database=database, disk=disk)
    return Router("/", route_handlers=ROUTES, dependencies=dependencies, tags=["system"])
