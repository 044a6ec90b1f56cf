"""What a report says of each rule pack: its rules, and the issues under them with their close-ups."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.model.analysis import Analysis
from engine.model.finding import ConfigurationVerdict, PackVerdict, RuleVerdict
from engine.model.rulepack import Severity
from engine.progress import Progress
from engine.render.scene import Scene
from engine.report import gallery, issues, places, wording
from engine.report.gallery import Closeup
from engine.report.issues import Issue, Topic
from engine.stages import failure_of

MOST_ISSUES = 12
"""Further issues of one rule that are listed; the rest is counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An issue as it is shown."""

    issue: Issue
    anchor: str
    closeup: Closeup | None
    """None where there is none."""
    same_as: str
    """Anchor of the entry whose close-up shows the same."""
    process: str
    """The process whose limits color the close-up; empty where none do."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One rule over the configurations of its pack; None where a configuration does not have it."""

    name: str
    verdicts: tuple[RuleVerdict | None, ...]

    @property
    def source(self) -> str:
        """Where the rule's limits come from."""
        return next((one.source for one in self.verdicts if one), "")

    def sentences(self, verdict: PackVerdict) -> list[tuple[str, str]]:
        """Return each different message with the configurations it is of; without names where all agree."""
        names_of_message: dict[str, list[str]] = {}
        for configuration, one in zip(verdict.configurations, self.verdicts, strict=True):
            if one is not None:
                names_of_message.setdefault(one.message, []).append(configuration.name)
        if len(names_of_message) == 1:
            return [("", message) for message in names_of_message]
        return [(", ".join(names), message) for message, names in names_of_message.items()]


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """One rule that was not passed."""

    topic: Topic
    first: Entry
    next: tuple[Entry, ...]
    """Further issues with a close-up."""
    rest: tuple[Entry, ...]
    """Issues that are a line each."""
    n_more: int
    n_without_picture: int
    """Failing issues that have a place and, for want of room, no close-up."""


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """One rule pack. Where the gate of a configuration failed, it is all of it that is not folded."""

    verdict: PackVerdict
    rows: tuple[Row, ...]
    """The rules that are not folded under every configuration."""
    sections: tuple[Section, ...]
    folded: PackVerdict
    """The configurations whose gate failed, with the rules behind it."""
    folded_rows: tuple[Row, ...]

    @property
    def fold_title(self) -> str:
        """What the fold holds in words; of each configuration where they differ."""
        words = {each.name: others_in_words(each) for each in self.folded.configurations}
        if len(set(words.values())) == 1:
            return next(iter(words.values()))
        return "; ".join(f"{name}: {said}" for name, said in words.items())


def gather(analysis: Analysis, scene: Scene, progress: Progress) -> tuple[Chapter, ...]:
    """Gather what each rule pack says, the one that suits the part best first, and draw the close-ups.

    Where `progress` outlives failures, there may be none.
    """
    ranking = analysis.order.packs()
    whole = (replace(each, configurations=each.all_configurations, derived=()) for each in analysis.verdicts)
    verdicts = sorted(
        whole, key=lambda each: ranking.index(each.key) if each.key in ranking else len(ranking)
    )
    topics_of_pack = [issues.topics(issues.gather(_unfolded(verdict))) for verdict in verdicts]
    every = [topic for topics in topics_of_pack for topic in topics]
    wanted = sorted(
        ((rank, issue) for topic in every for rank, issue in enumerate(topic.issues[: _n_shown(topic)])),
        key=lambda one: (-one[1].severity.rank, one[0], -wording.shortfall(one[1].worst)),
    )
    drawn = progress.attempt(
        "report.closeups",
        "the close-ups of the report were not drawn",
        gallery.closeups,
        scene,
        analysis,
        [issue for _, issue in wanted],
        [rank > 0 for rank, _ in wanted],
    )
    if failure_of(drawn) is not None:
        drawn = {}
    entries: dict[int, Entry] = {}
    for at, (_, issue) in enumerate(wanted):
        made = drawn.get(at)
        shown = made if isinstance(made, Closeup) else None
        same_as = f"issue-{made + 1}" if isinstance(made, int) else ""
        entries[id(issue)] = Entry(
            issue, f"issue-{at + 1}", shown, same_as, places.process_of(issue, analysis)
        )
    for issue in (issue for topic in every for issue in topic.issues if id(issue) not in entries):
        entries[id(issue)] = Entry(issue, f"issue-{len(entries) + 1}", None, "", "")
    return tuple(
        _chapter(verdict, tuple(_section(topic, entries, analysis) for topic in topics))
        for verdict, topics in zip(verdicts, topics_of_pack, strict=True)
    )


def _n_shown(topic: Topic) -> int:
    """Return how many of a rule's issues are to have a close-up: all that fail, or the worst warning."""
    return max(1, sum(issue.severity is Severity.FAIL for issue in topic.issues))


def _section(topic: Topic, entries: Mapping[int, Entry], analysis: Analysis) -> Section:
    shown = [entries[id(issue)] for issue in topic.issues[: _n_shown(topic)]]
    pictured = [entry for entry in shown[1:] if entry.closeup is not None]
    shown_issues = {id(entry.issue) for entry in (shown[0], *pictured)}
    rest = [entries[id(issue)] for issue in topic.issues if id(issue) not in shown_issues]
    bare = [
        entry
        for entry in shown
        if entry.issue.severity is Severity.FAIL
        and entry.closeup is None
        and not entry.same_as
        and places.has_place(entry.issue, analysis)
    ]
    return Section(
        topic,
        shown[0],
        tuple(pictured),
        tuple(rest[:MOST_ISSUES]),
        max(0, len(rest) - MOST_ISSUES),
        len(bare),
    )


def _chapter(verdict: PackVerdict, sections: tuple[Section, ...]) -> Chapter:
    shown = {rule.key for configuration in _unfolded(verdict).configurations for rule in configuration.rules}
    folded = _folded(verdict)
    return Chapter(verdict, _rows(verdict, shown), sections, folded, _rows(folded))


def _unfolded(verdict: PackVerdict) -> PackVerdict:
    """Return a verdict in which a gate that failed is its configuration's only rule."""
    return replace(
        verdict,
        configurations=tuple(
            replace(each, rules=tuple(rule for rule in each.rules if rule.key == each.gate))
            if each.gate
            else each
            for each in verdict.configurations
        ),
    )


def _folded(verdict: PackVerdict) -> PackVerdict:
    """Return the rest of it: configurations whose gate failed, with the rules behind it."""
    return replace(
        verdict,
        configurations=tuple(
            replace(each, rules=_others(each)) for each in verdict.configurations if each.gate
        ),
    )


def _others(configuration: ConfigurationVerdict) -> tuple[RuleVerdict, ...]:
    return tuple(rule for rule in configuration.rules if rule.key != configuration.gate)


def others_in_words(configuration: ConfigurationVerdict) -> str:
    """Count the rules behind a gate that failed: `5 more rules judged: 2 fail, 1 warns`."""
    rules = _others(configuration)
    severities = [rule.severity for rule in rules]
    counts = []
    for severity, verb in ((Severity.FAIL, "fail"), (Severity.WARNING, "warn")):
        n = severities.count(severity)
        if n:
            counts.append(f"{n} {verb}{'s' if n == 1 else ''}")
    judged = f"{wording.counted(len(rules), 'more rule')} judged"
    return f"{judged}: {', '.join(counts)}" if counts else judged


def _rows(verdict: PackVerdict, keys: Container[str] | None = None) -> tuple[Row, ...]:
    """Return the rules over the configurations; of these keys alone where some are given."""
    names = {rule.key: rule.name for configuration in verdict.configurations for rule in configuration.rules}
    by_key = [{rule.key: rule for rule in configuration.rules} for configuration in verdict.configurations]
    return tuple(
        Row(name, tuple(rules.get(key) for rules in by_key))
        for key, name in names.items()
        if keys is None or key in keys
    )


def unchecked(verdicts: Sequence[PackVerdict]) -> tuple[tuple[str, str, str], ...]:
    """Return pack, rule and sentence for everything a rule could not look at; each once."""
    rows: dict[tuple[str, str, str], None] = {}
    for verdict in verdicts:
        for configuration in _unfolded(verdict).configurations:
            for rule in configuration.rules:
                if rule.n_skipped or (not rule.is_applicable and rule.reason):
                    skipped = f"{wording.counted(rule.n_skipped, 'place')} left out" if rule.n_skipped else ""
                    sentence = ": ".join(part for part in (skipped, rule.reason) if part)
                    rows[(verdict.name, rule.name, sentence)] = None
    return tuple(rows)
