"""Puts the processes in order: which suits a part best, and why.

One rule: what fits the machine, and no gate closes, comes before what does not; then the more natural process
for the form of the part; then fewer failing rules, over less of the surface; then fewer warnings; then fewer
needs. A process that fails over much of the surface, and that another is meant for, does not make the part:
the other comes first, even where its machine is too small; so it does before one that hardly makes such a
form. What is equal stays in the order of the packs.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.form.scores import AS_WELL_SHEET
from engine.model.finding import ConfigurationVerdict, PackVerdict, RuleVerdict
from engine.model.form import BodyForm, Form, PartForm
from engine.model.metric_table import MetricTable
from engine.model.order import ProcessOrder, RankedConfiguration
from engine.model.part import Part
from engine.model.rulepack import FormFit, Machine, RulePack, Severity
from engine.rules import select
from engine.rules.message import Sentence, plain
from engine.tolerances import SAME_LENGTH, at_least

HEAVY_SHARE = 0.3
"""A process that another is meant for does not make what it fails over so much of the surface of: Sprue's
judgment, on real parts whose process is plain."""

MM3_PER_CM3 = 10.0**3
G_PER_KG = 10.0**3

_CLAUSE_OF_FIT = {
    FormFit.NATURAL: "is what it is for",
    FormFit.POSSIBLE: "can be made by it, though another process is meant for that",
    FormFit.FALLBACK: "is made by it where nothing else can",
    FormFit.UNLIKELY: "is hardly made by it",
}


def put(
    packs: Sequence[RulePack],
    verdicts: Sequence[PackVerdict],
    part: Part,
    form: PartForm | None,
    table: MetricTable,
) -> ProcessOrder:
    """Put the configurations of all packs in order.

    `form` is None where nobody knows it: every form is possible then, and every machine takes the part.
    """
    ranked = [
        _ranked(pack, verdict, part, form, table)
        for pack, judged in zip(packs, verdicts, strict=True)
        for verdict in judged.all_configurations
    ]
    ordered = sorted(ranked, key=_key)
    return ProcessOrder(tuple(ordered), _comparison(ordered, {pack.key: pack.name for pack in packs}))


def _ranked(
    pack: RulePack,
    verdict: ConfigurationVerdict,
    part: Part,
    form: PartForm | None,
    table: MetricTable,
) -> RankedConfiguration:
    bodies = () if form is None else tuple(_as_sheet(body) for body in form.bodies)
    fits = [pack.fit_of(body.form, body.variant) for body in bodies]
    fit = max(fits, key=lambda each: each.rank, default=FormFit.POSSIBLE)
    fail_share = _fail_share(verdict.rules, part)
    own = (each for each in pack.configurations if each.key == verdict.key)
    misfit = _misfit(next(own, pack.configurations[0]).machine, part, bodies)
    gate = next((rule.message for rule in verdict.rules if rule.key == verdict.gate), "")
    needs = _needs(pack, table)
    n_fail, n_warning = (verdict.count_of_severity.get(each, 0) for each in (Severity.FAIL, Severity.WARNING))
    clauses = [_fail_clause(n_fail, fail_share, n_warning)]
    if bodies:
        least = bodies[fits.index(fit)]
        clauses.insert(0, f"A {least.form.noun(1)} {_CLAUSE_OF_FIT[fit]}")
    if needs:
        clauses.append(f"it needs {', '.join(needs)}")
    return RankedConfiguration(
        pack.key,
        verdict.key,
        misfit,
        gate,
        fit,
        n_fail,
        fail_share,
        n_warning,
        needs,
        misfit or gate or f"{'; '.join(clauses)}.",
    )


def _as_sheet(body: BodyForm) -> BodyForm:
    """Return what was extruded as the sheet that it nearly is as well; any other body as it is."""
    if body.form is Form.EXTRUDED and body.score_of_form.get(Form.SHEET, 0.0) >= AS_WELL_SHEET:
        return replace(body, form=Form.SHEET, variant="")
    return body


def _key(ranked: RankedConfiguration) -> tuple[int, int, int, float, int, int]:
    return (
        _bar(ranked),
        ranked.form_fit.rank,
        ranked.n_fail,
        round(ranked.fail_share, 2),
        ranked.n_warning,
        len(ranked.needs),
    )


def _bar(ranked: RankedConfiguration) -> int:
    """Return how much stands in the way of a process: 0 where nothing does."""
    is_natural = ranked.form_fit is FormFit.NATURAL
    if ranked.form_fit is FormFit.UNLIKELY and not (ranked.misfit or ranked.gate):
        return 3
    if ranked.misfit:
        return 2 if is_natural else 5
    if ranked.gate:
        return 1 if is_natural else 4
    return 0 if is_natural or ranked.fail_share < HEAVY_SHARE else 3


def _fail_share(rules: Sequence[RuleVerdict], part: Part) -> float:
    """Return the share of the surface that rules fail at; 1 where one fails of no face in particular."""
    faces: set[int] = set()
    for rule in rules:
        if rule.severity is not Severity.FAIL:
            continue
        failing = [finding for finding in rule.findings if finding.severity is Severity.FAIL]
        if not failing or any(not finding.faces and finding.fid is None for finding in failing):
            return 1.0
        faces.update(*(finding.faces for finding in failing))
        faces.update(finding.fid for finding in failing if finding.fid is not None)
    whole_mm2 = sum(face.area_mm2 for face in part.faces)
    return sum(part.faces[face].area_mm2 for face in sorted(faces)) / whole_mm2 if whole_mm2 > 0.0 else 0.0


def _misfit(machine: Machine | None, part: Part, bodies: Sequence[BodyForm]) -> str:
    """Say why the first body that does not fit a machine does not; empty where all fit."""
    if machine is None:
        return ""
    for body in bodies:
        sizes_mm = np.array(body.sizes_mm)
        too_long = np.flatnonzero(sizes_mm > np.array(machine.largest_mm) * (1.0 + SAME_LENGTH))
        density_g_cm3 = machine.density_g_cm3 or 0.0
        mass_kg = part.bodies[body.body].volume_mm3 / MM3_PER_CM3 * density_g_cm3 / G_PER_KG
        gauge_mm = body.evidence.get("gauge_mm", np.nan)
        if len(too_long):
            needed, room = _box(body.sizes_mm), _box(machine.largest_mm)
            return f"Does not fit: the smallest box round it is {needed}, and {room} go in."
        if sizes_mm[2] < machine.smallest_mm:
            longest, least = plain(sizes_mm[2], 3), plain(machine.smallest_mm)
            return f"Too small: the smallest box round it is {longest} mm long, and {least} mm is the least."
        if mass_kg > machine.heaviest_kg:
            most = plain(machine.heaviest_kg)
            return f"Too heavy: it weighs {plain(mass_kg, 3)} kg, and {most} kg is the most."
        thinnest_mm, thickest_mm = machine.gauge_mm
        is_worked = at_least(gauge_mm, thinnest_mm) and at_least(thickest_mm, gauge_mm)
        if body.form is Form.SHEET and not is_worked:
            worked = " to ".join(plain(each) for each in machine.gauge_mm)
            return f"Wrong gauge: it is {plain(gauge_mm, 3)} mm thick, and {worked} mm are worked."
    return ""


def _box(sizes_mm: Sequence[float]) -> str:
    """Write the sides of a box, the longest first."""
    return " × ".join(plain(each, 3) for each in sorted(sizes_mm, reverse=True)) + " mm"


def _needs(pack: RulePack, table: MetricTable) -> tuple[str, ...]:
    """Say what the process needs besides for this part; nothing where that was not measured."""
    found = []
    for need in pack.needs:
        column = table.values.get(need.condition.metric)
        if column is None or not len(column):
            continue
        met = select.meeting((need.condition,), column.subjects[:1], table, {})
        if met.is_met.any():
            found.append(Sentence(need.name, 0).of("", "", float(column.numbers[0]), None))
    return tuple(found)


def _fail_clause(n_fail: int, fail_share: float, n_warning: int) -> str:
    warns = f"{n_warning} rule{'s warn' if n_warning != 1 else ' warns'}"
    if not n_fail:
        return warns if n_warning else "nothing fails"
    share = "less than 1 %" if fail_share < 0.01 else f"{100.0 * fail_share:.0f} %"
    return f"{n_fail} rule{'s fail' if n_fail != 1 else ' fails'} over {share} of its surface"


def _comparison(ordered: Sequence[RankedConfiguration], name_of_pack: dict[str, str]) -> str:
    """Say why the first is first and why the next process is not."""
    if not ordered:
        return ""
    first = ordered[0]
    if first.misfit or first.gate:
        name = name_of_pack[first.pack]
        return f"No process makes the part as it is. {name} comes nearest: {_within_sentence(first.reason)}"
    described = f"{name_of_pack[first.pack]} is first: {_within_sentence(first.reason)}"
    following = next((each for each in ordered if each.pack != first.pack), None)
    if following is None:
        return described
    return f"{described} {name_of_pack[following.pack]} is next: {_within_sentence(_less(first, following))}"


def _less(first: RankedConfiguration, following: RankedConfiguration) -> str:
    """Say by what one configuration comes after another."""
    keys = zip(_key(first), _key(following), strict=True)
    place = next((at for at, (ours, theirs) in enumerate(keys) if ours != theirs), None)
    if place is None:
        return "It suits the part as well."
    if place >= 2:
        clauses = {
            2: f"it fails {following.n_fail} rules against {first.n_fail}",
            3: f"it fails over {100.0 * following.fail_share:.0f} % of the surface",
            4: f"it warns by {following.n_warning} rules against {first.n_warning}",
            5: f"it needs {', '.join(following.needs)}",
        }
        return f"{clauses[place]}."
    return following.reason


def _within_sentence(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
