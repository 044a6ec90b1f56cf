"""The documents that questions about one part are answered with: what was measured, what a rule would do."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.dfm.documents import Severity


class Measurement(Struct):
    """What was measured on a part."""

    quantity: Literal["distance", "angle", "thickness", "clearance"]
    value: Annotated[
        float | None, Meta(description="in `unit`; null where nothing is there, or it cannot be measured")
    ]
    unit: Literal["mm", "°"]
    uncertainty: Annotated[float | None, Meta(description="in `unit`: how far the value may be off")]
    exact: Annotated[
        bool, Meta(description="whether it follows from the surfaces of the file alone, and no mesh")
    ]
    open: Annotated[bool, Meta(description="whether nothing stands opposite: open space")]
    points: Annotated[
        list[list[float]], Meta(description="the two points that it is between, in mm; empty of an angle")
    ]
    fids: Annotated[list[str], Meta(description="the faces that they lie on")]
    also: Annotated[
        dict[str, float | None],
        Meta(
            description="what else is known of the two: `axis_distance_mm`, `plane_distance_mm`, "
            "`axis_to_plane_mm`, `axis_to_point_mm`, `normals_deg`; of a layer on faces `mean_mm`, `max_mm`; "
            "`layer_mm`: what rules go by at the point"
        ),
    ]


class TriedSubject(Struct):
    """A subject that a rule picks."""

    fid: Annotated[str | None, Meta(description="its defining face; null of the whole part")]
    feature: Annotated[str, Meta(description="what it is called: `hole 12 (Ø6.00, 3 of 8)`")]
    value: Annotated[float | None, Meta(description="what the metric measures there; null: nothing there")]
    unit: Annotated[str, Meta(description="of the value")]
    severity: Severity
    threshold: Annotated[float | None, Meta(description="the nearest bound that changes the severity")]


class NearMiss(Struct):
    """A subject that one condition leaves out by little, or a pass that is close to its limit."""

    fid: Annotated[str | None, Meta(description="its defining face; null of the whole part")]
    feature: Annotated[str, Meta(description="what it is called")]
    metric: Annotated[str, Meta(description="of the condition, or the rule's own")]
    value: Annotated[float | None, Meta(description="what it measures there")]
    unit: Annotated[str, Meta(description="of the value")]
    op: Annotated[str, Meta(description="what is asked of the value against the bound: `lt`, `ge` and so on")]
    bound: Annotated[float | None, Meta(description="what the value is compared with")]
    picked: Annotated[bool, Meta(description="true: a pass close to its limit; false: left out by `where`")]


class TriedRule(Struct):
    """What a rule would do on a part."""

    key: Annotated[str, Meta(description="as the module has it")]
    name: Annotated[str, Meta(description="for people")]
    set: Annotated[str, Meta(description="the selector's set")]
    metric: Annotated[str, Meta(description="what is measured")]
    n_in_set: Annotated[int, Meta(description="subjects of the set on this part")]
    n_picked: Annotated[int, Meta(description="those that meet every condition of the selector")]
    n_unmeasured: Annotated[int, Meta(description="those that could not be judged; `reason` tells why")]
    severity: Severity
    message: Annotated[str, Meta(description="what the rule would say")]
    reason: Annotated[str, Meta(description="why something was not judged; empty where all was")]
    picked: Annotated[list[TriedSubject], Meta(description="worst first, passes too, 50 at most")]
    near_misses: Annotated[list[NearMiss], Meta(description="nearest first, 10 at most")]


class Trial(Struct):
    """What the rules of a module would do on a part."""

    configuration_key: Annotated[str, Meta(description="that was tried")]
    rules: list[TriedRule]


class Validation(Struct):
    """Whether a module holds together, and what it would do."""

    valid: Annotated[bool, Meta(description="whether it can be judged by")]
    problems: Annotated[list[str], Meta(description="each with its JSON path; empty of a valid one")]
    warnings: Annotated[list[str], Meta(description="what its author should look at all the same")]
    trial: Annotated[Trial | None, Meta(description="null without a job, and where there are problems")]


class Measure(Struct):
    """One number."""

    name: Annotated[
        Literal[
            "area",
            "length",
            "radius",
            "diameter",
            "ring_radius",
            "cone_angle",
            "distance",
            "angle",
            "wall",
            "straight",
            "thickness",
        ],
        Meta(
            description="`distance` is between planes, axes and centers; `wall` what is left of it beside "
            "the radii of the cylinders; `straight` is from picked point to picked point"
        ),
    ]
    value: Annotated[float, Meta(description="in `unit`")]
    unit: Annotated[Literal["mm", "mm²", "°"], Meta(description="of the value")]
    witness: Annotated[
        list[list[float]] | None, Meta(description="the two points it lies between, in mm; null without")
    ]
    is_exact: Annotated[
        bool, Meta(description="false where a picked point of a free-form or loosely fitted face counts")
    ]


class MeasuredPlace(Struct):
    """What was picked."""

    shape: Annotated[
        Literal["plane", "cylinder", "cone", "sphere", "torus", "freeform", "line", "circle", "curve"],
        Meta(description="of the face, or of the edge: `line`, `circle` or `curve`"),
    ]
    edge: Annotated[int | None, Meta(description="number of the edge; null of a face")]
    point: Annotated[list[float], Meta(description="on the exact surface or curve, in mm")]
    measures: Annotated[list[Measure], Meta(description="of the face or edge alone")]


class PlacesMeasurement(Struct):
    """What was measured."""

    places: Annotated[list[MeasuredPlace], Meta(description="as they were asked; empty of a thickness")]
    relation: Annotated[
        Literal["parallel", "perpendicular", "angled", "coaxial", "coplanar", "apart"] | None,
        Meta(description="of two places; `apart` where one of them has no direction; null of one place"),
    ]
    measures: Annotated[
        list[Measure], Meta(description="between both places, the one that matters first; empty of one")
    ]
