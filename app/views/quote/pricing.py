"""One part's quote while it is put together: what the server offers, what is chosen, what that costs."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.client.casting import CastGeometry, Choice, Finish, Material, Price, Quote
from app.client.errors import Failure
from app.client.http import Client
from app.state.quote_draft import QuoteDraft
from app.views.desk import Desk

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
    """There is a draft, another one, or none any more."""
    changed = Signal()
    """Another choice, or more prices."""
    failed = Signal(object)
    """Failure: why there is no draft or no price."""
    saved = Signal(object)
    """Quote that the server keeps now."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.draft: QuoteDraft | None = None
        self.keeps_every_price = False
        """Whether this server prices nothing without keeping it as a draft, so that the user is to ask."""
        self.is_loading = False
        self._path: Path | None = None
        self._client: Client | None = None
        self._later = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._later.timeout.connect(self._ask)

    @property
    def file_name(self) -> str:
        """Name of the part's file; empty without a part."""
        return "" if self._path is None else self._path.name

    @property
    def currency(self) -> str | None:
        """What prices are in: as the server tells, else as the settings say, else nobody knows."""
        draft = self.draft
        if draft is not None:
            told = next((one.material.currency for one in draft.offers if one.material.currency), None)
            if told is not None:
                return told
        return self._desk.settings["currency"] or None

    def open(self, path: Path | None) -> None:
        """Ask what can be cast of this part; nothing is asked twice of one server."""
        client = self._desk.client
        if (path, client) == (self._path, self._client) and (self.draft is not None or self.is_loading):
            return
        self._path, self._client, self.draft = path, client, None
        self.keeps_every_price = False
        self.is_loading = path is not None and client is not None
        self.opened.emit()
        if path is None or client is None:
            return

        def work() -> _Offered:
            return _Offered(client.convert(path).geometry, client.materials(), client.post_processing())

        def is_wanted() -> bool:
            return (path, client) == (self._path, self._client)

        def done(offered: _Offered) -> None:
            if is_wanted():
                self.is_loading = False
                self.draft = QuoteDraft(offered.geometry, offered.materials, offered.finishes)
                self.draft.changed.subscribe(lambda _: self._choose())
                self.opened.emit()
                self._choose()

        def failed(failure: Failure) -> None:
            if is_wanted():
                self.is_loading = False
                self.opened.emit()
                self.failed.emit(failure)

        self._desk.tasks.run(work, done, failed)

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
        quantities = (int(one) for one in self._desk.settings["quantities"] if _is_count(one))
        return self.draft.breaks(quantities)

    def save(self) -> None:
        """Have the server keep the choice as a quote; that is its price then, too."""
        draft, client = self.draft, self._client
        if draft is None or draft.choice is None or client is None:
            return
        choice = draft.choice
        request = draft.request(choice, self.file_name)

        def done(quote: Quote) -> None:
            draft.take({choice: quote})
            self.saved.emit(quote)

        self._desk.tasks.run(lambda: client.make_quote(**request), done, self.failed.emit)

    def _choose(self) -> None:
        self.changed.emit()
        if self.draft is not None and self.draft.missing(self.wanted()) and not self.keeps_every_price:
            self._later.start()

    def _ask(self) -> None:
        draft, client = self.draft, self._client
        if draft is None or client is None:
            return
        missing = draft.missing(self.wanted())
        if not missing:
            return

        def done(prices: tuple[Price, ...] | None) -> None:
            if prices is None:
                self.keeps_every_price = True
                self.changed.emit()
            else:
                draft.take(dict(zip(missing, prices, strict=True)))

        self._desk.tasks.run(lambda: client.prices(draft.geometry, missing), done, self.failed.emit)


def _is_count(text: str) -> bool:
    """Tell whether a quantity of the settings is one that can be ordered."""
    return text.isascii() and text.isdigit() and int(text) > 0
