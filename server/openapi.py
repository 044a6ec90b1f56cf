"""What the documentation tells of answers: the one shape of an error, and which errors a route can end in."""

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import MediaType
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Schema,
)
from msgspec import UNSET, Meta, Struct, UnsetType

OWN_LOG = "where the traceback of a defect lies; only of a server that a program started on its own machine"


class Problem(Struct):
    """An error. Every route answers errors in this shape."""

    error: Annotated[str, Meta(description="for people: what was found, and what is accepted")]
    code: Annotated[str, Meta(description="for programs")]
    status: Annotated[int, Meta(description="as of the answer")]
    detail: Annotated[str, Meta(description="the same as `error`, as RFC 9457 calls it")]
    type: Annotated[str, Meta(description="`urn:sprue:error:` and the code")]
    title: Annotated[str, Meta(description="the code in words")]
    instance: Annotated[str, Meta(description="path of the request")]
    request_id: Annotated[
        str, Meta(description="as in the header `X-Request-Id`; tell it when you ask for help")
    ]
    log: Annotated[str | UnsetType, Meta(description=OWN_LOG)] = UNSET


class QuotaProblem(Problem, kw_only=True):
    """No unit is left; `upgrade_url` leads to larger plans."""

    upgrade_url: Annotated[str, Meta(description="page with larger plans")]
    reason: Annotated[
        str,
        Meta(
            description="`plan_limit`: the plan sells no more; `overage_disabled`: you want no more than it "
            "includes; `payment_failed`: a payment was not made in time; `spending_limit`: it is your own"
        ),
    ]


MEANING = {
    400: "The request cannot be read.",
    401: "The API key is missing, is none, belongs to nobody, or has been revoked.",
    402: "No unit is left in this billing period; nothing was done.",
    404: "It is not there, is somebody else's, or has expired.",
    408: "A body broke off: nothing more of it came for a minute.",
    409: "The job waits or runs; `Retry-After` tells when to ask again.",
    413: "The file, or the whole request, is too large; `error` tells how large it may be.",
    422: "A field or the part does not hold together; `error` tells which and why.",
    429: "Too many jobs of yours are waiting; `Retry-After` tells when to come again.",
    500: "The job ended by a defect of ours.",
    501: "This server has not installed what the route needs; `error` tells what.",
    503: "Too many callers, no room on the disk, a database or a store that is away, or the process that "
    "worked on it was ended from outside; nothing was counted, and `Retry-After` tells when to come again.",
    504: "It took longer than is allowed, 5 minutes mostly; a coarser `max_edge` is the remedy.",
}


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the errors that a route can end in; 400 is always among them, and 408 where there is a body."""
    of_bodies = (408,) if 413 in statuses else ()
    return {status: _error(status) for status in sorted({400, *of_bodies, *statuses})}


def answer(shape: Any, description: str, media_type: str = MediaType.JSON) -> ResponseSpec:
    """Return an answer of a shape that the handler's own type does not tell."""
    return ResponseSpec(shape, generate_examples=False, description=description, media_type=media_type)


def file_answers(*media_types: str) -> type[Operation]:
    """Return what documents a route that sends files, of one of these media types each.

    A response that is declared with one media type knows no other; here every answer with a file gets all.
    """

    @dataclass
    class FileOperation(Operation):
        """Tells of the files."""

        def __post_init__(self) -> None:
            """Offer every media type where one was declared."""
            file = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
            for response in (self.responses or {}).values():
                if isinstance(response, OpenAPIResponse) and media_types[0] in (response.content or {}):
                    response.content = {kind: OpenAPIMediaType(file) for kind in media_types}

    return FileOperation


def header(name: str, description: str, is_always_there: bool = True) -> ResponseHeader:
    """Return a header that the handler sets itself."""
    return ResponseHeader(
        name=name,
        value="",  # it makes the header a text, as headers are
        description=description,
        documentation_only=True,
        required=is_always_there,
    )


METER_HEADERS = (
    header("X-RateLimit-Limit", "units that the plan includes; not sent where it counts nothing", False),
    header("X-RateLimit-Remaining", "included units that are left in this billing period; likewise", False),
    header("X-Billing-Tier", "the plan"),
)
JOB_HEADERS = (
    header("Location", "the job"),
    header("Retry-After", "seconds until it is worth asking"),
)


def _error(status: int) -> ResponseSpec:
    return answer(QuotaProblem if status == 402 else Problem, MEANING[status])
