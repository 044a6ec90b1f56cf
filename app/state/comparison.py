"""Two revisions of a part, compared: issues new, fixed, worse or better, and the features behind them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.client.models import Feature, Result, RuleVerdict, Verdict
from app.state import feature_changes, issue_changes, pose, revisions, rule_rows
from app.state.feature_changes import FeatureChange, MatchedFeature
from app.state.issue_changes import MatchedIssue
from app.state.issues import PlacedIssue
from app.state.pose import Pose
from app.state.revisions import Change, Matched, Partners


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """What of one revision is what of the other, whatever process is looked at."""

    before: Result
    after: Result
    diagonal_mm: float
    pose: Pose
    """From the earlier revision to the later one."""
    features: tuple[MatchedFeature, ...]
    is_same_file: bool = False
    """Whether both files are the same, byte for byte."""

    def partner(self, fids: frozenset[str], *, is_before: bool) -> frozenset[str]:
        """Return the faces that these were, or became, where they are just those of a matched feature."""
        for one in self.features:
            mine, other = (one.before, one.after) if is_before else (one.after, one.before)
            if mine is not None and other is not None and frozenset(mine.fids) == fids:
                return frozenset(other.fids)
        return frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Both revisions under one process."""

    alignment: Alignment
    before: Verdict | None
    """None where that revision was not judged by the process."""
    after: Verdict | None
    matched: tuple[Matched, ...]
    """Findings, each once."""
    issues: tuple[MatchedIssue, ...]

    def is_folded(self, matched: MatchedIssue) -> bool:
        """Return whether an issue is of a rule behind a gate that failed in the revision it belongs to."""
        verdict = self.before if matched.after is None else self.after
        return verdict is not None and verdict.gate is not None and matched.placed.rule.key != verdict.gate

    @property
    def counts(self) -> dict[Change, int]:
        """How many issues each change has."""
        changes = [each.change for each in self.issues]
        return {change: changes.count(change) for change in Change}

    @property
    def feature_counts(self) -> dict[FeatureChange, int]:
        """How many features each change has."""
        changes = [one.change for one in self.alignment.features]
        return {change: changes.count(change) for change in FeatureChange}

    @property
    def is_unchanged(self) -> bool:
        """Whether neither a finding nor a feature nor the verdict differs."""
        features = self.feature_counts
        levels = [None if one is None else one.overall_severity for one in (self.before, self.after)]
        return (
            all(one.change is Change.SAME for one in self.matched)
            and features[FeatureChange.SAME] == len(self.alignment.features)
            and levels[0] == levels[1]
        )


def align(before: Result, after: Result, *, is_same_file: bool = False) -> Alignment:
    """Find out how the part stands in both revisions, and which features are the same."""
    olds, news = before.features.features, after.features.features
    diagonal_mm = max(_diagonal_mm(before), _diagonal_mm(after))
    stands = pose.estimate(olds, news, diagonal_mm)
    matched = feature_changes.match(olds, news, diagonal_mm, stands)
    return Alignment(before, after, diagonal_mm, stands, matched, is_same_file)


def compare(alignment: Alignment, verdict: tuple[str, str] | None) -> Comparison:
    """Compare the issues of both revisions under one process, and the findings within them."""
    if verdict is None:
        return Comparison(alignment, None, None, (), ())
    was, now = (_issues(one, verdict) for one in (alignment.before, alignment.after))
    olds, news = ([one for each in several for one in each.placed] for several in (was, now))
    matched = revisions.match(olds, news, alignment.diagonal_mm, alignment.pose, Partners(alignment.features))
    before, after = (_verdict(one, verdict) for one in (alignment.before, alignment.after))
    judged = [_honest(one, _rules(before), _rules(after)) for one in matched]
    judged.sort(key=lambda one: revisions.ORDER.index(one.change))
    return Comparison(alignment, before, after, tuple(judged), issue_changes.match(was, now, judged))


def _issues(result: Result, verdict: tuple[str, str]) -> tuple[PlacedIssue, ...]:
    """Return what fails or warns, rule by rule as the pack has them, the worst first."""
    found = rule_rows.find(result, *verdict)
    return () if found is None else rule_rows.of_verdict(*verdict, found[1].result).issues


def _verdict(result: Result, verdict: tuple[str, str]) -> Verdict | None:
    found = rule_rows.find(result, *verdict)
    return None if found is None else found[1].result


def _rules(verdict: Verdict | None) -> dict[str, RuleVerdict]:
    return {} if verdict is None else {rule.key: rule for rule in verdict.rules}


def _honest(matched: Matched, before: dict[str, RuleVerdict], after: dict[str, RuleVerdict]) -> Matched:
    """Call nothing new or fixed that only one of the revisions was judged by."""
    if matched.change not in (Change.NEW, Change.FIXED):
        return matched
    rule = (before if matched.change is Change.NEW else after).get(matched.placed.rule.key)
    return matched if _is_judged(rule) else replace(matched, change=Change.UNJUDGED)


def _is_judged(rule: RuleVerdict | None) -> bool:
    """Return whether a rule could look at what there was; one without anything to look at could."""
    if rule is None:
        return False
    return not rule.n_skipped or bool(rule.n_inspected)


def _diagonal_mm(result: Result) -> float:
    if result.geometry is not None:
        return math.hypot(*result.geometry.sides_mm)
    return _spread_mm(result.features.features)


def _spread_mm(features: Iterable[Feature]) -> float:
    """Return the diagonal of the box round all features, for a server that sends no size of the part."""
    corners = [corner for one in features if one.box_mm is not None for corner in one.box_mm]
    if not corners:
        return 1.0
    return math.dist(
        [min(axis) for axis in zip(*corners, strict=True)], [max(axis) for axis in zip(*corners, strict=True)]
    )
