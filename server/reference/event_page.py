"""The pages at `/docs/events/TYPE`: one event each, with what is sent to webhooks and how it is answered."""

from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.contents import Contents
from server.reference.page import page_of_entry

PARAMETER = "event_type"


class EventPage(OpenAPIRenderPlugin):
    """One event: the request that is sent, its headers and body, and what answers do."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(path=f"/events/{{{PARAMETER}:str}}")
        self._contents = contents

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page of an event; raise NotFoundException where there is none of its name."""
        return page_of_entry(
            "event",
            request.path_params[PARAMETER],
            self._contents.events.of(openapi_schema),
            groups=self._contents.groups(openapi_schema),
        )
