"""Routes of rule packs that an account keeps. None is counted. All are an extension of the specification."""

from typing import Annotated, Any

from litestar import delete, get, put
from litestar.params import JSONBody, PathParameter

from server.dfm import present, rule_documents
from server.dfm.provided import Asked, Given, account_of
from server.dfm.schemas import PackRequest
from server.http import bodies
from server.http.uploads import MOST_TEXT_BYTES
from server.openapi import Problem, answer, errors

PackKey = Annotated[str, PathParameter(description="the pack's key, and that of its module")]


@get(
    "/packs",
    operation_id="listPacks",
    summary="Your rule packs",
    responses={200: answer(rule_documents.PackList, "Every pack, by key.")} | errors(401),
)
async def every(request: Asked, services: Given) -> dict[str, Any]:
    """List the rule packs that the account keeps."""
    return {"packs": [present.pack(one) for one in await services.packs.every(account_of(request))]}


@get(
    "/packs/{key:str}",
    operation_id="getPack",
    summary="One rule pack of yours",
    responses={200: answer(rule_documents.PackAnswer, "The pack as it stands.")} | errors(401, 404),
)
async def one(key: PackKey, request: Asked, services: Given) -> dict[str, Any]:
    """Return a rule pack."""
    return {"pack": present.pack(await services.packs.get(account_of(request), key))}


@put(
    "/packs/{key:str}",
    status_code=200,
    operation_id="savePack",
    summary="Save a rule pack",
    description="Every problem of its module is told at once. `packs` of `POST /dfm/analyze` names packs "
    "that judge a part besides the shipped ones.",
    request_max_body_size=MOST_TEXT_BYTES,
    responses={
        200: answer(rule_documents.PackAnswer, "The pack with its new version."),
        409: answer(Problem, "The pack has another version than the one you read."),
    }
    | errors(401, 413, 422, 503),
)
async def save(key: PackKey, data: JSONBody[PackRequest], request: Asked, services: Given) -> dict[str, Any]:
    """Keep a rule pack, in place of the one of its key."""
    await bodies.check(request, PackRequest)
    kept = await services.packs.save(account_of(request), key, data.module, data.version)
    return {"pack": present.pack(kept)}


@delete(
    "/packs/{key:str}",
    status_code=204,
    operation_id="deletePack",
    summary="Delete a rule pack",
    responses=errors(401, 404, 503),
)
async def remove(key: PackKey, request: Asked, services: Given) -> None:
    """Delete a rule pack; what was judged by it stays."""
    await services.packs.remove(account_of(request), key)


ROUTES = (every, one, save, remove)
