"""The routes of the manufacturability API."""

from dataclasses import replace
from typing import Annotated, Any

from litestar import MediaType, Response, delete, get, post
from litestar.params import JSONBody, MultipartBody, QueryParameter
from litestar.response import ServerSentEvent

from server.dependencies import provide
from server.dfm import (
    documents,
    events,
    inspection_documents,
    long_poll,
    pack_routes,
    part_routes,
    present,
    rule_documents,
)
from server.dfm.provided import Asked, DfmServices, Given, JobId, account_of
from server.dfm.schemas import (
    Accepted,
    AnalyzeForm,
    EvalRequest,
    JobPage,
    JobStatus,
    PlacesRequest,
    QuickInfo,
    QuickInfoForm,
    RecomputeForm,
    read_form,
    read_part,
    read_recompute,
)
from server.http import forms, idempotency, pages
from server.http.router import Router
from server.http.uploads import MOST_TEXT_BYTES
from server.jobs.intake import Source
from server.jobs.job import Job
from server.openapi import JOB_HEADERS, METER_HEADERS, answer, errors
from server.storage.routes import artifact_path, preview_path

POLL_AFTER_S = 2
MOST_JOBS = 100
JOBS_A_PAGE = 20


@post(
    "/quick-info",
    status_code=200,
    operation_id="quickInfo",
    summary="Size, volume, area and a preview",
    operation_class=forms.documented(QuickInfoForm, lists_plain=False),
    responses=errors(401, 402, 404, 413, 422, 503, 504),
    response_headers=METER_HEADERS,
)
async def quick_info(
    data: MultipartBody[QuickInfoForm],
    request: Asked,
    services: Given,
    idempotency_key: idempotency.FromKey = None,
) -> Response[QuickInfo]:
    """Look at a part, typically in less than a second. Counted as `dfm.quick_info`."""
    source = read_part(data, await _stored(request, services, data.part_id), with_extra=services.with_extra)
    once = idempotency.checked(idempotency_key)
    found, standing = await services.quick.look(account_of(request), source, once)
    link = services.signer.url(preview_path(found["glb"]))
    return Response(present.quick_info(found["document"], link), headers=standing.headers)


@post(
    "/analyze",
    status_code=202,
    operation_id="analyze",
    summary="Submit a full analysis",
    description="Answers at once with a job; poll it every 1 to 2 seconds. Counted as `dfm.analyze`.",
    operation_class=forms.documented(AnalyzeForm),
    responses=errors(401, 402, 404, 413, 422, 429, 503),
    response_headers=(*METER_HEADERS, *JOB_HEADERS),
)
async def analyze(
    request: Asked, services: Given, idempotency_key: idempotency.FromKey = None
) -> Response[Accepted]:
    """Take a part in and queue its analysis."""
    form = await forms.read(request, AnalyzeForm)
    asked = read_form(form, await _stored(request, services, form.part_id), with_extra=services.with_extra)
    if asked.packs:
        own = await services.packs.documents(account_of(request), asked.packs)
        asked = replace(asked, options=asked.options | {"own_packs": own})
    once = idempotency.checked(idempotency_key)
    job_id, standing = await services.dfm.analyze(account_of(request), asked, once)
    return Response(present.accepted(job_id), headers=_queued(job_id) | standing.headers)


@get("/jobs", operation_id="listJobs", summary="Your jobs, newest first", responses=errors(401, 422))
async def jobs(
    request: Asked,
    services: Given,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_JOBS, description="jobs a page")] = JOBS_A_PAGE,
    starting_after: Annotated[str, QueryParameter(description="the last job of the page before")] = "",
) -> JobPage:
    """List jobs; `starting_after` is the id of the last one of the page before."""
    return present.page(
        *await services.dfm.page(account_of(request), limit, pages.after(starting_after)),
        is_own=services.is_own,
    )


@get(
    "/jobs/{job_id:str}",
    operation_id="getJob",
    summary="How far a job is",
    responses=errors(401, 404, 422),
)
async def job(
    job_id: JobId,
    request: Asked,
    services: Given,
    wait: Annotated[
        int,
        QueryParameter(
            ge=0,
            le=long_poll.MOST_S,
            description="seconds to wait for its end, if it has not ended; an extension",
        ),
    ] = 0,
) -> JobStatus:
    """Tell a job's status and its log, at once or when it has ended."""
    found = await long_poll.until_final(services.dfm, account_of(request), job_id, wait, services.stopping)
    return present.status(*found, is_own=services.is_own)


@delete(
    "/jobs/{job_id:str}",
    status_code=204,
    operation_id="deleteJob",
    summary="Cancel a job and forget it",
    responses=errors(401, 404, 503),
)
async def forget(job_id: JobId, request: Asked, services: Given) -> None:
    """End a job if it runs, and remove it with everything it made."""
    await services.dfm.remove(account_of(request), job_id)


@get(
    "/jobs/{job_id:str}/events",
    operation_id="followJob",
    summary="A job's progress as it happens",
    description="Server-sent events: `log` lines, `status` changes, `shape` with a link to the mesh where "
    "`analyze` was asked for it, and last `done`, `error` or `deleted`.",
    media_type="text/event-stream",
    responses=errors(401, 404),
)
async def follow(job_id: JobId, request: Asked, services: Given) -> ServerSentEvent:
    """Follow a job until it ends."""
    account = account_of(request)
    await services.dfm.job(account, job_id)  # one that is not there is a 404, not a stream
    last_seen = request.headers.get("Last-Event-ID", "")
    after_id = int(last_seen) if last_seen.isascii() and last_seen.isdigit() and len(last_seen) < 19 else 0

    def link(job: Job, name: str) -> str:
        return services.signer.url(artifact_path(job.id, job.run, name))

    return ServerSentEvent(
        events.follow(
            services.dfm,
            account,
            job_id,
            after_id,
            link,
            services.stopping,
            is_own=services.is_own,
        )
    )


@get(
    "/jobs/{job_id:str}/result",
    operation_id="getResult",
    summary="The result of a job that is done",
    responses={
        200: answer(documents.Result, "The result; the error of a job that failed comes as its status.")
    }
    | errors(401, 404, 409, 422, 500, 503, 504),
)
async def result(job_id: JobId, request: Asked, services: Given) -> dict[str, Any]:
    """Return the full result, its links signed anew."""
    job, document = await services.dfm.result(account_of(request), job_id)
    return present.result(
        job_id,
        document,
        lambda name: services.signer.url(artifact_path(job_id, job.run, name)),
        services.own_log,
    )


@post(
    "/jobs/{job_id:str}/recompute",
    status_code=202,
    operation_id="recompute",
    summary="Run draft, recognition and modules again with another pull",
    request_max_body_size=MOST_TEXT_BYTES,
    description="A form with `pull`, and maybe `alpha_min` and `alpha_warn`, as `multipart/form-data` or "
    "`application/x-www-form-urlencoded`. The mesh stays. Not counted.",
    operation_class=forms.documented(RecomputeForm, required=("pull",), lists_plain=False),
    responses=errors(401, 404, 409, 413, 422, 429, 500, 503, 504),
    response_headers=JOB_HEADERS,
)
async def recompute(job_id: JobId, request: Asked, services: Given) -> Response[Accepted]:
    """Queue the job's next run; poll it as before."""
    form = await forms.read(request, RecomputeForm)
    await services.dfm.recompute(account_of(request), job_id, lambda before: read_recompute(form, before))
    return Response(present.accepted(job_id), headers=_queued(job_id))


@get(
    "/rule-schema",
    operation_id="getRuleSchema",
    summary="What there is to write rules with",
    responses={200: answer(rule_documents.RuleSchema, "The catalog.")} | errors(401, 503),
)
async def rule_schema(services: Given) -> dict[str, Any]:
    """Return selector sets, metrics, comparisons and forms of bounds."""
    return await services.dfm.rule_schema()


@get(
    "/modules",
    operation_id="listModules",
    summary="The shipped rule modules",
    responses={200: answer(rule_documents.Modules, "Every module.")} | errors(401, 503),
)
async def modules(services: Given) -> dict[str, Any]:
    """Return every shipped module spec, to be cloned and edited."""
    return {"modules": (await services.dfm.catalog())["modules"]}


@post(
    "/jobs/{job_id:str}/modules/eval",
    status_code=200,
    operation_id="evaluateModule",
    summary="Judge a job's part by a module of yours",
    responses={200: answer(documents.Evaluation, "The verdict, as in the result.")}
    | errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def evaluate(
    job_id: JobId, data: JSONBody[EvalRequest], request: Asked, services: Given
) -> Response[bytes]:
    """Judge without measuring again; what is wrong with a module is told all at once."""
    return Response(await services.dfm.evaluate(account_of(request), job_id, data), media_type=MediaType.JSON)


@post(
    "/jobs/{job_id:str}/measure-places",
    status_code=200,
    operation_id="measurePlaces",
    summary="Distances, angles and sizes of picked faces and edges",
    responses={
        200: answer(inspection_documents.PlacesMeasurement, "What was measured, from the exact surfaces.")
    }
    | errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def measure_places(
    job_id: JobId, data: JSONBody[PlacesRequest], request: Asked, services: Given
) -> Response[bytes]:
    """Measure one place of a job's part, or what lies between two; an extension, not counted."""
    return Response(
        await services.dfm.measure_places(account_of(request), job_id, data), media_type=MediaType.JSON
    )


async def _stored(request: Asked, services: DfmServices, part_id: str | None) -> Source | None:
    """Return the part that a form names; None where it names none."""
    named = (part_id or "").strip()
    return await services.parts.source(account_of(request), named) if named else None


def _queued(job_id: str) -> dict[str, str]:
    return {"Location": f"/api/v1/dfm/jobs/{job_id}", "Retry-After": str(POLL_AFTER_S)}


ROUTES = (
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
    measure_places,
)


def router(services: DfmServices) -> Router:
    """Return the routes, working with these services."""
    handlers = (*ROUTES, *part_routes.ROUTES, *pack_routes.ROUTES)
    return Router("/dfm", route_handlers=handlers, dependencies=provide(services=services), tags=["dfm"])
