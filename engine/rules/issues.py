"""Puts the findings of a rule together by their causes, so that one cause is told once.

Two findings have one cause where they are about faces of one feature, features of one pattern or their faces,
subjects of one kind at one value as it is shown, or things that meet: faces that share an edge, two sides of
one wall, measures of one wall or gap next to each other, and features that too little is left between. What
is joined to one of a group belongs to all of it.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from scipy.spatial import cKDTree

from engine.disjoint_sets import DisjointSets
from engine.kinds import KIND_OF_KEY
from engine.metrics import INFO_OF_METRIC
from engine.model.field import Unit
from engine.model.finding import Findings
from engine.model.issue import Cause, Issue
from engine.model.metric import Domain, Subject
from engine.model.metric_table import MetricTable
from engine.model.rulepack import LEVEL, Severity
from engine.rules import message

SHOWN_DIGITS = 3
"""Values that are written alike with so many digits are one value."""

NOISE, NOISE_DEG = 1e-6, 0.005
"""What is nearer to zero is written as zero: mm and ratios; angles, which messages give to a tenth."""

ACROSS = ("thickness", "clearance")
"""Layers of what is measured across a wall or a gap."""

PRIORITY = (Cause.PATTERN, Cause.FEATURE, Cause.REGION, Cause.EQUAL)
"""By which an issue is named that several causes hold together."""

_PLURAL_OF_DOMAIN = {Domain.FACE: "faces", Domain.CORNER: "corners", Domain.PART: "places"}


def of(metric: str, subjects: Sequence[Subject], findings: Findings, table: MetricTable) -> tuple[Issue, ...]:
    """Return the issues of a rule, the worst first.

    `subjects` are those of the findings, one each. Passes are no issues.
    """
    wrong = [at for at, severity in enumerate(findings.severities) if severity is not Severity.PASS]
    sets = DisjointSets(len(findings))
    joined: list[tuple[int, Cause]] = []
    position = {subjects[at].index: at for at in wrong}
    feature_of_face = _feature_of_face(subjects, table)
    for cause, members in (
        (Cause.FEATURE, _same(wrong, [_features(subjects[at], feature_of_face) for at in wrong])),
        (Cause.PATTERN, _patterns(_features_at(position, subjects, feature_of_face), table)),
        (Cause.REGION, _same(wrong, [_faces(findings, subjects, at) for at in wrong])),
        (Cause.REGION, _neighbors(position, table)),
        (Cause.REGION, _at_one_place(wrong, findings, metric)),
        (Cause.REGION, _beside_each_other(wrong, findings, subjects)),
        (Cause.EQUAL, _same(wrong, [_likenesses(findings, subjects, at) for at in wrong])),
    ):
        for first, second in members:
            sets.join(first, second)
            joined.append((first, cause))
    groups: dict[int, tuple[list[int], set[Cause]]] = {}
    for at in wrong:
        groups.setdefault(sets.least(at), ([], set()))[0].append(at)
    for at, cause in joined:
        groups[sets.least(at)][1].add(cause)
    quantity = INFO_OF_METRIC[metric].layer if metric in INFO_OF_METRIC else ""
    issues = [
        _issue(members, causes, subjects, findings, table, quantity or metric)
        for members, causes in groups.values()
    ]
    return tuple(sorted(issues, key=lambda each: each.worst))


Pairs = Iterable[tuple[int, int]]


def _same(positions: Sequence[int], keys: Sequence[Iterable[object]]) -> Pairs:
    """Yield each position with the first one that has one of its keys."""
    first: dict[object, int] = {}
    for at, of_position in zip(positions, keys, strict=True):
        for key in of_position:
            if first.setdefault(key, at) != at:
                yield first[key], at


def _feature_of_face(subjects: Sequence[Subject], table: MetricTable) -> dict[int, int]:
    """Return the features by their faces, where a rule is about faces."""
    if not any(each.domain is Domain.FACE for each in subjects):
        return {}
    features = (each for each in table.subjects if each.domain is Domain.FEATURE)
    return {face: each.index for each in features for face in each.faces}


def _features(subject: Subject, feature_of_face: dict[int, int]) -> list[int]:
    if subject.domain is Domain.FEATURE:
        return [subject.index]
    return [feature_of_face[face] for face in subject.faces if face in feature_of_face]


def _faces(findings: Findings, subjects: Sequence[Subject], at: int) -> Iterable[int]:
    """Return the faces a finding is about; of features none: pockets in one face are not one cause."""
    return () if subjects[at].domain is Domain.FEATURE else findings.faces[at]


def _features_at(
    position: dict[int, int], subjects: Sequence[Subject], feature_of_face: dict[int, int]
) -> dict[int, list[int]]:
    """Return the positions of findings about features and their faces, by the index of the feature."""
    found: dict[int, list[int]] = {}
    for at in position.values():
        for feature in _features(subjects[at], feature_of_face):
            found.setdefault(feature, []).append(at)
    return found


def _patterns(positions_of_feature: dict[int, list[int]], table: MetricTable) -> Pairs:
    for pattern in table.patterns:
        found = sorted({at for each in pattern.subjects for at in positions_of_feature.get(each, ())})
        yield from ((found[0], each) for each in found[1:])


def _neighbors(position: dict[int, int], table: MetricTable) -> Pairs:
    if not len(table.neighbors) or not position:
        return
    known = np.isin(table.neighbors, list(position)).all(axis=1)
    for first, second in table.neighbors[known].tolist():
        yield position[first], position[second]


def _at_one_place(positions: Sequence[int], findings: Findings, metric: str) -> Pairs:
    """Yield findings of thickness or clearance whose balls, each as wide as the wall or gap, meet in it.

    Those of two walls do not: there is air between them.
    """
    if metric not in INFO_OF_METRIC or INFO_OF_METRIC[metric].layer not in ACROSS:
        return
    at = np.array(positions, dtype=np.intp)
    at = at[np.isfinite(findings.witnesses[at]).all(axis=(1, 2))]
    if len(at) < 2:
        return
    ends = findings.witnesses[at]
    middles, lengths_mm = ends.mean(axis=1), np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    # Of two that meet, the wider one finds the other within its width.
    for one, near in enumerate(cKDTree(middles).query_ball_point(middles, lengths_mm)):
        apart_mm = np.linalg.norm(middles[near] - middles[one], axis=1)
        meeting = np.array(near)[apart_mm <= (lengths_mm[near] + lengths_mm[one]) / 2.0]
        yield from ((int(at[one]), int(at[other])) for other in meeting if other != one)


def _beside_each_other(positions: Sequence[int], findings: Findings, subjects: Sequence[Subject]) -> Pairs:
    """Yield features of which one is measured to the other, each with a finding of its own."""
    features = [at for at in positions if subjects[at].domain is Domain.FEATURE]
    of_face = {face: at for at in features for face in subjects[at].faces}
    for at in features:
        if np.isfinite(findings.witnesses[at]).all():
            yield from ((at, of_face[face]) for face in findings.faces[at] if of_face.get(face, at) != at)


def _likenesses(findings: Findings, subjects: Sequence[Subject], at: int) -> Iterable[tuple[str, str, str]]:
    """Return what findings of one cause share: kind and severity, with the value or the size as shown."""
    alike = findings.kinds[at], findings.severities[at].value
    noise = NOISE_DEG if findings.unit == Unit.DEG else NOISE
    yield (*alike, _shown(float(findings.values[at]), noise))
    if subjects[at].size:
        yield (*alike, f"({subjects[at].size})")


def _shown(value: float, noise: float = NOISE) -> str:
    return message.plain(0.0 if abs(value) < noise else value, SHOWN_DIGITS)


def _issue(
    members: list[int],
    causes: set[Cause],
    subjects: Sequence[Subject],
    findings: Findings,
    table: MetricTable,
    quantity: str,
) -> Issue:
    worst = members[0]
    values = findings.values[members]
    finite = values[np.isfinite(values)]
    least, most = (float(finite.min()), float(finite.max())) if len(finite) else (math.nan, math.nan)
    cause = next((each for each in PRIORITY if each in causes), Cause.PLACE)
    label = _label(members, cause, subjects, findings, table)
    return Issue(
        cause,
        findings.severities[worst],
        tuple(members),
        least,
        most,
        label,
        _message(members, label, least, most, findings),
        f"{quantity}:{'part' if findings.fids[worst] is None else findings.fids[worst]}",
    )


def _label(
    members: list[int], cause: Cause, subjects: Sequence[Subject], findings: Findings, table: MetricTable
) -> str:
    if len(members) == 1:
        return subjects[members[0]].label
    indices = {subjects[at].index for at in members}
    if cause is Cause.PATTERN:
        whole = next((each for each in table.patterns if set(each.subjects) == indices), None)
        if whole is not None:
            return whole.label
        part = next((each for each in table.patterns if indices < set(each.subjects)), None)
        if part is not None:
            return f"{len(members)} of {part.label}"
    domains = {subjects[at].domain for at in members}
    kinds = {subjects[at].kind for at in members}
    if domains == {Domain.FEATURE} and len(kinds) == 1:
        counted = f"{len(indices)} {KIND_OF_KEY[kinds.pop()].plural.lower()}"
        sizes = {subjects[at].size for at in members}
        size = sizes.pop() if len(sizes) == 1 else ""
        return f"{counted} ({size})" if size else counted
    plural = (
        _PLURAL_OF_DOMAIN[domains.pop()] if len(domains) == 1 and domains != {Domain.FEATURE} else "places"
    )
    return f"{len(members)} {plural}"


def _message(members: list[int], label: str, least: float, most: float, findings: Findings) -> str:
    """Say how many there are, over which range, and what is said of the worst."""
    said = findings.messages[members[0]]
    if len(members) == 1:
        return said
    behind = message.spaced(findings.unit)
    low, high = _shown(least), _shown(most)
    values = f", {low}{behind}" if low == high else f", {low} to {high}{behind}"
    if math.isnan(least) or findings.unit in ("", Unit.ONE, LEVEL):
        values = ""
    return f"{label}{values}. The worst: {said[:1].upper()}{said[1:]}"
