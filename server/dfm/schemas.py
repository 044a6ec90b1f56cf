"""What goes over the wire, and how a form is read."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from litestar.datastructures import UploadFile
from msgspec import Meta, Struct, field

from engine import formats, options
from engine.errors import InvalidOption
from server.errors import InvalidForm
from server.http.forms import NUMBER
from server.http.uploads import ACCEPTED
from server.jobs import intake
from server.jobs.intake import Source
from server.jobs.job import Status

SWITCH = {"true": True, "1": True, "false": False, "0": False}
MOST_PACKS = 20
NO_VOLUMES = "none"
NO_FILE = f"The field file is missing; it holds the part as {formats.suffixes()}."


PartId = Annotated[
    str | None, Meta(description="a part that `POST /dfm/parts` took, instead of `file`; an extension")
]


class QuickInfoForm(Struct, kw_only=True):
    """The form of `POST /dfm/quick-info`."""

    file: Annotated[UploadFile | None, Meta(description=ACCEPTED)] = None
    part_id: PartId = None


class PartForm(Struct, kw_only=True):
    """The form of `POST /dfm/parts`."""

    file: Annotated[UploadFile | None, Meta(description=ACCEPTED)] = None
    blob_url: Annotated[str | None, Meta(description="fetched by the server instead of `file`")] = None
    filename: Annotated[str | None, Meta(description="with `blob_url`")] = None


class AnalyzeForm(Struct, kw_only=True):
    """The form of `POST /dfm/analyze`. An empty field counts as not sent."""

    file: Annotated[UploadFile | None, Meta(description=ACCEPTED)] = None
    blob_url: Annotated[str | None, Meta(description="fetched by the server instead of `file`")] = None
    filename: Annotated[str | None, Meta(description="with `blob_url`")] = None
    part_id: PartId = None
    quote_id: Annotated[str | None, Meta(description="a quote of yours to attach the analysis to")] = None
    max_edge: Annotated[
        str | None, Meta(description="no mesh edge is longer, in mm", extra_json_schema=NUMBER)
    ] = None
    curvature: Annotated[
        str | None,
        Meta(description="mesh elements per full turn of curvature, at least", extra_json_schema=NUMBER),
    ] = None
    pull: Annotated[str | None, Meta(description="`cardinal` (default), `hemisphere` or `x,y,z`")] = None
    alpha_min: Annotated[
        str | None, Meta(description="undercut threshold in degrees, default 0.5", extra_json_schema=NUMBER)
    ] = None
    alpha_warn: Annotated[
        str | None, Meta(description="low-draft threshold in degrees, default 3", extra_json_schema=NUMBER)
    ] = None
    packs: Annotated[
        str | None,
        Meta(
            description="keys of rule packs of yours, comma separated, that judge the part besides those "
            "that ship; an extension"
        ),
    ] = None
    unit: Annotated[
        str | None,
        Meta(description="of a file that has none, as STL: `mm` (default), `cm`, `m` or `in`"),
    ] = None
    build_volumes: Annotated[
        str | None,
        Meta(
            description="the largest boxes that go into machines of yours, in mm, instead of those of the "
            "modules: `additive/fdm=256x256x256, cnc=762x406x508`; an extension"
        ),
    ] = None
    shape: Annotated[
        str | None,
        Meta(description="`true` or `false` (default): tell those who follow the job what it looks like"),
    ] = None


@dataclass(frozen=True, slots=True)
class AnalyzeRequest:
    """A form that was found sound."""

    source: Source
    options: dict[str, Any]
    """Arguments of `engine.tasks:analyze`."""
    quote_id: str | None
    packs: tuple[str, ...] = ()
    """Keys of rule packs of the caller's."""


class UploadedPart(Struct):
    """A part that was sent ahead."""

    part_id: Annotated[str, Meta(description="names it in `part_id` of other requests")]
    filename: Annotated[str, Meta(description="as it was sent")]
    size_bytes: Annotated[int, Meta(description="how large the file is")]
    sha256: Annotated[str, Meta(description="of its bytes, as hexadecimal digits")]
    expires_at: Annotated[str, Meta(description="until when it can be named; UTC, ISO 8601")]


Point = Annotated[list[float], Meta(min_length=3, max_length=3, description="x, y, z in mm")]
Faces = Annotated[list[str], Meta(max_length=2000, description="numbers of faces, as `fid` in a result")]


class MeasureTarget(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is measured: faces, or a point."""

    fids: Faces | None = None
    point: Point | None = None


class MeasureRequest(Struct, kw_only=True):
    """The body of `POST /dfm/jobs/{id}/measure`."""

    quantity: Annotated[
        Literal["distance", "angle", "thickness", "clearance"],
        Meta(description="distance and angle are between `first` and `second`, the others at `first` alone"),
    ]
    first: MeasureTarget
    second: MeasureTarget | None = None


class SectionPlane(Struct, kw_only=True, forbid_unknown_fields=True):
    """A plane; what lies on the side that `normal` points to is taken away."""

    point: Point
    normal: Annotated[list[float], Meta(min_length=3, max_length=3, description="a direction")]


class PictureRequest(Struct, kw_only=True):
    """The body of `POST /dfm/jobs/{id}/pictures`."""

    view: Annotated[
        Literal["", "iso", "reverse", "front", "back", "left", "right", "top", "bottom"] | list[float],
        Meta(description="a side, or a direction from the part to the eye; empty: what shows `fids` best"),
    ] = ""
    layer: Annotated[str, Meta(description="`thickness`, `clearance`, `draft`, `features`, or empty")] = ""
    process: Annotated[
        str, Meta(description="`module_key/configuration_key` whose limits color the layer")
    ] = ""
    fids: Faces = field(default_factory=list)
    close_up: Annotated[bool, Meta(description="whether to go near the faces")] = False
    section: SectionPlane | None = None
    witness: Annotated[
        list[Point] | None, Meta(description="two points that a dimension is drawn between")
    ] = None
    location: Annotated[list[float] | None, Meta(description="a place to ring: x, y, z in mm")] = None
    label: Annotated[str, Meta(max_length=40, description="beside the dimension or the place")] = ""
    width_px: Annotated[int, Meta(ge=240, le=1600, description="the height is three quarters of it")] = 800


class DrawnPicture(Struct):
    """A picture."""

    picture_url: Annotated[str, Meta(description="link to the PNG, which needs no key")]
    png_base64: Annotated[str, Meta(description="the PNG itself")]
    caption: Annotated[str, Meta(description="what it shows, in a sentence or two")]
    width: Annotated[int, Meta(description="in pixels")]
    height: Annotated[int, Meta(description="in pixels")]


class ReportNote(Struct, kw_only=True, forbid_unknown_fields=True):
    """An issue that somebody accepted."""

    process: Annotated[str, Meta(max_length=200, description="which process it is an issue of")] = ""
    rule: Annotated[str, Meta(max_length=200, description="which rule found it")] = ""
    message: Annotated[str, Meta(max_length=1000, description="what it says")]
    note: Annotated[str, Meta(max_length=1000, description="why it is accepted")]


class ReportRequest(Struct, kw_only=True):
    """The body of `POST /dfm/jobs/{id}/report`."""

    paper: Annotated[Literal["a4", "letter"], Meta(description="the size of its pages")] = "a4"
    units: Annotated[Literal["mm", "in"], Meta(description="of all lengths, areas and volumes in it")] = "mm"
    notes: Annotated[
        list[ReportNote],
        Meta(max_length=200, description="issues that were accepted, as a table below the verdicts"),
    ] = field(default_factory=list)


class PrintedReport(Struct):
    """A report as PDF."""

    report_url: Annotated[str, Meta(description="link to the PDF, which needs no key")]


class ValidateRequest(Struct, kw_only=True):
    """The body of `POST /dfm/modules/validate`."""

    module: Annotated[dict[str, Any], Meta(description="a rule module spec")]
    job_id: Annotated[str, Meta(description="a job that is done, on whose part the module is tried")] = ""
    configuration_key: Annotated[str, Meta(description="to try; the first of the module when empty")] = ""


class PackRequest(Struct, kw_only=True):
    """The body of `PUT /dfm/packs/{key}`."""

    module: Annotated[dict[str, Any], Meta(description="a rule module spec; its `key` is that of the path")]
    version: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="the version you have read, 0 for a new pack; null replaces whatever is there"),
    ] = None


class EvalRequest(Struct, kw_only=True):
    """The body of `POST /dfm/jobs/{id}/modules/eval`."""

    module: Annotated[dict[str, Any], Meta(description="a rule module spec")]
    configuration_key: Annotated[str, Meta(description="a key in module.configurations")]
    overrides: Annotated[dict[str, Any] | None, Meta(description="parameter values by name")] = None


Coordinate = Annotated[float, Meta(description="in mm, in the frame of the artifacts")]


class PickedPlace(Struct, kw_only=True):
    """A place on a part."""

    fid: Annotated[str, Meta(description="the face it is on")]
    point: Annotated[
        tuple[Coordinate, Coordinate, Coordinate],
        Meta(description="x, y and z in mm; the nearest point of the exact surface counts"),
    ]
    is_edge: Annotated[bool, Meta(description="whether the nearest edge of the face is meant")] = False


class PlacesRequest(Struct, kw_only=True):
    """The body of `POST /dfm/jobs/{id}/measure-places`."""

    places: Annotated[
        list[PickedPlace],
        Meta(min_length=1, max_length=2, description="one place, or two that are related to each other"),
    ]
    what: Annotated[
        Literal["relation", "thickness"],
        Meta(
            description="`thickness`: of the material between the first place and the second, which a ray "
            "from the first into the material meets"
        ),
    ] = "relation"


class RecomputeForm(Struct, kw_only=True):
    """The form of `POST /dfm/jobs/{id}/recompute`."""

    pull: Annotated[str | None, Meta(description="`cardinal`, `hemisphere` or a direction `x,y,z`")] = None
    alpha_min: Annotated[
        str | None,
        Meta(description="undercut threshold in degrees; as before when not sent", extra_json_schema=NUMBER),
    ] = None
    alpha_warn: Annotated[
        str | None,
        Meta(description="low-draft threshold in degrees; as before when not sent", extra_json_schema=NUMBER),
    ] = None
    build_volumes: Annotated[
        str | None,
        Meta(
            description="the largest boxes that go into machines of yours, in mm, instead of those of the "
            "modules: `additive/fdm=256x256x256, cnc=762x406x508`; `none`: the modules' again; as before "
            "when not sent; an extension"
        ),
    ] = None


JobName = Annotated[str, Meta(description="names the job in paths")]
Filename = Annotated[str, Meta(description="of the part, as it was sent")]
JobError = Annotated[str | None, Meta(description="why it failed, in a sentence; null where it did not")]
Moment = Annotated[str, Meta(description="UTC, ISO 8601")]


class Accepted(Struct):
    """A job was made, or is to run again."""

    job_id: JobName
    status: Status


class JobStatus(Struct):
    """How far a job is."""

    job_id: JobName
    status: Status
    error: JobError
    filename: Filename
    log: Annotated[list[str], Meta(description="what was done so far, a line each")]


class JobEntry(Struct):
    """A job in a list."""

    job_id: JobName
    status: Status
    error: JobError
    filename: Filename
    quote_id: Annotated[str | None, Meta(description="the quote it is attached to")]
    created_at: Moment
    finished_at: Annotated[str | None, Meta(description="UTC, ISO 8601; null before it has ended")]


class JobPage(Struct):
    """Jobs, newest first."""

    jobs: Annotated[list[JobEntry], Meta(description="one page of them")]
    has_more: Annotated[bool, Meta(description="whether there is a further page")]


Millimeters = Annotated[float, Meta(description="in mm")]


class PartBoundingBox(Struct):
    """Sides in millimeters."""

    x: Millimeters
    y: Millimeters
    z: Millimeters


class PartGeometry(Struct):
    """Size of a part."""

    volume_cm3: Annotated[float, Meta(description="in cm³")]
    surface_area_cm2: Annotated[float, Meta(description="in cm²")]
    bounding_box_mm: PartBoundingBox


class Stats(Struct):
    """Counts of a part and its mesh."""

    n_features: Annotated[
        int, Meta(description="recognized features; of a quick look the faces, which they are made of")
    ]
    n_vertices: Annotated[int, Meta(description="of the mesh")]
    n_triangles: Annotated[int, Meta(description="of the mesh")]
    n_faces: Annotated[int, Meta(description="of the part")]
    n_bodies: Annotated[int, Meta(description="of the part")]


class QuickInfo(Struct):
    """What a quick look tells."""

    geometry: PartGeometry
    glb_url: Annotated[str, Meta(description="link to the preview, which needs no key")]
    stats: Stats
    notes: Annotated[list[str], Meta(description="what is to be known of the file")]


def read_part(form: QuickInfoForm, stored: Source | None, *, with_extra: bool = False) -> Source:
    """Check a form with a part alone; raise InvalidForm or UnsupportedFormat.

    `stored` is the part that its `part_id` names.
    """
    if stored is not None:
        if form.file is not None and form.file.filename:
            raise InvalidForm("file and part_id are both there; please send one of them.")
        return stored
    if form.file is None or not form.file.filename:
        raise InvalidForm(NO_FILE)
    return intake.source(form.file.filename, upload=form.file, with_extra=with_extra)


def read_upload(form: PartForm, *, with_extra: bool = False) -> Source:
    """Check a form with a part to be kept; raise InvalidForm or UnsupportedFormat."""
    return _source(form, with_extra=with_extra)


def read_form(form: AnalyzeForm, stored: Source | None = None, *, with_extra: bool = False) -> AnalyzeRequest:
    """Check a form; `stored` is the part that its `part_id` names.

    Raises
    ------
    InvalidForm
        There is no part, or more than one.
    UnsupportedFormat
        The part's name promises nothing that is read.
    InvalidOption
        A number is none, or it or the pull is out of its range.
    """
    max_edge, curvature = _number("max_edge", form.max_edge), _number("curvature", form.curvature)
    alpha_min, alpha_warn = _number("alpha_min", form.alpha_min), _number("alpha_warn", form.alpha_warn)
    asked = {
        "max_edge_mm": max_edge,
        "curvature": curvature,
        "pull": (form.pull or "cardinal").strip(),
        "alpha_min_deg": 0.5 if alpha_min is None else alpha_min,
        "alpha_warn_deg": 3.0 if alpha_warn is None else alpha_warn,
        "with_shape": _switch("shape", form.shape) is True,
    }
    unit = (form.unit or "").strip() or None
    options.mesh_options(max_edge, curvature, unit)
    if unit is not None:
        asked["unit"] = unit
    volumes = _build_volumes(form.build_volumes)
    if volumes:
        asked["build_volumes"] = volumes
    _check_pull(asked)
    packs = tuple(key for key in (each.strip() for each in (form.packs or "").split(",")) if key)
    if len(packs) > MOST_PACKS:
        raise InvalidForm(
            f"packs names {len(packs)} rule packs; one analysis is judged by {MOST_PACKS} at most."
        )
    if stored is None:
        source = _source(form, with_extra=with_extra)
    elif (form.file is not None and form.file.filename) or (form.blob_url or "").strip():
        raise InvalidForm("part_id comes with another part; please send one of them.")
    else:
        source = stored
    return AnalyzeRequest(source, asked, (form.quote_id or "").strip() or None, packs)


def read_recompute(form: RecomputeForm, before: Mapping[str, Any]) -> dict[str, Any]:
    """Check the form of a recompute; return the options that change.

    `before` are the options of the analysis; raises as `read_form` does.
    """
    pull = (form.pull or "").strip()
    if not pull:
        raise InvalidForm("The field pull is missing; it is cardinal, hemisphere or a direction x,y,z.")
    changes: dict[str, Any] = {"pull": pull}
    for name, text in (("alpha_min", form.alpha_min), ("alpha_warn", form.alpha_warn)):
        number = _number(name, text)
        if number is not None:
            changes[f"{name}_deg"] = number
    volumes = _build_volumes(form.build_volumes)
    if volumes is not None:
        changes["build_volumes"] = volumes
    _check_pull({**before, **changes})
    return changes


def _source(form: AnalyzeForm | PartForm, *, with_extra: bool) -> Source:
    """Return the part: a file, or a URL with a name."""
    url, filename = (form.blob_url or "").strip(), (form.filename or "").strip()
    has_file = form.file is not None and bool(form.file.filename)
    if has_file and url:
        raise InvalidForm("file and blob_url are both there; please send one of them.")
    if has_file:
        assert form.file is not None
        return intake.source(form.file.filename, upload=form.file, with_extra=with_extra)
    if not url:
        raise InvalidForm(NO_FILE)
    if not filename:
        raise InvalidForm("The field filename is missing; it goes with blob_url.")
    return intake.source(filename, url=url, with_extra=with_extra)


def _check_pull(asked: Mapping[str, Any]) -> None:
    options.pull_options(asked["pull"], asked["alpha_min_deg"], asked["alpha_warn_deg"])


def _build_volumes(text: str | None) -> str | None:
    """Check build volumes and return them as they were sent: None where nothing was, empty for `none`."""
    text = (text or "").strip()
    if not text:
        return None
    if text == NO_VOLUMES:
        return ""
    options.build_volumes(text)
    return text


def _switch(name: str, text: str | None) -> bool | None:
    """Read a field that is true or false; None when it is absent or empty."""
    if text is None or not text.strip():
        return None
    try:
        return SWITCH[text.strip().lower()]
    except KeyError:
        raise InvalidOption(f"{name} is {text[:80]!r}; it is true or false") from None


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
