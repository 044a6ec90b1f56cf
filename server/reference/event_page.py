"""The pages at `/docs/events/TYPE`: one event each, with what is sent to webhooks and how it is answered."""

from typing import Any

from litestar import Request
from litestar.exceptions import NotFoundException
from litestar.openapi.plugins import OpenAPIRenderPlugin

from server.reference.contents import Contents
from server.reference.page import page

PARAMETER = "event_type"


class EventPage(OpenAPIRenderPlugin):
    """One event: the request that is sent, its headers and body, and what answers do."""

    def __init__(self, contents: Contents) -> None:
        super().__init__(path=f"/events/{{{PARAMETER}:str}}")
        self._contents = contents

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page of an event; raise NotFoundException where there is none of its name."""
        every = self._contents.events.of(openapi_schema)
        for index, event in enumerate(every):
            if event.name == request.path_params[PARAMETER]:
                return page(
                    "event.html",
                    groups=self._contents.groups(openapi_schema),
                    current=event.name,
                    event=event,
                    before=every[index - 1] if index else None,
                    after=every[index + 1] if index + 1 < len(every) else None,
                )
        raise NotFoundException
