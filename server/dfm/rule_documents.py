"""The documents about rules, as the documentation tells them: what they are made of, and the modules.

The engine writes them and we pass them on as they are.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Infos = dict[str, dict[str, Any]] | UnsetType
"""What there is to say of each entry of a list, by entry: `doc`, and more."""


class RhsForm(Struct):
    """One way to write a bound."""

    shape: Annotated[str, Meta(description="an example, as JSON")]
    doc: Annotated[str, Meta(description="what it stands for")]


class FaceRole(Struct):
    """A role that faces of a kind can have."""

    code: Annotated[int, Meta(description="as in `roles_by_fid` of a result")]
    label: Annotated[str, Meta(description="for people")]
    color: Annotated[str, Meta(description="#rrggbb")]


class Size(Struct):
    """A dimension that features of a kind are known by."""

    field: Annotated[str, Meta(description="of the feature: `diameter_mm`")]
    mark: Annotated[str, Meta(description="written before the number: `Ø`")]
    after: Annotated[str, Meta(description="a word after it: `thru`")]
    form: Annotated[
        Literal["number", "range", "angle", "gap", "flag"],
        Meta(
            description="range: `min_` and `max_` of the field where they differ; angle: degrees; gap: what "
            "an angle lacks of a full turn; flag: yes or no, written as `after`"
        ),
    ]


class FeatureKind(Struct):
    """A kind of features, in the order of lists."""

    kind: Annotated[str, Meta(description="as in a result: `HOLE`")]
    label: Annotated[str, Meta(description="for people")]
    plural: Annotated[str, Meta(description="for people, of several")]
    color: Annotated[str, Meta(description="#rrggbb")]
    roles: list[FaceRole]
    sizes: Annotated[list[Size], Meta(description="in the order in which a drawing notes them")]
    selector: Annotated[
        str | None,
        Meta(description="set of its features; null where it gives faces a role only"),
    ]


class FileFormat(Struct):
    """A format that parts are read from."""

    label: Annotated[str, Meta(description="for people")]
    suffixes: Annotated[list[str], Meta(description="of file names")]
    media_types: Annotated[list[str], Meta(description="as `Content-Type` has them")]
    is_written: Annotated[bool, Meta(description="whether artifacts are of it")]
    is_extra: Annotated[bool, Meta(description="whether it is accepted beyond what the API promises")]


class RuleSchema(Struct):
    """What there is to write rules with."""

    selector_sets: Annotated[list[str], Meta(description="what a rule may select")]
    metrics_per_feature: Annotated[
        list[str], Meta(description="what may be measured of each selected subject")
    ]
    metrics_whole_part: Annotated[list[str], Meta(description="what may be measured of the whole part")]
    comparison_ops: Annotated[list[str], Meta(description="`op` of a tier")]
    severity_levels: Annotated[list[str], Meta(description="`level` of a tier")]
    rhs_forms: Annotated[list[RhsForm], Meta(description="ways to write the bound of a tier")]
    scopes: Annotated[list[str] | UnsetType, Meta(description="what is judged at a time; an extension")] = (
        UNSET
    )
    placeholders: Annotated[
        dict[str, str] | UnsetType,
        Meta(description="what messages may name in braces, each with what it stands for; an extension"),
    ] = UNSET
    selector_set_info: Annotated[Infos, Meta(description="of each selector set; an extension")] = UNSET
    metric_info: Annotated[
        Infos, Meta(description="of each metric: unit, what it is of, the sets it goes with; an extension")
    ] = UNSET
    comparison_op_info: Annotated[Infos, Meta(description="of each comparison; an extension")] = UNSET
    severity_level_info: Annotated[Infos, Meta(description="of each severity; an extension")] = UNSET
    scope_info: Annotated[Infos, Meta(description="of each scope; an extension")] = UNSET
    unit_info: Annotated[Infos, Meta(description="of each unit; an extension")] = UNSET
    member_info: Annotated[
        Infos, Meta(description="of each object that a module consists of: its members; an extension")
    ] = UNSET
    kinds: Annotated[
        list[FeatureKind] | UnsetType, Meta(description="what features are called and colored; an extension")
    ] = UNSET
    layers: Annotated[
        list[dict[str, Any]] | UnsetType, Meta(description="the heatmaps that are painted; an extension")
    ] = UNSET
    file_formats: Annotated[
        list[FileFormat] | UnsetType, Meta(description="what parts are read from; an extension")
    ] = UNSET
    max_file_mb: Annotated[
        float | UnsetType, Meta(description="largest file accepted, in units of 1024² bytes; an extension")
    ] = UNSET


class Configuration(Struct):
    """One configuration of a module."""

    name: Annotated[str, Meta(description="for people")]
    parameters: Annotated[
        dict[str, float], Meta(description="numbers by name; the unit is the end of the name: `wall_fail_mm`")
    ]
    machine: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="the largest and smallest part that its machine takes, in mm and kg; an extension"),
    ] = UNSET


class Rule(Struct):
    """One rule of a module."""

    key: Annotated[str, Meta(description="for programs, once in the module")]
    name: Annotated[str, Meta(description="for people")]
    scope: Annotated[Literal["per_feature", "whole_part"], Meta(description="what is judged at a time")]
    selector: Annotated[
        dict[str, Any], Meta(description="what is judged: a set, and conditions on its members")
    ]
    metric: Annotated[str, Meta(description="what is measured")]
    tiers: Annotated[
        list[dict[str, Any]],
        Meta(description="tried in their order; the first that holds gives the severity"),
    ]
    messages: Annotated[dict[str, str], Meta(description="a sentence for each severity")]
    unit: Annotated[str | UnsetType, Meta(description="of its values in sentences; an extension")] = UNSET
    advice: Annotated[str | UnsetType, Meta(description="what to do about a finding; an extension")] = UNSET
    source: Annotated[str | UnsetType, Meta(description="where its bounds come from; an extension")] = UNSET
    gate: Annotated[
        bool | UnsetType,
        Meta(description="whether the part is not made by this process at all where it fails; an extension"),
    ] = UNSET


class Module(Struct):
    """A rule module spec; docs/rule-packs.md tells how rules are written."""

    key: Annotated[str, Meta(description="for programs")]
    name: Annotated[str, Meta(description="for people")]
    configurations: Annotated[dict[str, Configuration], Meta(description="variants of the process, by key")]
    rules: Annotated[list[Rule], Meta(description="what is judged, in the order of verdicts")]
    forms: Annotated[
        dict[str, str] | UnsetType,
        Meta(description="how well the process goes with the form of a part; an extension"),
    ] = UNSET
    needs: Annotated[
        list[dict[str, Any]] | UnsetType,
        Meta(description="what a part may need besides: setups, supports, slides; an extension"),
    ] = UNSET
    gauge: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="of processes from stock of standard gauges: which, in mm; an extension"),
    ] = UNSET


class Modules(Struct):
    """The shipped rule modules."""

    modules: Annotated[list[Module], Meta(description="to be cloned and edited")]


class KeptPack(Struct):
    """A rule pack that an account keeps."""

    key: Annotated[str, Meta(description="names it in `packs` of `POST /dfm/analyze`")]
    name: Annotated[str, Meta(description="for people")]
    version: Annotated[int, Meta(description="1 when it was made, and one more each time it is saved")]
    updated_at: Annotated[str, Meta(description="when it was saved; UTC, ISO 8601")]
    module: Module


class PackAnswer(Struct):
    """One rule pack of the caller's."""

    pack: KeptPack


class PackList(Struct):
    """The rule packs of the caller's account."""

    packs: Annotated[list[KeptPack], Meta(description="by key")]
