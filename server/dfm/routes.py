"""The routes of the manufacturability API."""

from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, MultipartBody, PathParameter, QueryParameter
from litestar.response import ServerSentEvent

from server.auth.accounts import Account, Caller
from server.dfm import documents, events, present
from server.dfm.quick import QuickService
from server.dfm.schemas import (
    Accepted,
    AnalyzeForm,
    EvalRequest,
    JobPage,
    JobStatus,
    PartForm,
    QuickInfo,
    RecomputeForm,
    read_form,
    read_part,
    read_recompute,
)
from server.dfm.service import DfmService
from server.http import forms, idempotency, pages
from server.http.uploads import MOST_TEXT_BYTES
from server.jobs.job import Job
from server.openapi import JOB_HEADERS, METER_HEADERS, answer, errors
from server.storage.routes import artifact_path, preview_path

POLL_AFTER_S = 2
MOST_JOBS = 100
JOBS_A_PAGE = 20

JobId = Annotated[str, PathParameter(description="as `POST /dfm/analyze` answered it")]
Asked = Request[Caller, str, State]
"""A request that the guard let in."""


@post(
    "/quick-info",
    status_code=200,
    summary="Size, volume, area and a preview",
    responses=errors(401, 402, 413, 422, 503, 504),
    response_headers=METER_HEADERS,
)
async def quick_info(
    data: MultipartBody[PartForm], request: Asked, state: State, idempotency_key: idempotency.FromKey = None
) -> Response[QuickInfo]:
    """Look at a part, typically in less than a second. Counted as `dfm.quick_info`."""
    service: QuickService = state.quick
    source = read_part(data)
    found, standing = await service.look(_account(request), source, idempotency.checked(idempotency_key))
    link = state.signer.url(preview_path(found["glb"]))
    return Response(present.quick_info(found["document"], link), headers=standing.headers)


@post(
    "/analyze",
    status_code=202,
    summary="Submit a full analysis",
    description="Answers at once with a job; poll it every 1 to 2 seconds. Counted as `dfm.analyze`.",
    operation_class=forms.documented(AnalyzeForm),
    responses=errors(401, 402, 404, 413, 422, 429, 503),
    response_headers=(*METER_HEADERS, *JOB_HEADERS),
)
async def analyze(
    request: Asked, state: State, idempotency_key: idempotency.FromKey = None
) -> Response[Accepted]:
    """Take a part in and queue its analysis."""
    service: DfmService = state.dfm
    asked = read_form(await forms.read(request, AnalyzeForm))
    job_id, standing = await service.analyze(_account(request), asked, idempotency.checked(idempotency_key))
    return Response(present.accepted(job_id), headers=_queued(job_id) | standing.headers)


@get("/jobs", summary="Your jobs, newest first", responses=errors(401, 422))
async def jobs(
    request: Asked,
    state: State,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_JOBS, description="jobs a page")] = JOBS_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last job of the page before")] = "",
) -> JobPage:
    """List jobs; `starting_after` is the id of the last one of the page before."""
    service: DfmService = state.dfm
    return present.page(
        *await service.page(_account(request), limit, pages.after(starting_after)),
        is_own=state.own_log is not None,
    )


@get("/jobs/{job_id:str}", summary="How far a job is", responses=errors(401, 404))
async def job(job_id: JobId, request: Asked, state: State) -> JobStatus:
    """Tell a job's status and its log."""
    service: DfmService = state.dfm
    return present.status(*await service.job(_account(request), job_id), is_own=state.own_log is not None)


@delete(
    "/jobs/{job_id:str}",
    status_code=204,
    summary="Cancel a job and forget it",
    responses=errors(401, 404, 503),
)
async def forget(job_id: JobId, request: Asked, state: State) -> None:
    """End a job if it runs, and remove it with everything it made."""
    service: DfmService = state.dfm
    await service.remove(_account(request), job_id)


@get(
    "/jobs/{job_id:str}/events",
    summary="A job's progress as it happens",
    description="Server-sent events: `log` lines, `status` changes, `shape` with a link to the mesh where "
    "`analyze` was asked for it, and last `done`, `error` or `deleted`.",
    media_type="text/event-stream",
    responses=errors(401, 404),
)
async def follow(job_id: JobId, request: Asked, state: State) -> ServerSentEvent:
    """Follow a job until it ends."""
    service: DfmService = state.dfm
    account = _account(request)
    await service.job(account, job_id)  # one that is not there is a 404, not a stream
    last_seen = request.headers.get("Last-Event-ID", "")
    after_id = int(last_seen) if last_seen.isascii() and last_seen.isdigit() and len(last_seen) < 19 else 0

    def link(job: Job, name: str) -> str:
        url: str = state.signer.url(artifact_path(job.id, job.run, name))
        return url

    return ServerSentEvent(
        events.follow(
            service, account, job_id, after_id, link, state.stopping, is_own=state.own_log is not None
        )
    )


@get(
    "/jobs/{job_id:str}/result",
    summary="The result of a job that is done",
    responses={
        200: answer(documents.Result, "The result; the error of a job that failed comes as its status.")
    }
    | errors(401, 404, 409, 422, 500, 503, 504),
)
async def result(job_id: JobId, request: Asked, state: State) -> dict[str, Any]:
    """Return the full result, its links signed anew."""
    service: DfmService = state.dfm
    job, document = await service.result(_account(request), job_id)
    return present.result(
        job_id,
        document,
        lambda name: state.signer.url(artifact_path(job_id, job.run, name)),
        state.own_log,
    )


@post(
    "/jobs/{job_id:str}/recompute",
    status_code=202,
    summary="Run draft, recognition and modules again with another pull",
    request_max_body_size=MOST_TEXT_BYTES,
    description="A form with `pull`, and maybe `alpha_min` and `alpha_warn`. The mesh stays. Not counted.",
    operation_class=forms.documented(RecomputeForm, required=("pull",)),
    responses=errors(401, 404, 409, 413, 422, 429, 500, 503, 504),
    response_headers=JOB_HEADERS,
)
async def recompute(job_id: JobId, request: Asked, state: State) -> Response[Accepted]:
    """Queue the job's next run; poll it as before."""
    service: DfmService = state.dfm
    form = await forms.read(request, RecomputeForm)
    await service.recompute(_account(request), job_id, lambda before: read_recompute(form, before))
    return Response(present.accepted(job_id), headers=_queued(job_id))


@get(
    "/rule-schema",
    summary="What there is to write rules with",
    responses={200: answer(documents.RuleSchema, "The catalog.")} | errors(401, 503),
)
async def rule_schema(state: State) -> dict[str, Any]:
    """Return selector sets, metrics, comparisons and forms of bounds."""
    service: DfmService = state.dfm
    found: dict[str, Any] = (await service.catalog())["rule_schema"]
    return found


@get(
    "/modules",
    summary="The shipped rule modules",
    responses={200: answer(documents.Modules, "Every module.")} | errors(401, 503),
)
async def modules(state: State) -> dict[str, Any]:
    """Return every shipped module spec, to be cloned and edited."""
    service: DfmService = state.dfm
    return {"modules": (await service.catalog())["modules"]}


@post(
    "/jobs/{job_id:str}/modules/eval",
    status_code=200,
    summary="Judge a job's part by a module of yours",
    responses={200: answer(documents.ModuleVerdict, "The verdict, as in the result.")}
    | errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def evaluate(
    job_id: JobId, data: JSONBody[EvalRequest], request: Asked, state: State
) -> Response[bytes]:
    """Judge without measuring again; what is wrong with a module is told all at once."""
    service: DfmService = state.dfm
    return Response(await service.evaluate(_account(request), job_id, data), media_type=MediaType.JSON)


def _account(request: Asked) -> Account:
    return request.user.account


def _queued(job_id: str) -> dict[str, str]:
    return {"Location": f"/api/v1/dfm/jobs/{job_id}", "Retry-After": str(POLL_AFTER_S)}


ROUTES = Router(
    "/dfm",
    route_handlers=[
        quick_info,
        analyze,
        jobs,
        job,
        forget,
        follow,
        result,
        recompute,
        rule_schema,
        modules,
        evaluate,
    ],
    tags=["dfm"],
)
