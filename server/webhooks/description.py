"""The `webhooks` of the OpenAPI document: what a receiver is sent, and what it answers."""

from litestar.openapi.spec import (
    Example,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Parameter,
    PathItem,
    Reference,
    RequestBody,
    Schema,
)
from litestar.openapi.spec.enums import OpenAPIType
from msgspec import Struct

from server.webhooks.documents import (
    JobCompletedEvent,
    JobFailedEvent,
    QuoteCreatedEvent,
    WebhookTestEvent,
)
from server.webhooks.webhook import EventType

JOB = "01992f6e-5c1b-7d2e-9a43-0b8f6c1d2e3f"
QUOTE = "01992f6e-77aa-7c10-8f02-5d4c3b2a1908"
WEBHOOK = "01992f6d-0e5f-7b31-a6d4-1c2b3a495867"

HEADERS = (
    (
        "webhook-id",
        OpenAPIType.STRING,
        "id of the event, the same in all attempts: what was handled is told by it",
    ),
    ("webhook-timestamp", OpenAPIType.INTEGER, "when this attempt was made, in seconds since 1970"),
    (
        "webhook-signature",
        OpenAPIType.STRING,
        "`v1,` and the Base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`; two, "
        "with a space between, for a day after the secret was replaced",
    ),
)
ANSWERS = {
    "2XX": "It is delivered.",
    "410": "The webhook is switched off at once.",
    "default": "It is sent again, eight times in all over a day; `Retry-After` counts.",
}


def webhooks(api_url: str) -> dict[str, PathItem | Reference]:
    """Return the section; `api_url` is where the links of the examples begin."""
    job = f"{api_url}/dfm/jobs/{JOB}"
    ended = {"job_id": JOB, "quote_id": QUOTE, "job_url": job}
    return {
        EventType.JOB_COMPLETED: _item(
            JobCompletedEvent, "A job is done", ended | {"status": "done", "result_url": f"{job}/result"}
        ),
        EventType.JOB_FAILED: _item(JobFailedEvent, "A job has failed", ended | {"status": "error"}),
        EventType.QUOTE_CREATED: _item(
            QuoteCreatedEvent,
            "A quote was made",
            {"quote_id": QUOTE, "status": "draft", "quote_url": f"{api_url}/quotes/{QUOTE}"},
        ),
        EventType.TEST: _item(WebhookTestEvent, "Somebody asked for a test event", {"webhook_id": WEBHOOK}),
    }


def _item(shape: type[Struct], summary: str, data: dict[str, str]) -> PathItem:
    """Describe one event; the routes, which list deliveries, bring its schema into the document."""
    event = str(shape.__struct_config__.tag)
    example = {"type": event, "timestamp": "2026-11-27T08:15:30Z", "data": data}
    return PathItem(
        post=Operation(
            operation_id=f"on{''.join(part.capitalize() for part in event.split('.'))}",
            tags=["webhooks"],
            summary=summary,
            parameters=[
                Parameter(name, "header", schema=Schema(type=kind), description=text, required=True)
                for name, kind, text in HEADERS
            ],
            request_body=RequestBody(
                content={
                    "application/json": OpenAPIMediaType(
                        schema=Reference(ref=f"#/components/schemas/{shape.__name__}"),
                        examples={event: Example(value=example)},
                    )
                },
                required=True,
            ),
            responses={status: OpenAPIResponse(description=text) for status, text in ANSWERS.items()},
        )
    )
