"""Runs a script on a file in a process of its own: one part can neither stop a bench nor warm the next."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

MARK = "FOUND"
"""What a script prints before its answer, which is one line of JSON."""


class NoAnswer(Exception):
    """The script gave none; the message says why."""


def answer(script: str, file: Path, limit_s: float) -> Any:
    """Return what a script answers of a file, which it gets as its argument.

    Raises
    ------
    NoAnswer
        It took longer than `limit_s`, or ended without an answer.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", script, str(file)],
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"passed {limit_s} s") from None
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            return json.loads(line.removeprefix(MARK))
    raise NoAnswer(f"died with status {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
