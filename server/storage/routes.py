"""Fetching artifacts by signed links."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import format_datetime
from typing import Annotated, Any

from litestar import Request, Response, Router, get
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from server.dependencies import provide
from server.errors import ArtifactNotFound
from server.openapi import answer, errors, file_answers
from server.storage import compressed, content_policy, file_ranges, media_types
from server.storage.blobs import Blobs, StoredFile
from server.storage.media_types import GLB
from server.storage.signing import Signer

DRAWN_LATE = (".html", ".pdf", ".png")
"""What is there only when somebody asked for it: pictures, and the report for people."""


@dataclass(frozen=True, slots=True)
class ArtifactServices:
    """What these routes work with."""

    signer: Signer
    blobs: Blobs
    draw_report: Callable[[str, str], Awaitable[None]]
    """Draws what is drawn late of a run of a job: job, run."""
    compresses: bool
    """Whether files are sent compressed: on one machine that takes longer than it saves."""


METHOD_ASKED = "sprue_method"
"""Where `http.head` leaves word in the scope that a caller asked by HEAD; a link of the store is for GET."""

Given = NamedDependency[ArtifactServices]

Asked = Request[Any, Any, Any]
PARTS = {
    206: answer(bytes, "The bytes that `Range` asks for.", GLB),
    304: answer(None, "You have it: `If-None-Match` names what is here."),
    307: answer(None, "The store itself has it, at `Location` for ten minutes; some servers answer so."),
    416: answer(None, "The file has no such bytes; `Content-Range` says how many it has."),
}
"""Answers to requests with validators and ranges."""

PartOfLink = Annotated[str, PathParameter(description="as the link has it")]
Expiry = Annotated[int, QueryParameter(description="when the link ends to work, as the link has it")]
Signature = Annotated[str, QueryParameter(description="as the link has it")]


@get(
    "/previews/{name:str}",
    operation_id="getPreview",
    media_type=GLB,
    summary="Fetch a preview",
    operation_class=file_answers(GLB, media_types.OF_SUFFIX[".png"], media_types.OF_SUFFIX[".pdf"]),
    responses={200: answer(bytes, "The file: GLB, PNG or PDF.", GLB)} | PARTS | errors(404, 422),
)
async def fetch_preview(
    name: PartOfLink, request: Asked, services: Given, exp: Expiry = 0, sig: Signature = ""
) -> Response[Any]:
    """Send the GLB, a picture or the report of a part. The link is signed and needs no key."""
    services.signer.check(preview_path(name), exp, sig)
    return await _file(request, services, await services.blobs.preview(name))


@get(
    "/{job_id:str}/{run:str}/{name:str}",
    operation_id="getArtifact",
    media_type="application/octet-stream",
    summary="Fetch an artifact",
    description="A report and its pictures are drawn when one of them is first fetched; that takes seconds.",
    operation_class=file_answers(*(each.partition(";")[0] for each in media_types.OF_SUFFIX.values())),
    responses={200: answer(bytes, "The file: GLB, JSON, HTML, PDF or PNG.", GLB)}
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
        return await _file(request, services, await services.blobs.artifact(job_id, run, name))
    except ArtifactNotFound:
        if not name.endswith(DRAWN_LATE):
            raise
    await services.draw_report(job_id, run)
    return await _file(request, services, await services.blobs.artifact(job_id, run, name))


def artifact_path(job_id: str, run: int | str, name: str) -> str:
    """Return the path that is signed; each run has its own, so that it may be cached for ever."""
    return f"/artifacts/{job_id}/{run}/{name}"


def preview_path(name: str) -> str:
    """Return the path that is signed."""
    return f"/artifacts/previews/{name}"


async def _file(request: Asked, services: ArtifactServices, file: StoredFile) -> Response[Any]:
    """Send a file, or what is asked for of it; ranges are those of the file as it is."""
    name = file.name
    headers = {
        "Cache-Control": "private, immutable, max-age=86400",
        "Content-Security-Policy": content_policy.of(name),
        "Accept-Ranges": "bytes",
        "Vary": "Accept-Encoding",
    }
    takes_gzip = services.compresses and compressed.is_taken(request.headers.get("accept-encoding", ""))
    if takes_gzip and "range" not in request.headers:
        packed = await file.compressed()
        if packed is not None:
            headers["Content-Encoding"] = compressed.ENCODING
            file = packed
    direct = None if METHOD_ASKED in request.scope else await file.direct_link()
    if direct is not None:
        headers = {"Location": direct, "Cache-Control": "private, no-store"}
        return Response(b"", status_code=307, headers=headers)
    size = file.size_bytes
    tag = headers["ETag"] = file.etag
    span = file_ranges.asked(request.headers, tag, size)
    if span.status == 304:
        return Response(b"", status_code=span.status, headers=headers)
    # in a header, since that of the route is what the framework says of a stream
    headers["Content-Type"] = media_types.of(name)
    if span.status == 416:
        headers["Content-Range"] = f"bytes */{size}"
        return Response(b"", status_code=span.status, headers=headers)
    if span.status == 200:
        headers["Content-Disposition"] = f'inline; filename="{name}"'
        headers["Last-Modified"] = format_datetime(file.modified_at, usegmt=True)
    else:
        headers["Content-Range"] = f"bytes {span.start}-{span.start + span.length - 1}/{size}"
    headers["Content-Length"] = str(span.length)
    return Stream(file.chunks(span.start, span.length), status_code=span.status, headers=headers)


ROUTES = (fetch_preview, fetch)


def router(services: ArtifactServices) -> Router:
    """Return the routes, working with these services."""
    return Router(
        "/artifacts",
        route_handlers=ROUTES,
        dependencies=provide(services=services),
        tags=["artifacts"],
    )
