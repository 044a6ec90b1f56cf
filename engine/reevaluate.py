"""`sprue eval`: judge a part that was analyzed by a rule pack that may be new or half written."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import metric_file, present
from engine.console import print_verdicts
from engine.errors import InvalidRulePack, SprueError, UnreadableFile
from engine.model.metric_table import MetricTable
from engine.model.rulepack import RulePack, Severity
from engine.rules import catalog, evaluate, json_schema, parse, reading
from engine.rules.lint import lint

OK, FAILED_A_RULE, BAD_INPUT = 0, 1, 2

EXAMPLES = """\
examples:
  sprue eval forging.json                      (checks the pack alone)
  sprue eval out/housing forging.json
  sprue eval out/housing resources/rulepacks/casting.json --configuration sand --set wall_fail_mm=4
  sprue eval --catalog                         (what there is to write rules with)
  sprue eval --schema > pack.schema.json       (for an editor that checks and completes)
"""


def main(argv: Sequence[str] | None = None, prog: str = "sprue eval") -> int:
    """Judge the result that the command line names; return the exit status."""
    arguments = _parser(prog).parse_args(argv)
    try:
        pack = read(arguments.pack)
        warnings = lint(pack)
        document: dict[str, Any] = {"warnings": list(warnings)}
        if arguments.result is not None:
            table = metrics_of(arguments.result)
            document = judgment(pack, table, arguments.configuration, dict(arguments.set))
    except InvalidRulePack as error:
        print(f"{arguments.pack} does not hold together:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return BAD_INPUT
    except (SprueError, OSError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    if arguments.json:
        print(json.dumps(document, separators=(",", ":")))
        return _status(document, arguments.strict)
    if arguments.result is None:
        print(_size(pack))
    else:
        print_verdicts([document])
    if warnings:
        print(f"{arguments.pack} is legal, and yet:", file=sys.stderr)
        for warning in warnings:
            print(f"  {warning}", file=sys.stderr)
    return _status(document, arguments.strict)


def judgment(
    pack: RulePack,
    table: MetricTable,
    configurations: Sequence[str] | None = None,
    overrides: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Judge a part that was measured before, as the interface answers an evaluation.

    Returns
    -------
    dict
        One module entry of the result, and beside it `warnings`: what `lint` says of the pack.

    Raises
    ------
    InvalidRulePack
        A configuration or an overridden parameter does not exist, or an override is not a finite number.
    """
    verdict = evaluate.evaluate(pack, table, configurations, overrides)
    return present.evaluation(verdict, lint(pack))


def read(file: Path) -> RulePack:
    """Read a rule pack from a file.

    Raises
    ------
    InvalidRulePack
        With every problem of the document.
    UnreadableFile
        It is not JSON.
    """
    try:
        document = reading.load(file.read_text("utf-8"))
    except ValueError as error:
        raise UnreadableFile(f"{file} is not JSON: {error}") from None
    return parse.parse(document)


def metrics_of(folder: Path) -> MetricTable:
    """Read the metrics that lie beside a result.

    Raises
    ------
    UnreadableFile
        There are none.
    """
    metrics = folder / metric_file.FILE_NAME
    if not metrics.is_file():
        raise UnreadableFile(
            f"{folder} is no folder that `sprue analyze` wrote: it has no {metric_file.FILE_NAME}"
        )
    return metric_file.read(metrics.read_bytes())


class _PrintDocument(argparse.Action):
    """An option that prints a JSON document instead of judging anything."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        made = json_schema.json_schema() if self.dest == "schema" else catalog.document()
        print(json.dumps(made, indent=1, ensure_ascii=False))
        parser.exit()


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Judge a part that was analyzed by another rule pack, without measuring it again.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "result",
        type=Path,
        nargs="?",
        metavar="RESULT_DIR",
        help="folder that `sprue analyze` wrote; without it the pack alone is checked",
    )
    parser.add_argument("pack", type=Path, metavar="PACK.json", help="rule pack")
    parser.add_argument(
        "--configuration", action="append", metavar="KEY", help="judge under this one alone; may be repeated"
    )
    parser.add_argument(
        "--set", action="append", default=[], type=_override, metavar="NAME=NUMBER", help="change a parameter"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one line of JSON")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a rule fails")
    parser.add_argument(
        "--schema", action=_PrintDocument, nargs=0, help="print the JSON Schema of rule packs instead"
    )
    parser.add_argument(
        "--catalog", action=_PrintDocument, nargs=0, help="print every set, metric and word there is instead"
    )
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


def _size(pack: RulePack) -> str:
    """Say that a pack is sound, and how large it is."""
    counted = "1 rule" if len(pack.rules) == 1 else f"{len(pack.rules)} rules"
    return (
        f"{pack.name} holds together: {counted}, "
        f"configurations {', '.join(each.key for each in pack.configurations)}"
    )


def _status(document: Mapping[str, Any], is_strict: bool) -> int:
    """Return the exit status that a judgment stands for."""
    results = [one["result"] for one in document.get("configurations", ())]
    is_failed = any(result["overall_severity"] == Severity.FAIL for result in results)
    return FAILED_A_RULE if is_strict and is_failed else OK
