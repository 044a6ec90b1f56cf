"""What a server answers, typed.

Fields that Sprue does not know are passed over. Those that the specification does not promise have a default,
mostly None, as a server that follows the specification and no more leaves them out.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")
Severity = Literal["pass", "warning", "fail"]
Point = tuple[float, float, float]
Json = dict[str, Any]


class Standing(Struct, frozen=True, kw_only=True):
    """What a metered call reported of the plan; None where the server sent nothing."""

    limit: int | None = None
    remaining: int | None = None
    tier: str | None = None


class Box(Struct, frozen=True, kw_only=True):
    """Sides of a box in millimeters, as analyses have them."""

    x: float
    y: float
    z: float


class Geometry(Struct, frozen=True, kw_only=True):
    """Size of a part, as analyses have it."""

    volume_cm3: float
    surface_area_cm2: float
    bounding_box_mm: Box

    @property
    def sides_mm(self) -> Point:
        """Sides of the box."""
        return self.bounding_box_mm.x, self.bounding_box_mm.y, self.bounding_box_mm.z


class Stats(Struct, frozen=True, kw_only=True):
    """Counts."""

    n_features: int
    n_vertices: int
    n_triangles: int
    n_faces: int | None = None
    n_bodies: int | None = None


class QuickInfo(Struct, frozen=True, kw_only=True):
    """The answer to a quick look."""

    geometry: Geometry
    glb_url: str
    stats: Stats
    notes: tuple[str, ...] = ()
    standing: Standing = Standing()


class Accepted(Struct, frozen=True, kw_only=True):
    """A job that was made, or runs again."""

    job_id: str
    status: str
    standing: Standing = Standing()


class Job(Struct, frozen=True, kw_only=True):
    """How far a job is; `log` is empty in lists."""

    job_id: str
    status: str
    error: str | None = None
    filename: str = ""
    log: tuple[str, ...] = ()
    quote_id: str | None = None
    created_at: str | None = None
    finished_at: str | None = None

    @property
    def is_final(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.status in ("done", "error")


class JobPage(Struct, frozen=True, kw_only=True):
    """Jobs, newest first."""

    jobs: tuple[Job, ...]
    has_more: bool = False


class Feature(Struct, frozen=True, kw_only=True):
    """One feature. `dimensions` is all that its kind has besides, as `diameter_mm`."""

    fid: str
    kind: str
    related_fids: tuple[str, ...] = ()
    axis: Point | None = None
    center: Point | None = None
    box_mm: tuple[Point, Point] | None = None
    solid: int | None = None
    dimensions: Json = msgspec.field(default_factory=dict)

    @property
    def fids(self) -> tuple[str, ...]:
        """Every face of it, the defining one included."""
        return self.related_fids if self.fid in self.related_fids else (self.fid, *self.related_fids)


class Manufacturability(Struct, frozen=True, kw_only=True):
    """What the pull makes of the part."""

    pull_dir: Point | None
    """None, as the numbers are, where the server failed to choose one."""
    alpha_min_deg: float | None
    n_undercuts: int | None
    n_low_draft: int | None
    pull_mode: str | None = None
    alpha_warn_deg: float | None = None
    undercut_fids: tuple[str, ...] | None = None
    low_draft_fids: tuple[str, ...] | None = None


class Features(Struct, frozen=True, kw_only=True):
    """What was recognized."""

    roles_by_fid: dict[str, int]
    role_names: dict[str, str]
    features: tuple[Feature, ...]
    manufacturability: Manufacturability


class Finding(Struct, frozen=True, kw_only=True):
    """One place where a rule has something to say."""

    fid: str | None = None
    """None where it is about the whole part."""
    related_fids: tuple[str, ...] = ()
    kind: str | None = None
    severity: Severity
    value: float | None = None
    unit: str | None = None
    threshold: float | None = None
    margin: float | None = None
    """How far within the limit, in `unit`; negative beyond it."""
    uncertainty: float | None = None
    decided: bool | None = None
    message: str = ""
    location: Point | None = None
    witness: tuple[Point, ...] | None = None
    advice: str | None = None


class Issue(Struct, frozen=True, kw_only=True):
    """Findings of one rule that have one cause."""

    severity: Severity
    """The worst of its findings."""
    findings: tuple[int, ...]
    """Indices into the rule's findings, the worst first."""
    cause: str = "place"
    """place, pattern, equal, feature or region."""
    least: float | None = None
    """The range of the values; None where none is finite."""
    most: float | None = None
    label: str = ""
    """What it is about: `8 × Ø6.6 on Ø80`, `36 faces`."""
    message: str = ""
    place: str = ""
    """Equal for issues of other rules that are about the same thing; empty where that is not told."""


class RuleVerdict(Struct, frozen=True, kw_only=True):
    """What one rule says; servers differ in how much they send of it."""

    key: str
    severity: Severity
    name: str | None = None
    message: str = ""
    scope: str | None = None
    metric: str | None = None
    n_inspected: int | None = None
    n_skipped: int | None = None
    reason: str | None = None
    applicable: bool = True
    """Whether there was anything to inspect."""
    summary: dict[str, int] | None = None
    source: str | None = None
    findings: tuple[Finding, ...] = ()
    issues: tuple[Issue, ...] = ()
    """Empty where a server sends none; `app/state/issues.py` has one for each finding then."""


class ColorStop(Struct, frozen=True):
    """A color at a value; two stops at one value make a hard step, between stops colors are mixed evenly."""

    value: float
    color: str


class NamedRule(Struct, frozen=True, kw_only=True):
    """A rule by its key and its name."""

    key: str
    name: str


class LimitCase(Struct, frozen=True, kw_only=True):
    """Faces at which the same limits are in force and the same of them are broken."""

    fids: tuple[str, ...] | None
    """None: all faces that no other case names."""
    stops: tuple[ColorStop, ...]
    fail: float | None = None
    warn: float | None = None
    red_below: float | None = None
    amber_below: float | None = None


class LayerLimits(Struct, frozen=True, kw_only=True):
    """The limits of a measured layer under one configuration, with the colors of values at each place."""

    process: str
    """Who sets the limits, for people."""
    stops: tuple[ColorStop, ...]
    """Of the legend."""
    cases: tuple[LimitCase, ...]
    unit: str = ""
    rules: tuple[NamedRule, ...] = ()
    fail: float | None = None
    """The largest in force at any face; `fail_least` is the smallest, and so for `warn`."""
    fail_least: float | None = None
    warn: float | None = None
    warn_least: float | None = None
    depends_on_place: bool = False
    no_value_color: str | None = None
    undercut_color: str | None = None

    @property
    def has_any(self) -> bool:
        """Whether there is a limit at any face."""
        return self.fail is not None or self.warn is not None


class Verdict(Struct, frozen=True, kw_only=True):
    """What one configuration says."""

    overall_severity: Severity
    summary: dict[str, int]
    rules: tuple[RuleVerdict, ...]
    n_not_applicable: int | None = None
    gate: str | None = None
    """Key of the rule by which the part is not made by this process at all."""
    limits: dict[str, LayerLimits] = {}
    """By layer; empty where a server does not send them."""


class ConfigurationVerdict(Struct, frozen=True, kw_only=True):
    """One configuration of a rule pack."""

    configuration_key: str
    result: Verdict
    name: str | None = None


class PackVerdict(Struct, frozen=True, kw_only=True):
    """One rule pack."""

    module_key: str
    configurations: tuple[ConfigurationVerdict, ...]
    name: str | None = None


class Place(Struct, frozen=True, kw_only=True):
    """One configuration in the order in which all suit the part."""

    module_key: str
    configuration_key: str
    misfit: str | None = None
    """Why the part does not fit the machine, in a sentence."""
    reason: str = ""
    """Why it stands where it does."""


class PartForm(Struct, frozen=True, kw_only=True):
    """What the part looks like it is made as."""

    form: str
    sentence: str


class Pattern(Struct, frozen=True, kw_only=True):
    """Equal features in one arrangement."""

    kind: str
    label: str
    """As a drawing notes it: `8 × Ø6.6 on Ø80`."""
    fids: tuple[str, ...]
    """The defining faces of its features."""


class JudgedBody(Struct, frozen=True, kw_only=True):
    """Equal bodies of a part, the first of them judged as a part of its own."""

    solids: tuple[int, ...]
    name: str = ""
    fids: tuple[tuple[str, ...], ...] = ()
    """The faces of each, in the order of `solids`; empty where a server does not say."""
    geometry: Geometry | None = None
    form: PartForm | None = None
    packs: tuple[PackVerdict, ...] = ()
    order: tuple[Place, ...] = ()
    order_reason: str = ""


class FailedStage(Struct, frozen=True, kw_only=True):
    """A stage of the analysis that the engine failed at; what rests on it was not judged."""

    stage: str
    message: str


class Result(Struct, frozen=True, kw_only=True):
    """The full result of an analysis."""

    job_id: str
    features: Features
    packs: tuple[PackVerdict, ...]
    artifacts: dict[str, str]
    order: tuple[Place, ...] = ()
    """Every configuration, the one that suits the part best first; empty where a server does not send it."""
    order_reason: str = ""
    """Why the first process is first and the next is not."""
    form: PartForm | None = None
    bodies: tuple[JudgedBody, ...] = ()
    """Of a part of several bodies: each that differs from those before it; empty of a single body."""
    patterns: tuple[Pattern, ...] | None = None
    """None where the server failed at them, or does not send them."""
    filename: str | None = None
    geometry: Geometry | None = None
    stats: Stats | None = None
    notes: tuple[str, ...] = ()
    failed_stages: tuple[FailedStage, ...] = ()
    log: str | None = None
    """Path of the log that has more, as a server on this machine sends it; None of any other."""


class Swatch(Struct, frozen=True, kw_only=True):
    """A color with its meaning."""

    label: str
    color: str


class Layer(Struct, frozen=True, kw_only=True):
    """What a heatmap shows."""

    name: str
    title: str
    """Of legends and pages."""
    label: str
    """Of menus."""
    doc: str = ""
    unit: str = ""
    icon: str = ""
    is_measured: bool = True
    """False for codes, each with a color of its own, as kinds of features."""
    attribute: str = ""
    """Of the artifacts, with its values; empty: they are in its own alone, as `_VALUE`."""
    sentinel: float = -1.0
    """What stands for no value there."""
    nothing: Swatch | None = None
    """Where there is nothing to measure; None where that is not told from what could not be measured."""
    mark: Swatch | None = None
    """What wears a color of its own whatever its value is."""


class FileFormat(Struct, frozen=True, kw_only=True):
    """A format of files that are read."""

    label: str
    suffixes: tuple[str, ...]
    media_types: tuple[str, ...] = ()
    is_written: bool = False


class FaceRole(Struct, frozen=True, kw_only=True):
    """What a face can be for."""

    code: int
    label: str
    color: str


class Size(Struct, frozen=True, kw_only=True):
    """A dimension that features of a kind are known by."""

    field: str
    mark: str = ""
    """Written before the number: `Ø`."""
    after: str = ""
    """A word after it: `thru`."""
    form: str = "number"
    """number, range, angle, gap (what an angle lacks of a full turn) or flag; others are not shown."""


class FeatureKind(Struct, frozen=True, kw_only=True):
    """A kind of features, or of faces with a role of their own."""

    kind: str
    label: str
    plural: str
    color: str
    roles: tuple[FaceRole, ...] = ()
    sizes: tuple[Size, ...] = ()
    """In the order in which a drawing notes them."""
    selector: str | None = None
    """None: it has no features, only faces."""


class RuleSchema(Struct, frozen=True, kw_only=True):
    """What there is to write rules with; the `_info` maps are None where a server does not describe them."""

    selector_sets: tuple[str, ...]
    metrics_per_feature: tuple[str, ...]
    metrics_whole_part: tuple[str, ...]
    comparison_ops: tuple[str, ...]
    severity_levels: tuple[str, ...]
    rhs_forms: tuple[dict[str, str], ...]
    scopes: tuple[str, ...] | None = None
    placeholders: dict[str, str] | None = None
    selector_set_info: dict[str, Json] | None = None
    metric_info: dict[str, Json] | None = None
    member_info: dict[str, Json] | None = None
    kinds: tuple[FeatureKind, ...] | None = None
    layers: tuple[Layer, ...] | None = None
    file_formats: tuple[FileFormat, ...] | None = None
    max_file_mb: float | None = None
    """The largest file that is accepted, in units of 1024² bytes."""


class MeterUsage(Struct, frozen=True, kw_only=True):
    """One meter."""

    meter: str
    included: int
    used: int
    remaining: int
    billed: int = 0
    hard_cap: int | None = None


class Usage(Struct, frozen=True, kw_only=True):
    """What was used in this billing period."""

    plan: str
    period_start: str
    period_end: str
    meters: tuple[MeterUsage, ...]


class Event(Struct, frozen=True, kw_only=True):
    """What happened to a job: a `line` of its log, a new state of the `job`, or a link to its `shape`."""

    id: int | None = None
    line: str | None = None
    job: Job | None = None
    shape: str | None = None
    is_last: bool = False


def read(document: Any, kind: type[T]) -> T:
    """Read an answer; raises msgspec.ValidationError where it has another shape."""
    return msgspec.convert(document, kind)


def read_result(document: Mapping[str, Any]) -> Result:
    """Read a result; raises msgspec.ValidationError where it has another shape."""
    recognized = document.get("features")
    packs = document.get("modules")
    if not isinstance(recognized, dict) or not isinstance(packs, dict):
        raise msgspec.ValidationError("a result has features and modules")
    features = [_flat(one) for one in recognized.get("features") or ()]
    fields = {
        **document,
        "features": {**recognized, "features": features},
        "bodies": [one | _verdicts(one.get("modules")) for one in document.get("bodies") or ()],
        **_verdicts(packs),
    }
    return msgspec.convert(fields, Result)


def _verdicts(modules: Any) -> dict[str, Any]:
    """Return packs and their order as `Result` and `JudgedBody` have them."""
    found = modules if isinstance(modules, dict) else {}
    return {
        "packs": [_whole(pack) for pack in found.get("modules") or ()],
        "order": found.get("order") or (),
        "order_reason": found.get("order_reason") or "",
    }


def _whole(pack: Any) -> Any:
    """Put the configurations that follow from the part behind those of the pack."""
    if not isinstance(pack, dict):
        return pack
    return pack | {
        "configurations": [*(pack.get("configurations") or ()), *(pack.get("derived_configurations") or ())]
    }


OWN_FIELDS = frozenset(Feature.__struct_fields__) - {"dimensions"}


def _flat(entry: Any) -> Any:
    """Gather what a feature has by its kind, which the wire carries flat beside the rest."""
    if not isinstance(entry, dict):
        return entry
    own = {key: value for key, value in entry.items() if key in OWN_FIELDS}
    return own | {"dimensions": {key: value for key, value in entry.items() if key not in OWN_FIELDS}}
