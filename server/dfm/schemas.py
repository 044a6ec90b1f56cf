"""What goes over the wire, and how a form is read."""

import math
from dataclasses import dataclass
from typing import Annotated, Any

from litestar.datastructures import UploadFile
from msgspec import Meta, Struct

from engine import options
from engine.errors import InvalidOption
from server.errors import InvalidForm, QuoteNotFound

NUMBER = {"type": "number"}


class AnalyzeForm(Struct, kw_only=True):
    """The form of `POST /dfm/analyze`. An empty field counts as not sent."""

    file: Annotated[UploadFile | None, Meta(description=".step, .stp, .gltf or .glb, at most 25 MB")] = None
    blob_url: Annotated[str | None, Meta(description="fetched by the server instead of `file`")] = None
    filename: Annotated[str | None, Meta(description="with `blob_url`")] = None
    quote_id: Annotated[str | None, Meta(description="a quote of yours to attach the analysis to")] = None
    max_edge: Annotated[str | None, Meta(description="longest mesh edge in mm", extra_json_schema=NUMBER)] = (
        None
    )
    curvature: Annotated[
        str | None, Meta(description="mesh elements per full turn of curvature", extra_json_schema=NUMBER)
    ] = None
    pull: Annotated[str | None, Meta(description="`cardinal` (default), `hemisphere` or `x,y,z`")] = None
    alpha_min: Annotated[
        str | None, Meta(description="undercut threshold in degrees, default 0.5", extra_json_schema=NUMBER)
    ] = None
    alpha_warn: Annotated[
        str | None, Meta(description="low-draft threshold in degrees, default 3", extra_json_schema=NUMBER)
    ] = None


@dataclass(frozen=True, slots=True)
class AnalyzeRequest:
    """A form that was found sound."""

    file: UploadFile
    options: dict[str, Any]
    """Arguments of `engine.tasks:analyze`."""


class Accepted(Struct):
    """A job was made."""

    job_id: str
    status: str


class JobStatus(Struct):
    """How far a job is."""

    job_id: str
    status: str
    error: str | None
    filename: str
    log: list[str]


def read_form(form: AnalyzeForm) -> AnalyzeRequest:
    """Check a form.

    Raises
    ------
    InvalidForm
        The file is missing.
    QuoteNotFound
        No quote is there to attach to.
    InvalidOption
        A number is none, or it or the pull is out of its range.
    """
    if form.file is None and form.blob_url:
        raise InvalidForm("blob_url is not available on this server; please send the part as file.")
    if form.file is None or not form.file.filename:
        raise InvalidForm("The field file is missing; it holds the part as .step, .stp, .gltf or .glb.")
    if form.quote_id:
        raise QuoteNotFound("There is no such quote.")
    max_edge, curvature = _number("max_edge", form.max_edge), _number("curvature", form.curvature)
    pull = (form.pull or "cardinal").strip()
    alpha_min, alpha_warn = _number("alpha_min", form.alpha_min), _number("alpha_warn", form.alpha_warn)
    alpha_min = 0.5 if alpha_min is None else alpha_min
    alpha_warn = 3.0 if alpha_warn is None else alpha_warn
    options.mesh_options(max_edge, curvature)
    options.pull_options(pull, alpha_min, alpha_warn)
    return AnalyzeRequest(
        form.file,
        {
            "max_edge_mm": max_edge,
            "curvature": curvature,
            "pull": pull,
            "alpha_min_deg": alpha_min,
            "alpha_warn_deg": alpha_warn,
        },
    )


def _number(name: str, text: str | None) -> float | None:
    """Read a number field; None when it is absent or empty."""
    if text is None or not text.strip():
        return None
    try:
        number = float(text)
    except ValueError:
        raise InvalidOption(f"{name} is {text[:80]!r}, which is no number") from None
    if not math.isfinite(number):
        raise InvalidOption(f"{name} is {text[:80]!r}, which is not finite")
    return number
