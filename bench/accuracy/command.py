"""`python -m bench accuracy`: measure, print the tables, compare with what was accepted."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from bench.accuracy import accepted, corpus, generated, invariance, known, labelled, pool, tables
from tests.support import generated as drawings

QUICK_INSTANCES = 1
"""Instances a family of a quick run."""
RESPELLED_INSTANCES = 1
"""Instances a family that are respelled, in twelve ways each."""
QUICK_MUTATORS = ("turned", "quarters", "nurbs")
MUTATORS = (
    "turned",
    "mirrored",
    "small",
    "large",
    "nurbs",
    "halves",
    "quarters",
    "inches",
    "shuffled",
    "sawn",
    "triangles",
)
BESIDE = ("triangles_shared",)
"""Drawn parts are respelled too; real ones when it is asked for."""


def main(given: Sequence[str]) -> int:
    """Run what was asked for; 1 when a figure lies below the accepted one, or a real file is not as known."""
    asked = _parser().parse_args(given)
    with pool.kept():
        return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    console = Console(width=140 if not sys.stdout.isatty() else None)
    everything = not (asked.generated or asked.labelled or asked.mutators or asked.real or asked.known)
    section = "quick" if asked.quick else "full"
    figures: dict[str, dict[str, Any]] = {section: {}}
    began = time.perf_counter()
    if asked.generated or everything:
        chosen = _named(drawings.names(QUICK_INSTANCES if asked.quick else drawings.INSTANCES), asked.parts)
        result = generated.run(chosen, asked.jobs)
        tables.generated(console, result)
        if asked.verbose:
            tables.failures(console, result.failures)
        if asked.notes:
            tables.write_notes(result.failures, asked.notes)
        figures[section]["generated"] = result.figures()
    if asked.labelled or (everything and not asked.quick):
        result = labelled.run(asked.jobs, asked.parts)
        if result.n_files:
            tables.labelled(console, result)
            if asked.verbose:
                tables.failures(console, result.failures)
            figures[section]["labelled"] = result.figures()
        else:
            console.print(f"The test corpus is not at {corpus.CORPUS}: no labelled blocks.")
    if asked.mutators or everything:
        chosen = _named(drawings.names(QUICK_INSTANCES if asked.quick else RESPELLED_INSTANCES), asked.parts)
        respelled = invariance.run_generated(chosen, _mutators(asked, BESIDE), asked.jobs)
        tables.invariance(console, respelled, f"{len(chosen)} generated parts, respelled")
        if asked.verbose:
            tables.failures(console, respelled.failures)
        figures[section]["mutators"] = respelled.figures()
    if asked.real or (everything and not asked.quick):
        files = corpus.real_parts(asked.all_real, asked.parts)
        if files:
            respelled = invariance.run_real(files, _mutators(asked), asked.jobs)
            tables.invariance(console, respelled, f"{len(files)} real parts, respelled")
            if asked.verbose:
                tables.failures(console, respelled.failures)
            figures[section]["real"] = respelled.figures()
        else:
            console.print(f"The test corpus is not at {corpus.CORPUS}: no real parts.")
    is_as_known = True
    if asked.known or everything:
        checked = known.run(asked.jobs, asked.parts, beside_suite=asked.quick)
        if checked.n_files:
            tables.known(console, checked)
        elif not asked.parts:
            console.print(f"The test corpus is not at {corpus.CORPUS}: no real files.")
        is_as_known = not checked.failures
    console.print(f"{time.perf_counter() - began:.0f} s", highlight=False)
    return max(_judge(console, figures, asked), 0 if is_as_known else 1)


def _judge(console: Console, figures: dict[str, Any], asked: argparse.Namespace) -> int:
    if asked.parts:
        return 0  # figures of some parts compare with nothing
    before = accepted.load()
    if asked.accept:
        for line in accepted.changes(figures, before):
            console.print(line, highlight=False)
        accepted.save(figures)
        return 0
    dropped = accepted.drops(figures, before)
    for line in dropped:
        console.print(f"[red]{line}[/red]", highlight=False)
    return 1 if dropped else 0


def _mutators(asked: argparse.Namespace, beside: tuple[str, ...] = ()) -> tuple[str, ...]:
    return tuple(asked.mutator) or (QUICK_MUTATORS if asked.quick else MUTATORS + beside)


def _named(names: Sequence[drawings.Name], wanted: Sequence[str]) -> list[drawings.Name]:
    return [name for name in names if not wanted or any(each in str(name) for each in wanted)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench accuracy",
        description=__doc__,
        epilog="Example: python -m bench accuracy --generated --parts slots --verbose",
    )
    parser.add_argument("--generated", action="store_true", help="drawn parts against their truth")
    parser.add_argument("--labelled", action="store_true", help="labelled blocks of the corpus")
    parser.add_argument("--mutators", action="store_true", help="drawn parts, respelled")
    parser.add_argument("--real", action="store_true", help="real parts of the corpus, respelled")
    parser.add_argument(
        "--known", action="store_true", help="real files of the corpus, against what is known of them"
    )
    parser.add_argument(
        "--parts", nargs="+", default=[], metavar="NAME", help="only parts with this in their name"
    )
    parser.add_argument(
        "--mutator", nargs="+", default=[], choices=MUTATORS + BESIDE, help="only these mutators"
    )
    parser.add_argument("--all-real", action="store_true", help="every real part, however many faces it has")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side (2)")
    parser.add_argument("--quick", action="store_true", help="a few parts of each family, a few mutators")
    parser.add_argument("--verbose", action="store_true", help="list every failure")
    parser.add_argument(
        "--notes", type=Path, metavar="DIR", help="write the failures of each kind to a file there"
    )
    parser.add_argument("--accept", action="store_true", help="make these figures the accepted ones")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
