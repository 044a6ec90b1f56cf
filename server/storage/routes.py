"""Fetching artifacts by signed links."""

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


@get("/{job_id:str}/{name:str}", media_type="application/octet-stream", summary="Fetch an artifact")
async def fetch(
    job_id: FromPath[str],
    name: FromPath[str],
    state: State,
    exp: FromQuery[int] = 0,
    sig: FromQuery[str] = "",
) -> File:
    """Send one artifact. The link is signed and needs no key."""
    signer: Signer = state.signer
    blobs: LocalBlobs = state.blobs
    signer.check(artifact_path(job_id, name), exp, sig)
    path = blobs.artifact(job_id, name)
    return File(
        path,
        media_type=MEDIA_TYPE_OF_SUFFIX.get(path.suffix, "application/octet-stream"),
        content_disposition_type="inline",
        filename=name,
        headers={
            "Cache-Control": "private, immutable, max-age=86400",
            "Content-Security-Policy": INERT,
        },
    )


def artifact_path(job_id: str, name: str) -> str:
    """Return the path that is signed."""
    return f"/artifacts/{job_id}/{name}"


ROUTES = Router("/artifacts", route_handlers=[fetch], tags=["artifacts"])
