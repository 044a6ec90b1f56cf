"""The routes of the quoting API. None of them is counted."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, MultipartBody, PathParameter, QueryParameter

from engine import formats, options
from engine.errors import UnsupportedFormat
from server.auth.accounts import Account, Caller
from server.dependencies import provide
from server.errors import FileEmpty, FileMissing, sentence
from server.http import bodies, forms, idempotency, pages
from server.http.router import Router
from server.http.uploads import MOST_TEXT_BYTES
from server.jobs import intake
from server.jobs.intake import Source
from server.openapi import answer, errors
from server.quoting import documents, present
from server.quoting.schemas import Converted, ConvertForm, PreviewRequest, QuoteRequest
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
    with_extra: bool = False
    """Whether formats are accepted that the specification has not."""


Given = NamedDependency[QuotingServices]


def _refuse_form(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer a form that cannot be read as one without a file; one that is too long stays too long."""
    is_too_long = isinstance(error, HTTPException) and error.status_code == TOO_LONG
    answer_any = request.app.exception_handlers[Exception]
    return answer_any(request, error if is_too_long else FileMissing(NO_FILE))


@post(
    "/convert",
    status_code=200,
    operation_id="convert",
    summary="Turn a CAD file into geometry and a preview",
    operation_class=forms.documented(ConvertForm, required=(forms.FILE,), lists_plain=False),
    responses=errors(401, 413, 422, 503, 504),
    exception_handlers={HTTPException: _refuse_form, UnicodeDecodeError: _refuse_form},
)
async def convert(data: MultipartBody[ConvertForm], services: Given) -> Converted:
    """Answer at once, typically within seconds; several bodies count as one geometry."""
    try:
        unit = _unit(data)
        found, glb = await services.quoting.convert(_source(data, with_extra=services.with_extra), unit)
    except FileEmpty as error:
        raise FileMissing(str(error)) from None
    link = services.signer.url(preview_path(found.glb))
    described = {"geometry": found.document["quoting_geometry"], "notes": found.document["notes"]}
    return msgspec.convert(described | {"glb_url": link, "glb_base64": glb}, Converted)


@get(
    "/materials",
    operation_id="listMaterials",
    summary="Materials that can be cast",
    responses={200: answer(documents.Materials, "Every material.")} | errors(401),
)
async def materials(services: Given) -> dict[str, Any]:
    """List them; each `id` is a `material_id` of a quote."""
    return {"materials": services.quoting.materials()}


@get(
    "/post-processing",
    operation_id="listPostProcessing",
    summary="What can be done to a casting",
    responses={200: answer(documents.PostProcessing, "Every option.")} | errors(401),
)
async def post_processing(services: Given) -> dict[str, Any]:
    """List the options."""
    return {"post_processing_options": services.quoting.options()}


@post(
    "/quotes",
    status_code=200,
    operation_id="createQuote",
    summary="Price a part",
    request_max_body_size=MOST_TEXT_BYTES,
    responses={200: answer(documents.QuoteAnswer, "The quote, kept on your account.")}
    | errors(401, 413, 422, 503),
)
async def make_quote(
    data: JSONBody[QuoteRequest], request: Asked, services: Given, idempotency_key: idempotency.FromKey = None
) -> dict[str, Any]:
    """Price a part and keep the quote on the caller's account."""
    await bodies.check(request, QuoteRequest)
    made = await services.quoting.quote(_account(request), data, idempotency.checked(idempotency_key))
    return {"quote": present.quote(made)}


@post(
    "/quotes/preview",
    status_code=200,
    operation_id="previewPrices",
    summary="What a part would cost, without a quote",
    description="Prices as `POST /quotes` tells them, for many materials and quantities in one call. Nothing "
    "is kept. An extension of the specification.",
    request_max_body_size=MOST_TEXT_BYTES,
    responses={200: answer(documents.Prices, "One price a choice, in their order.")} | errors(401, 413, 422),
)
async def preview(data: JSONBody[PreviewRequest], request: Asked, services: Given) -> dict[str, Any]:
    """Price a part for each choice, in their order."""
    await bodies.check(request, PreviewRequest)
    return {"prices": services.quoting.prices(data)}


@get(
    "/quotes",
    operation_id="listQuotes",
    summary="Your quotes, newest first",
    responses={200: answer(documents.QuotePage, "One page of quotes.")} | errors(401, 422),
)
async def quotes(
    request: Asked,
    services: Given,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_QUOTES, description="quotes a page")] = QUOTES_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last quote of the page before")] = "",
) -> dict[str, Any]:
    """List quotes; `starting_after` is the id of the last one of the page before."""
    found, has_more = await services.quoting.page(_account(request), limit, pages.after(starting_after))
    return {"quotes": [present.quote(*one) for one in found], "has_more": has_more}


@get(
    "/quotes/{quote_id:str}",
    operation_id="getQuote",
    summary="One quote",
    responses={200: answer(documents.QuoteAnswer, "The quote as it was made.")} | errors(401, 404),
)
async def quote(
    quote_id: Annotated[str, PathParameter(description="its id")], request: Asked, services: Given
) -> dict[str, Any]:
    """Return a quote as it was made, and the analyses attached to it."""
    return {"quote": present.quote(*await services.quoting.get(_account(request), quote_id))}


def _unit(form: ConvertForm) -> str | None:
    """Return the unit that is meant; raise InvalidOption where there is no such unit."""
    return options.mesh_options(None, None, (form.unit or "").strip() or None).unit


def _source(form: ConvertForm, *, with_extra: bool) -> Source:
    if form.file is None or not form.file.filename:
        raise FileMissing(NO_FILE)
    try:
        return intake.source(form.file.filename, upload=form.file, with_extra=with_extra)
    except UnsupportedFormat as error:
        raise FileMissing(sentence(error)) from None


def _account(request: Asked) -> Account:
    return request.user.account


ROUTES = (convert, materials, post_processing, make_quote, preview, quotes, quote)


def router(services: QuotingServices) -> Router:
    """Return the routes, working with these services."""
    return Router("/", route_handlers=ROUTES, dependencies=provide(services=services), tags=["quoting"])
