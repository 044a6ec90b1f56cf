"""Tools of rules: what there is to write them with, checking, trying, judging by and saving packs."""

import json
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from server.agent import analyses, summary
from server.agent.api import Api
from server.agent.issues import FoundIssue
from server.agent.names import Names
from server.agent.origin import AnyContext
from server.agent.state import api_of
from server.agent.summary import IssueLine
from server.agent.tool import Answer, Tool
from server.agent.words import clean, data, quantity

MOST_PICKED = 12
MOST_METRICS = 60

Module = Annotated[
    dict[str, Any],
    Field(description="a rule pack; get_rule_schema tells how"),
]


class PackLine(BaseModel):
    """A rule pack in a list."""

    key: str
    name: str
    is_shipped: Annotated[bool, Field(description="comes with the service; else saved by this account")]
    version: Annotated[int | None, Field(description="of a saved pack")] = None
    configurations: list[str]
    rules: list[str]


class Packs(Answer):
    """Rule packs, or one of them."""

    packs: list[PackLine] = []
    module: Annotated[
        dict[str, Any] | None, Field(description="the pack that was asked for, to clone and edit")
    ] = None
    version: Annotated[int | None, Field(description="of the pack that was asked for, where it is saved")] = (
        None
    )
    configuration: Annotated[str, Field(description="that was asked for")] = ""
    parameters: Annotated[
        dict[str, float], Field(description="limits of that configuration: fillet_radius_warn_mm and so on")
    ] = {}

    def text(self) -> str:
        """Write it in lines."""
        if self.configuration:
            limits = ", ".join(f"{name} {value:g}" for name, value in self.parameters.items())
            return f"Parameters of {self.configuration}: {limits}."
        if self.module is not None:
            head = "" if self.version is None else f"Version {self.version}:\n"
            return head + json.dumps(self.module, ensure_ascii=False)
        lines = []
        for each in self.packs:
            origin = "shipped" if each.is_shipped else f"saved, version {each.version}"
            lines.append(
                f"- {each.key} ({origin}): {data(each.name)}; configurations "
                f"{', '.join(each.configurations)}; rules "
                f"{', '.join(each.rules)}"
            )
        return "\n".join(["Rule packs:", *lines])


class Schema(Answer):
    """What there is to write rules with."""

    topic: str
    entries: Annotated[list[dict[str, Any]], Field(description="what there is, each with a sentence")]
    more: Annotated[str, Field(description="how to see what was left out")] = ""

    def text(self) -> str:
        """Write it in lines of JSON."""
        lines = [json.dumps(each, ensure_ascii=False) for each in self.entries]
        return "\n".join([f"{self.topic}:", *lines, self.more]).rstrip()


class TriedRule(BaseModel):
    """What a rule would do on the part at hand."""

    rule: str
    severity: str
    message: str
    n_in_set: Annotated[int, Field(description="subjects of its selector's set")]
    n_picked: Annotated[int, Field(description="those that its selector picks")]
    n_unmeasured: int = 0
    picked: Annotated[list[str], Field(description="the picked, worst first: name, value, severity")]
    near_misses: Annotated[list[str], Field(description="what it barely leaves out or lets pass")]


class Validated(Answer):
    """Whether a pack holds together, and what it would do."""

    valid: bool
    problems: Annotated[
        list[str], Field(description="each with its JSON path, what was found, what is accepted")
    ]
    warnings: Annotated[list[str], Field(description="what its author should look at all the same")]
    configuration: Annotated[str, Field(description="that was tried")] = ""
    rules: Annotated[list[TriedRule], Field(description="what each rule does on the part")] = []

    def text(self) -> str:
        """Write it in lines."""
        if not self.valid:
            return "\n".join([f"{len(self.problems)} problems:", *(f"- {each}" for each in self.problems)])
        lines = ["The pack holds together.", *(f"Look at: {each}" for each in self.warnings)]
        for each in self.rules:
            lines.append(
                f"- {each.rule}: {each.severity}. Picks {each.n_picked} of {each.n_in_set}. {each.message}"
            )
            lines += [f"    {one}" for one in each.picked]
            lines += [f"    near: {one}" for one in each.near_misses]
        return "\n".join([*lines, "Next: evaluate_rule_pack, or save_rule_pack."])


class Judged(Answer):
    """What a pack says of a part."""

    process: str
    verdict: str
    rules: Annotated[list[str], Field(description="each rule with its verdict")]
    issues: list[IssueLine]
    warnings: list[str] = []

    def text(self) -> str:
        """Write it in lines."""
        lines = [f"{self.process}: {self.verdict}.", *(f"- {each}" for each in self.rules)]
        lines += summary.texts_of(self.issues)
        return "\n".join([*lines, *(f"Look at: {each}" for each in self.warnings)])


class Saved(Answer):
    """A rule pack that was saved."""

    key: str
    version: int

    def text(self) -> str:
        """Write it in a line."""
        return (
            f"Pack {self.key} is saved as version {self.version}. analyze with packs "
            f"[{json.dumps(self.key)}] judges by "
            "it besides the shipped ones."
        )


async def list_rule_packs(
    ctx: AnyContext,
    pack: Annotated[str, Field(description="key of one to read whole, to clone and edit; empty: list")] = "",
    configuration: Annotated[str, Field(description="with pack: only the limits of this one")] = "",
) -> Packs:
    """List the rule packs there are, read one whole, or read the limits of a configuration."""
    api = await api_of(ctx)
    shipped, own = (await api.get("/dfm/modules"))["modules"], (await api.get("/dfm/packs"))["packs"]
    if not pack:
        lines = [_line(each, True, None) for each in shipped]
        return Packs(packs=[*lines, *(_line(each["module"], False, each["version"]) for each in own)])
    found = {each["key"]: (each, None) for each in shipped}
    found |= {each["key"]: (each["module"], each["version"]) for each in own}
    if pack not in found:
        raise ToolError(f"There is no rule pack {pack[:80]!r}; there are {', '.join(found)}.")
    module, version = found[pack]
    if not configuration:
        return Packs(module=module, version=version)
    known = module["configurations"]
    if configuration not in known:
        raise ToolError(f"{pack} has no configuration {configuration[:80]!r}; it has {', '.join(known)}.")
    parameters = known[configuration]["parameters"]
    return Packs(version=version, configuration=f"{pack}/{configuration}", parameters=parameters)


def _line(module: dict[str, Any], is_shipped: bool, version: int | None) -> PackLine:
    return PackLine(
        key=module["key"],
        name=clean(str(module["name"])),
        is_shipped=is_shipped,
        version=version,
        configurations=list(module["configurations"]),
        rules=[str(rule["key"]) for rule in module["rules"]][:40],
    )


async def get_rule_schema(
    ctx: AnyContext,
    topic: Annotated[
        Literal["overview", "sets", "metrics", "example"],
        Field(description="example is a small pack that is right"),
    ] = "overview",
    filter: Annotated[str, Field(description="metrics or sets that hold this word: thickness, hole")] = "",
) -> Schema:
    """Tell what rule packs are written with: their form, selector sets, metrics, comparisons and bounds."""
    schema = await (await api_of(ctx)).get("/dfm/rule-schema")
    if topic == "example":
        return Schema(topic="a small pack that is right", entries=[EXAMPLE])
    if topic == "overview":
        return Schema(topic="what a rule pack is made of", entries=_overview(schema))
    lists = ("selector_sets",) if topic == "sets" else ("metrics_per_feature", "metrics_whole_part")
    infos = schema.get("selector_set_info" if topic == "sets" else "metric_info") or {}
    entries = []
    for name in (name for each in lists for name in schema[each]):
        if filter.lower() in name.lower():
            info = infos.get(name) or {}
            entries.append({"name": name, **{key: info[key] for key in ("unit", "doc") if info.get(key)}})
    more = ""
    if len(entries) > MOST_METRICS:
        more = f"{len(entries) - MOST_METRICS} more; call again with filter, such as hole or thickness."
    return Schema(topic=topic, entries=entries[:MOST_METRICS], more=more)


EXAMPLE: dict[str, Any] = {
    "key": "house",
    "name": "House rules",
    "configurations": {"shop": {"name": "Our shop", "parameters": {"deepest": 4.0}}},
    "rules": [
        {
            "key": "hole_depth",
            "name": "Hole depth",
            "scope": "per_feature",
            "selector": {"set": "holes", "where": [{"metric": "hole.diameter", "op": "lt", "rhs": 6}]},
            "metric": "hole.depth_over_diameter",
            "tiers": [
                {"level": "fail", "op": "gt", "rhs": {"param": "deepest", "factor": 2}},
                {"level": "warning", "op": "gt", "rhs": {"param": "deepest"}},
                {"level": "pass"},
            ],
            "messages": {"warning": "{feature} is {metric:.1f} diameters deep; {threshold:.1f} are easy."},
            "advice": "Make it {threshold:.1f} diameters deep at most, or wider.",
        }
    ],
}
"""A pack that holds together; a test looks."""


def _overview(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"pack": "key, name, configurations {key: {name, parameters {name: number}}}, rules [rule]"},
        {
            "rule": "key, name, scope, selector {set, where [{metric, op, rhs}]}, metric, tiers [{level, op, "
            "rhs}], "
            "messages {level: template}, advice, source, unit, gate, configurations"
        },
        {"tiers": "the first that holds is the verdict; the last has a level alone"},
        {"placeholders": "{fid} {feature} {metric:.2f} {threshold:.2f} {n_inspected}"},
        {"comparison_ops": schema["comparison_ops"], "severity_levels": schema["severity_levels"]},
        {"rhs_forms": [each["shape"] for each in schema["rhs_forms"]]},
        {"selector_sets": schema["selector_sets"]},
        {"metrics": "topic metrics lists them, with filter those that hold a word"},
    ]


async def validate_rule_pack(
    ctx: AnyContext,
    module: Module,
    analysis: Annotated[str, Field(description="one to try the pack on")] = "",
    configuration: Annotated[str, Field(description="to try; empty: the first")] = "",
) -> Validated:
    """Check a rule pack: every problem at once, each with its path.

    With an analysis it tells what each rule would do on that part: features it picks, what they measure, and
    near misses: what a condition barely leaves out, and passes close to the limit.
    """
    body = {"module": module, "job_id": analysis.strip(), "configuration_key": configuration}
    found = await (await api_of(ctx)).post("/dfm/modules/validate", json=body)
    trial = found["trial"] or {"configuration_key": "", "rules": []}
    return Validated(
        valid=found["valid"],
        problems=[clean(str(each)) for each in found["problems"]][:40],
        warnings=[clean(str(each)) for each in found["warnings"]][:20],
        configuration=trial["configuration_key"],
        rules=[_tried(each) for each in trial["rules"]],
    )


def _tried(rule: dict[str, Any]) -> TriedRule:
    picked = [
        f"{each['feature']}: {quantity(each['value'], each['unit'])}, {each['severity']}"
        for each in rule["picked"][:MOST_PICKED]
    ]
    if len(rule["picked"]) > MOST_PICKED:
        picked.append(f"and {rule['n_picked'] - MOST_PICKED} more")
    near = []
    for each in rule["near_misses"][:5]:
        value, bound = (quantity(each[name], each["unit"]) for name in ("value", "bound"))
        why = "passes close to" if each["picked"] else f"left out: {each['metric']} is not {each['op']}"
        near.append(f"{each['feature']}: {value}, {why} {bound}")
    return TriedRule(
        rule=rule["key"],
        severity=rule["severity"],
        message=rule["message"],
        n_in_set=rule["n_in_set"],
        n_picked=rule["n_picked"],
        n_unmeasured=rule["n_unmeasured"],
        picked=picked,
        near_misses=near,
    )


async def evaluate_rule_pack(
    ctx: AnyContext,
    analysis: Annotated[str, Field(description="id from analyze")],
    module: Annotated[dict[str, Any] | None, Field(description="a rule pack; or give pack")] = None,
    pack: Annotated[str, Field(description="key of a shipped or saved pack")] = "",
    configuration: Annotated[str, Field(description="empty: the first")] = "",
    overrides: Annotated[dict[str, float], Field(description="values of its parameters")] = {},
) -> Judged:
    """Judge an analyzed part by a rule pack, without measuring again; overrides try other parameters."""
    api = await api_of(ctx)
    chosen = module if module is not None else await _module(api, pack)
    keys = list(chosen.get("configurations") or {})
    body = {
        "module": chosen,
        "configuration_key": configuration or (keys[0] if keys else ""),
        "overrides": overrides,
    }
    found = await api.post(f"/dfm/jobs/{analysis.strip()}/modules/eval", json=body)
    names = Names(await analyses.result(api, analysis))
    one = found["configurations"][0]
    process = f"{found['module_key']}/{one['configuration_key']}"
    lines = [
        summary.issue_line(FoundIssue(f"{process}/{rule['key']}/{at}", rule, entry), names)
        for rule in one["result"]["rules"]
        for at, entry in enumerate(rule["issues"], 1)
    ]
    order = {"fail": 0, "warning": 1}
    lines.sort(key=lambda line: order.get(line.severity, 2))
    return Judged(
        process=process,
        verdict=one["result"]["overall_severity"],
        rules=[f"{rule['key']}: {rule['severity']}. {rule['message']}" for rule in one["result"]["rules"]][
            :30
        ],
        issues=lines[: summary.MOST_ISSUES],
        warnings=[clean(str(each)) for each in found["warnings"]][:10],
    )


async def _module(api: Api, pack: str) -> dict[str, Any]:
    if not pack:
        raise ToolError("Give module, or pack: the key of a shipped or saved one.")
    packs = [*(await api.get("/dfm/modules"))["modules"]]
    packs += [each["module"] for each in (await api.get("/dfm/packs"))["packs"]]
    for each in packs:
        if each["key"] == pack:
            return dict(each)
    raise ToolError(
        f"There is no rule pack {pack[:80]!r}; there are {', '.join(each['key'] for each in packs)}."
    )


async def save_rule_pack(
    ctx: AnyContext,
    module: Module,
    version: Annotated[
        int | None,
        Field(ge=0, description="the one you read, 0: new; none replaces what is there"),
    ] = None,
) -> Saved:
    """Save a rule pack to the account, so that analyze can judge by it; it has to hold together."""
    key = str(module.get("key") or "").strip()
    if not key or "/" in key:
        raise ToolError("The module has no key; give it one of letters, digits, dots and dashes.")
    kept = await (await api_of(ctx)).put(f"/dfm/packs/{key}", {"module": module, "version": version})
    return Saved(key=kept["pack"]["key"], version=kept["pack"]["version"])


TOOLS = (
    Tool(call=list_rule_packs, title="Rule packs", limit_s=60.0, most_characters=40_000),
    Tool(call=get_rule_schema, title="What rules are written with", limit_s=60.0, most_characters=8000),
    Tool(call=validate_rule_pack, title="Check and try a rule pack", limit_s=60.0),
    Tool(call=evaluate_rule_pack, title="Judge by a rule pack", limit_s=60.0),
    Tool(call=save_rule_pack, title="Save a rule pack", limit_s=60.0, reads_only=False, is_destructive=True),
)
