"""The pages of webhooks: what is told where, and how its deliveries went."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from server.auth.sessions import Sessions
from server.auth.user_repository import User
from server.dashboard.visitor import Form, user_of
from server.dependencies import provide
from server.errors import InvalidForm
from server.http.router import Router
from server.webhooks.schedule import SWITCH_OFF_AFTER, WAITS_S
from server.webhooks.service import WebhookService
from server.webhooks.webhook import OFFERED, Inactive

PATH = "/dashboard/webhooks"
DELIVERIES_SHOWN = 50
"""On the page of a webhook, the newest; the API lists the others."""
WORDS_OF_EVENT = {
    "job.completed": "an analysis is done",
    "job.failed": "an analysis has failed",
    "quote.created": "a quote was made",
    "spending.reached": "50, 80 or 100 % of your spending limit is spent",
    "webhook.test": "a test event",
}
WORDS_OF_INACTIVE = {
    Inactive.PAUSED: "You switched it off.",
    Inactive.GONE: "It was switched off: the receiver answered 410, which says that it wants no more.",
    Inactive.FAILING: f"It was switched off: nothing came through for {SWITCH_OFF_AFTER.days} days.",
}


@dataclass(frozen=True, slots=True)
class WebhookPages:
    """What these pages work with."""

    webhooks: WebhookService
    sessions: Sessions


Given = NamedDependency[WebhookPages]


@get("/", include_in_schema=False)
async def every(request: Request[Any, Any, Any], pages: Given) -> Template:
    """List webhooks, and offer to add one."""
    return await _list(await user_of(request, pages.sessions), pages)


@post("/", status_code=200, include_in_schema=False)
async def add(request: Request[Any, Any, Any], data: Form, pages: Given) -> Template | Redirect:
    """Add a webhook, and lead to its page."""
    user = await user_of(request, pages.sessions)
    url, description = data.get("url", "").strip(), data.get("description", "")
    chosen = [str(event) for event in OFFERED if data.get(event)]
    try:
        made, _ = await pages.webhooks.create(user.account, url, chosen, description)
    except InvalidForm as error:
        return await _list(
            user, pages, 422, problem=str(error), url=url, description=description, chosen=chosen
        )
    return _to(made.id)


@get("/{webhook_id:str}", include_in_schema=False)
async def one(request: Request[Any, Any, Any], webhook_id: FromPath[str], pages: Given) -> Template:
    """Show a webhook, its secret and its newest deliveries."""
    user = await user_of(request, pages.sessions)
    deliveries, has_more = await pages.webhooks.deliveries(user.account, webhook_id, DELIVERIES_SHOWN, None)
    webhook = await pages.webhooks.get(user.account, webhook_id)  # after what it sums up: never behind it
    return Template(
        "webhook.html",
        context={
            "user": user,
            "webhook": webhook,
            "secret": await pages.webhooks.secret(user.account, webhook_id),
            "deliveries": deliveries,
            "has_more": has_more,
            "words": WORDS_OF_EVENT,
            "reasons": WORDS_OF_INACTIVE,
            "n_attempts": len(WAITS_S) + 1,
        },
    )


@post("/{webhook_id:str}/test", include_in_schema=False)
async def test(request: Request[Any, Any, Any], webhook_id: FromPath[str], pages: Given) -> Redirect:
    """Send a test event."""
    user = await user_of(request, pages.sessions)
    await pages.webhooks.test(user.account, webhook_id)
    return _to(webhook_id, "#deliveries")


@post("/{webhook_id:str}/deliveries/{delivery_id:str}/resend", include_in_schema=False)
async def resend(
    request: Request[Any, Any, Any], webhook_id: FromPath[str], delivery_id: FromPath[str], pages: Given
) -> Redirect:
    """Send a delivery again."""
    user = await user_of(request, pages.sessions)
    await pages.webhooks.resend(user.account, webhook_id, delivery_id)
    return _to(webhook_id, "#deliveries")


@post("/{webhook_id:str}/active", include_in_schema=False)
async def switch(
    request: Request[Any, Any, Any], webhook_id: FromPath[str], data: Form, pages: Given
) -> Redirect:
    """Switch a webhook off or on."""
    user = await user_of(request, pages.sessions)
    await pages.webhooks.change(user.account, webhook_id, active=data.get("active") == "1")
    return _to(webhook_id)


@post("/{webhook_id:str}/secret", include_in_schema=False)
async def rotate(request: Request[Any, Any, Any], webhook_id: FromPath[str], pages: Given) -> Redirect:
    """Give a webhook another secret."""
    user = await user_of(request, pages.sessions)
    await pages.webhooks.rotate(user.account, webhook_id)
    return _to(webhook_id, "#secret")


@get("/{webhook_id:str}/delete", include_in_schema=False)
async def delete_page(request: Request[Any, Any, Any], webhook_id: FromPath[str], pages: Given) -> Template:
    """Ask whether a webhook is to be deleted."""
    user = await user_of(request, pages.sessions)
    webhook = await pages.webhooks.get(user.account, webhook_id)
    return Template("webhook_delete.html", context={"user": user, "webhook": webhook})


@post("/{webhook_id:str}/delete", include_in_schema=False)
async def delete(request: Request[Any, Any, Any], webhook_id: FromPath[str], pages: Given) -> Redirect:
    """Delete a webhook."""
    user = await user_of(request, pages.sessions)
    await pages.webhooks.remove(user.account, webhook_id)
    return Redirect(PATH, status_code=303)


ROUTES = (every, add, one, test, resend, switch, rotate, delete_page, delete)


def router(pages: WebhookPages) -> Router:
    """Return the pages, under the path of the dashboard."""
    return Router("/webhooks", route_handlers=ROUTES, dependencies=provide(pages=pages))


async def _list(user: User, pages: WebhookPages, status: int = 200, **more: Any) -> Template:
    context = {
        "user": user,
        "webhooks": await pages.webhooks.every(user.account),
        "offered": [str(event) for event in OFFERED],
        "chosen": [str(event) for event in OFFERED],
        "words": WORDS_OF_EVENT,
    }
    return Template("webhooks.html", context=context | more, status_code=status)


def _to(webhook_id: str, place: str = "") -> Redirect:
    return Redirect(f"{PATH}/{webhook_id}{place}", status_code=303)
