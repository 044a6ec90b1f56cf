"""The server beside the program: a child process, started, restarted when it dies, and ended with it.

It is the same server that runs hosted, on a free port of this machine, with a key made for this start and
passed on by the environment. It ends when its standard input does, and so never outlives the program.
"""

import json
import logging
import secrets
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

API = "v1"
"""The version of the API this program speaks."""
N_LINES = 2000
LOG_BYTES = 1_000_000
N_LOG_FILES = 3
PAUSES_MS = (0, 1000, 4000)
"""Before the first, second and third new start; then the user is asked."""
STEADY_MS = 60_000
"""A server that ran this long counts as well started: its next death is a first one."""
START_MS = 60_000
"""On a slow disk the first start compiles for a while."""
STOP_MS = 5000


class EngineProcess(QObject):
    """Keeps one server running while the program does."""

    ready = Signal(object)
    """Client that speaks with it."""
    gone = Signal()
    """It died; another start follows by itself."""
    given_up = Signal(object)
    """Failure: it dies at every start, or speaks another version; `start` tries again."""
    line_logged = Signal(str)

    def __init__(
        self,
        data_folder: Path,
        log_folder: Path,
        command: Sequence[str] = (),
        parent: QObject | None = None,
        environment: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        super().__init__(parent)
        self._data_folder = data_folder
        self._command = tuple(command) or (sys.executable, "-m", "server")
        self._lines: deque[str] = deque(maxlen=N_LINES)
        self._log = _log_file(log_folder)
        self._environment = environment
        self._n_deaths = 0
        self._is_wanted = False
        self._process: QProcess | None = None
        self._key = ""
        self._out = b""
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._launch)
        self._steady = QTimer(self, singleShot=True, interval=STEADY_MS)
        self._steady.timeout.connect(self._forgive)
        self._start_timeout = QTimer(self, singleShot=True, interval=START_MS)
        self._start_timeout.timeout.connect(self._on_start_timeout)

    @property
    def log(self) -> tuple[str, ...]:
        """The last lines it wrote."""
        return tuple(self._lines)

    def start(self) -> None:
        """Start it, and again when it dies, until `stop`."""
        self._is_wanted = True
        self._n_deaths = 0
        if self._process is None:
            self._launch()

    def stop(self) -> None:
        """End it and its workers; returns when it is gone."""
        self._is_wanted = False
        for timer in (self._again, self._steady, self._start_timeout):
            timer.stop()
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.closeWriteChannel()
        if not process.waitForFinished(STOP_MS):
            process.kill()
            process.waitForFinished(STOP_MS)
        process.deleteLater()

    def _launch(self) -> None:
        self._key = f"svc_live_{secrets.token_urlsafe(32)}"
        self._out = b""
        try:
            self._data_folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = error.strerror or str(error)  # reported later, when somebody is connected
            QTimer.singleShot(0, lambda: self._lack_folder(why))
            return
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("SPRUE_LOCAL_KEY", self._key)
        environment.insert("SPRUE_EXTRA_FORMATS", "1")
        for name, value in self._environment().items():
            environment.insert(name, value)
        process = QProcess(self)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read_announcement)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        program, *arguments = self._command
        options = ["--port", "0", "--announce", "--stop-with-stdin", "--data-dir", str(self._data_folder)]
        self._process = process
        self._start_timeout.start()
        process.start(program, [*arguments, *options])

    def _lack_folder(self, why: str) -> None:
        self._give_up(
            self.tr("The engine cannot keep its data in {folder}: {why}.").format(
                folder=self._data_folder, why=why[:1].lower() + why[1:]
            ),
            self.tr("Make that a folder you may write to, then restart the engine."),
        )

    def _read_announcement(self) -> None:
        if self._process is None:
            return
        self._out += self._process.readAllStandardOutput().data()
        line, newline, _ = self._out.partition(b"\n")
        if not newline:
            return
        try:
            announcement = json.loads(line)
            port, api = int(announcement["port"]), str(announcement["api"])
        except (ValueError, KeyError, TypeError):
            return  # not the line that is waited for
        self._start_timeout.stop()
        if api != API:
            self._give_up(
                self.tr("The engine speaks version {theirs} of the API; this program needs {ours}.").format(
                    theirs=api, ours=API
                ),
                self.tr("Install Sprue anew: its parts are of different versions."),
            )
            return
        self._steady.start()
        from app.client.http import Client  # which takes a while to load: the child does so meanwhile

        self.ready.emit(Client(f"http://127.0.0.1:{port}/api/{API}", self._key))

    def _read_log(self) -> None:
        if self._process is None:
            return
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        for line in text.splitlines():
            if line:
                self._write(line)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._write(self._process.errorString())
            self._on_finished()

    def _on_finished(self) -> None:
        process, self._process = self._process, None
        self._start_timeout.stop()
        self._steady.stop()
        if process is not None:
            process.deleteLater()
        if not self._is_wanted:
            return
        if self._n_deaths >= len(PAUSES_MS):
            self._give_up(
                self.tr("The engine stopped, and did not stay up when it was started again."),
                self.tr("Restart it; its log tells more."),
            )
            return
        self._write(self.tr("The engine stopped; it is started again."))
        self._again.start(PAUSES_MS[self._n_deaths])
        self._n_deaths += 1
        self.gone.emit()

    def _forgive(self) -> None:
        self._n_deaths = 0

    def _on_start_timeout(self) -> None:
        self._write(self.tr("The engine did not answer in time."))
        if self._process is not None:
            self._process.kill()

    def _give_up(self, sentence: str, next_step: str) -> None:
        from app.client.errors import Failure, Reason

        self.stop()
        self._write(sentence)
        self.given_up.emit(Failure(Reason.UNREACHABLE, sentence, next_step))

    def _write(self, line: str) -> None:
        """Keep a line; a key never stands in one, for the server writes none."""
        self._lines.append(line)
        self._log.info("%s", line)
        self.line_logged.emit(line)


def beside_the_program(environment: Callable[[], Mapping[str, str]] = dict) -> EngineProcess:
    """Return the one whose data and log are kept where this user's are.

    `environment` returns what it is started with besides, each time anew.
    """
    data = Path(platformdirs.user_data_dir("sprue", appauthor=False)) / "engine"
    log = Path(platformdirs.user_log_dir("sprue", appauthor=False))
    return EngineProcess(data, log, environment=environment)


def _log_file(folder: Path) -> logging.Logger:
    """Return the log of the engine, on disk where that can be had."""
    log = logging.getLogger("sprue.engine")
    log.setLevel(logging.INFO)
    log.propagate = False
    for handler in tuple(log.handlers):
        log.removeHandler(handler)
        handler.close()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        log.addHandler(
            RotatingFileHandler(
                folder / "engine.log",
                maxBytes=LOG_BYTES,
                backupCount=N_LOG_FILES,
                encoding="utf-8",
                delay=True,
            )
        )
    except OSError:
        log.addHandler(logging.NullHandler())
    return log
