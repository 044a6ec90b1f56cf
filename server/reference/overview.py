"""The page at `/docs`: every operation and event in a line, and what all have in common."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.openapi import MEANING
from server.reference.contents import Contents
from server.reference.page import page


class Overview(OpenAPIRenderPlugin):
    """Every operation and event in a line, and what all have in common."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(path="/")
        self._contents = contents

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return page(
            "overview.html",
            groups=self._contents.groups(openapi_schema),
            current="",
            info=openapi_schema["info"],
            base_url=f"{self._contents.operations.site_url}/api/v1",
            meaning=MEANING,
        )
