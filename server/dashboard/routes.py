"""The pages of the dashboard. Forms and links; scripts only copy text and switch examples."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Request, Response, get, post
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.csrf import CSRFMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from litestar.static_files import create_static_files_router

from server.auth.sessions import LIFETIME, Session, Sessions
from server.auth.user_repository import User
from server.dashboard import billing, webhooks
from server.dashboard.billing import BillingPages
from server.dashboard.new_keys import NewKeys
from server.dashboard.service import NAME_OF_METER, OFFERED, DashboardService
from server.dashboard.setup import Setup
from server.dashboard.visitor import COOKIE, Form, user_of
from server.dashboard.webhooks import WebhookPages
from server.dependencies import provide
from server.errors import InvalidForm, NotSignedIn
from server.http.callers import subscriber_of
from server.http.rates import Rate
from server.http.router import Router
from server.metering.plans import PLANS
from server.webhooks.service import WebhookService

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
HOME = "/dashboard/api"
SIGN_IN, SIGN_UP = "/dashboard/sign-in", "/dashboard/sign-up"
PASSWORD = "/dashboard/password"
TRIES_A_MINUTE = 10
"""Passwords one address may try."""
TRIES_OF_NAME_A_MINUTE = 20
"""Passwords that may be tried for one name, from all addresses: who hires many of them is slowed down too.
Twice what one address may, so that nobody keeps another out from a single one."""
SIGN_UPS_AN_HOUR = 20
"""Forms one address may send: a class at school signs up, and mistakes count."""
SIGN_UPS_A_MINUTE = 30
"""Forms that all together may send: each that is right costs a hash, and half a hash a second leaves room for
sign-ins."""
MINUTE_S = 60.0
HOUR_S = 3600.0
MOST_FORM_BYTES = 1 << 14
"""A form of these pages has a few short fields. The framework takes one apart before it knows who sent it,
and answers nobody else meanwhile."""


def _subscriber(request: Request[Any, Any, Any]) -> str:
    """Return whose tries they are."""
    return subscriber_of(request.client.host if request.client else "")


FEW_TRIES = RateLimitConfig(
    ("minute", TRIES_A_MINUTE), identifier_for_request=_subscriber, set_rate_limit_headers=False
).middleware


@dataclass(frozen=True, slots=True)
class Rates:
    """How often forms may be sent, beside what one address may."""

    of_name: Rate = field(
        default_factory=lambda: Rate(
            TRIES_OF_NAME_A_MINUTE,
            MINUTE_S,
            "Too many passwords were tried for this name. Please wait a minute.",
        )
    )
    sign_ups_of_address: Rate = field(
        default_factory=lambda: Rate(
            SIGN_UPS_AN_HOUR, HOUR_S, "Too many sign-ups came from your network. Please try again in an hour."
        )
    )
    sign_ups: Rate = field(
        default_factory=lambda: Rate(
            SIGN_UPS_A_MINUTE, MINUTE_S, "Too many people are signing up. Please wait a minute."
        )
    )


@dataclass(frozen=True, slots=True)
class Pages:
    """What the pages show of the server's settings."""

    base_url: str
    """Where the API is, as callers reach it."""
    is_secure: bool
    """Whether callers come over https."""
    is_open: bool
    """Whether anybody may sign up."""
    contact_email: str
    """Whom to write to; empty: nobody is named."""


@dataclass(frozen=True, slots=True)
class DashboardServices:
    """What the pages work with."""

    dashboard: DashboardService
    sessions: Sessions
    setup: Setup
    pages: Pages
    rates: Rates
    new_keys: NewKeys
    webhooks: WebhookService
    billing: BillingPages


Given = NamedDependency[DashboardServices]


@get("/", include_in_schema=False)
async def front() -> Redirect:
    """Lead who opens the bare address to the dashboard."""
    return Redirect(HOME, status_code=303)


@get("/", include_in_schema=False)
async def home() -> Redirect:
    """Go to the one page there is."""
    return Redirect(HOME, status_code=303)


@get("/api", include_in_schema=False)
async def overview(request: Request[Any, Any, Any], services: Given) -> Template:
    """Show keys and usage."""
    user = await _user(request, services)
    return await _overview(request, services, user, key=services.new_keys.take(user.id))


@post("/api/keys", status_code=200, include_in_schema=False)
async def create_key(request: Request[Any, Any, Any], data: Form, services: Given) -> Template | Redirect:
    """Make a key; the page that the browser is led to shows it, and makes none when it is loaded again."""
    user = await _user(request, services)
    try:
        key = await services.dashboard.create_key(user.account, data.get("name", ""))
    except InvalidForm as error:
        return await _overview(request, services, user, status=422, problem=str(error))
    services.new_keys.put(user.id, key)
    return Redirect(HOME, status_code=303)


@get("/api/keys/{key_id:str}/revoke", include_in_schema=False)
async def revoke_page(request: Request[Any, Any, Any], key_id: FromPath[str], services: Given) -> Template:
    """Ask whether a key is to be revoked."""
    user = await _user(request, services)
    key = await services.dashboard.key_of(user.account, key_id)
    return Template("revoke.html", context={"user": user, "key": key})


@post("/api/keys/{key_id:str}/revoke", include_in_schema=False)
async def revoke_key(request: Request[Any, Any, Any], key_id: FromPath[str], services: Given) -> Redirect:
    """Revoke a key."""
    user = await _user(request, services)
    await services.dashboard.revoke_key(user.account, key_id)
    return Redirect(f"{HOME}#keys", status_code=303)


@get("/sign-in", include_in_schema=False)
async def sign_in_page(
    request: Request[Any, Any, Any], services: Given, plan: FromQuery[str] = ""
) -> Template | Redirect:
    """Ask for name and password; the first visitor of all signs up instead.

    Who comes to choose a plan is led there afterwards.
    """
    if not await services.sessions.has_users():
        return Redirect(SIGN_UP, status_code=303)
    return _door(services, "sign_in", plan=plan)


@post(
    "/sign-in",
    status_code=200,
    include_in_schema=False,
    middleware=[FEW_TRIES],
)
async def sign_in(data: Form, services: Given) -> Template | Redirect:
    """Begin a session."""
    name = data.get("username", "").strip()
    services.rates.of_name.take(name.casefold())
    try:
        session = await services.sessions.sign_in(name, data.get("password", ""))
    except InvalidForm as error:
        plan = data.get("plan", "")
        return _door(services, "sign_in", status=422, problem=str(error), username=name, plan=plan)
    return _enter(session, services, _page_of_plan(data.get("plan", "")))


@get("/sign-up", include_in_schema=False)
async def sign_up_page(
    request: Request[Any, Any, Any], services: Given, token: FromQuery[str] = ""
) -> Template | Redirect:
    """Ask a new user for name and password."""
    allowed = await _may_sign_up(request, services, token)
    return _door(services, "sign_up" if allowed else "closed", status=200 if allowed else 403, token=token)


@post("/sign-up", status_code=200, include_in_schema=False)
async def sign_up(request: Request[Any, Any, Any], data: Form, services: Given) -> Template | Redirect:
    """Make a user, and begin a session."""
    token, name = data.get("token", ""), data.get("username", "").strip()
    if not await _may_sign_up(request, services, token):
        return _door(services, "closed", status=403)
    services.rates.sign_ups_of_address.take(_subscriber(request))
    services.rates.sign_ups.take("all")
    try:
        if data.get("password", "") != data.get("again", ""):
            raise InvalidForm("The two passwords are not the same.")
        only_first = not services.pages.is_open
        session = await services.sessions.sign_up(name, data.get("password", ""), only_first=only_first)
    except InvalidForm as error:
        return _door(services, "sign_up", status=422, problem=str(error), username=name, token=token)
    return _enter(session, services)


@post("/sign-out", include_in_schema=False)
async def sign_out(request: Request[Any, Any, Any], services: Given) -> Redirect:
    """End the session."""
    await services.sessions.sign_out(request.cookies.get(COOKIE))
    gone = Cookie(key=COOKIE, value="", path="/dashboard", max_age=0, httponly=True)
    return Redirect(SIGN_IN, status_code=303, cookies=[gone])


@get("/password", include_in_schema=False)
async def password_page(
    request: Request[Any, Any, Any], services: Given, changed: FromQuery[str] = ""
) -> Template:
    """Ask for another password."""
    return _password(await _user(request, services), is_changed=bool(changed))


@post("/password", status_code=200, include_in_schema=False, middleware=[FEW_TRIES])
async def change_password(
    request: Request[Any, Any, Any], data: Form, services: Given
) -> Template | Redirect:
    """Change it, and end every other session."""
    user = await _user(request, services)
    services.rates.of_name.take(user.username.casefold())
    try:
        if data.get("password", "") != data.get("again", ""):
            raise InvalidForm("The two new passwords are not the same.")
        session = await services.sessions.change_password(
            user, data.get("present", ""), data.get("password", "")
        )
    except InvalidForm as error:
        return _password(user, status=422, problem=str(error))
    return _enter(session, services, f"{PASSWORD}?changed=1")


WORDS_OF_STATUS = {
    403: "This form is no longer valid. Go back, load the page anew and try again.",
    405: "This page is not sent to in that way.",
    413: "The form is too long.",
    429: "Too many tries. Please wait a minute.",
}
"""What people read where the framework refuses; the rest is worded as for programs."""


@dataclass(frozen=True, slots=True)
class PageErrors:
    """Answers errors of the dashboard as pages, and all others as they are.

    Parameters
    ----------
    otherwise : callable
        Answers any error for programs; its words, status and headers are those of the page too.
    """

    otherwise: Callable[[Request[Any, Any, Any], Exception], Response[dict[str, Any]]]

    def __call__(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        """Answer; who is not signed in goes to the door."""
        if not _is_page(request.url.path):
            return self.otherwise(request, error)
        if isinstance(error, NotSignedIn):
            plan = request.query_params.get("plan", "") if request.url.path == billing.PATH else ""
            return Redirect(f"{SIGN_IN}?plan={plan}" if plan in PLANS else SIGN_IN, status_code=303)
        answer = self.otherwise(request, error)
        status, text = answer.status_code or 500, answer.content["error"]
        headers = dict(answer.headers)
        if isinstance(error, HTTPException):
            text = WORDS_OF_STATUS.get(status, text)
            if status == 429:
                headers.setdefault("Retry-After", str(int(MINUTE_S)))
        return Template("problem.html", context={"text": text}, status_code=status, headers=headers)


def _is_page(path: str) -> bool:
    """Whether people see what is at a path; nobody sees a style sheet."""
    if path.startswith("/dashboard/static/"):
        return False
    return path in ("/", "/dashboard") or path.startswith("/dashboard/")


ROUTES = (
    home,
    overview,
    create_key,
    revoke_page,
    revoke_key,
    sign_in_page,
    sign_in,
    sign_up_page,
    sign_up,
    sign_out,
    password_page,
    change_password,
)


def router(services: DashboardServices, csrf_secret: str) -> Router:
    """Return the pages, which check that a form was ours."""
    config = CSRFConfig(
        csrf_secret,
        cookie_name="sprue_csrf",
        cookie_path="/dashboard",
        cookie_secure=services.pages.is_secure,
        cookie_httponly=True,
        cookie_samesite="strict",
    )
    pages = Router(
        "/",
        route_handlers=(
            *ROUTES,
            webhooks.router(WebhookPages(services.webhooks, services.sessions)),
            billing.router(services.billing),
        ),
        dependencies=provide(services=services),
        middleware=[DefineMiddleware(CSRFMiddleware, config=config)],
        request_max_body_size=MOST_FORM_BYTES,
    )
    static = create_static_files_router(
        "/static", [HERE / "static"], include_in_schema=False, router_class=Router
    )
    return Router("/", route_handlers=[front, Router("/dashboard", route_handlers=[pages, static])])


def first_page(setup: Setup) -> str:
    """Return where an operator gets the first key: with the token where the server is not local."""
    return HOME if setup.is_local else f"{SIGN_UP}?token={setup.token}"


async def _user(request: Request[Any, Any, Any], services: DashboardServices) -> User:
    return await user_of(request, services.sessions)


async def _may_sign_up(request: Request[Any, Any, Any], services: DashboardServices, token: str) -> bool:
    """Whether this visitor may: anybody where sign-up is open, else the first, who must be the operator."""
    if services.pages.is_open:
        return True
    address = request.client.host if request.client else ""
    return services.setup.admits(address, token) and not await services.sessions.has_users()


async def _overview(
    request: Request[Any, Any, Any], services: DashboardServices, user: User, status: int = 200, **more: str
) -> Template:
    shown = await services.dashboard.overview(user.account)
    return Template(
        "overview.html",
        context={
            "user": user,
            "shown": shown,
            "names": NAME_OF_METER,
            "plans": OFFERED,
            "pages": services.pages,
            "is_charging": services.billing.billing is not None,
            **more,
        },
        status_code=status,
    )


def _password(user: User, status: int = 200, **more: Any) -> Template:
    return Template("password.html", context={"user": user, **more}, status_code=status)


def _door(services: DashboardServices, page: str, status: int = 200, **more: str) -> Template:
    return Template(f"{page}.html", context={"is_open": services.pages.is_open, **more}, status_code=status)


def _page_of_plan(plan: str) -> str:
    """Return where a plan is chosen; the first page where it is none."""
    return f"{billing.PATH}?plan={plan}" if plan in PLANS else HOME


def _enter(session: Session, services: DashboardServices, page: str = HOME) -> Redirect:
    """Lead to a page with the session's cookie."""
    cookie = Cookie(
        key=COOKIE,
        value=session.token,
        path="/dashboard",
        max_age=int(LIFETIME.total_seconds()),
        httponly=True,
        secure=services.pages.is_secure,
        samesite="lax",
    )
    return Redirect(page, status_code=303, cookies=[cookie])
