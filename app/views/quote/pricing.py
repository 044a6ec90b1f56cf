"""One part's quote while it is put together: what the server offers, what is chosen, what that costs."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.cancel import Cancel
from app.client.casting import CastGeometry, Choice, Finish, Material, Price, Quote
from app.client.errors import Failure
from app.client.http import Client
from app.client.models import Result
from app.state import quote_draft
from app.state.quote_draft import QuoteDraft
from app.state.session import Session
from app.views.window_context import WindowContext

PAUSE_MS = 120
"""Prices are asked for when choosing has come to rest this long."""


@dataclass(frozen=True, slots=True)
class _Offered:
    """What a server says to a part before anything is chosen."""

    geometry: CastGeometry
    materials: tuple[Material, ...]
    finishes: tuple[Finish, ...]


class Pricing(QObject):
    """Holds the draft of the open part and keeps its prices known, for every widget of the workspace."""

    opened = Signal()
    """There is a draft, another one, or none any more; or it is known why there is none."""
    sent = Signal(int, int)
    """Bytes of the part that are with the server, and all."""
    changed = Signal()
    """Another choice, or more prices."""
    failed = Signal(object)
    """Failure: why there is no price."""
    saved = Signal(object)
    """Quote that the server keeps now."""

    def __init__(self, context: WindowContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.draft: QuoteDraft | None = None
        self.keeps_every_price = False
        """Whether this server prices nothing without keeping it as a draft, so that the user is to ask."""
        self.is_loading = False
        self.is_cancelled = False
        """Whether the user ended the reading of the part; it is read again when he asks for it."""
        self.failure: Failure | None = None
        """Why the part cannot be quoted."""
        self._session: Session | None = None
        self._client: Client | None = None
        self._cancel = Cancel()
        self._later = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._later.timeout.connect(self._ask)
        context.result_changed.connect(self._on_result)

    @property
    def file_name(self) -> str:
        """Name of the part's file; empty without a part."""
        return "" if self._session is None else self._session.path.name

    @property
    def currency(self) -> str | None:
        """What prices are in: as the server sends it, else as in the settings, else None."""
        draft = self.draft
        if draft is not None:
            currency = next((one.material.currency for one in draft.offers if one.material.currency), None)
            if currency is not None:
                return currency
        return self._context.settings["currency"] or None

    def open(self, session: Session | None) -> None:
        """Ask what can be cast of this part; nothing is asked twice of one server."""
        is_same = (session, self._context.client) == (self._session, self._client)
        if is_same and (self.draft is not None or self.is_loading or self.is_cancelled):
            return
        self._session, self._client = session, self._context.client
        self.again()

    def again(self) -> None:
        """Ask it anew."""
        self._cancel.ask()
        self._cancel = cancel = Cancel()
        session, client, size = self._session, self._client, self._measured()
        self.draft = self.failure = None
        self.keeps_every_price = self.is_cancelled = False
        self.is_loading = session is not None and client is not None
        self.opened.emit()
        if session is None or client is None:
            return

        def work() -> _Offered:
            # What was analyzed already is not read once more.
            geometry = size or self._converted(client, session, cancel)
            materials = client.materials(cancel=cancel)
            return _Offered(geometry, materials, client.post_processing(cancel=cancel))

        def done(offered: _Offered) -> None:
            if cancel is self._cancel:
                self.is_loading = False
                self.draft = QuoteDraft(offered.geometry, offered.materials, offered.finishes)
                self.draft.changed.subscribe(lambda _: self._choose())
                self.opened.emit()
                self._choose()

        def failed(failure: Failure) -> None:
            if cancel is self._cancel:
                self.is_loading, self.failure = False, failure
                self.opened.emit()

        self._context.tasks.run(work, done, failed)

    def _converted(self, client: Client, session: Session, cancel: Cancel) -> CastGeometry:
        """Have the server look at the part; called off the window's thread."""
        with session.as_sent() as (file, of_file):
            return client.convert(file, of_file, progress=self.sent.emit, cancel=cancel).geometry

    def cancel(self) -> None:
        """End the reading of the part."""
        if self.is_loading:
            self._cancel.ask()
            self._cancel = Cancel()
            self.is_loading, self.is_cancelled = False, True
            self.opened.emit()

    def forget(self) -> None:
        """Hold no part; what is still read of one is for nobody."""
        self._session = None
        self.again()

    def wanted(self) -> tuple[Choice, ...]:
        """Return every choice that something on the page shows a price of."""
        draft = self.draft
        if draft is None or draft.choice is None:
            return ()
        return (*self.curve(), *draft.comparison())

    def curve(self) -> tuple[Choice, ...]:
        """Return the choice at each quantity of the curve."""
        if self.draft is None or self.draft.choice is None:
            return ()
        quantities = (int(one) for one in self._context.settings["quantities"] if _is_count(one))
        return self.draft.breaks(quantities)

    def save(self) -> None:
        """Have the server keep the choice as a quote; that is its price then, too."""
        draft, client = self.draft, self._client
        if draft is None or draft.choice is None or client is None:
            return
        choice = draft.choice
        request = draft.request(choice, self.file_name)

        def done(quote: Quote) -> None:
            draft.add_prices({choice: quote})
            self.saved.emit(quote)

        self._context.tasks.run(lambda: client.make_quote(**request), done, self.failed.emit)

    def _on_result(self, _: Result | None) -> None:
        """Price by what was measured, where reading the part was not done by itself, and by what it found."""
        measured = self._measured()
        if measured is None:
            return
        if self.draft is not None:
            self.draft.learn(measured)
        elif not self.is_cancelled:
            self.again()

    def _measured(self) -> CastGeometry | None:
        """Return the size of the part where it was analyzed already."""
        result = self._context.result
        is_other = self._session is None or self._session is not self._context.session
        return None if is_other else quote_draft.measured(result)

    def _choose(self) -> None:
        self.changed.emit()
        if self.draft is not None and self.draft.missing(self.wanted()) and not self.keeps_every_price:
            self._later.start()

    def _ask(self) -> None:
        draft, client = self.draft, self._client
        if draft is None or client is None:
            return
        missing, geometry = draft.missing(self.wanted()), draft.geometry
        if not missing:
            return

        def done(prices: tuple[Price, ...] | None) -> None:
            if prices is None:
                self.keeps_every_price = True
                self.changed.emit()
            elif draft.geometry is geometry:  # else more is known of the part, and they are asked for again
                draft.add_prices(dict(zip(missing, prices, strict=True)))

        self._context.tasks.run(lambda: client.prices(geometry, missing), done, self.failed.emit)


def _is_count(text: str) -> bool:
    """Return whether a quantity of the settings is one that can be ordered."""
    return text.isascii() and text.isdigit() and int(text) > 0
