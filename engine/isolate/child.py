"""The child's side: do the tasks it is sent, one after the other, until its parent closes the pipe.

`python -m engine.isolate.child CONFIG`. A task is a function `(arguments: dict, progress) -> dict` named
`module:function`. Frames out: `ready`, `begun`, `stage`, `optional`, `line`, `log`, then `done` or `failed`.
"""

import errno
import faulthandler
import gc
import importlib
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from engine.errors import DiskFull, InvalidRulePack, SprueError
from engine.isolate import frames, limits
from engine.progress import Progress

ORPHAN_GRACE_S = 10.0
"""The parent kills at the time limit; this long after it the child ends by itself, parent or no parent."""
log = logging.getLogger("sprue.engine")

NAME = "sprue-worker"
"""What the system calls the process."""
NO_ROOM = "there is no room left on the disk"


def command(config: Mapping[str, object]) -> list[str]:
    """Return what starts a child that is run as `config` says."""
    # -P: a file in the folder where the user happens to stand must not shadow a module.
    return [sys.executable, "-P", "-m", "engine.isolate.child", json.dumps(dict(config))]


def load(names: Iterable[str]) -> None:
    """Import modules, none of which goes again, and do tasks that load more."""
    gc.disable()  # nothing of what is loaded is garbage
    for name in names:
        module, _, task = name.partition(":")
        loaded = importlib.import_module(module)
        if task:
            getattr(loaded, task)({}, Progress())
    gc.freeze()  # what was loaded stays; going through it again and again takes tens of milliseconds
    gc.enable()


def do_tasks(config: Mapping[str, Any]) -> None:
    """Serve tasks until the pipe on standard input closes.

    Parameters
    ----------
    config : mapping
        `preload`, `memory_mb` and `niceness` as in `WorkerOptions`, and `parent`, a process id.
    """
    requests, answers = _take_pipes()
    limits.be_named(NAME)
    limits.die_with(config["parent"])
    limits.apply(config["memory_mb"])
    faulthandler.enable()
    load(config["preload"])
    limits.give_way(config["niceness"])
    send = _sender(answers)
    to_file = logging.StreamHandler()
    to_file.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.INFO, format="%(message)s", handlers=[to_file, _Sending(send)])
    send({"kind": "ready"})
    while (request := frames.read(requests)) is not None:
        send({"kind": "begun"})
        faulthandler.dump_traceback_later(request["time_limit_s"] + ORPHAN_GRACE_S, exit=True)
        answer = _answer(request, send)
        faulthandler.cancel_dump_traceback_later()
        send(answer | {"resident_mb": limits.resident_mb(os.getpid())})


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for ourselves: what native code prints goes to the log, what it reads is nothing."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return requests, answers


def _sender(answers: BinaryIO) -> Callable[[frames.Frame], None]:
    """Return the function that sends a frame, and ends the process when nobody listens any more."""

    def send(frame: frames.Frame) -> None:
        try:
            frames.write(answers, frame)
        except OSError:
            os._exit(0)

    return send


class _Sending(logging.Handler):
    """Has the parent log what is logged here: it knows whose task this is, and where its lines go."""

    def __init__(self, send: Callable[[frames.Frame], None]) -> None:
        super().__init__()
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        """Send a line, with its traceback if there is one."""
        frame = {"logger": record.name, "level": record.levelno, "message": self.format(record)}
        self._send({"kind": "log"} | frame)


class _Reporting(Progress):
    """Progress that goes to the parent, which names the stage when the child does not come back."""

    def __init__(self, send: Callable[[frames.Frame], None], left_out: Iterable[str]) -> None:
        super().__init__(
            on_line=lambda line: send({"kind": "line", "line": line}),
            left_out=frozenset(left_out),
            outlives_failures=True,
        )
        self._send = send

    def stage(self, name: str, line: str = "") -> None:
        """Tell the parent which stage is on, then go on as usual."""
        self._send({"kind": "stage", "stage": line or name, "name": name})
        super().stage(name, line)

    @contextmanager
    def optional(self, work: str) -> Iterator[None]:
        """Tell the parent what it may leave out when the child does not come back."""
        self._send({"kind": "optional", "work": work})
        try:
            yield
        finally:
            self._send({"kind": "optional", "work": ""})


def _answer(request: frames.Frame, send: Callable[[frames.Frame], None]) -> frames.Frame:
    """Do the task and return the frame that ends it."""
    try:
        module, _, function = request["task"].partition(":")
        task = getattr(importlib.import_module(module), function)
        result: dict[str, Any] = task(request["arguments"], _Reporting(send, request["left_out"]))
    except SprueError as error:
        return {"kind": "failed", "error": type(error).__name__, "message": str(error), **_problems(error)}
    except MemoryError:
        return {"kind": "failed", "error": "MemoryError", "message": "out of memory"}
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return {"kind": "failed", "error": DiskFull.__name__, "message": NO_ROOM}
        log.exception("%s failed", request["task"])
        return {"kind": "failed", "error": "", "message": f"{type(error).__name__}: {error}"}
    return {"kind": "done", "result": result}


def _problems(error: SprueError) -> frames.Frame:
    return {"problems": error.problems} if isinstance(error, InvalidRulePack) else {}


if __name__ == "__main__":
    do_tasks(json.loads(sys.argv[1]))
