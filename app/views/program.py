"""The program: one instance a user, a window first, the engine meanwhile, and everything ended at the end."""

import gc
import getpass
import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from app.client.errors import Failure
from app.client.http import Client
from app.state import settings as settings_state
from app.state.keystore import KeyStore
from app.state.recent import Recent
from app.state.settings import Settings
from app.views import crash_log, immortals, translation
from app.views.connection_dialog import ConnectionDialog
from app.views.desk import Desk
from app.views.engine_process import EngineProcess
from app.views.theme import palette

LOG = logging.getLogger(__name__)

NAME = "Sprue"
HAND_OVER_MS = 2000
SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_parts"


class Program(QObject):
    """Holds what lives as long as the program does."""

    def __init__(self, app: QApplication, files: Sequence[Path]) -> None:
        super().__init__()
        self._app = app
        self.settings = Settings(settings_state.user_folder())
        cache = Path(platformdirs.user_cache_dir("sprue", appauthor=False))
        self.keys = KeyStore()
        self.desk = Desk(self.settings)
        tokens = palette.chosen(self.settings["theme"])
        palette.apply(app, tokens)
        translation.install(app, self.settings["language"])
        data = Path(platformdirs.user_data_dir("sprue", appauthor=False)) / "engine"
        log = Path(platformdirs.user_log_dir("sprue", appauthor=False))
        self.engine = EngineProcess(data, log, parent=self)
        if not self.settings["server"]:
            self.engine.start()  # it comes up while the window is read from disk and built
        gc.disable()  # nothing of what is loaded now is garbage, and looking through it takes a while
        from app.views.main_window import MainWindow

        memory = QSettings(str(self.settings.path.with_name("window.ini")), QSettings.Format.IniFormat)
        samples = tuple(sorted(SAMPLES.glob("*.step")))
        self.window = MainWindow(self.desk, Recent(self.settings, cache / "recent"), samples, memory, tokens)
        gc.freeze()
        gc.enable()
        self._listen()
        self.window.show()
        QTimer.singleShot(0, self.connect_to_server)
        if files:
            QTimer.singleShot(0, lambda: self.window.open_files(files))

    def connect_to_server(self) -> None:
        """Speak with the server that the settings name, or start the one beside the program."""
        url = self.settings["server"]
        if not url:
            self.window.pill.show_starting()
            self.engine.start()
            return

        def work() -> Client:
            return Client(url, self.keys.find(url)[0])

        self.desk.tasks.run(work, self.desk.connect_to, self._cannot_connect)

    def close(self) -> None:
        """End what was started; returns when it is gone."""
        self.engine.stop()

    def take_over(self, files: Sequence[Path]) -> None:
        """Come to the front with files that a second start was given."""
        self.window.showNormal() if self.window.isMinimized() else self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        if files:
            self.window.open_files(files)

    def _listen(self) -> None:
        self.engine.ready.connect(self.desk.connect_to)
        self.engine.gone.connect(self._lose_engine)
        self.engine.given_up.connect(self._give_up)
        self.window.connection_asked.connect(self._choose_connection)
        self.window.theme_asked.connect(lambda theme: self.settings.set("theme", theme))
        self.settings.changed.subscribe(self._take_setting)
        self._app.styleHints().colorSchemeChanged.connect(lambda _: self._take_setting("theme"))
        self._app.aboutToQuit.connect(self.close)

    def _take_setting(self, name: str) -> None:
        if name == "theme":
            tokens = palette.chosen(self.settings["theme"])
            palette.apply(self._app, tokens)
            self.window.set_tokens(tokens)

    def _lose_engine(self) -> None:
        self.desk.connect_to(None)
        self.window.pill.show_starting()

    def _give_up(self, failure: Failure) -> None:
        self.desk.connect_to(None)
        again = (self.tr("Restart"), self.connect_to_server)
        self.window.banner.tell(failure, again, (self.tr("Show log"), self._show_engine_log))

    def _cannot_connect(self, failure: Failure) -> None:
        self.desk.connect_to(None)
        self.window.banner.tell(failure, (self.tr("Connection…"), self._choose_connection))

    def _show_engine_log(self) -> None:
        self.window.show_lines(self.engine.log)

    def _choose_connection(self) -> None:
        tokens = palette.chosen(self.settings["theme"])
        dialog = ConnectionDialog(self.desk, self.keys, tokens, self.window)
        dialog.local_chosen.connect(self.connect_to_server)
        dialog.hosted_chosen.connect(self._take_hosted)
        dialog.exec()

    def _take_hosted(self, client: Client) -> None:
        self.engine.stop()
        self.desk.connect_to(client)


class Doorbell(QObject):
    """Lets a second start hand its files to the first."""

    rung = Signal(object)
    """The paths that were handed over."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)

    def hand_over(self, files: Sequence[Path]) -> bool:
        """Hand files to a program that runs already; False where none does."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(HAND_OVER_MS // 4):
            return False
        socket.write("\n".join(str(path.resolve()) for path in files).encode() + b"\0")
        socket.waitForBytesWritten(HAND_OVER_MS)
        is_taken = socket.waitForReadyRead(HAND_OVER_MS)
        socket.disconnectFromServer()
        return is_taken

    def listen(self) -> None:
        """Be the first; what a program that was killed left behind is cleared away."""
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)
            self._server.listen(self._name)

    def close(self) -> None:
        """Take nothing over any more."""
        self._server.close()

    def _answer(self) -> None:
        """Hear a second start out, and say that it was heard."""
        socket = self._server.nextPendingConnection()
        heard = bytearray()
        while not heard.endswith(b"\0") and socket.waitForReadyRead(HAND_OVER_MS):
            heard += bytes(socket.readAll().data())
        if heard.endswith(b"\0"):
            socket.write(b"taken")
            socket.waitForBytesWritten(HAND_OVER_MS)
            lines = heard[:-1].decode("utf-8", "replace").splitlines()
            self.rung.emit([Path(line) for line in lines if line])
        socket.close()


def main(files: Sequence[Path]) -> int:
    """Run the program, or hand the files to one that runs already; return the exit status."""
    immortals.keep()
    format_ = QSurfaceFormat()
    format_.setVersion(3, 2)
    format_.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    QSurfaceFormat.setDefaultFormat(format_)
    app = QApplication([NAME])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName(NAME)
    folder = str(settings_state.user_folder())
    of_user = hashlib.sha256(f"{getpass.getuser()}\n{folder}".encode()).hexdigest()[:16]
    bell = Doorbell(f"sprue-{of_user}")
    if bell.hand_over(files):
        return 0
    bell.listen()
    log = crash_log.keep(Path(platformdirs.user_log_dir("sprue", appauthor=False)))
    program = Program(app, files)
    crash_log.tell(program.desk.told.emit, log)
    bell.rung.connect(program.take_over)
    status = app.exec()
    program.close()
    return status
