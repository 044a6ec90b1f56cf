"""`python -m bench robustness`: examine, print what differs and the summary; 1 where it is unexplained."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bench.accuracy.corpus import CORPUS
from bench.robustness import judging, runner, subjects, tables, variants
from bench.robustness.runner import MOST_FACES, Limits, Report
from engine.kernel.status import silence

MOST_LINES = 100
"""Differences that are listed unless all are asked for."""


def main(given: Sequence[str]) -> int:
    """Run what was asked for; 1 when something is wrong that is not explained, 2 when nothing was found."""
    asked = _parser().parse_args(given)
    silence()
    console = Console(width=200 if not sys.stdout.isatty() else None)
    began = time.perf_counter()
    chosen = [
        subject
        for subject in subjects.collect(_sources(asked), asked.folder)
        if (not asked.parts or any(each in subject.name for each in asked.parts))
        and subject.cost <= asked.most_kb * 1024
    ][: asked.first]
    if not chosen:
        print(f"Nothing to examine; the test corpus would be at {CORPUS}.", file=sys.stderr)
        return 2
    limits = Limits(tuple(asked.variants), asked.most_faces, only_kept=asked.kept)
    reports: list[Report] = []
    for report in runner.run(chosen, asked.jobs, limits):
        reports.append(report)
        _print_progress(len(reports), len(chosen), report)
    reports = [report for report in reports if report.examination_of_run]
    found = judging.judge(reports, judging.explained())
    tables.worst(console, found, sys.maxsize if asked.verbose else MOST_LINES)
    tables.sources(console, reports, found)
    tables.ways(console, reports, found)
    spent = sum(each.seconds for report in reports for each in report.examination_of_run.values())
    console.print(
        f"{spent / 60:.1f} minutes of runs, {time.perf_counter() - began:.0f} s now", highlight=False
    )
    return 1 if any(not one.reason for one in found) else 0


def _print_progress(done: int, count: int, report: Report) -> None:
    """Print how many subjects are done."""
    if sys.stderr.isatty() or done % 50 == 0:
        end = "\n" if done == count or not sys.stderr.isatty() else ""
        print(f"\r\033[K{done} of {count}: {report.subject.name}", end=end, file=sys.stderr, flush=True)


def _sources(asked: argparse.Namespace) -> Sequence[str]:
    sources: Sequence[str] = asked.only
    return sources or (() if asked.folder else subjects.SOURCES)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench robustness",
        description=__doc__,
        epilog="Example: python -m bench robustness --only more --parts bracket --variants inches nurbs",
    )
    parser.add_argument("--only", nargs="+", choices=subjects.SOURCES, default=[], help="only these sources")
    parser.add_argument(
        "--folder", nargs="+", type=Path, default=[], metavar="DIR", help="every file below these folders"
    )
    parser.add_argument(
        "--parts", nargs="+", default=[], metavar="NAME", help="only files with this in their name"
    )
    parser.add_argument(
        "--variants",
        nargs="+",
        default=[],
        choices=(*variants.WAYS, *variants.MORE_WAYS, runner.USUAL_MESH, runner.ORIGINAL),
        help="only these ways of writing a part again; every file is examined as it is in any case",
    )
    parser.add_argument("--first", type=int, metavar="N", help="only the N cheapest files")
    parser.add_argument(
        "--most-faces", type=int, default=MOST_FACES, help=f"of parts written again ({MOST_FACES})"
    )
    parser.add_argument("--most-kb", type=float, default=float("inf"), help="of files examined at all")
    parser.add_argument("--kept", action="store_true", help="run nothing, judge what earlier runs have kept")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side (2)")
    parser.add_argument("--verbose", action="store_true", help="list every difference")
    return parser
