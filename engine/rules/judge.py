"""Judging by one rule: from the subjects it selects to its verdict and findings."""

import math
from collections import Counter

import numpy as np

from engine.kinds import KINDS
from engine.model.arrays import Ints
from engine.model.finding import Findings, RuleVerdict
from engine.model.metric_table import Column, MetricTable
from engine.model.rulepack import Rule, Severity
from engine.rules import climb, coverage, findings, issues, ladder, message, select
from engine.rules.climb import Standing
from engine.rules.findings import SEVERITIES, Judged
from engine.rules.select import Dispute, Selection

WORDS_OF_SET = {"cutouts": "cut-outs"}
"""Sets whose key is not what people write."""

ORDER_DECIMALS = 6
"""Margins that agree to so many decimals are equal: distances are known to about 1e-8 of the part."""


def judge(
    rule: Rule,
    parameters: dict[str, float],
    table: MetricTable,
    members: dict[str, Ints],
    list_passes: bool,
) -> RuleVerdict:
    """Judge every subject that a rule selects under one configuration's parameters.

    `members` are the indices of the table's subjects by selector set.
    """
    selection = select.select(rule.selector, table, members, parameters)
    judged, skips = judge_selected(rule, parameters, selection, table)
    n_inspected = judged.n_inspected
    count = Counter(SEVERITIES[rank] for rank in judged.ranks[:n_inspected].tolist())
    n_listed = len(judged.subjects) if list_passes else n_inspected - count[Severity.PASS]
    worded = findings.worded(rule, judged, n_listed)
    reason = _skip_sentence(skips, n_inspected + len(skips), rule, table)
    covered = coverage.of(selection, judged.column, _indices(judged), table)
    is_past = rule.selector.set != "part" and not covered.is_enough
    if is_past and (n_inspected or not skips):
        reason = coverage.sentence(covered, _noun(rule, covered.n_about))
    if n_inspected:
        severity = SEVERITIES[judged.ranks[0]]
        text = worded.messages[0] if severity != Severity.PASS else _pass_sentence(rule, judged, reason)
        if severity is Severity.PASS and rule.selector.set in table.missing_sets:
            severity = Severity.WARNING  # what was not gathered may hold what fails
        if severity is Severity.PASS and is_past:
            severity, text = Severity.WARNING, reason
    elif skips or is_past:
        severity, text = Severity.WARNING, reason
    else:
        severity, reason = Severity.PASS, _nothing_sentence(rule, selection, len(judged.subjects))
        text = _empty_sentence(rule) or reason
    return RuleVerdict(
        rule.key,
        rule.name,
        rule.scope,
        rule.metric,
        severity,
        text,
        n_inspected,
        len(skips),
        reason,
        bool(n_inspected or skips or is_past),
        {each: count[each] for each in SEVERITIES},
        worded,
        rule.source,
        issues.of(rule.metric, judged.subjects[:n_listed], worded, table),
    )


def _indices(judged: Judged) -> Ints:
    """Return the indices (N,) of the subjects that a rule inspected."""
    inspected = judged.subjects[: judged.n_inspected]
    return np.array([subject.index for subject in inspected], dtype=np.int64)


def unjudged(rule: Rule, reason: str) -> RuleVerdict:
    """Return the verdict of a rule that could not be judged: a warning with the reason."""
    sentence = f"Not judged: {reason}."
    return RuleVerdict(
        key=rule.key,
        name=rule.name,
        scope=rule.scope,
        metric=rule.metric,
        severity=Severity.WARNING,
        message=sentence,
        n_inspected=0,
        n_skipped=1,
        reason=sentence,
        is_applicable=True,
        count_of_severity=dict.fromkeys(SEVERITIES, 0),
        findings=Findings.of(()),
        source=rule.source,
    )


def judge_selected(
    rule: Rule, parameters: dict[str, float], selection: Selection, table: MetricTable
) -> tuple[Judged, list[str]]:
    """Judge what a selection holds; return with it a reason for each subject that could not be judged.

    A subject that the metric does not apply to (a round's diameter) is neither judged nor skipped. A set that
    was not gathered is one skip: nobody knows how many subjects it has.
    """
    column = select.UNMEASURED
    if len(selection.chosen):
        column = table.values.get(rule.metric, column)
    rows, skips = _measured(rule, column, parameters, selection, table)
    subjects = column.subjects[rows]
    stood = climb.climb(
        rule.tiers, subjects, column.numbers[rows], column.uncertainties[rows], table, parameters
    )
    is_left_out = np.isin(subjects, selection.chosen[~selection.is_met])
    is_passing = is_left_out & (stood.ranks <= 0)  # whether the rule applies makes no difference
    disputes = _disputes(selection, stood, subjects)
    climb.excuse(stood, is_left_out)
    ranks = stood.ranks
    skips += [
        f"no tier of the rule holds for {message.plain(value)}"
        for value in stood.values[(ranks == ladder.NO_TIER) & ~is_left_out]
    ]
    margins = np.where(ranks == 0, 1.0, -1.0) * np.abs(stood.values - stood.thresholds)
    # equal holes stay in their order, whichever of them rounding made the least bit worse
    order = np.lexsort((np.round(margins, ORDER_DECIMALS), -ranks, is_left_out))
    order = order[(ranks[order] != ladder.NO_TIER) & ~is_passing[order]]
    judged = Judged(
        [table.subjects[index] for index in subjects[order].tolist()],
        column,
        rows[order],
        stood.values[order],
        ranks[order],
        stood.thresholds[order],
        stood.pass_bounds[order],
        margins[order],
        stood.disputed_bounds[order],
        stood.fail_limits[order],
        stood.warn_limits[order],
        [disputes[at] for at in order.tolist()],
        int(np.count_nonzero(~is_left_out[order])),
    )
    return judged, skips


def _disputes(selection: Selection, stood: Standing, subjects: Ints) -> list[Dispute | None]:
    """Return for each subject the condition that its severity hangs on and that is within the error.

    Whether the rule applies at all makes no difference to one that passes.
    """
    found = list(stood.disputes)
    for at in np.flatnonzero(stood.ranks > 0).tolist() if selection.dispute_of_subject else ():
        found[at] = found[at] or selection.dispute_of_subject.get(int(subjects[at]))
    return found


def _measured(
    rule: Rule, column: Column, parameters: dict[str, float], selection: Selection, table: MetricTable
) -> tuple[Ints, list[str]]:
    """Return the rows of the rule's metric that can be judged, and a reason for each that cannot."""
    skips = list(selection.unclear.values())
    if rule.selector.set in table.missing_sets:
        skips.append(table.missing_sets[rule.selector.set])
    if column is select.UNMEASURED:
        skips += [f"{rule.metric} was not measured in this analysis"] * len(selection.chosen)
        return selection.chosen[:0], skips
    rows = column.rows_of(selection.chosen)
    rows = rows[rows >= 0]
    measured = rows[~np.isnan(column.numbers[rows])]
    unclear = climb.unclear(
        rule.tiers,
        column.subjects[measured],
        column.numbers[measured],
        column.uncertainties[measured],
        table,
        parameters,
    )
    is_skipped = np.isnan(column.numbers[rows]) | np.isin(column.subjects[rows], list(unclear))
    for row in rows[is_skipped].tolist():
        if math.isnan(column.numbers[row]):
            skips.append(column.reasons.get(row) or f"{rule.metric} could not be measured")
        else:
            skips.append(unclear[int(column.subjects[row])])
    return rows[~is_skipped], skips


def _pass_sentence(rule: Rule, judged: Judged, reason: str) -> str:
    """Word a rule that passes, by the subject that comes nearest to a bound, and by what is not certain."""
    template = rule.messages.get(Severity.PASS, findings.DEFAULT_MESSAGES[Severity.PASS])
    sentences = [findings.first_worded(template, judged)]
    n_close = np.count_nonzero(~judged.is_decided)
    if n_close:
        sentences.append(f"Within the measuring error of the limit: {n_close}.")
    return " ".join([*sentences, reason] if reason else sentences)


def _skip_sentence(skips: list[str], n_selected: int, rule: Rule, table: MetricTable) -> str:
    """Say how many subjects could not be judged and why; empty when all could.

    The part is not counted, nor is a set that was not gathered.
    """
    if not skips:
        return ""
    reasons = "; ".join(reason or "no reason is known" for reason, _ in Counter(skips).most_common(3))
    if rule.selector.set == "part" or rule.selector.set in table.missing_sets:
        return f"Not judged: {reasons}."
    if n_selected == 1:
        return f"The one {_noun(rule, 1)} was not judged: {reasons}."
    return f"{len(skips)} of {n_selected} {_noun(rule)} not judged: {reasons}."


def _nothing_sentence(rule: Rule, selection: Selection, n_disputed: int) -> str:
    """Say why there was nothing to inspect, and how many would fail or warn if a condition held."""
    nothing = "Nothing to check"
    if n_disputed:
        of_set = f"{n_disputed} of the {selection.n_in_set} {_noun(rule)}"
        if selection.n_in_set == 1:
            of_set = f"the one {_noun(rule, 1)}"
        return f"{nothing} for certain: within the measuring error {of_set} may meet the rule's conditions."
    if selection.is_met.any():
        n_met = int(np.count_nonzero(selection.is_met))
        if n_met == 1:
            return f'{nothing}: "{rule.name}" is not asked of the one {_noun(rule, 1)}.'
        return f'{nothing}: "{rule.name}" is asked of none of the {n_met} {_noun(rule)}.'
    if selection.n_in_set == 1:
        return f"{nothing}: the one {_noun(rule, 1)} does not meet the rule's conditions."
    if selection.n_in_set:
        return f"{nothing}: none of the {selection.n_in_set} {_noun(rule)} meets the rule's conditions."
    return f"{nothing}: the part has no {_noun(rule)}."


def _empty_sentence(rule: Rule) -> str:
    """Return the rule's text for passes where it speaks of no subject."""
    text = rule.messages.get(Severity.PASS, "")
    return "" if "{" in text else text


def _noun(rule: Rule, count: int = 2) -> str:
    """Name so many of the rule's set in words: `undercut faces`, `undercut face`."""
    name = rule.selector.set
    plural = WORDS_OF_SET.get(name, name.removeprefix("all_").replace("_", " "))
    if count != 1:
        return plural
    return next((kind.noun for kind in KINDS if kind.selector == name), plural.removesuffix("s"))
