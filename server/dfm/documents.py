"""The documents that analyses answer with, as the documentation tells them.

The engine writes them and we pass them on as they are; only the fields that callers may rely on stand here. A
feature carries the dimensions of its kind besides, flat beside the others.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from engine import heatmaps
from server.dfm.schemas import PartGeometry, Stats
from server.openapi import OWN_LOG

Severity = Literal["pass", "warning", "fail"]
FormName = Literal[
    "turned",
    "milled",
    "sheet",
    "shell",
    "cast",
    "printed",
    "extruded",
    "wire",
    "fastener",
    "assembly",
]


class UndercutRegion(Struct):
    """Undercut faces that hang together."""

    related_fids: Annotated[list[str], Meta(description="its faces")]
    area_mm2: Annotated[float, Meta(description="area of what the pull cannot free")]
    location: Annotated[list[float], Meta(description="a point on it: x, y, z in mm")]
    side_action: Annotated[
        list[float] | None, Meta(description="unit vector along which a slide frees it; null: none does")
    ]
    is_split: Annotated[
        bool,
        Meta(description="whether a second slide has to move the opposite way, as of a groove all round"),
    ]


class Manufacturability(Struct):
    """What the pull makes of the part."""

    pull_dir: Annotated[
        Annotated[list[float], Meta(min_length=3, max_length=3)] | None,
        Meta(description="unit vector; this and the numbers are null where choosing the pull failed"),
    ]
    pull_mode: Annotated[str | None, Meta(description="`cardinal`, `hemisphere`, or `given` by the caller")]
    alpha_min_deg: Annotated[
        float | None,
        Meta(description="in degrees: what leans against its mold half by more than this is undercut"),
    ]
    alpha_warn_deg: Annotated[
        float | None, Meta(description="in degrees: freed faces that lean less have low draft")
    ]
    n_undercuts: Annotated[int | None, Meta(description="faces that are undercut")]
    n_low_draft: Annotated[int | None, Meta(description="freed faces with low draft")]
    undercut_fids: Annotated[list[str], Meta(description="the faces that are undercut")]
    low_draft_fids: Annotated[list[str], Meta(description="the freed faces with low draft")]
    undercut_regions: Annotated[
        list[UndercutRegion], Meta(description="undercut faces that hang together; an extension")
    ]


class Feature(Struct):
    """One feature; lengths in mm, angles in degrees. It has the dimensions of its kind besides."""

    fid: Annotated[str, Meta(description="the face that defines it")]
    kind: Annotated[str, Meta(description="HOLE, BOSS, SLOT, FIN, POCKET, WALL and so on")]
    related_fids: Annotated[list[str], Meta(description="every face of the whole feature")]
    axis: Annotated[list[float] | None, Meta(description="unit vector; null where it has none")]
    center: Annotated[list[float], Meta(description="x, y, z in mm")]
    box_mm: Annotated[
        list[list[float]], Meta(description="the least and the greatest x, y, z of the box round it")
    ]
    solid: Annotated[int, Meta(description="number of the body")]
    uncertainty_mm: Annotated[float, Meta(description="how far its lengths may be off")]


class Features(Struct):
    """What was recognized."""

    roles_by_fid: Annotated[dict[str, int], Meta(description="role code of every face")]
    role_names: Annotated[dict[str, str], Meta(description="name of every role code")]
    features: Annotated[list[Feature], Meta(description="kind by kind")]
    manufacturability: Manufacturability
    unexplained_fids: Annotated[
        list[str], Meta(description="faces that belong to nothing that was recognized; an extension")
    ]
    unexplained_area_share: Annotated[
        float, Meta(description="0 to 1: of the surface, what those faces are; an extension")
    ]


class Finding(Struct):
    """One place that a rule found."""

    fid: Annotated[str | None, Meta(description="the face that it is found by; null of the whole part")]
    related_fids: Annotated[list[str], Meta(description="every face that it is about")]
    kind: Annotated[str, Meta(description="kind of the feature, or CORNER, FACE, PART")]
    severity: Severity
    value: Annotated[
        float | None, Meta(description="what was measured, in `unit`; null where nothing is there")
    ]
    unit: Annotated[str, Meta(description="mm, mm², mm³, ° or 1")]
    threshold: Annotated[
        float | None,
        Meta(description="in `unit`: the nearest bound beyond which the severity is another; null: none is"),
    ]
    margin: Annotated[
        float | None,
        Meta(description="in `unit`: how far the value is inside its bound; negative: beyond it"),
    ]
    uncertainty: Annotated[float | None, Meta(description="in `unit`: how far the value may be off")]
    decided: Annotated[bool, Meta(description="false where the value is as near to the bound as that")]
    message: Annotated[str, Meta(description="what was found, in a sentence")]
    location: Annotated[list[float] | None, Meta(description="where: x, y, z in mm")]
    witness: Annotated[
        list[list[float]] | None,
        Meta(description="the two points between which a length was measured, in mm; null for others"),
    ]
    advice: Annotated[str, Meta(description="what to do about it")]
    pass_threshold: Annotated[
        float | None,
        Meta(
            description="in `unit`: the bound behind which it would pass; null for a pass, and where none "
            "leads to one; an extension"
        ),
    ]


class Issue(Struct):
    """Findings of one rule that have one cause."""

    cause: Annotated[
        Literal["place", "pattern", "equal", "feature", "region"],
        Meta(description="what they have in common; place: one finding alone"),
    ]
    severity: Severity
    findings: Annotated[list[int], Meta(description="indices into the rule's findings, the worst first")]
    least: Annotated[float | None, Meta(description="smallest of their values; null where none is finite")]
    most: Annotated[float | None, Meta(description="largest of their values; null where none is finite")]
    label: Annotated[str, Meta(description="what it is about: `8 × Ø6.6 on Ø80`, `36 faces`")]
    message: Annotated[str, Meta(description="all that is to be said, in a sentence or two")]
    place: Annotated[str, Meta(description="equal for issues of other rules about the same thing")]


class RuleVerdict(Struct):
    """What one rule says."""

    key: Annotated[str, Meta(description="as the module has it")]
    name: Annotated[str, Meta(description="for people")]
    scope: Annotated[Literal["per_feature", "whole_part"], Meta(description="what is judged at a time")]
    metric: Annotated[str, Meta(description="what it measures, as `GET /dfm/rule-schema` lists it")]
    severity: Severity
    message: Annotated[str, Meta(description="what it says of the part, in a sentence")]
    n_inspected: Annotated[int, Meta(description="how many subjects were measured")]
    n_skipped: Annotated[int, Meta(description="subjects that could not be measured; `reason` says why")]
    reason: Annotated[str, Meta(description="empty where nothing was skipped")]
    applicable: Annotated[bool, Meta(description="false for a pass that had nothing to inspect")]
    summary: Annotated[dict[str, int], Meta(description="number of subjects by severity")]
    source: Annotated[str, Meta(description="where its bounds come from")]
    findings: Annotated[list[Finding], Meta(description="what fails or is warned of, the worst first")]
    issues: Annotated[
        list[Issue],
        Meta(description="the findings put together by their causes, worst first; an extension"),
    ]


class ColorStop(Struct):
    """A color at a value; two stops at one value make a hard step, between stops sRGB is mixed evenly."""

    value: Annotated[float, Meta(description="in the unit of the layer")]
    color: Annotated[str, Meta(description="#rrggbb")]


class NamedRule(Struct):
    """A rule by its key and its name."""

    key: Annotated[str, Meta(description="as the module has it")]
    name: Annotated[str, Meta(description="for people")]


class LimitCase(Struct):
    """Faces at which the same limits are in force and the same of them are broken."""

    fail: Annotated[float | None, Meta(description="below it a value there fails")]
    warn: Annotated[float | None, Meta(description="below it a value there is warned of")]
    red_below: Annotated[float | None, Meta(description="the fail limit that a rule found broken there")]
    amber_below: Annotated[float | None, Meta(description="the warning limit that a rule found broken there")]
    stops: list[ColorStop]
    fids: Annotated[list[str] | None, Meta(description="null: every face that no other case names")]


class LayerLimits(Struct):
    """The limits of a measured layer, and the colors that follow from them at every face."""

    process: Annotated[str, Meta(description="who sets the limits: rule module and configuration, in words")]
    rules: Annotated[list[NamedRule], Meta(description="the rules that set a limit to some face")]
    unit: Annotated[str, Meta(description="of every value here: mm or °")]
    fail: Annotated[float | None, Meta(description="the largest in force at any face")]
    fail_least: Annotated[float | None, Meta(description="the smallest in force at any face")]
    warn: Annotated[float | None, Meta(description="the largest in force at any face")]
    warn_least: Annotated[float | None, Meta(description="the smallest in force at any face")]
    depends_on_place: Annotated[bool, Meta(description="whether a selector or a tier has conditions")]
    stops: Annotated[list[ColorStop], Meta(description="of a legend: where the largest limits are broken")]
    no_value_color: Annotated[str, Meta(description="where nothing could be measured")]
    undercut_color: Annotated[str | None, Meta(description="of undercuts, in the draft layer")]
    cases: list[LimitCase]


class Verdict(Struct):
    """What one configuration of a rule module says."""

    overall_severity: Severity
    summary: Annotated[dict[str, int], Meta(description="number of rules by severity; every rule is judged")]
    n_not_applicable: Annotated[int, Meta(description="how many of the passes had nothing to inspect")]
    gate: Annotated[
        str | None,
        Meta(
            description="key of the rule by which the part is not made by this process at all; null if none"
        ),
    ]
    limits: Annotated[
        dict[str, LayerLimits], Meta(description="by layer: thickness, clearance and draft; an extension")
    ]
    rules: list[RuleVerdict]


class ConfigurationVerdict(Struct):
    """One configuration of a rule module."""

    configuration_key: Annotated[str, Meta(description="as the module has it")]
    name: Annotated[str, Meta(description="for people")]
    result: Verdict


class ModuleVerdict(Struct):
    """One rule module."""

    module_key: Annotated[str, Meta(description="as `GET /dfm/modules` lists it")]
    name: Annotated[str, Meta(description="for people")]
    configurations: list[ConfigurationVerdict]
    derived_configurations: Annotated[
        list[ConfigurationVerdict],
        Meta(
            description="the first configuration at the part's own gauge and at the nearest standard one; "
            "empty for processes without gauges; an extension"
        ),
    ]


class Evaluation(ModuleVerdict, kw_only=True):
    """What a module of the caller's says."""

    warnings: Annotated[
        list[str], Meta(description="what its author should look at, though it holds together; an extension")
    ]


class Place(Struct):
    """One configuration in the order of all."""

    module_key: str
    configuration_key: str
    misfit: Annotated[
        str | None, Meta(description="why the part does not fit the machine; null where it does")
    ]
    form_fit: Annotated[
        Literal["natural", "possible", "fallback", "unlikely"],
        Meta(description="how well the process goes with the form of the part"),
    ]
    fail_share: Annotated[float, Meta(description="share of the surface that rules fail at")]
    needs: Annotated[list[str], Meta(description="what it needs besides: setups, supports, slides")]
    reason: Annotated[str, Meta(description="why it stands where it does, in a sentence or two")]


class BodyForm(Struct):
    """What one body looks like it is made as."""

    solid: Annotated[int, Meta(description="number of the body")]
    form: FormName
    variant: Annotated[
        str | None,
        Meta(description="what is told apart within a form: `washer`, `bent`; null where nothing is"),
    ]
    confidence: Annotated[float, Meta(description="0 to 1: how far it is ahead of the next form")]
    sentence: Annotated[str, Meta(description="what a person would say, with the numbers that decided it")]
    sizes_mm: Annotated[list[float], Meta(description="sides of the smallest box round it, ascending")]
    scores: Annotated[dict[str, float], Meta(description="0 to 1 by form: how well each fits")]
    evidence: Annotated[
        dict[str, float | None], Meta(description="the numbers it rests on; null where one is not known")
    ]


class PartForm(Struct):
    """What the part looks like it is made as."""

    form: FormName
    confidence: Annotated[float, Meta(description="0 to 1: how far it is ahead of the next form")]
    sentence: Annotated[str, Meta(description="what a person would say, with the numbers that decided it")]
    bodies: Annotated[list[BodyForm], Meta(description="each body by itself")]


class ModuleVerdicts(Struct):
    """Every shipped rule module."""

    modules: list[ModuleVerdict]
    order: Annotated[
        list[Place],
        Meta(
            description="the configuration that suits the part best first: its machine takes the part, no "
            "`gate` failed, the form of the part is natural to it, it fails least, needs least"
        ),
    ]
    order_reason: Annotated[
        str, Meta(description="why the first process is first and the next is not, in two sentences")
    ]


class MeasureCheck(Struct):
    """An area or a volume on which the exact integral and the mesh disagree beyond what a mesh may."""

    quantity: Literal["area", "volume"]
    unit: Literal["mm²", "mm³"]
    body: Annotated[int, Meta(description="number of the body")]
    fid: Annotated[str | None, Meta(description="the face whose area it is; null for a volume")]
    exact: Annotated[float | None, Meta(description="by integrals round the borders of faces")]
    quadrature: Annotated[float | None, Meta(description="by the kernel's own quadrature")]
    mesh: Annotated[float | None, Meta(description="by the mesh, curved out to its surfaces")]
    taken: Annotated[
        Literal["exact", "quadrature", "mesh"], Meta(description="which of them the result goes by")
    ]


class Pattern(Struct):
    """Equal features of one body in one arrangement; a feature is in one pattern at most."""

    form: Annotated[
        Literal["grid", "circular", "linear", "mirrored", "equal"],
        Meta(description="`equal`: three or more of one size in no regular arrangement"),
    ]
    kind: Annotated[str, Meta(description="kind of its features: HOLE, SLOT and so on")]
    label: Annotated[str, Meta(description="as a drawing would note it: `8 × Ø6.6 on Ø80`")]
    count: Annotated[int, Meta(description="how many features it has")]
    fids: Annotated[
        list[str], Meta(description="the defining faces of its features, in their order along the pattern")
    ]
    places: Annotated[
        list[int],
        Meta(
            description="places along each direction of a row or grid, or round the full circle; features "
            "may be fewer. Empty of a staggered grid and of other patterns"
        ),
    ]
    pitch_mm: Annotated[list[float], Meta(description="length of each step of a row (one) or grid (two)")]
    diameter_mm: Annotated[float | None, Meta(description="of the circle on which the centers lie")]
    angle_deg: Annotated[float | None, Meta(description="between neighboring places of the circle")]
    center: Annotated[list[float], Meta(description="of the circle, or the mean of the features' centers")]
    axis: Annotated[
        list[float] | None,
        Meta(description="about which a circle goes, or across a grid or the plane of a mirror"),
    ]
    directions: Annotated[list[list[float]], Meta(description="unit vectors of the steps of rows and grids")]
    solid: Annotated[int, Meta(description="number of the body")]
    uncertainty_mm: Annotated[float, Meta(description="how far the lengths may be off")]


class TurnedSegment(Struct):
    """One stretch of the outline of a turned body; lengths in mm."""

    kind: Annotated[
        Literal[
            "end",
            "journal",
            "cone",
            "shoulder",
            "groove",
            "undercut",
            "chamfer",
            "round",
            "thread",
            "knurl",
            "hexagon",
        ],
        Meta(
            description="`shoulder`: a flat ring between two diameters; `groove`: a ring or V groove with "
            "its walls; `undercut`: a narrow neck that is no groove for a ring; `hexagon`: flats of the bar "
            "or for a wrench"
        ),
    ]
    from_mm: Annotated[float, Meta(description="along the axis from `origin`")]
    to_mm: Annotated[float, Meta(description="the same; equal to `from_mm` for ends and shoulders")]
    from_diameter_mm: Annotated[
        float,
        Meta(description="where the outline reaches it; of a groove its floor's, of a hexagon across flats"),
    ]
    to_diameter_mm: Annotated[float, Meta(description="where the outline leaves it")]
    fids: Annotated[list[str], Meta(description="its faces")]


class Turned(Struct):
    """A body that a lathe could make most of, with its outline."""

    solid: Annotated[int, Meta(description="number of the body")]
    axis: Annotated[list[float], Meta(description="unit vector from the heavier end to the lighter")]
    origin: Annotated[list[float], Meta(description="on the axis, abreast of the heavier end")]
    length_mm: Annotated[float, Meta(description="of the body along the axis")]
    diameter_mm: Annotated[float, Meta(description="the largest that turns about the axis, on the outside")]
    share: Annotated[float, Meta(description="0 to 1: of the body's area, what turns about the axis")]
    profile: Annotated[
        list[TurnedSegment],
        Meta(
            description="the outside from the heavier end to the lighter, without bores, milled flats, "
            "keyways and cross holes. Diameters of one size with grooves alone between them are one "
            "journal; the grooves follow it"
        ),
    ]


class FailedStage(Struct):
    """A stage of the analysis that failed by a defect of ours."""

    stage: Annotated[str, Meta(description="`features.hole`, `heatmaps.draft` and so on")]
    message: Annotated[str, Meta(description="what the result does without; stands in `notes` too")]


class BodyResult(Struct):
    """Equal bodies of a part, judged as a part of its own."""

    solids: Annotated[list[int], Meta(description="numbers of the bodies; the first is the one judged")]
    count: Annotated[int, Meta(description="how many they are")]
    name: Annotated[str, Meta(description="of the first, as the file calls it")]
    fids: Annotated[list[list[str]], Meta(description="the faces of each of `solids`, in their order")]
    geometry: Annotated[PartGeometry, Meta(description="as of the whole part")]
    form: Annotated[PartForm | None, Meta(description="as of the whole part")]
    modules: Annotated[
        ModuleVerdicts, Meta(description="as of the whole part; faces have the ids they have there")
    ]


class Result(Struct):
    """The full result of an analysis."""

    job_id: Annotated[str, Meta(description="of the job that it is the result of")]
    status: Literal["done"]
    filename: Annotated[str, Meta(description="of the part, as it was sent")]
    geometry: PartGeometry
    stats: Stats
    form: Annotated[
        PartForm | None,
        Meta(description="what the part looks like it is made as; null where that failed; an extension"),
    ]
    features: Features
    patterns: Annotated[
        list[Pattern] | None,
        Meta(
            description="equal features in rows, grids, circles and mirrored pairs, in the order of their "
            "features; null where looking for them failed; an extension"
        ),
    ]
    turned: Annotated[
        list[Turned] | None,
        Meta(
            description="the bodies that are turned, from round or hexagon bar, with their outlines; null "
            "where looking for them failed; an extension"
        ),
    ]
    modules: ModuleVerdicts
    bodies: Annotated[
        list[BodyResult],
        Meta(
            description="of a part of several bodies: each that differs from those before it, judged by "
            "itself; empty for a single body; an extension"
        ),
    ]
    measure_checks: Annotated[
        list[MeasureCheck],
        Meta(description="areas and volumes that were disputed, and how that was settled; mostly none"),
    ]
    artifacts: Annotated[
        dict[str, str],
        Meta(
            description=f"links: {', '.join(f'{name}_glb' for name in heatmaps.layers())}, features_json, "
            "modules_json and more; those that could not be made are left out"
        ),
    ]
    notes: Annotated[list[str], Meta(description="what is to be known of the file and of the result")]
    failed_stages: Annotated[
        list[FailedStage],
        Meta(
            description="empty but for a defect of ours; rules that rest on a failed stage are warnings that "
            "were not judged"
        ),
    ]
    log: Annotated[str | UnsetType, Meta(description=OWN_LOG)] = UNSET
