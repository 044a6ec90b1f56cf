"""`python -m tests.support.failing_server`: `sprue serve`, whose workers fail at what a part's name asks for.

`holes.step`: the recognizer of holes raises. `pull.step`: choosing the pull raises. `read.step`: reading
raises. `crash.step`: the worker ends by a signal once the part was meshed. Any other part is analyzed.
Workers load late and mesh coarsely, as those of `lazy_server`.
"""

import ctypes
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.progress import Progress
from server import __main__ as serving
from tests.support.failing import break_function, break_recognizer
from tests.support.lazy_server import LAZY, start_workers_late

FUNCTIONS = replace(LAZY, analyze="tests.support.failing_server:analyze")


def analyze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Analyze a part, with the failure that its name asks for."""
    from engine import formats, pipeline, tasks

    with pytest.MonkeyPatch.context() as patch:
        match Path(arguments["filename"]).stem:
            case "holes":
                break_recognizer(patch, "holes")
            case "pull":
                break_function(patch, pipeline.choose, "choose")
            case "read":
                break_function(patch, formats, "read")
            case "crash":
                patch.setattr(pipeline.fields, "measure_all", lambda *_: ctypes.string_at(0))
        return tasks.analyze(arguments, progress)


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = os.getcwd()
    start_workers_late()
    sys.exit(serving.main(functions=FUNCTIONS))
