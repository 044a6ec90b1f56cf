"""`python -m bench [stages|thickness] [FILE …]`: the benchmarks of speed, by default both over the corpus.

`python -m bench cold [FILE …]`: how long `sprue analyze` takes from nothing to start, verdict and all files.

`python -m bench pictures [FOLDER]`: the pictures of the README, of the window as it is now.

`python -m bench start [CHECKOUT …]`: how long the desktop takes to its window, the part and its colors.

`python -m bench limits`: whether what must be quick is quick, on made-up parts.

`python -m bench fitness [NAME …]`: whether corpus parts fail less under their own process than under others.

`python -m bench judgment --help` tells how to compare Sprue with a reviewer of real parts.

`python -m bench endurance [JOBS]`: whether memory stays flat over 500 real analyses on a real server.

`python -m bench agent [FILE …]`: letters and seconds of answers of all tools for agents on ten real parts.

`python -m bench load [SECONDS]`: answers a second of a server with many clients, and how long each takes.

`python -m bench faults [NAME …]`: whether a server loses or doubles a job or a unit, whatever befalls it.

`python -m bench documentation [EXAMPLES]`: whether any answer of a server is none that its document has.

`python -m bench billing [UNITS]`: whether units at the payment processor are those of the ledger, exactly.

`python -m bench hosted [PART …]`: several hosts that are killed all the time, and what they cost and take.

`python -m bench viewport`: what loading, layers and probes take in the desktop, and memory over 50 openings.

`python -m bench compare`: memory of the desktop over 40 comparisons of revisions.

`python -m bench accuracy --help` tells what the bench of accuracy offers.

`python -m bench robustness --help` tells what the bench offers that examines every file there is.

`python -m bench mutants --help` tells what the bench offers that moves the engine's constants.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
REPRESENTATIVE = (
    "real/cnc/nist_ctc_01_asme1_rd.stp",
    "real/cnc/bottom-case.step",
    "real/casting/0049_control_arm.step",
    "real/injection/40mm_capot.stp",
    "real/sheet-metal/Fan_cover.step",
)
"""Parts of different make for the comparison with peers, some of which take minutes a part."""

COMMANDS: dict[str, tuple[str, Callable[[Any, Sequence[str]], int | bool | None]]] = {
    "accuracy": ("accuracy.command", lambda module, words: module.main(words)),
    "robustness": ("robustness.command", lambda module, words: module.main(words)),
    "mutants": ("mutants.command", lambda module, words: module.main(words)),
    "judgment": ("judgment.command", lambda module, words: module.main(words, CORPUS)),
    "limits": ("limits", lambda module, words: not module.run()),
    "pictures": ("pictures", lambda module, words: module.run(words)),
    "start": ("start", lambda module, words: module.run(words)),
    "viewport": ("viewport", lambda module, words: module.run()),
    "compare": ("compare", lambda module, words: module.run()),
    "endurance": ("endurance", lambda module, words: module.run(*map(int, words[:1]))),
    "faults": ("faults", lambda module, words: not module.run(words)),
    "documentation": ("documentation", lambda module, words: not module.run(*map(int, words[:1]))),
    "billing": ("billing", lambda module, words: not module.run(words)),
    "hosted": ("hosted", lambda module, words: not module.run(words)),
    "agent": ("agent", lambda module, words: not module.run(CORPUS, words)),
    "load": ("load", lambda module, words: module.run(*map(float, words[:1]))),
    "fitness": ("fitness", lambda module, words: module.run(CORPUS, words, n_jobs=2)),
}
"""By name: the module and how it is run. What they need (Qt, pytest, peers) is not installed everywhere, so
each is imported when it is asked for. What is returned is the exit status; None is 0."""


def main() -> int:
    """Run what was asked for and print the tables."""
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        name, run = COMMANDS[sys.argv[1]]
        return int(run(import_module(f"bench.{name}"), sys.argv[2:]) or 0)
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["cold", "stages", "thickness", "all"], default="all")
    parser.add_argument("files", nargs="*", type=Path, help="parts; default: the test corpus")
    arguments = parser.parse_args()
    from bench import cold_start, stages, thickness

    if arguments.what in ("cold", "all"):
        cold_start.run(arguments.files or sorted(cold_start.SAMPLES.glob("*.step")))
    if arguments.what == "cold":
        return 0
    if not arguments.files and not CORPUS.is_dir():
        print(f"The test corpus is not at {CORPUS}; name the parts to measure.", file=sys.stderr)
        return 2
    if arguments.what in ("stages", "all"):
        stages.run(arguments.files or sorted(CORPUS.glob("real/*/*.st*p")))
    if arguments.what in ("thickness", "all"):
        thickness.run(arguments.files or [CORPUS / name for name in REPRESENTATIVE])
    return 0


if __name__ == "__main__":
    sys.exit(main())
