"""The routes of the quoting API. None of them is counted."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, MultipartBody, PathParameter, QueryParameter

from engine.errors import UnsupportedFormat
from server.auth.accounts import Account, Caller
from server.errors import FileEmpty, FileMissing, sentence
from server.http import bodies, idempotency, pages, problems
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

MOST_QUOTES = 100
QUOTES_A_PAGE = 20
NO_FILE = "The field file is missing or invalid; it holds one part as .step, .stp, .gltf or .glb."
TOO_LONG = 413

Asked = Request[Caller, str, State]
"""A request that the guard let in."""


def _refuse_form(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """Answer a form that cannot be read as one without a file; one that is too long stays too long."""
    is_too_long = isinstance(error, HTTPException) and error.status_code == TOO_LONG
    return problems.handle(request, error if is_too_long else FileMissing(NO_FILE))


@post(
    "/convert",
    status_code=200,
    summary="Turn a CAD file into geometry and a preview",
    responses=errors(401, 413, 422, 503, 504),
    exception_handlers={HTTPException: _refuse_form, UnicodeDecodeError: _refuse_form},
)
async def convert(data: MultipartBody[ConvertForm], state: State) -> Converted:
    """Answer at once, typically within seconds; several bodies count as one geometry."""
    service: QuotingService = state.quoting
    try:
        found, glb = await service.convert(_source(data))
    except FileEmpty as error:
        raise FileMissing(str(error)) from None
    link = state.signer.url(preview_path(found.glb))
    described = {"geometry": found.document["quoting_geometry"], "notes": found.document["notes"]}
    return msgspec.convert(described | {"glb_url": link, "glb_base64": glb}, Converted)


@get("/materials", summary="Materials that can be cast", responses=errors(401))
async def materials(state: State) -> Materials:
    """List them; each `id` is a `material_id` of a quote."""
    service: QuotingService = state.quoting
    return Materials(service.materials())


@get("/post-processing", summary="What can be done to a casting", responses=errors(401))
async def post_processing(state: State) -> PostProcessing:
    """List the options."""
    service: QuotingService = state.quoting
    return PostProcessing(service.options())


@post(
    "/quotes",
    status_code=200,
    summary="Price a part",
    request_max_body_size=MOST_TEXT_BYTES,
    responses=errors(401, 413, 422, 503),
)
async def make_quote(
    data: JSONBody[QuoteRequest], request: Asked, state: State, idempotency_key: idempotency.FromKey = None
) -> QuoteAnswer:
    """Price a part and keep the quote on the caller's account."""
    await bodies.check(request, QuoteRequest)
    service: QuotingService = state.quoting
    made = await service.quote(_account(request), data, idempotency.checked(idempotency_key))
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
async def preview(data: JSONBody[PreviewRequest], request: Asked, state: State) -> Prices:
    """Price a part for each choice, in their order."""
    await bodies.check(request, PreviewRequest)
    service: QuotingService = state.quoting
    return Prices(service.prices(data))


@get("/quotes", summary="Your quotes, newest first", responses=errors(401, 422))
async def quotes(
    request: Asked,
    state: State,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_QUOTES, description="quotes a page")] = QUOTES_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last quote of the page before")] = "",
) -> QuotePage:
    """List quotes; `starting_after` is the id of the last one of the page before."""
    service: QuotingService = state.quoting
    found, has_more = await service.page(_account(request), limit, pages.after(starting_after))
    return QuotePage([present.quote(*one) for one in found], has_more)


@get("/quotes/{quote_id:str}", summary="One quote", responses=errors(401, 404))
async def quote(
    quote_id: Annotated[str, PathParameter(description="its id")], request: Asked, state: State
) -> QuoteAnswer:
    """Return a quote as it was made, and the analyses attached to it."""
    service: QuotingService = state.quoting
    return QuoteAnswer(present.quote(*await service.get(_account(request), quote_id)))


def _source(form: ConvertForm) -> Source:
    if form.file is None or not form.file.filename:
        raise FileMissing(NO_FILE)
    try:
        return intake.source(form.file.filename, upload=form.file)
    except UnsupportedFormat as error:
        raise FileMissing(sentence(error)) from None


def _account(request: Asked) -> Account:
    return request.user.account


ROUTES = Router(
    "/",
    route_handlers=[convert, materials, post_processing, make_quote, preview, quotes, quote],
    tags=["quoting"],
)
