"""A folder of parts, judged one after the other: what waits, what runs, what came out."""

import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from app.client.errors import Reason
from app.client.http import Client
from app.state.interface import SHIPPED, Interface
from app.state.observers import Observers
from app.state.session import Progress, Session, Stage

PASSING = frozenset({Reason.BUSY, Reason.SERVER, Reason.TIMEOUT, Reason.UNREACHABLE})
"""Faults that are not the part's."""
N_AT_ONCE = 2
"""Parts on their way to the server at a time: one is sent while another is judged."""


class Batch:
    """Parts in the order they came. `work` is called on threads of their own; observers are called there."""

    def __init__(
        self,
        client: Client,
        interface: Interface = SHIPPED,
        unit_of: Callable[[Path], str] = lambda _: "",
    ) -> None:
        self.changed: Observers[Session] = Observers()
        self.interface = interface
        """What the server reads; of parts that are added from now on."""
        self._client = client
        self._unit_of = unit_of
        self._parts: list[Session] = []
        self._begun: set[Session] = set()
        self._lock = threading.Lock()
        self._is_stopped = False
        self._options: Mapping[str, str | float] | None = None

    @property
    def parts(self) -> tuple[Session, ...]:
        """Every part, whatever became of it."""
        return tuple(self._parts)

    @property
    def n_waiting(self) -> int:
        """How many nobody has begun."""
        return sum(part.now.stage is Stage.CHOSEN and part not in self._begun for part in self._parts)

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called after the last `start`."""
        return self._is_stopped

    def add(self, paths: Iterable[Path]) -> tuple[Session, ...]:
        """Add files, and what lies in folders; those that are in the batch already are passed over."""
        with self._lock:
            known = {part.path for part in self._parts}
            added = []
            for path in files_of(paths, self.interface):
                if path not in known:
                    known.add(path)
                    added.append(self._made(path))
            self._parts += added
        return tuple(added)

    def move_to(self, client: Client) -> None:
        """Send what waits to this server from now on, as when the engine was started anew."""
        with self._lock:
            self._client = client
            for at, part in enumerate(self._parts):
                if part.now.stage is Stage.CHOSEN and part not in self._begun:
                    self._parts[at] = self._made(part.path)

    def again(self, part: Session) -> Session:
        """Put a part that ended back in the queue, in its place; returns it as it waits now."""
        with self._lock:
            fresh = self._made(part.path)
            self._parts[self._parts.index(part)] = fresh
        return fresh

    def remove(self, parts: Iterable[Session]) -> None:
        """Take parts out of the batch; those on their way stay until they ended or were stopped."""
        with self._lock:
            gone = {part for part in parts if not part.now.is_busy}
            self._begun |= gone  # so that none is begun meanwhile
            self._parts = [part for part in self._parts if part not in gone]

    def work(self) -> None:
        """Take parts one by one until none waits or `stop` is called; run by N_AT_ONCE threads."""
        while (part := self._next_part()) is not None:
            part.analyze(self._options)

    @property
    def n_left(self) -> int:
        """How many `start` would have judged: those that wait, were stopped, or met a fault that passes."""
        return self.n_waiting + sum(_may_go_otherwise(part.now) for part in self._parts)

    def start(self, options: Mapping[str, str | float] | None = None) -> None:
        """Let `work` take parts with these options; what was stopped or met a passing fault waits anew."""
        self._is_stopped, self._options = False, options
        for part in self.parts:
            if _may_go_otherwise(part.now):
                self.again(part)

    def stop(self) -> None:
        """Begin no more, and cancel what runs; what waits goes on waiting."""
        with self._lock:
            self._is_stopped = True
            running = tuple(self._parts)
        for part in running:
            part.cancel()

    def _next_part(self) -> Session | None:
        with self._lock:
            if self._is_stopped:
                return None
            for part in self._parts:
                if part.now.stage is Stage.CHOSEN and part not in self._begun:
                    self._begun.add(part)
                    return part
        return None

    def _made(self, path: Path) -> Session:
        part = Session(self._client, path, self.interface, self._unit_of)

        def notify(_: Progress) -> None:
            self.changed.notify(part)

        part.changed.subscribe(notify)
        return part


def _may_go_otherwise(now: Progress) -> bool:
    """Return whether a part that ended without a verdict may have one when it is sent again."""
    if now.stage is Stage.FAILED:
        return now.failure is not None and now.failure.reason in PASSING
    return now.stage is Stage.CANCELLED


def files_of(paths: Iterable[Path], interface: Interface = SHIPPED) -> tuple[Path, ...]:
    """Return the parts among files and folders, each once; those of a folder by name, at any depth."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = (one for one in path.rglob("*") if interface.accepts(one))
            found.update(dict.fromkeys(sorted(one for one in inside if one.is_file())))
        else:
            found[path] = None
    return tuple(found)
