"""What is sent to webhooks, and what their routes answer with, as the documentation tells it."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from server.webhooks.webhook import EventType

Moment = Annotated[str, Meta(description="UTC, ISO 8601")]
Id = Annotated[str, Meta(description="a UUID")]
EventName = Literal["job.completed", "job.failed", "quote.created", "spending.reached"]


class JobCompletedData(Struct):
    """A job that is done. The links need a key, as all of the API does."""

    job_id: Id
    status: Literal["done"]
    quote_id: Annotated[str | None, Meta(description="the quote that the analysis is attached to")]
    job_url: Annotated[str, Meta(description="GET tells status and log")]
    result_url: Annotated[str, Meta(description="GET returns the result")]


class JobCompletedEvent(Struct, tag_field="type", tag=EventType.JOB_COMPLETED.value):
    """A job is done; a recompute tells again."""

    timestamp: Annotated[str, Meta(description="when the job ended; UTC, ISO 8601")]
    data: JobCompletedData


class JobFailedData(Struct):
    """A job that has failed. The link needs a key, as all of the API does."""

    job_id: Id
    status: Literal["error"]
    quote_id: Annotated[str | None, Meta(description="the quote that the analysis is attached to")]
    job_url: Annotated[str, Meta(description="GET tells status, log and error")]


class JobFailedEvent(Struct, tag_field="type", tag=EventType.JOB_FAILED.value):
    """A job has failed."""

    timestamp: Annotated[str, Meta(description="when the job ended; UTC, ISO 8601")]
    data: JobFailedData


class QuoteCreatedData(Struct):
    """A quote that is kept. The link needs a key, as all of the API does."""

    quote_id: Id
    status: Literal["draft"]
    quote_url: Annotated[str, Meta(description="GET returns the quote")]


class QuoteCreatedEvent(Struct, tag_field="type", tag=EventType.QUOTE_CREATED.value):
    """A quote was made."""

    timestamp: Annotated[str, Meta(description="when the quote was made; UTC, ISO 8601")]
    data: QuoteCreatedData


class SpendingReachedData(Struct):
    """How much of your spending limit is spent on units beyond the plan, in this billing period."""

    percent: Annotated[Literal[50, 80, 100], Meta(description="the highest share that is reached")]
    spent: Annotated[str, Meta(description="a decimal number, as all amounts")]
    spending_limit: Annotated[str, Meta(description="your limit; requests that would go beyond are refused")]
    currency: Annotated[str, Meta(description="ISO 4217")]
    period_start: Moment
    period_end: Annotated[str, Meta(description="when spending begins anew; UTC, ISO 8601")]
    usage_url: Annotated[str, Meta(description="GET tells what was used, and what it costs")]


class SpendingReachedEvent(Struct, tag_field="type", tag=EventType.SPENDING_REACHED.value):
    """Half of your spending limit, 80 % or all of it is spent; each is told once a period."""

    timestamp: Annotated[str, Meta(description="when it was noticed; UTC, ISO 8601")]
    data: SpendingReachedData


class WebhookTestData(Struct):
    """The webhook that a test event was asked for."""

    webhook_id: Id


class WebhookTestEvent(Struct, tag_field="type", tag=EventType.TEST.value):
    """Somebody asked for a test event; it is sent whatever events the webhook is for."""

    timestamp: Annotated[str, Meta(description="when it was asked for; UTC, ISO 8601")]
    data: WebhookTestData


Event = JobCompletedEvent | JobFailedEvent | QuoteCreatedEvent | SpendingReachedEvent | WebhookTestEvent
"""The body of a request to a webhook; `type` tells which."""


class Webhook(Struct, kw_only=True):
    """A URL that is told of events."""

    id: Id
    url: Annotated[str, Meta(description="where it is told")]
    description: Annotated[str, Meta(description="for people: what it is for")]
    events: Annotated[list[EventName], Meta(description="what it is told of")]
    active: Annotated[bool, Meta(description="whether it is told of events as they happen")]
    inactive_reason: Annotated[
        Literal["paused", "gone", "failing"] | None,
        Meta(
            description="why it is not: you paused it, it answered 410, or nothing came through for five days"
        ),
    ]
    failing_since: Annotated[
        str | None, Meta(description="when the first attempt failed after the last that came through; UTC")
    ]
    created_at: Moment
    secret: Annotated[
        str | UnsetType,
        Meta(description="`whsec_` and Base64: what signatures are checked with; where the webhook is made"),
    ] = UNSET


class WebhookAnswer(Struct):
    """One webhook."""

    webhook: Webhook


class WebhookList(Struct):
    """Every webhook of an account, oldest first."""

    webhooks: list[Webhook]


class WebhookSecret(Struct):
    """What signatures are checked with."""

    secret: Annotated[str, Meta(description="`whsec_` and the Base64 of 32 bytes")]


class WebhookDelivery(Struct):
    """One event for one webhook, and how its delivery goes."""

    id: Id
    webhook_id: Id
    event_id: Annotated[str, Meta(description="the header `webhook-id`, the same in all attempts")]
    type: Annotated[
        Literal["job.completed", "job.failed", "quote.created", "webhook.test"],
        Meta(description="of the event"),
    ]
    status: Annotated[
        Literal["pending", "delivered", "failed"],
        Meta(description="pending: it is on its way, or waits for its next attempt; failed: it is given up"),
    ]
    attempts: Annotated[int, Meta(ge=0, description="requests that were made for it")]
    response_status: Annotated[
        int | None, Meta(description="HTTP status of the last answer; null: there was none")
    ]
    error: Annotated[str | None, Meta(description="why the last attempt did not count")]
    created_at: Moment
    attempted_at: Annotated[str | None, Meta(description="when it was last tried; UTC, ISO 8601")]
    next_attempt_at: Annotated[str | None, Meta(description="null where it has ended; UTC, ISO 8601")]
    payload: Annotated[Event, Meta(description="the body that is sent, that of the event of `type`")]


class WebhookDeliveryAnswer(Struct):
    """One delivery."""

    delivery: WebhookDelivery


class WebhookDeliveryPage(Struct):
    """Deliveries, newest first."""

    deliveries: list[WebhookDelivery]
    has_more: bool
