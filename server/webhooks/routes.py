"""The routes of webhooks. None of them is counted. All are an extension of the specification."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from server.auth.accounts import Account, Caller
from server.dependencies import provide
from server.http import bodies, pages
from server.http.router import Router
from server.http.uploads import MOST_TEXT_BYTES
from server.openapi import Problem, answer, errors, header
from server.webhooks import documents, present
from server.webhooks.schemas import WebhookChange, WebhookRequest
from server.webhooks.service import WebhookService

MOST_DELIVERIES = 100
DELIVERIES_A_PAGE = 20

Asked = Request[Caller, str, Any]
"""A request that the guard let in."""
WebhookId = Annotated[str, PathParameter(description="as `POST /webhooks` answered it")]
DeliveryId = Annotated[str, PathParameter(description="as `GET /webhooks/{webhook_id}/deliveries` lists it")]
BY_HAND = {
    202: answer(documents.WebhookDeliveryAnswer, "The delivery; it is sent within seconds."),
    409: answer(Problem, "The webhook is switched off."),
    429: answer(Problem, "Too much was asked for by hand; `Retry-After` tells when to come again."),
}
"""Answers of what is asked for by hand."""


@dataclass(frozen=True, slots=True)
class WebhookServices:
    """What these routes work with."""

    webhooks: WebhookService


Given = NamedDependency[WebhookServices]


@post(
    "/webhooks",
    status_code=201,
    operation_id="createWebhook",
    summary="Have a URL told of events",
    description="The answer has the secret to check signatures with. An account has up to 20 webhooks.",
    request_max_body_size=MOST_TEXT_BYTES,
    responses={201: answer(documents.WebhookAnswer, "The webhook, with its secret.")}
    | errors(401, 413, 422, 503),
    response_headers=(header("Location", "the webhook"),),
)
async def create(data: JSONBody[WebhookRequest], request: Asked, services: Given) -> Response[dict[str, Any]]:
    """Make a webhook."""
    await bodies.check(request, WebhookRequest)
    made, secret = await services.webhooks.create(_account(request), data.url, data.events, data.description)
    content = {"webhook": present.webhook(made) | {"secret": secret}}
    return Response(content, headers={"Location": f"/api/v1/webhooks/{made.id}"})


@get(
    "/webhooks",
    operation_id="listWebhooks",
    summary="Your webhooks, oldest first",
    responses={200: answer(documents.WebhookList, "Every webhook.")} | errors(401),
)
async def every(request: Asked, services: Given) -> dict[str, Any]:
    """List webhooks, without their secrets."""
    return {"webhooks": [present.webhook(one) for one in await services.webhooks.every(_account(request))]}


@get(
    "/webhooks/{webhook_id:str}",
    operation_id="getWebhook",
    summary="One webhook",
    responses={200: answer(documents.WebhookAnswer, "The webhook as it stands.")} | errors(401, 404),
)
async def one(webhook_id: WebhookId, request: Asked, services: Given) -> dict[str, Any]:
    """Return a webhook, without its secret."""
    return {"webhook": present.webhook(await services.webhooks.get(_account(request), webhook_id))}


@patch(
    "/webhooks/{webhook_id:str}",
    operation_id="changeWebhook",
    summary="Change a webhook, switch it off or on",
    description="What the body leaves out stays. One that is switched off gives up what is on its way.",
    request_max_body_size=MOST_TEXT_BYTES,
    responses={200: answer(documents.WebhookAnswer, "The webhook as it is now.")}
    | errors(401, 404, 413, 422, 503),
)
async def change(
    webhook_id: WebhookId, data: JSONBody[WebhookChange], request: Asked, services: Given
) -> dict[str, Any]:
    """Change a webhook."""
    await bodies.check(request, WebhookChange)
    changed = await services.webhooks.change(
        _account(request), webhook_id, data.url, data.events, data.description, data.active
    )
    return {"webhook": present.webhook(changed)}


@delete(
    "/webhooks/{webhook_id:str}",
    status_code=204,
    operation_id="deleteWebhook",
    summary="Delete a webhook, and what is on its way to it",
    responses=errors(401, 404, 503),
)
async def remove(webhook_id: WebhookId, request: Asked, services: Given) -> None:
    """Delete a webhook with its deliveries."""
    await services.webhooks.remove(_account(request), webhook_id)


@get(
    "/webhooks/{webhook_id:str}/secret",
    operation_id="getWebhookSecret",
    summary="The secret of a webhook",
    responses={200: answer(documents.WebhookSecret, "The secret.")} | errors(401, 404),
)
async def secret(webhook_id: WebhookId, request: Asked, services: Given) -> dict[str, Any]:
    """Return the secret that signatures are checked with."""
    return {"secret": await services.webhooks.secret(_account(request), webhook_id)}


@post(
    "/webhooks/{webhook_id:str}/secret",
    status_code=200,
    operation_id="rotateWebhookSecret",
    summary="Give a webhook another secret",
    description="For 24 hours `webhook-signature` has a signature by each of the two.",
    responses={200: answer(documents.WebhookSecret, "The new secret.")} | errors(401, 404, 503),
)
async def rotate(webhook_id: WebhookId, request: Asked, services: Given) -> dict[str, Any]:
    """Replace the secret."""
    return {"secret": await services.webhooks.rotate(_account(request), webhook_id)}


@post(
    "/webhooks/{webhook_id:str}/test",
    status_code=202,
    operation_id="testWebhook",
    summary="Send a test event",
    description="`webhook.test`, signed as any other, whatever events the webhook is for.",
    responses=errors(401, 404, 503) | BY_HAND,
)
async def test(webhook_id: WebhookId, request: Asked, services: Given) -> dict[str, Any]:
    """Send a test event to a webhook."""
    return {"delivery": present.delivery(await services.webhooks.test(_account(request), webhook_id))}


@get(
    "/webhooks/{webhook_id:str}/deliveries",
    operation_id="listWebhookDeliveries",
    summary="Deliveries to a webhook, newest first",
    description="Those that have ended are kept as long as jobs are.",
    responses={200: answer(documents.WebhookDeliveryPage, "One page of deliveries.")} | errors(401, 404, 422),
)
async def deliveries(
    webhook_id: WebhookId,
    request: Asked,
    services: Given,
    limit: Annotated[
        int, QueryParameter(ge=1, le=MOST_DELIVERIES, description="deliveries a page")
    ] = DELIVERIES_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last delivery of the page before")] = "",
) -> dict[str, Any]:
    """List deliveries; `starting_after` is the id of the last one of the page before."""
    found, has_more = await services.webhooks.deliveries(
        _account(request), webhook_id, limit, pages.after(starting_after)
    )
    return {"deliveries": [present.delivery(each) for each in found], "has_more": has_more}


@post(
    "/webhooks/{webhook_id:str}/deliveries/{delivery_id:str}/resend",
    status_code=202,
    operation_id="resendWebhookDelivery",
    summary="Send a delivery again",
    description="With the same `webhook-id`, also where it was delivered before; a failure is tried again.",
    responses=errors(401, 404, 503) | BY_HAND,
)
async def resend(
    webhook_id: WebhookId, delivery_id: DeliveryId, request: Asked, services: Given
) -> dict[str, Any]:
    """Send a delivery again."""
    again = await services.webhooks.resend(_account(request), webhook_id, delivery_id)
    return {"delivery": present.delivery(again)}


def _account(request: Asked) -> Account:
    return request.user.account


ROUTES = (create, every, one, change, remove, secret, rotate, test, deliveries, resend)


def router(services: WebhookServices) -> Router:
    """Return the routes, working with these services."""
    return Router("/", route_handlers=ROUTES, dependencies=provide(services=services), tags=["webhooks"])
