"""`python -m engine part.step`: the engine standing on its own feet; `sprue analyze` is the same.

Every part is analyzed in a child process, so that one that crashes the geometry kernel costs a sentence
and not the run.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import options
from engine.console import Announcer, print_result
from engine.delivery import delivered_to
from engine.errors import InternalError, InvalidOption, SprueError
from engine.isolate import log_file
from engine.isolate.worker import Worker, WorkerOptions

ANALYZE = "engine.tasks:analyze"

OK, FAILED_A_RULE, BAD_INPUT, INTERNAL, INCOMPLETE = 0, 1, 2, 3, 4
WORSE = (OK, FAILED_A_RULE, INCOMPLETE, BAD_INPUT, INTERNAL)
"""Of several files, the one furthest along here decides."""

EXAMPLES = """\
examples:
  sprue analyze bracket.step
  sprue analyze *.step --out results --json > results.jsonl
  sprue analyze cover.stp --pull 0,0,1 --alpha-warn 2
  sprue analyze housing.step --pack casting/investment --strict

exit status: 0 all analyzed, 1 a part fails a rule (with --strict), 2 bad usage or a file that
cannot be read, 3 a defect of Sprue's own, 4 a defect of Sprue's own in one stage: what rests on
it is named and was not judged, the rest stands
"""


def main(argv: Sequence[str] | None = None, prog: str = "python -m engine", task: str = ANALYZE) -> int:
    """Analyze the files named on the command line; return the exit status.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the command; those of this process when None.
    prog : str
        What help and errors call the command.
    task : str
        What the child process runs, as `module:function`.
    """
    parser = _parser(prog)
    arguments = parser.parse_args(_with_joined_directions(sys.argv[1:] if argv is None else argv))
    try:
        wish = _wish(arguments)
    except InvalidOption as error:
        parser.error(str(error))
    log = log_file.make()
    with Worker(WorkerOptions(preload=(task.partition(":")[0],), log=log)) as worker:
        worker.start()
        run = _Run(task, wish, worker, Announcer(arguments.quiet), arguments.json, arguments.strict, log)
        statuses = [run.analyze(file, folder) for file, folder in _folders(arguments.files, arguments.out)]
    if {INTERNAL, INCOMPLETE}.isdisjoint(statuses):
        log_file.forget(log)
    return max(statuses, key=WORSE.index)


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Tell whether a part can be made, where it cannot, and why.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="STEP or glTF: .step .stp .gltf .glb"
    )
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
    parser.add_argument("--json", action="store_true", help="print each result as one line of JSON, no table")
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
    options.mesh_options(arguments.max_edge, arguments.curvature)
    options.pull_options(arguments.pull, arguments.alpha_min, arguments.alpha_warn)
    return {
        "max_edge_mm": arguments.max_edge,
        "curvature": arguments.curvature,
        "pull": arguments.pull,
        "alpha_min_deg": arguments.alpha_min,
        "alpha_warn_deg": arguments.alpha_warn,
        "packs": arguments.pack,
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


@dataclass(frozen=True, slots=True)
class _Run:
    """What is the same for every file."""

    task: str
    wish: dict[str, Any]
    worker: Worker
    announcer: Announcer
    is_json: bool
    is_strict: bool
    log: Path

    def analyze(self, file: Path, folder: Path) -> int:
        """Analyze one file, print what was found, and return the exit status it stands for."""
        try:
            with self.announcer.about(file.name) as show, delivered_to(folder) as draft:
                places = {"file": str(file.absolute()), "folder": str(draft.absolute())}
                self.worker.run(self.task, self.wish | places, show)
                document = json.loads((draft / "result.json").read_text("utf-8"))
        except (SprueError, OSError) as error:
            self._tell_failure(file, error)
            return INTERNAL if isinstance(error, InternalError) else BAD_INPUT
        if self.is_json:
            print(json.dumps(document, separators=(",", ":")), flush=True)
        else:
            print_result(document, folder)
        if document["failed_stages"]:
            self.announcer.failed(
                f"{file}: the verdict is incomplete, because Sprue itself failed at "
                f"{', '.join(each['stage'] for each in document['failed_stages'])}; "
                f"the traceback is in {self.log}"
            )
            return INCOMPLETE
        return FAILED_A_RULE if self.is_strict and _fails(document) else OK

    def _tell_failure(self, file: Path, error: Exception) -> None:
        self.announcer.failed(f"{file}: {error}")
        if self.is_json:
            print(json.dumps({"filename": file.name, "status": "error", "error": str(error)}), flush=True)


def _fails(document: dict[str, Any]) -> bool:
    """Whether a rule of any pack and configuration that was asked for fails."""
    return any(
        configuration["result"]["overall_severity"] == "fail"
        for pack in document["modules"]["modules"]
        for configuration in pack["configurations"]
    )


if __name__ == "__main__":
    sys.exit(main())
