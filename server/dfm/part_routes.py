"""Routes about one part: sending it ahead, and looking closely at one that was analyzed. None is counted."""

import base64

import msgspec
from litestar import MediaType, Response, post
from litestar.params import JSONBody

from server.dfm import inspection_documents, present
from server.dfm.provided import Asked, Given, JobId, account_of
from server.dfm.schemas import (
    DrawnPicture,
    MeasureRequest,
    PartForm,
    PictureRequest,
    PrintedReport,
    ReportRequest,
    UploadedPart,
    ValidateRequest,
    read_upload,
)
from server.http import bodies, forms
from server.http.uploads import MOST_TEXT_BYTES
from server.openapi import answer, errors
from server.storage.routes import preview_path


@post(
    "/parts",
    status_code=201,
    operation_id="uploadPart",
    summary="Send a part ahead",
    description="What it answers with names the part in `part_id` of `POST /dfm/analyze` and "
    "`POST /dfm/quick-info`, as long as a job is kept. Not counted. An extension of the specification.",
    operation_class=forms.documented(PartForm, lists_plain=False),
    responses=errors(401, 413, 422, 503),
)
async def upload(request: Asked, services: Given) -> UploadedPart:
    """Keep a part for requests to come."""
    source = read_upload(await forms.read(request, PartForm), with_extra=services.with_extra)
    kept = await services.parts.keep(account_of(request), source)
    return UploadedPart(
        kept.id,
        kept.filename,
        kept.size_bytes,
        kept.sha256,
        present.moment(kept.created_at + services.parts.lifetime),
    )


@post(
    "/jobs/{job_id:str}/measure",
    status_code=200,
    operation_id="measurePart",
    summary="Measure on a part that was analyzed",
    description="Exact where planes, cylinders, cones, spheres and tori of the file allow. Not counted. An "
    "extension of the specification.",
    responses={200: answer(inspection_documents.Measurement, "What was measured.")}
    | errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def measure(
    job_id: JobId, data: JSONBody[MeasureRequest], request: Asked, services: Given
) -> Response[bytes]:
    """Measure between two places of the part, or through material and air at one."""
    await bodies.check(request, MeasureRequest)
    found = await services.inspections.measure(account_of(request), job_id, msgspec.to_builtins(data))
    return Response(found, media_type=MediaType.JSON)


@post(
    "/jobs/{job_id:str}/pictures",
    status_code=200,
    operation_id="drawPicture",
    summary="Draw a part that was analyzed",
    description="From a side, of a layer, near some faces, or cut open. Not counted. An extension of the "
    "specification.",
    responses=errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def draw(
    job_id: JobId, data: JSONBody[PictureRequest], request: Asked, services: Given
) -> DrawnPicture:
    """Draw one picture."""
    await bodies.check(request, PictureRequest)
    drawn = await services.inspections.picture(account_of(request), job_id, msgspec.to_builtins(data))
    return DrawnPicture(
        services.signer.url(preview_path(drawn.name)),
        base64.b64encode(drawn.png).decode(),
        drawn.document["caption"],
        drawn.document["width"],
        drawn.document["height"],
    )


@post(
    "/jobs/{job_id:str}/report",
    status_code=200,
    operation_id="printReport",
    summary="Print the report of a part that was analyzed",
    description="As PDF, for a paper, in units, and with notes of yours on issues that you accept. The link "
    "needs no key, and works for days. `report_html` and `report_pdf` of a result are the "
    "report as everybody gets it: in millimeters, for A4. Not counted. An extension of the specification.",
    responses=errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def print_report(
    job_id: JobId, data: JSONBody[ReportRequest], request: Asked, services: Given
) -> PrintedReport:
    """Write the report as PDF, and return a link to it."""
    await bodies.check(request, ReportRequest)
    name = await services.inspections.print_report(account_of(request), job_id, msgspec.to_builtins(data))
    return PrintedReport(services.signer.url(preview_path(name)))


@post(
    "/modules/validate",
    status_code=200,
    operation_id="validateModule",
    summary="Check a module of yours, and try it on a part",
    description="Tells every problem at once, each with its JSON path; with `job_id` besides what each rule "
    "picks on that part, what it measures there, and what it misses by little. Not counted. An extension of "
    "the specification.",
    responses={200: answer(inspection_documents.Validation, "What is wrong, or what the rules would do.")}
    | errors(401, 404, 409, 413, 422, 500, 503, 504),
    request_max_body_size=MOST_TEXT_BYTES,
)
async def validate(data: JSONBody[ValidateRequest], request: Asked, services: Given) -> Response[bytes]:
    """Check a rule pack; one that is wrong is an answer here, and no error."""
    await bodies.check(request, ValidateRequest)
    found = await services.inspections.validate(
        account_of(request), data.module, data.job_id.strip(), data.configuration_key
    )
    return Response(found, media_type=MediaType.JSON)


ROUTES = (upload, measure, draw, print_report, validate)
