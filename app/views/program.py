"""The program: a window first, the engine meanwhile, and everything ended at the end; see `start`."""

import gc
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs
from PySide6.QtCore import QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from app.client.errors import Failure
from app.client.http import Client
from app.state import settings as settings_state
from app.state.keystore import KeyStore
from app.state.last_run import BadEnd, LastRun
from app.state.recent import Recent
from app.state.session import Session
from app.state.settings import ENGINE_VARIABLES, Settings
from app.views import crash_log, engine_process, translation
from app.views.connection_dialog import ConnectionDialog
from app.views.engine_process import EngineProcess
from app.views.garbage_collection import GarbageCollection
from app.views.heartbeat import Heartbeat
from app.views.theme import palette
from app.views.window_context import WindowContext

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_parts"


RESTART_MS = 1500
"""After the last change of a setting of the engine; whoever types a number is not done with each digit."""


class Program(QObject):
    """Holds what lives as long as the program does."""

    def __init__(
        self,
        app: QApplication,
        files: Sequence[Path],
        settings: Settings | None = None,
        engine: EngineProcess | None = None,
    ) -> None:
        super().__init__()
        self._app = app
        self.settings = settings or Settings(settings_state.user_folder())
        cache = Path(platformdirs.user_cache_dir("sprue", appauthor=False))
        self.keys = KeyStore()
        self._last_run = LastRun(self.settings.path.parent)
        self.context = WindowContext(self.settings)
        tokens = palette.chosen(self.settings["theme"])
        palette.apply(app, tokens)
        translation.install(app, self.settings["language"])
        self.engine = engine or engine_process.beside_the_program(self.settings.engine_environment)
        if not self.settings["server"]:
            self.engine.start()  # it comes up while the window is read from disk and built
        from app.views.main_window import MainWindow

        memory = QSettings(str(self.settings.path.with_name("window.ini")), QSettings.Format.IniFormat)
        samples = tuple(sorted(SAMPLES.glob("*.step")))
        self.window = MainWindow(
            self.context, Recent(self.settings, cache / "recent"), samples, memory, tokens
        )
        gc.freeze()  # what stands now is no garbage; whoever starts the program lets it load without looking
        self._garbage_collection = GarbageCollection(self)
        self._heartbeat = Heartbeat(self)
        self._restart = QTimer(self, singleShot=True, interval=RESTART_MS)
        self._restart.timeout.connect(self._restart_engine)
        self._listen()
        self.window.show_first()
        QTimer.singleShot(0, self.connect_to_server)
        if files:
            QTimer.singleShot(0, lambda: self.window.open_files(files))
        elif self._last_run.bad_end is not None:
            self._offer_what_was_open(self._last_run.bad_end)

    def connect_to_server(self) -> None:
        """Speak with the server that the settings name, or start the one beside the program."""
        url = self.settings["server"]
        if not url:
            self.window.pill.show_starting()
            self.engine.start()
            return

        def work() -> Client:
            return Client(url, self.keys.find(url)[0])

        self.context.tasks.run(work, self.context.connect_to, self._cannot_connect)

    def close(self) -> None:
        """End what was started; returns when it is gone."""
        self._heartbeat.stop()
        self.engine.stop()
        self._last_run.end()

    def come_to_front(self, files: Sequence[Path]) -> None:
        """Come to the front with files that a second start was given."""
        self.window.showNormal() if self.window.isMinimized() else self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        if files:
            self.window.open_files(files)

    def _listen(self) -> None:
        self.engine.ready.connect(self.context.connect_to)
        self.engine.gone.connect(self._lose_engine)
        self.engine.given_up.connect(self._give_up)
        self.window.connection_asked.connect(self._choose_connection)
        self.window.theme_asked.connect(lambda theme: self.settings.set("theme", theme))
        self.settings.changed.subscribe(self._apply_setting)
        self.context.connected.connect(self._follow_connection)
        self._heartbeat.changed.connect(self._show_heartbeat)
        self.context.part_opened.connect(self._note_part)
        self.context.batch_changed.connect(self._last_run.open_batch)
        self._app.styleHints().colorSchemeChanged.connect(lambda _: self._apply_setting("theme"))
        self._app.aboutToQuit.connect(self.close)

    def _apply_setting(self, name: str) -> None:
        if name == "theme":
            tokens = palette.chosen(self.settings["theme"])
            palette.apply(self._app, tokens)
            self.window.set_tokens(tokens)
        elif name in ENGINE_VARIABLES and not self.settings["server"]:
            self._restart.start()

    def _restart_engine(self) -> None:
        """Start the engine anew with other settings, once nothing runs there."""
        if self.settings["server"]:
            return
        if self.window.on_their_way():
            self._restart.start()
            return
        self.engine.stop()
        self._lose_engine()
        self.engine.start()

    def _follow_connection(self, client: Client | None) -> None:
        """Ask after a server elsewhere; the end of the engine beside the program is known at once."""
        self._heartbeat.follow(client if self.settings["server"] else None)

    def _show_heartbeat(self, is_answered: bool) -> None:
        client = self.context.client
        if client is None:
            return
        if is_answered:
            self.window.pill.show_client(client, is_local=False)
        else:
            self.window.pill.show_silent(client.host)

    def _note_part(self, session: Session | None) -> None:
        self._last_run.open_part(None if session is None else session.path)

    def _offer_what_was_open(self, end: BadEnd) -> None:
        """Say that the run before ended badly, and offer its log and what was open."""
        actions: list[tuple[str, Callable[[], object]]] = []
        files = end.files
        if files:
            words = (
                self.tr("Open {name}").format(name=files[0].name)
                if len(files) == 1
                else self.tr("Open the {n} parts").format(n=len(files))
            )
            actions.append((words, lambda: self.window.open_files(files)))
        lines = crash_log.lines(Path(platformdirs.user_log_dir("sprue", appauthor=False)), end.began_ns)
        if lines:
            actions.append((self.tr("Show log"), lambda: self.window.show_lines(lines)))
        self.window.banner.show_notice(self.tr("Sprue did not end as it should the last time."), *actions)

    def _lose_engine(self) -> None:
        self.context.connect_to(None)
        self.window.pill.show_starting()

    def _give_up(self, failure: Failure) -> None:
        self.context.connect_to(None)
        again = (self.tr("Restart"), self.connect_to_server)
        self.window.banner.show_failure(failure, again, (self.tr("Show log"), self._show_engine_log))

    def _cannot_connect(self, failure: Failure) -> None:
        self.context.connect_to(None)
        self.window.banner.show_failure(failure, (self.tr("Connection…"), self._choose_connection))

    def _show_engine_log(self) -> None:
        self.window.show_lines(self.engine.log)

    def _choose_connection(self) -> None:
        tokens = palette.chosen(self.settings["theme"])
        dialog = ConnectionDialog(self.context, self.keys, tokens, self.window, self.window.on_their_way)
        dialog.local_chosen.connect(self.connect_to_server)
        dialog.hosted_chosen.connect(self._connect_to_hosted)
        dialog.exec()

    def _connect_to_hosted(self, client: Client) -> None:
        self.engine.stop()
        self.context.connect_to(client)
