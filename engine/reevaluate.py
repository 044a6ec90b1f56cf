"""`sprue eval`: judge a part that was analyzed by a rule pack that may be new or half written."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from engine import metric_file, present
from engine.console import print_verdicts
from engine.errors import InvalidRulePack, SprueError, UnreadableFile
from engine.model.finding import PackVerdict
from engine.model.rulepack import Severity
from engine.rules import evaluate, parse

OK, FAILED_A_RULE, BAD_INPUT = 0, 1, 2

EXAMPLES = """\
examples:
  sprue eval out/housing forging.json
  sprue eval out/housing resources/rulepacks/casting.json --configuration sand --set min_wall_mm=4
"""


def main(argv: Sequence[str] | None = None, prog: str = "sprue eval") -> int:
    """Judge the result that the command line names; return the exit status."""
    arguments = _parser(prog).parse_args(argv)
    try:
        verdict = _judge(arguments.result, arguments.pack, arguments.configuration, dict(arguments.set))
    except InvalidRulePack as error:
        print(f"{arguments.pack} does not hold together:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return BAD_INPUT
    except (SprueError, OSError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    document = present.module(verdict)
    if arguments.json:
        print(json.dumps(document, separators=(",", ":")))
    else:
        print_verdicts([document], Console(highlight=False))
    fails = any(one.severity is Severity.FAIL for one in verdict.configurations)
    return FAILED_A_RULE if arguments.strict and fails else OK


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Judge a part that was analyzed by another rule pack, without measuring it again.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("result", type=Path, metavar="RESULT_DIR", help="folder that `sprue analyze` wrote")
    parser.add_argument("pack", type=Path, metavar="PACK.json", help="rule pack")
    parser.add_argument(
        "--configuration", action="append", metavar="KEY", help="judge under this one alone; may be repeated"
    )
    parser.add_argument(
        "--set", action="append", default=[], type=_override, metavar="NAME=NUMBER", help="change a parameter"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one line of JSON")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a rule fails")
    return parser


def _override(text: str) -> tuple[str, float]:
    """Read `name=number`."""
    name, sign, number = text.partition("=")
    try:
        if sign:
            return name, float(number)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER")


def _judge(
    folder: Path, pack_file: Path, configurations: Sequence[str] | None, overrides: dict[str, float]
) -> PackVerdict:
    metrics = folder / metric_file.FILE_NAME
    if not metrics.is_file():
        raise UnreadableFile(
            f"{folder} is no folder that `sprue analyze` wrote: it has no {metric_file.FILE_NAME}"
        )
    table = metric_file.read(metrics.read_text("utf-8"))
    try:
        document = json.loads(pack_file.read_text("utf-8"))
    except ValueError as error:
        raise UnreadableFile(f"{pack_file} is not JSON: {error}") from None
    return evaluate.evaluate(parse.parse(document), table, configurations, overrides)
