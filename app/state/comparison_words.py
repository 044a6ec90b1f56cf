"""A comparison of two revisions in words, as `3 fixed, 2 new, 1 worse; 14 unchanged` sums it up."""

from app.client.models import Geometry, Severity, Verdict
from app.state import display_unit, feature_words, quantity_words, rule_rows
from app.state.comparison import Alignment, Comparison
from app.state.feature_changes import FeatureChange, MatchedFeature, SizeChange
from app.state.issue_changes import MatchedIssue
from app.state.pose import STILL, Pose
from app.state.revisions import ORDER, Change, Matched

ARROW = "→"
MINUS = quantity_words.MINUS
CHANGES_NAMED = (Change.FIXED, Change.BETTER, Change.NEW, Change.WORSE)
"""In the order of the sentence: what was gained, then what it cost."""
WORDS = {
    Change.NEW: "new",
    Change.WORSE: "worse",
    Change.FIXED: "fixed",
    Change.BETTER: "better",
    Change.SAME: "unchanged",
    Change.UNJUDGED: "not judged in both",
}
FEATURE_WORDS = {
    FeatureChange.ADDED: "added",
    FeatureChange.REMOVED: "removed",
    FeatureChange.CHANGED: "changed",
    FeatureChange.SAME: "unchanged",
}
VERDICTS: dict[Severity | None, str] = {
    "fail": "fails",
    "warning": "passes with warnings",
    "pass": "passes",
    None: "not judged",
}
SAME_SHARE = 5e-4
"""Volumes that differ by less are the same to the digits that are shown."""
STILL_DEG = 0.05


def summary(comparison: Comparison) -> str:
    """Return what became of the issues, in a sentence."""
    if comparison.alignment.is_same_file:
        return "Nothing changed: both files are the same."
    counts = comparison.counts
    n_same = counts[Change.SAME]
    parts = [f"{counts[change]} {WORDS[change]}" for change in CHANGES_NAMED if counts[change]]
    if counts[Change.UNJUDGED]:
        parts.append(f"{counts[Change.UNJUDGED]} {WORDS[Change.UNJUDGED]}")
    if parts:
        return ", ".join(parts) + (f"; {n_same} unchanged." if n_same else ".")
    if comparison.is_unchanged:
        return f"Nothing changed{_same(n_same)}."
    if not n_same:
        return "No issues in either revision; the shape was changed."
    return f"The shape was changed, no issue was{_same(n_same)}."


def features(comparison: Comparison) -> str:
    """Return what became of the features: `1 added, 2 changed; 34 unchanged`."""
    counts = comparison.feature_counts
    parts = [f"{counts[one]} {FEATURE_WORDS[one]}" for one in FEATURE_WORDS if counts[one]]
    return ", ".join(parts) or "none"


def verdict(verdict: Verdict | None) -> str:
    """Return a verdict as half a sentence: `fails 3 rules`, `passes`, `does not apply`."""
    if verdict is None:
        return VERDICTS[None]
    if verdict.gate is not None:
        return "does not suit the part"
    n = rule_rows.counts(verdict)[verdict.overall_severity]
    if verdict.overall_severity == "fail":
        return f"fails {n} rule{'s' if n != 1 else ''}"
    if verdict.overall_severity == "warning":
        return f"passes, {n} rule{' warns' if n == 1 else 's warn'}"
    return VERDICTS["pass"]


def part(before: Geometry | None, after: Geometry | None, pose: Pose = STILL) -> tuple[str, ...]:
    """Return volume and size with what they were; what did not change is named once.

    Sizes of a part that was turned cannot be compared: they are those of a box along the axes.
    """
    if before is None or after is None:
        return ()
    volumes = before.volume_cm3, after.volume_cm3
    lines = [f"{_decimals(volumes[1])} cm³"]
    if abs(volumes[1] - volumes[0]) > SAME_SHARE * max(volumes):
        lines = [f"{_decimals(volumes[0])} {ARROW} {_decimals(volumes[1])} cm³{share(*volumes)}"]
    if pose.turn_deg > STILL_DEG:
        return tuple(lines)
    sizes = [" × ".join(f"{side:.1f}" for side in one.sides_mm) for one in (before, after)]
    lines.append(f"{sizes[1]} mm" if sizes[0] == sizes[1] else f"{sizes[0]} {ARROW} {sizes[1]} mm")
    return tuple(lines)


def share(before: float, after: float) -> str:
    """Return by how much a number grew, ` (−2.5 %)`; empty where that rounds to nothing, or it was 0."""
    if not before:
        return ""
    percent = 100.0 * (after - before) / abs(before)
    digits = 1 if abs(percent) < 10.0 else 0
    text = f"{abs(percent):.{digits}f} %"
    return "" if float(text[:-2]) == 0.0 else f" ({MINUS if percent < 0.0 else '+'}{text})"


def stands(pose: Pose) -> str:
    """Return how the part was moved as a whole; empty where it was not."""
    if pose.is_still:
        return ""
    digits = display_unit.digits(1)
    by = ", ".join(f"{display_unit.shown(float(one)):.{digits}f}".replace("-", MINUS) for one in pose.move_mm)
    unit = display_unit.name()
    if pose.turn_deg < STILL_DEG:
        return f"The part was moved by {by} {unit} as a whole; places are matched all the same."
    return f"The part was turned by {pose.turn_deg:.0f}° as a whole; places are matched all the same."


def places(issue: MatchedIssue) -> str:
    """Return what became of the places of an issue: `2 new, 1 fixed, 3 unchanged`."""
    changes = [one.change for one in issue.findings]
    return ", ".join(f"{changes.count(one)} {WORDS[one]}" for one in ORDER if one in changes)


def measured(matched: Matched) -> str:
    """Return what was measured before and after, `1.20 → 3.00 mm`; one number where there is one."""
    was = None if matched.before is None else quantity_words.measured(matched.before.finding)
    now = None if matched.after is None else quantity_words.measured(matched.after.finding)
    return _from_to(was, now) or quantity_words.NOTHING


def margin(matched: Matched) -> str:
    """Return the margin before and after; of two limits that are not one, that of the later alone."""
    before, after = (None if one is None else one.finding for one in (matched.before, matched.after))
    was = None if before is None else quantity_words.margin(before)
    now = None if after is None else quantity_words.margin(after)
    if before is not None and after is not None and before.threshold != after.threshold:
        was = None
    return _from_to(was, now) or quantity_words.NOTHING


def level(matched: Matched) -> str:
    """Return what its severity was and is, where it changed: `warns → fails`."""
    names: dict[Severity, str] = {"fail": "fails", "warning": "warns", "pass": "passes"}
    if matched.before is None or matched.after is None:
        return ""
    was, now = matched.before.finding.severity, matched.after.finding.severity
    return "" if was == now else f"{names[was]} {ARROW} {names[now]}"


def feature_size(matched: MatchedFeature) -> str:
    """Return a feature's size; of one that changed, each dimension before and after."""
    if matched.change is not FeatureChange.CHANGED:
        return feature_words.size(matched.feature)
    parts = [_size(one) for one in matched.sizes]
    if matched.moved_mm:
        parts.append(f"moved {quantity_words.number(matched.moved_mm, 'mm')}")
    return ", ".join(parts)


def title(alignment: Alignment) -> str:
    """Return the names of both files: `bracket_a.step → bracket_b.step`."""
    names = [one.filename or "part" for one in (alignment.before, alignment.after)]
    return f"{names[0]} {ARROW} {names[1]}"


def _from_to(was: str | None, now: str | None) -> str:
    """Join two values of one unit, which is said once; one where there is one, or both are the same."""
    if was is None or now is None:
        return now or was or ""
    return quantity_words.joined(was, now, ARROW)


def _size(change: SizeChange) -> str:
    if isinstance(change.before, bool):
        return f"blind {ARROW} through" if change.after else f"through {ARROW} blind"
    name = change.key.rpartition("_")[0].replace("_", " ")
    if change.key.endswith("_deg"):
        return f"{name} {change.before:.1f} {ARROW} {change.after:.1f}°"
    before, after = (quantity_words.number(one, "mm") for one in (change.before, change.after))
    unit = display_unit.name()
    return f"{name} {before.removesuffix(unit).rstrip()} {ARROW} {after}"


def _same(n: int) -> str:
    return "" if not n else (": 1 issue as before" if n == 1 else f": {n} issues as before")


def _decimals(volume_cm3: float) -> str:
    return f"{volume_cm3:.2f}" if volume_cm3 < 100.0 else f"{volume_cm3:.1f}"
