"""What the routes of webhooks take."""

from typing import Annotated

from msgspec import Meta, Struct

from server.webhooks.documents import EventName

LONGEST_URL = 2048
LONGEST_DESCRIPTION = 200

Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_URL,
        description="http or https, on port 80 or 443 and at an address that anybody can reach",
    ),
]
Events = Annotated[list[EventName], Meta(min_length=1, max_length=20, description="what it is told of")]
Description = Annotated[str, Meta(max_length=LONGEST_DESCRIPTION, description="for people: what it is for")]


class WebhookRequest(Struct, kw_only=True):
    """The body of `POST /webhooks`."""

    url: Url
    events: Events
    description: Description = ""


class WebhookChange(Struct, kw_only=True):
    """The body of `PATCH /webhooks/{webhook_id}`; what is left out or null stays."""

    url: Url | None = None
    events: Events | None = None
    description: Description | None = None
    active: Annotated[
        bool | None,
        Meta(description="false: it is told nothing; true: it is told again, also after failures"),
    ] = None
