"""The routes of the quoting API. None of them is counted."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, MultipartBody, PathParameter, QueryParameter

from engine import formats
from engine.errors import UnsupportedFormat
from server.auth.accounts import Account, Caller
from server.dependencies import provide
from server.errors import FileEmpty, FileMissing, sentence
from server.http import bodies, idempotency, pages
from server.http.uploads import MOST_TEXT_BYTES
from server.jobs import intake
from server.jobs.intake import Source
from server.openapi import errors
from server.quoting import present
from server.quoting.schemas import (
    Converted,
    ConvertForm,
    Materials,
    PostProcessing,
    PreviewRequest,
    Prices,
    QuoteAnswer,
    QuotePage,
    QuoteRequest,
)
from server.quoting.service import QuotingService
from server.storage.routes import preview_path
from server.storage.signing import Signer

MOST_QUOTES = 100
QUOTES_A_PAGE = 20
NO_FILE = f"The field file is missing or invalid; it holds one part as {formats.suffixes()}."
TOO_LONG = 413

Asked = Request[Caller, str, Any]
"""A request that the guard let in."""


@dataclass(frozen=True, slots=True)
class QuotingServices:
    """What these routes work with."""

    quoting: QuotingService
    signer: Signer


Given = NamedDependency[QuotingServices]


def _refuse_form(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer a form that cannot be read as one without a file; one that is too long stays too long."""
    is_too_long = isinstance(error, HTTPException) and error.status_code == TOO_LONG
    answer_any = request.app.exception_handlers[Exception]
    return answer_any(request, error if is_too_long else FileMissing(NO_FILE))


@post(
    "/convert",
    status_code=200,
    summary="Turn a CAD file into geometry and a preview",
    responses=errors(401, 413, 422, 503, 504),
    exception_handlers={HTTPException: _refuse_form, UnicodeDecodeError: _refuse_form},
)
async def convert(data: MultipartBody[ConvertForm], services: Given) -> Converted:
    """Answer at once, typically within seconds; several bodies count as one geometry."""
    try:
        found, glb = await services.quoting.convert(_source(data))
    except FileEmpty as error:
        raise FileMissing(str(error)) from None
    link = services.signer.url(preview_path(found.glb))
    described = {"geometry": found.document["quoting_geometry"], "notes": found.document["notes"]}
    return msgspec.convert(described | {"glb_url": link, "glb_base64": glb}, Converted)


@get("/materials", summary="Materials that can be cast", responses=errors(401))
async def materials(services: Given) -> Materials:
    """List them; each `id` is a `material_id` of a quote."""
    return Materials(services.quoting.materials())


@get("/post-processing", summary="What can be done to a casting", responses=errors(401))
async def post_processing(services: Given) -> PostProcessing:
    """List the options."""
    return PostProcessing(services.quoting.options())


@post(
    "/quotes",
    status_code=200,
    summary="Price a part",
    request_max_body_size=MOST_TEXT_BYTES,
    responses=errors(401, 413, 422, 503),
)
async def make_quote(
    data: JSONBody[QuoteRequest], request: Asked, services: Given, idempotency_key: idempotency.FromKey = None
) -> QuoteAnswer:
    """Price a part and keep the quote on the caller's account."""
    await bodies.check(request, QuoteRequest)
    made = await services.quoting.quote(_account(request), data, idempotency.checked(idempotency_key))
    return QuoteAnswer(present.quote(made))


@post(
    "/quotes/preview",
    status_code=200,
    summary="What a part would cost, without a quote",
    description="Prices as `POST /quotes` tells them, for many materials and quantities in one call. Nothing "
    "is kept. An extension of the specification.",
    request_max_body_size=MOST_TEXT_BYTES,
    responses=errors(401, 413, 422),
)
async def preview(data: JSONBody[PreviewRequest], request: Asked, services: Given) -> Prices:
    """Price a part for each choice, in their order."""
    await bodies.check(request, PreviewRequest)
    return Prices(services.quoting.prices(data))


@get("/quotes", summary="Your quotes, newest first", responses=errors(401, 422))
async def quotes(
    request: Asked,
    services: Given,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_QUOTES, description="quotes a page")] = QUOTES_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last quote of the page before")] = "",
) -> QuotePage:
    """List quotes; `starting_after` is the id of the last one of the page before."""
    found, has_more = await services.quoting.page(_account(request), limit, pages.after(starting_after))
    return QuotePage([present.quote(*one) for one in found], has_more)


@get("/quotes/{quote_id:str}", summary="One quote", responses=errors(401, 404))
async def quote(
    quote_id: Annotated[str, PathParameter(description="its id")], request: Asked, services: Given
) -> QuoteAnswer:
    """Return a quote as it was made, and the analyses attached to it."""
    return QuoteAnswer(present.quote(*await services.quoting.get(_account(request), quote_id)))


def _source(form: ConvertForm) -> Source:
    if form.file is None or not form.file.filename:
        raise FileMissing(NO_FILE)
    try:
        return intake.source(form.file.filename, upload=form.file)
    except UnsupportedFormat as error:
        raise FileMissing(sentence(error)) from None


def _account(request: Asked) -> Account:
    return request.user.account


ROUTES = (convert, materials, post_processing, make_quote, preview, quotes, quote)


def router(services: QuotingServices) -> Router:
    """Return the routes, working with these services."""
    return Router("/", route_handlers=ROUTES, dependencies=provide(services=services), tags=["quoting"])
