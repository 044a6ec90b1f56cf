"""What rules have against a part, read off its result document: an objection an issue."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """A part of a run, and the configurations that it is reported under."""

    file: str
    """As it was named."""
    configurations: tuple["JudgedConfiguration", ...] = ()
    errors: tuple[str, ...] = ()
    """Why it could not be judged, or what of it."""


@dataclass(frozen=True, slots=True)
class JudgedConfiguration:
    """A configuration of a rule pack, and what each of its rules says of the part."""

    pack: str
    configuration: str
    name: str
    """For people: `Casting, sand`."""
    rules: tuple["JudgedRule", ...]


@dataclass(frozen=True, slots=True)
class JudgedRule:
    """A rule, and what it has against the part."""

    key: str
    name: str
    severity: str
    message: str
    source: str
    is_applicable: bool
    reason: str
    """Why it is not applicable, or what it left out."""
    objections: tuple["Objection", ...]


@dataclass(frozen=True, slots=True)
class Objection:
    """One issue: something that has one cause, at one place or many."""

    severity: str
    message: str
    advice: str
    n_places: int
    subject: str
    """What it is about: `4 × hole Ø6.6`, or the kind and number of a feature or face."""
    value: float | None
    """Of the worst place, as the three below."""
    threshold: float | None
    unit: str
    point_mm: tuple[float, float, float] | None


def part_of(file: str, document: Document, is_asked: bool) -> JudgedPart:
    """Return what a result document has against a part.

    Parameters
    ----------
    file
        The part, as it was named.
    document
        `result.json`.
    is_asked
        Whether the packs were asked for: then all of them count. Else the one configuration that suits the
        part best, since nobody makes a part in nine ways.
    """
    modules = document["modules"]
    best = modules["order"][0] if modules["order"] else None
    judged = tuple(
        _configuration(pack, configuration)
        for pack in modules["modules"]
        for configuration in pack["configurations"]
        if is_asked
        or best is None
        or (best["module_key"], best["configuration_key"])
        == (pack["module_key"], configuration["configuration_key"])
    )
    return JudgedPart(file, judged, tuple(failed["message"] for failed in document["failed_stages"]))


def all_of(part: JudgedPart) -> Iterator[tuple[JudgedConfiguration, JudgedRule, Objection]]:
    """Yield every objection to a part, with its rule."""
    for configuration in part.configurations:
        for rule in configuration.rules:
            for objection in rule.objections:
                yield configuration, rule, objection


def rule_id(configuration: JudgedConfiguration, rule: JudgedRule) -> str:
    """Return what names a rule among those of all packs: `casting/sand/min_wall_thickness`."""
    return f"{configuration.pack}/{configuration.configuration}/{rule.key}"


def _configuration(pack: Document, configuration: Document) -> JudgedConfiguration:
    name = f"{pack.get('name') or pack['module_key']}, {configuration['name']}"
    rules = tuple(_rule(rule) for rule in configuration["result"]["rules"])
    return JudgedConfiguration(pack["module_key"], configuration["configuration_key"], name, rules)


def _rule(rule: Document) -> JudgedRule:
    return JudgedRule(
        rule["key"],
        rule["name"] or rule["key"],
        rule["severity"],
        rule["message"],
        rule["source"],
        rule["applicable"],
        rule["reason"],
        tuple(_objections(rule)),
    )


def _objections(rule: Document) -> Iterator[Objection]:
    """Yield what a rule objects to; it may object to the part without finding a place."""
    if rule["severity"] == "pass" or not rule["applicable"]:
        return
    for issue in rule["issues"]:
        yield _objection(issue, [rule["findings"][each] for each in issue["findings"]])
    if not rule["issues"]:
        yield Objection(rule["severity"], rule["message"], "", 0, "part", None, None, "", None)


def _objection(issue: Document, findings: Sequence[Document]) -> Objection:
    worst = findings[0]
    point = worst["location"]
    return Objection(
        severity=issue["severity"],
        message=issue["message"],
        advice=worst["advice"] or "",
        n_places=len(findings),
        subject=issue["label"] or f"{worst['kind'].lower()} {worst['fid']}".strip(),
        value=worst["value"],
        threshold=worst["threshold"],
        unit=worst["unit"] or "",
        point_mm=None if point is None else (point[0], point[1], point[2]),
    )
