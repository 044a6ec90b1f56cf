"""Fetching artifacts by signed links."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import anyio
from litestar import Request, Response, Router, get
from litestar.datastructures import ETag
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter
from litestar.response import File, Stream

from server.dependencies import provide
from server.errors import ArtifactNotFound
from server.openapi import answer, errors, file_answers
from server.storage import compressed, file_ranges
from server.storage.blobs import LocalBlobs
from server.storage.signing import Signer

GLB = "model/gltf-binary"
MEDIA_TYPE_OF_SUFFIX = {
    ".glb": GLB,
    ".json": "application/json",
    ".html": "text/html",
    ".png": "image/png",
}
DRAWN_LATE = (".html", ".png")
"""What is there only when somebody asked for it: pictures, and the page for people."""

INERT = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""A report is a page of ours with names from the caller's file in it: it runs nothing and loads nothing."""


@dataclass(frozen=True, slots=True)
class ArtifactServices:
    """What these routes work with."""

    signer: Signer
    blobs: LocalBlobs
    draw_report: Callable[[str, str], Awaitable[None]]
    """Draws what is drawn late of a run of a job: job, run."""
    compresses: bool
    """Whether files are sent compressed: on one machine that takes longer than it saves."""


Given = NamedDependency[ArtifactServices]

Asked = Request[Any, Any, Any]
PARTS = {
    206: answer(bytes, "The bytes that `Range` asks for.", GLB),
    304: answer(None, "You have it: `If-None-Match` names what is here."),
    416: answer(None, "The file has no such bytes; `Content-Range` says how many it has."),
}
"""Answers to requests with validators and ranges."""
PIECE_BYTES = 1 << 20

PartOfLink = Annotated[str, PathParameter(description="as the link has it")]
Expiry = Annotated[int, QueryParameter(description="when the link ends to work, as the link has it")]
Signature = Annotated[str, QueryParameter(description="as the link has it")]


@get(
    "/previews/{name:str}",
    operation_id="getPreview",
    media_type=GLB,
    summary="Fetch a preview",
    operation_class=file_answers(GLB),
    responses={200: answer(bytes, "The GLB.", GLB)} | PARTS | errors(404, 422),
)
async def fetch_preview(
    name: PartOfLink, request: Asked, services: Given, exp: Expiry = 0, sig: Signature = ""
) -> Response[Any]:
    """Send the GLB of a part that was looked at. The link is signed and needs no key."""
    services.signer.check(preview_path(name), exp, sig)
    return await _file(request, services, services.blobs.preview(name))


@get(
    "/{job_id:str}/{run:str}/{name:str}",
    operation_id="getArtifact",
    media_type="application/octet-stream",
    summary="Fetch an artifact",
    description="A report and its pictures are drawn when one of them is first fetched; that takes seconds.",
    operation_class=file_answers(*MEDIA_TYPE_OF_SUFFIX.values()),
    responses={200: answer(bytes, "The file: GLB, JSON, HTML or PNG.", GLB)}
    | PARTS
    | errors(404, 409, 422, 500, 503, 504),
)
async def fetch(
    job_id: PartOfLink,
    run: PartOfLink,
    name: PartOfLink,
    request: Asked,
    services: Given,
    exp: Expiry = 0,
    sig: Signature = "",
) -> Response[Any]:
    """Send one artifact. The link is signed and needs no key."""
    services.signer.check(artifact_path(job_id, run, name), exp, sig)
    try:
        return await _file(request, services, services.blobs.artifact(job_id, run, name))
    except ArtifactNotFound:
        if not name.endswith(DRAWN_LATE):
            raise
    await services.draw_report(job_id, run)
    return await _file(request, services, services.blobs.artifact(job_id, run, name))


def artifact_path(job_id: str, run: int | str, name: str) -> str:
    """Return the path that is signed; each run has its own, so that it may be cached for ever."""
    return f"/artifacts/{job_id}/{run}/{name}"


def preview_path(name: str) -> str:
    """Return the path that is signed."""
    return f"/artifacts/previews/{name}"


async def _file(request: Asked, services: ArtifactServices, path: Path) -> Response[Any]:
    """Send a file, or what is asked for of it; ranges are those of the file as it is."""
    name, media_type = path.name, MEDIA_TYPE_OF_SUFFIX.get(path.suffix, "application/octet-stream")
    headers = {
        "Cache-Control": "private, immutable, max-age=86400",
        "Content-Security-Policy": INERT,
        "Accept-Ranges": "bytes",
        "Vary": "Accept-Encoding",
    }
    takes_gzip = services.compresses and compressed.is_taken(request.headers.get("accept-encoding", ""))
    if takes_gzip and "range" not in request.headers:
        packed = await compressed.beside(path)
        if packed is not None:
            headers["Content-Encoding"] = compressed.ENCODING
            path = packed
    stat = path.stat()
    tag = headers["ETag"] = file_ranges.etag(stat)
    span = file_ranges.asked(request.headers, tag, stat.st_size)
    if span.status == 200:
        return File(
            path,
            media_type=media_type,
            content_disposition_type="inline",
            filename=name,
            stat_result=stat,
            etag=ETag(value=tag.strip('"')),
            headers=headers,
        )
    if span.status == 206:
        last = span.start + span.length - 1
        headers["Content-Range"] = f"bytes {span.start}-{last}/{stat.st_size}"
        headers["Content-Length"] = str(span.length)
        return Stream(_bytes(path, span), status_code=206, media_type=media_type, headers=headers)
    if span.status == 416:
        headers["Content-Range"] = f"bytes */{stat.st_size}"
    return Response(b"", status_code=span.status, media_type=media_type, headers=headers)


async def _bytes(path: Path, span: file_ranges.Span) -> AsyncIterator[bytes]:
    """Read a part of a file, piece by piece."""
    left = span.length
    async with await anyio.open_file(path, "rb") as file:
        await file.seek(span.start)
        while left:
            piece = await file.read(min(left, PIECE_BYTES))
            if not piece:
                return
            left -= len(piece)
            yield piece


ROUTES = (fetch_preview, fetch)


def router(services: ArtifactServices) -> Router:
    """Return the routes, working with these services."""
    return Router(
        "/artifacts",
        route_handlers=ROUTES,
        dependencies=provide(services=services),
        tags=["artifacts"],
    )
