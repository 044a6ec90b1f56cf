"""The page at `/docs`: every operation in a line, and what all have in common."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.openapi import MEANING
from server.reference.operations import Operations
from server.reference.page import by_tag, page


class Overview(OpenAPIRenderPlugin):
    """Every operation in a line, and what all have in common."""

    def __init__(self, operations: Operations) -> None:
        super().__init__(path="/")
        self._operations = operations

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return page(
            "overview.html",
            groups=by_tag(self._operations.of(openapi_schema)),
            current="",
            info=openapi_schema["info"],
            base_url=f"{self._operations.site_url}/api/v1",
            meaning=MEANING,
        )
