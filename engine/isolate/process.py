"""The parent's handle on one child: start it, send to it, hear from it, kill it."""

import os
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias

from engine.isolate import child, forked, frames
from engine.isolate.forked import ForkedProcess, ForkServer

_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sprue-spawner")
# Linux kills a child when the *thread* that started it ends, so one thread that lives as long as the
# process starts them all, and the servers that fork.
_Running: TypeAlias = "tuple[ForkedProcess | subprocess.Popen[bytes], IO[bytes], IO[bytes]]"
"""A process, and its pipes: in and out."""
_fork_servers: dict[tuple[object, int | None], ForkServer] = {}
"""Those of this process, by what they have loaded and how many threads it may start; they live as long."""

LARGEST_LOG_BYTES = 8 * 1024**2
"""A log that has grown larger begins anew with the next child, so that the disk does not fill."""
WITHHELD = ("AWS_", "OTEL_", "SPRUE_")
"""Variables that open the parent's database, store and collector: a child reads files of strangers."""


class Ended(Exception):
    """The child is gone. `how` says it: `signal 11`, `exit status 3`."""

    def __init__(self, how: str) -> None:
        self.how = how
        super().__init__(how)


class ChildProcess:
    """One running child. Not for use by several threads at once."""

    def __init__(
        self, config: Mapping[str, object], threads: int | None, log: Path | None, is_forked: bool = False
    ) -> None:
        self._frames: queue.SimpleQueue[frames.Frame | None] = queue.SimpleQueue()
        start = _fork if is_forked and forked.is_possible() else _spawn
        self._process, self._stdin, self._stdout = _spawner.submit(start, config, threads, log).result()
        threading.Thread(target=self._listen, name="sprue-listener", daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The child's process id; None until it is forked, where its modules are loaded first."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def send(self, frame: frames.Frame) -> None:
        """Send one frame; raise Ended when the child is gone."""
        try:
            frames.write(self._stdin, frame)
        except OSError:
            raise Ended(self._how()) from None

    def hear(self, wait_s: float) -> frames.Frame | None:
        """Return the next frame, or None when none came in `wait_s`; raise Ended when none can come."""
        try:
            frame = self._frames.get(timeout=wait_s)
        except queue.Empty:
            return None
        if frame is None:
            self._frames.put(None)  # for whoever asks again
            raise Ended(self._how())
        return frame

    def kill(self) -> None:
        """End it at once, whatever it is doing, and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        try:
            self._stdin.close()
        except OSError:
            pass  # a request that was never read

    def _listen(self) -> None:
        with self._stdout as pipe:
            while (frame := frames.read(pipe)) is not None:
                self._frames.put(frame)
        self._frames.put(None)

    def _how(self) -> str:
        status = self._process.wait()
        return f"signal {-status}" if status < 0 else f"exit status {status}"


def _spawn(config: Mapping[str, object], threads: int | None, log: Path | None) -> _Running:
    """Start the child; its prints go to the end of `log`."""
    with _open(log) as errors:
        process = subprocess.Popen(
            child.command(config),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=_environment(threads),
            start_new_session=True,  # Ctrl-C is the parent's to handle
        )
    assert process.stdin is not None
    assert process.stdout is not None
    return process, process.stdin, process.stdout


def _fork(config: Mapping[str, object], threads: int | None, log: Path | None) -> _Running:
    """Have the child forked from a process that has its modules loaded, which is started for the first."""
    to_child, ours_out = os.pipe()
    ours_in, from_child = os.pipe()
    with _open(log) as errors:
        streams = to_child, from_child, errors.fileno()
        process = _forked(config, threads, streams, errors)
    os.close(to_child)
    os.close(from_child)
    stdin, stdout = os.fdopen(ours_out, "wb"), os.fdopen(ours_in, "rb")
    if process is not None:
        return process, stdin, stdout
    stdin.close()
    stdout.close()
    return _spawn(config, threads, log)


def _forked(
    config: Mapping[str, object], threads: int | None, streams: Sequence[int], errors: BinaryIO
) -> ForkedProcess | None:
    environment = _environment(threads)
    try:
        folder = os.getcwd()
    except FileNotFoundError:  # somebody has removed it
        folder = "/"
    preload: tuple[str, ...] = tuple(config["preload"])  # type: ignore[arg-type]
    known = _fork_servers.get((preload, threads))
    if known is not None:
        process = known.fork(config, environment, folder, streams)
        if process is not None:
            return process
        known.close()
    server = _fork_servers[preload, threads] = ForkServer.start(preload, environment, errors)
    return server.fork(config, environment, folder, streams)


def _environment(threads: int | None) -> dict[str, str]:
    """Return the variables of a child."""
    root = str(Path(__file__).resolve().parents[2])
    inherited = os.environ.get("PYTHONPATH")
    inheritable = {name: each for name, each in os.environ.items() if not name.startswith(WITHHELD)}
    environment = inheritable | {
        "PYTHONPATH": os.pathsep.join([root, *([inherited] if inherited else [])]),
        "MALLOC_ARENA_MAX": "2",
        "OPENBLAS_NUM_THREADS": "1",  # matrices are small here: threads that share one wait for each other
    }
    if threads is not None:
        environment |= {"OMP_NUM_THREADS": str(threads), "NUMBA_NUM_THREADS": str(threads)}
    return environment


def _open(log: Path | None) -> BinaryIO:
    """Open the log to add to it, or anew when it has grown too large to be read."""
    if log is None:
        return open(os.devnull, "ab")
    is_large = log.is_file() and log.stat().st_size > LARGEST_LOG_BYTES
    return log.open("wb" if is_large else "ab")
