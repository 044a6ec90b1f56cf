"""Fetching artifacts by signed links."""

from pathlib import Path

from litestar import Router, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from litestar.response import File

from server.storage.blobs import LocalBlobs
from server.storage.signing import Signer

MEDIA_TYPE_OF_SUFFIX = {
    ".glb": "model/gltf-binary",
    ".json": "application/json",
    ".html": "text/html",
    ".png": "image/png",
}


INERT = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"
"""A report is a page of ours with names from the caller's file in it: it runs nothing and loads nothing."""


@get("/previews/{name:str}", media_type="application/octet-stream", summary="Fetch a preview")
async def fetch_preview(
    name: FromPath[str], state: State, exp: FromQuery[int] = 0, sig: FromQuery[str] = ""
) -> File:
    """Send the GLB of a part that was looked at. The link is signed and needs no key."""
    signer: Signer = state.signer
    blobs: LocalBlobs = state.blobs
    signer.check(preview_path(name), exp, sig)
    return _file(blobs.preview(name))


@get("/{job_id:str}/{run:str}/{name:str}", media_type="application/octet-stream", summary="Fetch an artifact")
async def fetch(
    job_id: FromPath[str],
    run: FromPath[str],
    name: FromPath[str],
    state: State,
    exp: FromQuery[int] = 0,
    sig: FromQuery[str] = "",
) -> File:
    """Send one artifact. The link is signed and needs no key."""
    signer: Signer = state.signer
    blobs: LocalBlobs = state.blobs
    signer.check(artifact_path(job_id, run, name), exp, sig)
    return _file(blobs.artifact(job_id, run, name))


def artifact_path(job_id: str, run: int | str, name: str) -> str:
    """Return the path that is signed; each run has its own, so that it may be cached for ever."""
    return f"/artifacts/{job_id}/{run}/{name}"


def preview_path(name: str) -> str:
    """Return the path that is signed."""
    return f"/artifacts/previews/{name}"


def _file(path: Path) -> File:
    return File(
        path,
        media_type=MEDIA_TYPE_OF_SUFFIX.get(path.suffix, "application/octet-stream"),
        content_disposition_type="inline",
        filename=path.name,
        headers={
            "Cache-Control": "private, immutable, max-age=86400",
            "Content-Security-Policy": INERT,
        },
    )


ROUTES = Router("/artifacts", route_handlers=[fetch_preview, fetch], tags=["artifacts"])
