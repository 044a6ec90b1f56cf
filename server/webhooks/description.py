"""The `webhooks` of the OpenAPI document: what a receiver is sent, and what it answers."""

from datetime import UTC, datetime

import msgspec
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

from server.webhooks import signature
from server.webhooks.documents import (
    Event,
    JobCompletedData,
    JobCompletedEvent,
    JobFailedData,
    JobFailedEvent,
    QuoteCreatedData,
    QuoteCreatedEvent,
    SpendingReachedData,
    SpendingReachedEvent,
    WebhookTestData,
    WebhookTestEvent,
)
from server.webhooks.events import moment
from server.webhooks.webhook import EventType

JOB = "01a21bf7-1049-7b66-9da5-1260b523b345"
QUOTE = "01a21bf7-0f98-7c41-9aba-e1d374d28830"
WEBHOOK = "01a21bf6-3e82-7d03-b1f5-8a6c27d94e10"
EVENT = "01a21bf7-1e46-70be-8c37-f40d9b6215ae"
"""What the examples of the operations speak of too."""
SECRET = "whsec_A4ibMd2kz5SFvi2hE89GTRzvy28tbFrgVzw+dYWRFRA="
"""Of no webhook: examples are signed with it."""
HAPPENED = datetime(2026, 11, 27, 7, 45, 9, tzinfo=UTC)
SENT = datetime(2026, 11, 27, 7, 45, 10, tzinfo=UTC)
"""When something happened, and when it was told."""

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
    "2XX": "It is delivered; answer within 15 seconds, and do what takes longer afterwards.",
    "410": "The webhook is switched off at once.",
    "default": "It is sent again, eight times in all over a day; `Retry-After` counts.",
}
ADDRESSED = "Posted to the URL of each webhook of yours that has it among its `events`."
ADDRESSED_TEST = "Posted to the URL of the webhook that it was asked for, whatever its `events` are."
TRUST = (
    "Anybody can send to your URL: check the signature before you believe it. An event may come twice, and "
    "in another order than things happened."
)


def webhooks(api_url: str) -> dict[str, PathItem | Reference]:
    """Return the section; `api_url` is where the links of the examples begin."""
    job, when = f"{api_url}/dfm/jobs/{JOB}", moment(HAPPENED)
    completed = JobCompletedData(JOB, "done", QUOTE, job, f"{job}/result")
    created = QuoteCreatedData(QUOTE, "draft", f"{api_url}/quotes/{QUOTE}")
    reached = SpendingReachedData(
        80, "8.00", "10.00", "USD", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z", f"{api_url}/usage"
    )
    return {
        EventType.JOB_COMPLETED: _item("A job is done", JobCompletedEvent(when, completed)),
        EventType.JOB_FAILED: _item(
            "A job has failed", JobFailedEvent(when, JobFailedData(JOB, "error", QUOTE, job))
        ),
        EventType.QUOTE_CREATED: _item("A quote was made", QuoteCreatedEvent(when, created)),
        EventType.SPENDING_REACHED: _item(
            "A share of your spending limit is reached", SpendingReachedEvent(when, reached)
        ),
        EventType.TEST: _item(
            "Somebody asked for a test event", WebhookTestEvent(when, WebhookTestData(WEBHOOK))
        ),
    }


def _item(summary: str, example: Event) -> PathItem:
    """Describe one event; the routes, which list deliveries, bring its schema into the document."""
    event = str(type(example).__struct_config__.tag)
    addressed = ADDRESSED_TEST if event == EventType.TEST else ADDRESSED
    sent = signature.headers([SECRET], EVENT, msgspec.json.encode(example).decode(), SENT)
    return PathItem(
        post=Operation(
            operation_id=f"on{''.join(part.capitalize() for part in event.split('.'))}",
            tags=["webhooks"],
            summary=summary,
            description=f"{addressed} {TRUST}",
            parameters=[
                Parameter(
                    name,
                    "header",
                    schema=Schema(type=kind),
                    description=text,
                    required=True,
                    example=int(sent[name]) if kind is OpenAPIType.INTEGER else sent[name],
                )
                for name, kind, text in HEADERS
            ],
            request_body=RequestBody(
                content={
                    "application/json": OpenAPIMediaType(
                        schema=Reference(ref=f"#/components/schemas/{type(example).__name__}"),
                        examples={event: Example(value=msgspec.to_builtins(example))},
                    )
                },
                required=True,
            ),
            responses={status: OpenAPIResponse(description=text) for status, text in ANSWERS.items()},
        )
    )
