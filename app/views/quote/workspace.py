"""The Quote workspace, assembled: metals and finishes to the left, their price to the right."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.client.casting import Choice, Price, Quote
from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import size_words
from app.state.quote_draft import casting_warning
from app.state.session import Session
from app.views.desk import Desk
from app.views.quote import document
from app.views.quote.break_curve import BreakCurve, Point
from app.views.quote.finish_list import FinishList
from app.views.quote.material_table import MaterialTable
from app.views.quote.price_card import PriceCard
from app.views.quote.pricing import Pricing
from app.views.quote.saved_quotes import SavedQuotes
from app.views.theme.labels import heading, muted
from app.views.theme.tokens import Tokens


class QuoteWorkspace(QWidget):
    """Prices the open part when it is looked at, and not before."""

    def __init__(self, desk: Desk, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.pricing = Pricing(desk, self)
        self.materials = MaterialTable(self.pricing, tokens)
        self.finishes = FinishList(self.pricing)
        self.card = PriceCard(self.pricing, tokens)
        self.curve = BreakCurve(tokens)
        self.saved = SavedQuotes(desk)
        self._facts = muted(QLabel())
        self._warning = QLabel()
        self._warning.setWordWrap(True)
        self._empty = muted(QLabel(alignment=Qt.AlignmentFlag.AlignCenter))
        self._empty.setWordWrap(True)
        self._assemble()
        self.set_tokens(tokens)
        self._listen()
        self._show_draft()

    def set_tokens(self, tokens: Tokens) -> None:
        """Take other colors."""
        self._warning.setStyleSheet(
            f"background: {tokens.surface_raised}; border-left: 3px solid {tokens.warning}; padding: 6px;"
        )
        for part in (self.materials, self.card, self.curve):
            part.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._open()

    def ask_for_page(self, page: document.Page) -> None:
        """Let the user say where the page goes, and write it."""
        stem = Path(page.file_name).stem
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save as PDF"), f"{stem}-quote.pdf", "PDF (*.pdf)"
        )
        if not chosen:
            return
        try:
            document.write(page, Path(chosen))
        except OSError as error:
            self._desk.told.emit(
                Failure(
                    Reason.FILE,
                    self.tr("{name} could not be written: {why}.").format(
                        name=Path(chosen).name, why=(error.strerror or str(error)).lower()
                    ),
                    self.tr("Choose another folder."),
                )
            )

    def _listen(self) -> None:
        self._desk.part_opened.connect(lambda _: self._open() if self.isVisible() else None)
        self._desk.connected.connect(lambda _: self._open() if self.isVisible() else None)
        self._desk.result_changed.connect(self._warn)
        self.pricing.opened.connect(self._show_draft)
        self.pricing.changed.connect(self._refresh)
        self.pricing.failed.connect(self._fail)
        self.pricing.saved.connect(lambda _: self.saved.refresh())
        self.curve.quantity_chosen.connect(self.card.quantity.setValue)
        self.card.page_asked.connect(self._page_of_choice)
        self.saved.quote_asked.connect(self._page_of_quote)

    def _open(self) -> None:
        session: Session | None = self._desk.session
        self.pricing.open(None if session is None else session.path)

    def _show_draft(self) -> None:
        """Show the draft that came or went."""
        draft = self.pricing.draft
        self._pages.setCurrentIndex(0 if draft is not None else 1)
        if draft is None:
            self._empty.setText(
                self.tr("Reading the part…")
                if self.pricing.is_loading
                else self.tr("Open a part to see what casting it costs.")
            )
            return
        self._facts.setText(
            self.tr("{name}  ·  {sides}  ·  {volume}  ·  {area} of surface").format(
                name=self.pricing.file_name,
                sides=size_words.sides(draft.geometry.sides_mm),
                volume=size_words.volume(draft.geometry.volume_cm3),
                area=size_words.area(draft.geometry.surface_area_cm2),
            )
        )
        self._warn(self._desk.result)
        self.finishes.reset()
        self.saved.name_materials(tuple(one.material for one in draft.offers))
        self.saved.refresh()
        self._refresh()

    def _refresh(self) -> None:
        """Show another choice, or more prices."""
        self.materials.refresh()
        self.finishes.refresh()
        self.card.refresh()
        draft = self.pricing.draft
        if draft is None or draft.choice is None:
            self.curve.show_points((), None, None)
            return
        known = draft.known(self.pricing.curve())
        points = tuple(Point(choice.quantity, price.unit_price) for choice, price in known.items())
        self.curve.show_points(points, draft.choice.quantity, self.pricing.currency)

    def _warn(self, result: Result | None) -> None:
        sentence = casting_warning(result)
        self._warning.setText(sentence or "")
        self._warning.setVisible(sentence is not None)

    def _fail(self, failure: Failure) -> None:
        if self.pricing.draft is None:
            self._empty.setText(f"{failure.sentence}\n{failure.next_step}")
        else:
            self._desk.told.emit(failure)

    def _page_of_choice(self) -> None:
        draft = self.pricing.draft
        if draft is not None and draft.choice is not None and draft.price is not None:
            price = draft.price
            quote_id = price.id if isinstance(price, Quote) else None
            self.ask_for_page(self._page(draft.choice, price, quote_id, self.pricing.file_name))

    def _page_of_quote(self, quote: Quote) -> None:
        choice = Choice(
            quote.material_id or "", quote.quantity or 1, tuple(quote.post_processing_option_ids or ())
        )
        self.ask_for_page(self._page(choice, quote, quote.id, quote.file_name or quote.id))

    def _page(self, choice: Choice, price: Price, quote_id: str | None, file_name: str) -> document.Page:
        draft = self.pricing.draft
        materials = {} if draft is None else {one.material.id: one.material.name for one in draft.offers}
        finishes = {} if draft is None else {one.id: one.name for one in draft.finishes}
        is_open_part = draft is not None and file_name == self.pricing.file_name
        return document.Page(
            file_name=file_name,
            quote_id=quote_id,
            material=materials.get(choice.material_id, choice.material_id),
            finishes=tuple(finishes.get(one, one) for one in choice.option_ids),
            quantity=choice.quantity,
            geometry=(price.geometry if isinstance(price, Quote) else None)
            or (draft.geometry if draft is not None and is_open_part else None),
            price=price,
            currency=price.currency or self.pricing.currency,
            warning=casting_warning(self._desk.result) if is_open_part else None,
        )

    def _assemble(self) -> None:
        left = _column(
            (self._title(self.tr("Metal")), 0),
            (self.materials, 3),
            (self._title(self.tr("Post-processing")), 0),
            (self.finishes, 0),
            (self._title(self.tr("Saved quotes")), 0),
            (self.saved, 2),
        )
        right = _column(
            (self._title(self.tr("Price")), 0),
            (self.card, 0),
            (self._title(self.tr("Unit price by quantity")), 0),
            (_framed(self.curve), 1),
        )
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(9)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setStretchFactor(0, 5)
        halves.setStretchFactor(1, 4)
        priced = QWidget()
        layout = QVBoxLayout(priced)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        head = QHBoxLayout()
        head.addWidget(self._facts)
        head.addStretch(1)
        layout.addLayout(head)
        layout.addWidget(self._warning)
        layout.addWidget(halves, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(priced)
        self._pages.addWidget(self._empty)

    def _title(self, text: str) -> QLabel:
        return heading(QLabel(text))


def _column(*parts: tuple[QWidget, int]) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for widget, stretch in parts:
        layout.addWidget(widget, stretch)
    return column


def _framed(widget: QWidget) -> QFrame:
    frame = QFrame()
    frame.setObjectName("Card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(widget)
    return frame
