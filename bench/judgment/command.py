"""`python -m bench judgment`: compare with the reviewer, or draw what a reviewer looks at."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.judgment import parts


def main(given: Sequence[str], corpus: Path) -> int:
    """Run what was asked for."""
    asked = _parser().parse_args(given)
    words = list(asked.words)
    halves = [each for each in words if each in parts.HALVES] or list(parts.HALVES)
    names = [each for each in words if each not in parts.HALVES]
    if asked.sheets is None:
        parts.run(corpus, halves, names, asked.jobs)
        return 0
    from bench.judgment import sheets  # it loads the kernel

    for line, _ in parts.chosen_of(corpus, halves, names):
        if line["processes"]:
            name = line["file"].replace("/", "__")
            sheets.draw(corpus / line["file"], line["processes"][0], asked.sheets, name)
            print(name, file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench judgment", description=__doc__)
    parser.add_argument("words", nargs="*", help="tuned, sealed, and parts of file names; default: all")
    parser.add_argument(
        "--sheets", type=Path, metavar="FOLDER", help="draw the issues of the right process instead"
    )
    parser.add_argument("--jobs", type=int, default=2)
    return parser
