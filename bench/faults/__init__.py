"""`python -m bench faults [NAME …]`: whether a server loses or doubles a job or a unit, whatever befalls it.

Each trial has a server of its own, a process with real workers. Its parts are real analyses, and acts that a
worker puts on: crashes, hangs, gluttony. When all jobs have ended, jobs, files, results, ledger and counters
are compared with the answers that senders got; meanwhile somebody asks for a list, prices and the usage
all the time, and each of these must be answered with 200.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.faults import accidents, crowds, kills, slow

TRIALS = {
    "workers": kills.of_workers,
    "server": kills.of_the_server,
    "crashes": accidents.of_crashes,
    "hangs": accidents.of_hangs,
    "memory": accidents.of_memory,
    "disk": accidents.of_a_full_disk,
    "cap": crowds.at_the_cap,
    "key": crowds.with_one_key,
    "bodies": slow.of_bodies,
    "slow": slow.of_all_kinds,
}
APART = "BENCH_FAULTS_APART"
MOST_LISTED = 10


def run(names: Sequence[str] = ()) -> bool:
    """Try what is named, or all; print a row each, and what went wrong. Return whether nothing did."""
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        print(f"no such trial: {', '.join(unknown)}; there are {', '.join(TRIALS)}", file=sys.stderr)
        return False
    _go_apart(names)
    table = Table("trial", "what was done", "looks meanwhile", "longest s", "wrong", "took s")
    console = Console(highlight=False)
    n_wrong = 0
    with tempfile.TemporaryDirectory() as name:
        for trial in names or TRIALS:
            began = time.monotonic()
            folder = Path(name) / trial
            folder.mkdir()
            found = TRIALS[trial](folder)
            took = f"{time.monotonic() - began:.0f}"
            looks = "" if found.n_looks is None else str(found.n_looks)
            longest = "" if found.n_looks is None else f"{found.longest_s:.2f}"
            table.add_row(trial, found.did, looks, longest, str(len(found.problems)), took)
            n_wrong += len(found.problems)
            for line in (f"after {took} s: {found.did}", *found.problems[:MOST_LISTED]):
                print(f"{trial}: {line}", file=sys.stderr, flush=True)
    console.print(table)
    return not n_wrong


def _go_apart(names: Sequence[str]) -> None:
    """Go on with mounts of our own, where the system lets us: the small disk of a trial ends with us."""
    if APART in os.environ or shutil.which("unshare") is None:
        return
    apart = ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*apart, "true"], capture_output=True).returncode == 0:
        command = [*apart, sys.executable, "-m", "bench", "faults", *names]
        os.execvpe(command[0], command, os.environ | {APART: "1"})
