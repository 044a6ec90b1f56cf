"""The page at `/docs`: every operation in a line, and what all have in common."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.openapi import MEANING
from server.reference.document import CompleteDocument
from server.reference.operations import operations
from server.reference.page import by_tag, page


class Overview(OpenAPIRenderPlugin):
    """Every operation in a line, and what all have in common.

    Parameters
    ----------
    site_url : str
        Where this server is.
    """

    def __init__(self, complete: CompleteDocument, site_url: str) -> None:
        super().__init__(path="/")
        self._complete = complete
        self._site_url = site_url

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        document = self._complete.of(openapi_schema)
        return page(
            "overview.html",
            groups=by_tag(operations(document, self._site_url)),
            current="",
            info=document["info"],
            base_url=f"{self._site_url}/api/v1",
            meaning=MEANING,
        )
