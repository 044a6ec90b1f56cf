"""`python -m engine part.step`: the engine standing on its own feet; `sprue analyze` is the same.

Every part is analyzed in child processes, so that one that crashes the geometry kernel costs a sentence
and not the run. The verdict is printed as soon as it stands; pictures and report are drawn meanwhile.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from engine import file_name
from engine.analysis_workers import ENGINE, AnalysisWorkers, Tasks
from engine.delivery import delivered_to
from engine.errors import InternalError, InvalidOption, SprueError
from engine.isolate import log_file

if TYPE_CHECKING:
    from engine.console import Announcer

OK, FAILED_A_RULE, BAD_INPUT, INTERNAL, INCOMPLETE = 0, 1, 2, 3, 4
FORMATS = ("sarif", "junit", "csv")
"""The keys of `engine.exports.FORMATS`, which is loaded when one is asked for."""
WORSE = (OK, FAILED_A_RULE, INCOMPLETE, BAD_INPUT, INTERNAL)
"""Of several files, the one furthest along here decides."""

EXAMPLES = """\
examples:
  sprue analyze bracket.step
  sprue analyze *.step --out results --json > results.jsonl
  sprue analyze cover.stp --pull 0,0,1 --alpha-warn 2
  sprue analyze housing.step --pack casting/investment --strict
  sprue analyze *.step --no-pictures           (verdicts, heatmaps and result alone: sooner)
  sprue analyze *.step --no-pictures --format sarif > sprue.sarif

exit status: 0 all analyzed, 1 a part fails a rule (with --strict), 2 bad usage or a file that
cannot be read, 3 a defect of Sprue's own, 4 a defect of Sprue's own in one stage: what rests on
it is named and was not judged, the rest stands
"""


def main(argv: Sequence[str] | None = None, prog: str = "python -m engine", tasks: Tasks = ENGINE) -> int:
    """Analyze the files named on the command line; return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the command; those of this process when None.
    prog : str
        What help and errors call the command.
    tasks : Tasks
        What the child processes run.
    """
    parser = _parser(prog)
    arguments = parser.parse_args(_with_joined_directions(sys.argv[1:] if argv is None else argv))
    log = log_file.make()
    with AnalysisWorkers(tasks, log, draws=arguments.pictures) as workers:
        from engine.console import (
            Announcer,
        )  # loaded while the processes start, as all that is not needed for it

        try:
            wish = _wish(arguments)
        except InvalidOption as error:
            workers.close()
            log_file.forget(log)
            parser.error(str(error))
        announcer = Announcer(arguments.quiet)
        run = _Run(wish, workers, announcer, arguments.json, arguments.format, arguments.strict, log)
        statuses = run.analyze_all(list(_folders(arguments.files, arguments.out)))
    if {INTERNAL, INCOMPLETE}.isdisjoint(statuses):
        log_file.forget(log)
    return max(statuses, key=WORSE.index)


class _Parser(argparse.ArgumentParser):
    """Lists the formats in its help, and loads them for nothing else: that takes as long as the rest."""

    def format_help(self) -> str:
        from engine import formats

        suffixes = " ".join(suffix for each in formats.FORMATS for suffix in each.FORMAT.longest_first)
        for action in self._actions:
            if action.dest == "files":
                action.help = f"{formats.labels(with_extra=True)}: {suffixes}"
        return super().format_help()


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=prog,
        description="Tell whether a part can be made, where it cannot, and why.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for the results; one below it for each of several files (default: out/NAME)",
    )
    parser.add_argument(
        "--pull",
        default="cardinal",
        metavar="PULL",
        help="pull direction: cardinal (the best of six: along the axes of the file, or the part's own where "
        "it stands askew), hemisphere (the best of all) or x,y,z",
    )
    parser.add_argument(
        "--unit",
        metavar="UNIT",
        help="of files that have none, as STL: mm (the default), cm, m or in; of STEP, glTF and 3MF the "
        "file's own counts",
    )
    parser.add_argument(
        "--max-edge", type=float, metavar="MM", help="longest mesh edge (default: by part size)"
    )
    parser.add_argument("--curvature", type=float, metavar="N", help="mesh elements per full turn, at least")
    parser.add_argument(
        "--alpha-min",
        type=float,
        default=0.5,
        metavar="DEG",
        help="lean that makes an undercut (default: 0.5)",
    )
    parser.add_argument(
        "--alpha-warn", type=float, default=3.0, metavar="DEG", help="draft that is enough (default: 3)"
    )
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        metavar="PACK[/CONFIGURATION]",
        help="judge by this rule pack alone; may be repeated (default: all)",
    )
    parser.add_argument(
        "--build-volume",
        action="append",
        default=[],
        metavar="PACK[/CONFIGURATION]=AxBxC",
        help="the largest box that goes into a machine of yours, in mm, as additive/fdm=256x256x256; may be "
        "repeated (default: common machines, as the packs have them)",
    )
    parser.add_argument(
        "--no-pictures",
        dest="pictures",
        action="store_false",
        help="leave out the pictures and the report: verdict, heatmaps and result alone",
    )
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="of the report as PDF (default: a4)"
    )
    parser.add_argument(
        "--report-units", choices=("mm", "in"), default="mm", help="of the report, page and PDF (default: mm)"
    )
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument(
        "--json", action="store_true", help="print each result as one line of JSON, no table"
    )
    printed.add_argument(
        "--format",
        choices=FORMATS,
        metavar="FORMAT",
        help="print one list of all issues for other programs, no table: sarif (code scanners), junit "
        "(CI) or csv; of the packs named by --pack, else of the configuration that suits each part best",
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a part fails a rule")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    return parser


def _with_joined_directions(argv: Sequence[str]) -> list[str]:
    """Turn `--pull -1,0,0` into `--pull=-1,0,0`, which argparse would take for another option."""
    joined: list[str] = []
    for word in argv:
        if joined and joined[-1] == "--pull" and re.match(r"-[\d.]", word):
            joined[-1] = f"--pull={word}"
        else:
            joined.append(word)
    return joined


def _wish(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the task is asked for every file, checked before any work begins."""
    from engine import options

    options.mesh_options(arguments.max_edge, arguments.curvature, arguments.unit)
    options.pull_options(arguments.pull, arguments.alpha_min, arguments.alpha_warn)
    volumes = ",".join(arguments.build_volume)
    options.build_volumes(volumes)
    return {
        "max_edge_mm": arguments.max_edge,
        "curvature": arguments.curvature,
        "unit": arguments.unit,
        "pull": arguments.pull,
        "alpha_min_deg": arguments.alpha_min,
        "alpha_warn_deg": arguments.alpha_warn,
        "packs": arguments.pack,
        "build_volumes": volumes,
        "with_report": False,
        "names_drawn": arguments.pictures,
        "paper": arguments.paper,
        "units": arguments.report_units,
    }


def _folders(files: Sequence[Path], out: Path | None) -> Iterator[tuple[Path, Path]]:
    """Give each file its folder; two files of one name get two folders."""
    if out is not None and len(files) == 1:
        yield files[0], out
        return
    n_of_name: dict[str, int] = {}
    for file in files:
        number = n_of_name[file.stem] = n_of_name.get(file.stem, 0) + 1
        yield file, (out or Path("out")) / (file.stem if number == 1 else f"{file.stem}-{number}")


@dataclass(eq=False)
class _Part:
    """One file on its way."""

    file: Path
    folder: Path
    scratch: Path
    """Where the processes leave what they have for each other, but for the end of the name."""
    delivery: ExitStack = field(default_factory=ExitStack)
    draft: Path | None = None
    reading: "Future[Any] | None" = None
    drawing: "Future[Any] | None" = None
    document: dict[str, Any] = field(default_factory=dict)
    error: Exception | None = None

    def read_document(self) -> None:
        """Read the result as it is now."""
        assert self.draft is not None
        self.document = json.loads((self.draft / "result.json").read_text("utf-8"))

    def give_up(self, error: Exception) -> None:
        """Deliver nothing."""
        self.error = error
        self.delivery.__exit__(type(error), error, error.__traceback__)


@dataclass(frozen=True, slots=True)
class _Run:
    """What is the same for every file."""

    wish: dict[str, Any]
    workers: AnalysisWorkers
    announcer: "Announcer"
    is_json: bool
    format: str | None
    """Of the list that is printed in the end; None: there is none."""
    is_strict: bool
    log: Path

    @property
    def _has_table(self) -> bool:
        """Whether verdicts are printed for people, as each part has one."""
        return not self.is_json and self.format is None

    def analyze_all(self, files: Sequence[tuple[Path, Path]]) -> list[int]:
        """Analyze files one after the other, reading one ahead; return the exit status of each."""
        statuses = []
        with TemporaryDirectory(prefix="sprue-") as scratch, ExitStack() as stack:
            parts = [_Part(*each, Path(scratch) / str(at)) for at, each in enumerate(files)]
            for part in parts:
                stack.push(part.delivery)  # whatever ends the run, nothing is left half done
            for before, part, after in zip_longest([None, *parts], parts, parts[1:]):
                if part is not None:
                    self._judge(part, after)
                if before is not None:
                    statuses.append(self._finish(before))
        self._print_list(parts)
        return statuses

    def _print_list(self, parts: Sequence[_Part]) -> None:
        """Print what stands against all parts in the format that was asked for."""
        if self.format is None:
            return
        from engine import exports
        from engine.exports import objections

        is_asked = bool(self.wish["packs"])
        judged = [
            objections.JudgedPart(str(part.file), errors=(" ".join(str(part.error).split()),))
            if part.error is not None
            else objections.part_of(str(part.file), part.document, is_asked)
            for part in parts
        ]
        with _going_on_unread():
            print(exports.FORMATS[self.format](judged), end="", flush=True)

    def _judge(self, part: _Part, after: _Part | None) -> None:
        """Have a file judged while the next one is read; print the verdict, and have it drawn."""
        with self.announcer.about(file_name.shown(part.file.name)) as show:
            reading = part.reading or self.workers.read(self._wish_for(part), show)
            try:
                part.draft = part.delivery.enter_context(delivered_to(part.folder))
                reading.result()
            except (SprueError, OSError) as error:
                part.give_up(error)
            if after is not None:
                after.reading = self.workers.read(self._wish_for(after), lambda _: None)
            else:
                self.workers.warm_drawing()
            if part.error is not None:
                return
            try:
                self.workers.analyze(self._wish_for(part), show)
                part.read_document()
            except (SprueError, OSError) as error:
                part.give_up(error)
                return
            part.drawing = self.workers.draw(self._wish_for(part))
        if self._has_table:
            from engine.console import print_result

            with _going_on_unread():
                print_result(part.document)

    def _finish(self, part: _Part) -> int:
        """Wait for the pictures of a file, deliver what was made of it, and return its exit status."""
        described = part.document.get("failed_stages", [])
        if part.error is None:
            try:
                if part.drawing is not None:
                    with self.announcer.about(file_name.shown(part.file.name)):
                        part.drawing.result()
                    part.read_document()
                part.delivery.close()
            except (SprueError, OSError) as error:
                part.give_up(error)
        if part.error is not None:
            self._report_failure(part.file, part.error)
            return INTERNAL if isinstance(part.error, InternalError) else BAD_INPUT
        return self._report(part, part.document["failed_stages"][len(described) :])

    def _report(self, part: _Part, further: Sequence[dict[str, str]]) -> int:
        """Print what is left to say of a file; return the exit status it stands for."""
        with _going_on_unread():
            if self.is_json:
                print(json.dumps(part.document, separators=(",", ":")), flush=True)
            elif self._has_table:
                from engine.console import print_failures, print_where

                print_failures([each["message"] for each in further])
                print_where(part.document, part.folder)
        failed = [each["stage"] for each in part.document["failed_stages"]]
        if failed:
            self.announcer.failed(
                f"{file_name.shown(part.file)}: the verdict is incomplete, because Sprue itself failed at "
                f"{', '.join(failed)}; the traceback is in {self.log}"
            )
            return INCOMPLETE
        return FAILED_A_RULE if self.is_strict and _fails(part.document) else OK

    def _wish_for(self, part: _Part) -> dict[str, Any]:
        """Return what the processes are asked of a file."""
        return self.wish | {
            "file": str(part.file.absolute()),
            "folder": str((part.draft or part.folder).absolute()),
            "meshed": f"{part.scratch}.meshed",
            "analysis": f"{part.scratch}.analysis",
        }

    def _report_failure(self, file: Path, error: Exception) -> None:
        self.announcer.failed(f"{file_name.shown(file)}: {error}")
        if self.is_json:
            document = {"filename": file_name.shown(file.name), "status": "error", "error": str(error)}
            with _going_on_unread():
                print(json.dumps(document), flush=True)


@contextmanager
def _going_on_unread() -> Iterator[None]:
    """Print to whoever reads; behind `| head`, which soon has seen enough, files are written nonetheless."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fails(document: dict[str, Any]) -> bool:
    """Whether a rule of any pack and configuration that was asked for fails."""
    return any(
        configuration["result"]["overall_severity"] == "fail"
        for pack in document["modules"]["modules"]
        for configuration in pack["configurations"]
    )


if __name__ == "__main__":
    sys.exit(main())
