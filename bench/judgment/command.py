"""`python -m bench judgment`: compare with the reviewer, or draw what a reviewer looks at.

`python -m bench judgment collect FOLDER [NAME …]` fetches the unseen parts, all or those
whose name holds a NAME.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.judgment import parts


def main(given: Sequence[str], corpus: Path) -> int:
    """Run what was asked for."""
    if given[:1] == ["collect"]:
        asked = _collect_parser().parse_args(given[1:])
        from bench.judgment import collect

        return 1 if collect.run(asked.folder, asked.names) else 0
    asked = _parser().parse_args(given)
    words = list(asked.words)
    sets = [each for each in words if each in parts.SETS] or list(parts.SETS)
    names = [each for each in words if each not in parts.SETS]
    if not parts.UNSEEN_PARTS.keys().isdisjoint(words) and asked.unseen is None:
        print("Where the unseen parts lie is to be said: --unseen FOLDER", file=sys.stderr)
        return 2
    chosen = parts.chosen_of(corpus, sets, names, asked.unseen)
    if asked.sheets is None:
        parts.run(chosen, asked.jobs)
        return 0
    from bench.judgment import sheets  # it loads the kernel

    for each in chosen:
        if each.line["processes"]:
            name = each.line["file"].replace("/", "__")
            sheets.draw(each.path, each.line["processes"][0], asked.sheets, name)
            print(name, file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench judgment", description=__doc__)
    parser.add_argument("words", nargs="*", help=f"{', '.join(parts.SETS)}, and parts of file names")
    parser.add_argument(
        "--sheets", type=Path, metavar="FOLDER", help="draw the issues of the right process instead"
    )
    parser.add_argument("--unseen", type=Path, metavar="FOLDER", help="where the unseen parts lie")
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def _collect_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench judgment collect", description="Fetch the unseen parts, and lay them out."
    )
    parser.add_argument("folder", type=Path, help="where the parts are laid; packages are kept in it too")
    parser.add_argument("names", nargs="*", help="parts of file names; all when there are none")
    return parser
