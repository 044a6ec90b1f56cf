"""The feature tree: features by kind, those of a pattern together, each with the worst that is said of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.client.models import Feature, Pattern, Result, Severity
from app.state import display_unit, severity
from app.state.feature_filter import Filter
from app.state.interface import SHIPPED, Interface


@dataclass(frozen=True, slots=True)
class Entry:
    """One feature of the tree."""

    feature: Feature
    severity: Severity | None
    """The worst finding at it; None where there is none."""
    pattern: Pattern | None = None
    """All that are equal to it and in order with it."""


@dataclass(frozen=True, slots=True)
class PatternEntry:
    """Equal features in one arrangement that the filter lets through, at least two."""

    label: str
    """As a drawing notes it: `8 × Ø6.6 on Ø80`."""
    entries: tuple[Entry, ...]

    @property
    def severity(self) -> Severity | None:
        """The worst of all that are shown."""
        return _worst(self.entries)


@dataclass(frozen=True, slots=True)
class Group:
    """All features of a kind that the filter lets through."""

    kind: str
    entries: tuple[Entry, ...]
    n_all: int
    """Features of this kind, those that are filtered out included."""
    rows: tuple[Entry | PatternEntry, ...]
    """The same entries, those of a pattern in one."""

    @property
    def severity(self) -> Severity | None:
        """The worst of all that are shown."""
        return _worst(self.entries)


def severity_of_feature(
    result: Result, verdicts: Iterable[tuple[str, str]] | None = None
) -> dict[str, Severity]:
    """Return the worst finding at each feature that has any, by the feature's fid.

    A finding belongs to the feature of its own fid and kind; any other belongs to all features that share a
    face with it. With `verdicts`, pairs of pack and configuration, only those count: no part is made by all
    processes.
    """
    chosen = None if verdicts is None else set(verdicts)
    known = {(feature.fid, feature.kind) for feature in result.features.features}
    at_face: dict[str, Severity] = {}
    at_feature: dict[tuple[str, str], Severity] = {}
    for pack in result.packs:
        for configuration in pack.configurations:
            if chosen is not None and (pack.module_key, configuration.configuration_key) not in chosen:
                continue
            for rule in configuration.result.rules:
                for finding in rule.findings:
                    if finding.fid is None or finding.severity == "pass":
                        continue
                    key = (finding.fid, finding.kind or "")
                    if key in known:
                        at_feature[key] = _worse(at_feature.get(key), finding.severity)
                    else:
                        for fid in {finding.fid, *finding.related_fids}:
                            at_face[fid] = _worse(at_face.get(fid), finding.severity)
    found = {}
    for feature in result.features.features:
        severities = [at_face[fid] for fid in feature.fids if fid in at_face]
        severities += [at_feature[key] for key in ((feature.fid, feature.kind),) if key in at_feature]
        worst = severity.worst(severities)
        if worst is not None:
            found[feature.fid] = worst
    return found


def tree(
    features: Iterable[Feature],
    severities: Mapping[str, Severity],
    wanted: Filter | None = None,
    interface: Interface = SHIPPED,
    patterns: Iterable[Pattern] = (),
) -> tuple[Group, ...]:
    """Return the groups that have anything to show, and in each the worst first, then by face number."""
    wanted = wanted or Filter()
    pattern_of_feature = {(pattern.kind, fid): pattern for pattern in patterns for fid in pattern.fids}
    by_kind: dict[str, list[Feature]] = {}
    for feature in features:
        by_kind.setdefault(feature.kind, []).append(feature)
    groups = []
    for kind in sorted(by_kind, key=interface.place_of_kind):
        entries = [
            Entry(one, severities.get(one.fid), pattern_of_feature.get((kind, one.fid)))
            for one in by_kind[kind]
        ]
        shown = [one for one in entries if wanted.matches(one.feature, one.severity)]
        shown.sort(key=lambda one: (-severity.rank(one.severity), _number(one.feature.fid)))
        if shown:
            groups.append(Group(kind, tuple(shown), len(entries), _rows(shown)))
    return tuple(groups)


def _rows(entries: Iterable[Entry]) -> tuple[Entry | PatternEntry, ...]:
    """Put those of one pattern together, where the first of them stands."""
    together: dict[int, list[Entry]] = {}
    for entry in entries:
        key = id(entry) if entry.pattern is None else id(entry.pattern)
        together.setdefault(key, []).append(entry)
    return tuple(
        PatternEntry(display_unit.in_label(members[0].pattern.label), tuple(members))
        if len(members) > 1 and members[0].pattern is not None
        else members[0]
        for members in together.values()
    )


def owners(features: Iterable[Feature], fid: str) -> tuple[Feature, ...]:
    """Return the features a face belongs to, that of the fewest faces first: clicking again goes outward."""
    found = [feature for feature in features if fid in feature.fids]
    return tuple(sorted(found, key=lambda feature: (len(feature.fids), _number(feature.fid))))


def of_selection(features: Iterable[Feature], fids: frozenset[str]) -> tuple[Feature, ...]:
    """Return the features that a selection of faces means.

    Those of exactly these faces; where there is none, the smallest feature of each face.
    """
    known = tuple(features)
    exact = tuple(feature for feature in known if frozenset(feature.fids) == fids)
    if exact or not fids:
        return exact
    found: dict[int, Feature] = {}
    for fid in sorted(fids, key=_number):
        for feature in owners(known, fid)[:1]:
            found[id(feature)] = feature
    return tuple(found.values())


def _worst(entries: Iterable[Entry]) -> Severity | None:
    return severity.worst(entry.severity for entry in entries if entry.severity is not None)


def _worse(one: Severity | None, other: Severity) -> Severity:
    return other if one is None or severity.rank(other) > severity.rank(one) else one


def _number(fid: str) -> tuple[int, str]:
    """Order ids as the numbers they mostly are."""
    return (int(fid), fid) if fid.isascii() and fid.isdigit() else (1 << 62, fid)
