"""`python -m bench mutants`: move constants, run the tests nearest to each, list what survives."""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.mutants import constants, nearest, results, runner
from bench.mutants.constants import Mutant
from bench.mutants.results import Outcome, Result
from bench.mutants.runner import Work

PACKAGES = ("engine/features", "engine/graph", "engine/evidence", "engine/segment")
LEFT_OUT = ("warm.py",)
"""Files that compile ahead of time: what they measure is thrown away."""


def main(given: Sequence[str], root: Path = results.ROOT) -> int:
    """Run what was asked for; 1 when a mutant survives without a reason, 2 when there is nothing to tell."""
    asked = _parser().parse_args(given)
    console = Console(width=160 if not sys.stdout.isatty() else None, highlight=False)
    last = results.load()
    wanted = [mutant for mutant in mutants(root) if _is_wanted(mutant, asked, last)]
    if not wanted:
        print("No constant of that name.", file=sys.stderr)
        return 2
    imports = nearest.Imports(root, "engine")
    tests_of_module = {
        path: _tests(imports, path, asked.whole) for path in dict.fromkeys(mutant.path for mutant in wanted)
    }
    works = [Work(mutant, *tests_of_module[mutant.path]) for mutant in wanted]
    if asked.list:
        for work in works:
            print(f"{work.mutant.name}: {work.mutant.before} → {work.mutant.after}; {_paths(work.tests)}")
        return 0
    found = {
        name: last[name]
        for work in works
        if not asked.again and (name := work.mutant.name) in last and last[name].digest == work.digest
    }
    waiting = [work for work in works if work.mutant.name not in found]
    try:
        for result in runner.run(root, waiting, asked.jobs):
            results.save(result)
            found[result.mutant] = result
            seen = f" by {result.test}" if result.test else ""
            print(f"{len(found)} of {len(works)}: {result.mutant} {result.outcome}{seen}", file=sys.stderr)
    except runner.TestsFail as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if _print_survivors(console, works, found) else 0


def mutants(root: Path) -> list[Mutant]:
    """List all mutants of the packages, by module and line."""
    modules = sorted(
        path.relative_to(root) for package in PACKAGES for path in (root / package).rglob("*.py")
    )
    return [
        mutant for path in modules if path.name not in LEFT_OUT for mutant in constants.mutants_of(root, path)
    ]


def _is_wanted(mutant: Mutant, asked: argparse.Namespace, last: dict[str, Result]) -> bool:
    if asked.survivors and (mutant.name not in last or last[mutant.name].outcome != Outcome.SURVIVED):
        return False
    return not asked.only or any(
        fnmatchcase(mutant.constant, pattern) or fnmatchcase(mutant.constant, f"*{pattern}*")
        for pattern in asked.only
    )


def _tests(imports: nearest.Imports, path: Path, is_whole: bool) -> tuple[tuple[Path, ...], str]:
    """Return the tests that look at a module, and the digest of what their outcome rests on."""
    tests = nearest.tests_of(imports, path)
    if is_whole:
        tests = list(dict.fromkeys([*tests, *nearest.test_files(imports.root, Path(*path.parts[:2]))]))
    return tuple(tests), results.digest(imports.root, tests)


def _print_survivors(console: Console, works: Sequence[Work], found: dict[str, Result]) -> int:
    """Print the survivors and how many of each outcome; return how many survive without a reason."""
    reason_of = results.accepted()
    table = Table(title="Survivors")
    for column in ("constant", "way", "value", "moved to", "reason"):
        table.add_column(column, overflow="fold")
    unexplained = 0
    for work in works:
        mutant = work.mutant
        if found[mutant.name].outcome == Outcome.SURVIVED:
            reason = reason_of.get((mutant.constant, mutant.way)) or reason_of.get((mutant.constant, "*"), "")
            unexplained += not reason
            table.add_row(mutant.constant, mutant.way, mutant.before, mutant.after, reason)
    console.print(table)
    count = Counter(found[work.mutant.name].outcome for work in works)
    said = ", ".join(f"{count[outcome]} {outcome}" for outcome in Outcome)
    console.print(f"{len(works)} mutants: {said}; {unexplained} survivors without a reason")
    return unexplained


def _paths(tests: Sequence[Path]) -> str:
    return " ".join(str(test.relative_to("tests")) for test in tests)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench mutants",
        description=__doc__,
        epilog="Example: python -m bench mutants --only features.pocket. 'slab.WIDE'",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NAME",
        help="only constants with this in their name; may have *",
    )
    parser.add_argument("--list", action="store_true", help="list mutants and their tests, run nothing")
    parser.add_argument("--survivors", action="store_true", help="only those that survived when last run")
    parser.add_argument("--again", action="store_true", help="run what is kept as well")
    parser.add_argument("--whole", action="store_true", help="run all tests of the package after the nearest")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree side by side (1)")
    return parser
