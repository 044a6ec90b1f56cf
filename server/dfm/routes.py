"""The routes of the manufacturability API."""

from typing import Any

from litestar import Response, Router, get, post
from litestar.datastructures import State
from litestar.params import FromPath, MultipartBody

from server.dfm import present
from server.dfm.schemas import Accepted, AnalyzeForm, JobStatus, read_form
from server.dfm.service import DfmService
from server.storage.routes import artifact_path

POLL_AFTER_S = 2


@post(
    "/analyze",
    status_code=202,
    summary="Submit a full analysis",
    description="Answers at once with a job; poll it every 1 to 2 seconds.",
)
async def analyze(data: MultipartBody[AnalyzeForm], state: State) -> Response[Accepted]:
    """Take a part in and queue its analysis."""
    service: DfmService = state.dfm
    job = await service.analyze(read_form(data))
    location = f"/api/v1/dfm/jobs/{job.id}"
    return Response(present.accepted(job), headers={"Location": location, "Retry-After": str(POLL_AFTER_S)})


@get("/jobs/{job_id:str}", summary="How far a job is")
async def job(job_id: FromPath[str], state: State) -> JobStatus:
    """Tell a job's status and its log."""
    service: DfmService = state.dfm
    return present.status(service.job(job_id))


@get("/jobs/{job_id:str}/result", summary="The result of a job that is done")
async def result(job_id: FromPath[str], state: State) -> dict[str, Any]:
    """Return the full result, its links signed anew."""
    service: DfmService = state.dfm
    document = service.result(job_id)
    return present.result(job_id, document, lambda name: state.signer.url(artifact_path(job_id, name)))


ROUTES = Router("/dfm", route_handlers=[analyze, job, result], tags=["dfm"])
