"""Whether the server is up."""

from litestar import Router, get


@get("/healthz", summary="Whether the server answers")
async def healthz() -> dict[str, str]:
    """Answer; there is nothing to check that a request would not show."""
    return {"status": "ok"}


ROUTES = Router("/", route_handlers=[healthz], tags=["system"])
