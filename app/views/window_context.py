"""The state that all widgets of one window share, with signals on its thread. No widget knows another."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.errors import Failure
from app.client.http import Client
from app.client.models import Json, JudgedBody, Result, RuleSchema
from app.state import bodies, build_volumes, display_unit, pull_choice, rule_catalog
from app.state.acceptances import Acceptances
from app.state.findings import Placed
from app.state.interface import SHIPPED, Interface
from app.state.issues import PlacedIssue
from app.state.selection import Selection
from app.state.session import Progress, Session, Stage, Stale
from app.state.settings import Settings
from app.state.unit_choice import UnitChoices
from app.views.tasks import Tasks

ACCEPTED = "accepted"
"""Beside the settings: the notes on findings that were accepted."""


EQUIPPED_MS = 800
"""After the last change of a build volume; whoever sets one may go on with the next."""


class WindowContext(QObject):
    """One window's connection, part, selection, and what is looked at."""

    connected = Signal(object)
    """Client, or None where the server went."""
    part_opened = Signal(object)
    """Session of the part that was opened, or None where it was closed."""
    progressed = Signal(object)
    """Progress of the open part, each time it changes."""
    result_changed = Signal(object)
    """Result of the open part: new, computed again, or None."""
    selection_changed = Signal(object)
    """Selected."""
    verdict_chosen = Signal(str, str)
    """Keys of pack and configuration whose findings are looked at."""
    layer_chosen = Signal(str)
    """The name of one of the interface's layers."""
    flown_to = Signal(object)
    """PlacedIssue or Placed: an issue or a finding that the camera is to show."""
    failure_reported = Signal(object)
    """Failure to show the user."""
    schema_learned = Signal()
    """The server sent what rules are made of, and what it reads and shows: `schema` and `interface`."""
    packs_learned = Signal()
    """The server sent its rule packs; they are in `packs`."""
    workspace_chosen = Signal(str)
    """home, inspect, rules, quote, compare or batch."""
    batch_changed = Signal(object)
    """Tuple of paths: the parts that the batch has now."""
    body_chosen = Signal(object)
    """JudgedBody that is looked at alone, or None: the whole part again."""
    units_changed = Signal()
    """Lengths are shown in another unit from now on."""
    abilities_changed = Signal()
    """A workspace can do more or less than before, such as undo; the window refreshes its commands."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.acceptances = Acceptances(settings.path.parent / ACCEPTED)
        self.units = UnitChoices(settings.path.parent)
        self.tasks = Tasks(self)
        self.selection = Selection()
        self.client: Client | None = None
        self.session: Session | None = None
        self.is_revision = False
        """Whether the open part takes the place of a revision of it, and is looked at as that was."""
        self.verdict: tuple[str, str] | None = None
        """Pack and configuration that are looked at. Another file begins with what suits it best."""
        self._path_of_verdict: Path | None = None
        self.layer: str = settings["layer"]
        self.packs: dict[str, Json] = {}
        """The rule packs of the server by key, as documents; empty before they are learned."""
        self.saved_packs: dict[str, Json] = {}
        """Those that the account keeps at the server, by key, as documents."""
        self._packs_of: Client | None = None
        self.schema: RuleSchema | None = None
        """What rules are made of; None before it is learned."""
        self.interface: Interface = SHIPPED
        """What the server reads and shows; what ships with the program before it is learned."""
        self._schema_of: Client | None = None
        self._was_local = False
        self._result: Result | None = None
        self.body: JudgedBody | None = None
        """The body that is judged alone; None where the whole part is looked at."""
        self._leave: Callable[[], None] = _nothing
        self._later: list[Callable[[], None]] = []
        self.selection.changed.subscribe(self.selection_changed.emit)
        display_unit.choose(settings[display_unit.SETTING])
        self._equipped = QTimer(self, singleShot=True, interval=EQUIPPED_MS)
        self._equipped.timeout.connect(self._judge_for_machines)
        self._leave_settings = settings.changed.subscribe(self._follow_setting)

    @property
    def result(self) -> Result | None:
        """Result of the open part; None before there is one."""
        return self._result

    @property
    def judged(self) -> Result | None:
        """What verdicts and features are about: the result, or what it says of one body alone."""
        if self._result is None or self.body is None:
            return self._result
        return bodies.alone(self._result, self.body)

    def choose_body(self, body: JudgedBody | None) -> None:
        """Judge one body of the part alone; None: all of it."""
        if body is not self.body:
            self.body = body
            self.body_chosen.emit(body)

    def connect_to(self, client: Client | None) -> None:
        """Speak with this server from now on; an open part stays with the one it was sent to.

        The engine beside the program is the same server, however often it is started.
        """
        is_local = not self.settings["server"]
        if client is not None:
            if self.session is not None and is_local and self._was_local:
                self.session.move_to(client)
            self._was_local = is_local
        self.client = client
        self.connected.emit(client)

    def open_part(self, path: Path, options: Mapping[str, str | float] | None = None) -> None:
        """Close what is open, send this part and follow it."""
        if self.client is None:
            return
        session = Session(self.client, path, self.interface, self.units.of)
        self.show_part(session)
        sent = {**self.analysis_options(), "shape": "true", **(options or {})}
        self.tasks.run(lambda: session.analyze(sent), failed=self.failure_reported.emit)

    def analysis_options(self) -> dict[str, str | float]:
        """Return what parts are analyzed with: as the settings say."""
        return pull_choice.of_settings(self.settings).options() | self.machine_options()

    def machine_options(self) -> dict[str, str | float]:
        """Return what tells a server of the user's machines; nothing where the packs' hold."""
        return build_volumes.options(self.settings[build_volumes.SETTING])

    def show_part(self, session: Session, *, is_revision: bool = False) -> None:
        """Close what is open and show this part, which another may have had analyzed already.

        A revision of what was open is looked at under the same configuration.
        """
        self.is_revision = is_revision
        self._end_part()
        if not is_revision and self._path_of_verdict not in (None, session.path):
            self.verdict = None
        self._path_of_verdict = session.path
        self.session = session
        follow = self._follow_session
        self._leave = session.changed.subscribe(lambda now: self.tasks.post(lambda: follow(session, now)))
        self.part_opened.emit(session)
        if session.now.result is not None:
            self._become(session.now.result)
            self.progressed.emit(session.now)

    def close_part(self) -> None:
        """End what runs for the open part and forget it."""
        if self.session is not None:
            self.is_revision = False
            self._end_part()
            self.part_opened.emit(None)
            QTimer.singleShot(0, self._do_what_waited)

    def recompute(self, options: Mapping[str, str | float]) -> None:
        """Measure and judge the open part again, with another pull or other limits of draft."""
        session = self.session
        if session is not None and session.now.result is not None and not session.now.is_busy:
            self.tasks.run(lambda: session.recompute(options), failed=self.failure_reported.emit)

    def cancel(self) -> None:
        """End what runs for the open part."""
        if self.session is not None:
            self.session.cancel()

    def learn_packs(self) -> None:
        """Fetch the rule packs of the server, once; `packs_learned` is emitted when they are there."""
        client = self.client
        if client is None or client is self._packs_of:
            return
        self._packs_of = client

        def done(documents: tuple[Json, ...]) -> None:
            if client is self._packs_of:
                self.packs = {str(one.get("key")): one for one in documents}
                self.packs_learned.emit()

        def failed(failure: Failure) -> None:
            self._packs_of = None  # whoever needs them asks again
            self.failure_reported.emit(failure)

        def saved(documents: tuple[Json, ...]) -> None:
            if client is self._packs_of:
                self.saved_packs = {str(one.get("key")): one for one in documents}
                self.packs_learned.emit()

        self.saved_packs = {}
        self.tasks.run(client.modules, done, failed)
        self.tasks.run(client.saved_modules, saved, lambda _: None)  # the others are told of what is wrong

    def learn_schema(self) -> None:
        """Fetch the rule schema of the server, once; `schema_learned` is emitted when it is there."""
        client = self.client
        if client is None or client is self._schema_of:
            return
        self._schema_of = client

        def done(schema: RuleSchema) -> None:
            if client is self._schema_of:
                self.schema, self.interface = schema, SHIPPED.with_schema(schema)
                self.schema_learned.emit()

        def failed(failure: Failure) -> None:
            self._schema_of = None  # whoever needs it asks again
            self.failure_reported.emit(failure)

        self.tasks.run(client.rule_schema, done, failed)

    def mark_stale(self, stale: Stale, *, is_stale: bool = True) -> None:
        """Note that pull or rules differ from those of the result."""
        if self.session is not None:
            self.session.mark(stale, is_stale=is_stale)

    def at_leisure(self, act: Callable[[], None]) -> None:
        """Call `act` soon, but not while a part is on its way: who opens one waits for that alone."""
        self._later.append(act)
        QTimer.singleShot(0, self._do_what_waited)

    def choose_verdict(self, pack_key: str, configuration_key: str) -> None:
        """Look at the findings of this configuration."""
        if self.verdict != (pack_key, configuration_key):
            self.verdict = (pack_key, configuration_key)
            self.verdict_chosen.emit(pack_key, configuration_key)

    def choose_layer(self, layer: str) -> None:
        """Color the part by this layer."""
        if layer != self.layer:
            self.layer = layer
            self.layer_chosen.emit(layer)

    def choose_layer_of(self, metric: str | None) -> None:
        """Color the part by the layer that shows what a metric measures; where none does, leave it."""
        layer = rule_catalog.layer_of(self.schema, self.interface, metric)
        if layer:
            self.choose_layer(layer)

    def fly_to(self, shown: PlacedIssue | Placed) -> None:
        """Show this issue or finding."""
        self.flown_to.emit(shown)

    def close(self, wait_ms: int = 3000) -> None:
        """End everything, before the window goes."""
        self._later.clear()
        self._equipped.stop()
        self._leave_settings()
        self.close_part()
        self.tasks.close(wait_ms)

    def _follow_setting(self, name: str) -> None:
        if name == display_unit.SETTING:
            display_unit.choose(self.settings[name])
            self.units_changed.emit()
        elif name == build_volumes.SETTING:
            self._equipped.start()

    def _judge_for_machines(self) -> None:
        """Judge the open part again, for the machines that the user has now; once it is judged at all."""
        session = self.session
        if session is None or session.now.stage is Stage.CHOSEN or session.now.is_busy:
            if session is not None:
                self._equipped.start()
            return
        result = session.now.result
        if result is not None:
            machines = self.machine_options() or {build_volumes.FIELD: build_volumes.NONE}
            self.recompute(pull_choice.of_result(result.features.manufacturability).options() | machines)

    def _end_part(self) -> None:
        if self.session is None:
            return
        self._leave()
        self.session.cancel()
        self.session = None
        self.selection.clear()
        self._become(None)

    def _follow_session(self, session: Session, now: Progress) -> None:
        if session is not self.session:
            return  # of a part that was closed meanwhile
        if now.result is not self._result:
            self._become(now.result)
        self.progressed.emit(now)
        if not now.is_busy:
            QTimer.singleShot(0, self._do_what_waited)
        if now.stage is Stage.FAILED and now.failure is not None:
            self.failure_reported.emit(now.failure)

    def _do_what_waited(self) -> None:
        now = self.session.now if self.session is not None else None
        if now is not None and (now.stage is Stage.CHOSEN or now.is_busy):
            return
        waited, self._later = self._later, []
        for act in waited:
            act()

    def _become(self, result: Result | None) -> None:
        self._result = result
        self.choose_body(None)  # its numbers are of another result
        self.result_changed.emit(result)


def _nothing() -> None:
    """Leave nothing."""
