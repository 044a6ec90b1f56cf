"""What is wrong in the reports, worst first, and how much of it is understood."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.robustness import agreement
from bench.robustness.difference import Difference, Kind
from bench.robustness.examination import Examination
from bench.robustness.runner import ORIGINAL, USUAL_MESH, Report

PATH = Path(__file__).with_name("explained.json")
ANY_RUN = "*"


@dataclass(frozen=True, slots=True)
class Found:
    """A difference, with the file and the run it was found in."""

    subject: str
    source: str
    key: str
    """Of the subject: see `subjects`."""
    run: str
    difference: Difference
    reason: str = ""
    """Why it is accepted; empty where nobody has explained it."""


def judge(reports: Iterable[Report], reason_of: Mapping[tuple[str, str, str], str]) -> list[Found]:
    """List everything that is wrong in the reports, worst first."""
    found = [
        Found(
            report.subject.name,
            report.subject.source,
            report.subject.key,
            run,
            difference,
            _reason(reason_of, report.subject.key, run, difference.key),
        )
        for report in reports
        for run, difference in _differences(report)
    ]
    return sorted(found, key=lambda one: (one.difference.kind.rank, -one.difference.weight, one.subject))


def explained(path: Path = PATH) -> dict[tuple[str, str, str], str]:
    """Return the reasons of what is understood, by subject's key, run and difference's key."""
    rows = json.loads(path.read_text("utf-8"))
    return {(row["file"], row["run"], row["difference"]): row["reason"] for row in rows}


def _reason(reason_of: Mapping[tuple[str, str, str], str], key: str, run: str, difference: str) -> str:
    return reason_of.get((key, run, difference)) or reason_of.get((key, ANY_RUN, difference), "")


def _differences(report: Report) -> Iterator[tuple[str, Difference]]:
    original = report.examination_of_run.get(ORIGINAL, Examination())
    for run, examination in report.examination_of_run.items():
        for difference in _by_itself(examination, report.subject.is_well_formed):
            yield run, difference
        if run not in (ORIGINAL, USUAL_MESH) and not examination.is_skipped:
            for difference in agreement.differences(original, examination, run):
                yield run, difference


def _by_itself(examination: Examination, is_well_formed: bool) -> Iterator[Difference]:
    if examination.crash and (is_well_formed or "reading" not in examination.crash):
        yield Difference(Kind.CRASH, "crash", examination.crash)
    if examination.hang:
        yield Difference(Kind.HANG, "hang", examination.hang)
    if examination.exception:
        yield Difference(Kind.EXCEPTION, examination.exception.split(":")[0], examination.exception)
    yield from examination.invariants
