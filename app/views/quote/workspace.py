"""The Quote workspace, assembled: metals and finishes to the left, their price to the right."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.client.casting import Choice, Price, Quote
from app.client.errors import Failure, Reason
from app.client.models import Result
from app.state import quote_draft, size_words
from app.state.quote_draft import casting_warning
from app.views.quote import document
from app.views.quote.break_curve import BreakCurve, Point
from app.views.quote.finish_list import FinishList
from app.views.quote.material_table import MaterialTable
from app.views.quote.price_card import PriceCard
from app.views.quote.pricing import Pricing
from app.views.quote.saved_quotes import SavedQuotes
from app.views.scrolled import CurrentPage
from app.views.theme.labels import heading, muted, title
from app.views.theme.tokens import Tokens
from app.views.waiting import Waiting
from app.views.window_context import WindowContext


class QuoteWorkspace(QWidget):
    """Prices the open part when it is looked at, and not before."""

    name = icon = "quote"

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.pricing = Pricing(context, self)
        self.materials = MaterialTable(self.pricing, tokens)
        self.finishes = FinishList(self.pricing)
        self.card = PriceCard(self.pricing, tokens)
        self.curve = BreakCurve(tokens)
        self._curve_words = muted(QLabel(self.tr("Dashed: with each part's share of the tooling.")))
        self.saved = SavedQuotes(context)
        self._facts = muted(QLabel())
        self._warning = QFrame()
        self._warning.setObjectName("Warning")
        self._warning_words = QLabel(wordWrap=True)
        self.findings_button = QPushButton(self.tr("Show the findings"))
        self.waiting = Waiting(self.tr("Progress of reading the part"))
        self._assemble()
        self.set_tokens(tokens)
        self._listen()
        self._show_draft()

    @staticmethod
    def title() -> str:
        """Return what the rail calls it."""
        return QCoreApplication.translate("Workspaces", "Quote")

    @property
    def widget(self) -> QWidget:
        """The page itself."""
        return self

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._warning.setStyleSheet(
            f"QFrame#Warning {{ background: {tokens.surface_raised};"
            f"border: none; border-left: 3px solid {tokens.warning}; }}"
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
            self._context.failure_reported.emit(
                Failure(
                    Reason.FILE,
                    self.tr("{name} could not be written: {why}.").format(
                        name=Path(chosen).name, why=(error.strerror or str(error)).lower()
                    ),
                    self.tr("Choose another folder."),
                )
            )

    def _listen(self) -> None:
        self._context.part_opened.connect(
            lambda _: self._open() if self.isVisible() else self.pricing.forget()
        )
        self._context.connected.connect(lambda _: self._open() if self.isVisible() else None)
        self._context.result_changed.connect(self._warn)
        self._context.units_changed.connect(self._show_draft)
        self.pricing.opened.connect(self._show_draft)
        self.pricing.changed.connect(self._refresh)
        self.pricing.sent.connect(self._show_sent)
        self.pricing.failed.connect(self._context.failure_reported)
        self.waiting.cancel_asked.connect(self.pricing.cancel)
        self.waiting.again_asked.connect(self.pricing.again)
        self.findings_button.clicked.connect(self._show_findings)
        self.pricing.saved.connect(lambda _: self.saved.refresh())
        self.curve.quantity_chosen.connect(self.card.quantity.setValue)
        self.card.page_asked.connect(self._page_of_choice)
        self.saved.quote_asked.connect(self._page_of_quote)

    def _open(self) -> None:
        self.pricing.open(self._context.session)

    def _show_draft(self) -> None:
        """Show the draft that came or went."""
        pricing = self.pricing
        draft = pricing.draft
        if pricing.is_loading:
            self._show_sent(0, 0)
        elif pricing.is_cancelled:
            self.waiting.show_end(self.tr("{name} was not read to its end.").format(name=pricing.file_name))
        elif pricing.failure is not None:
            self.waiting.show_failure(pricing.failure)
        is_waiting = pricing.is_loading or pricing.is_cancelled or pricing.failure is not None
        self._pages.setCurrentWidget(
            self._priced if draft is not None else self.waiting if is_waiting else self._invitation
        )
        if draft is None:
            return
        self._facts.setText(
            self.tr("{name}  ·  {sides}  ·  {volume}  ·  {area} of surface").format(
                name=self.pricing.file_name,
                sides=size_words.sides(draft.geometry.sides_mm),
                volume=size_words.volume(draft.geometry.volume_cm3),
                area=size_words.area(draft.geometry.surface_area_cm2),
            )
        )
        self._warn(self._context.result)
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
        points = tuple(_point(choice.quantity, price) for choice, price in known.items())
        is_dashed = any(one.with_tooling is not None for one in points)
        self._curve_words.setVisible(is_dashed)
        self.curve.show_points(points, draft.choice.quantity, self.pricing.currency)

    def _show_sent(self, n_sent: int, n_bytes: int) -> None:
        """Show the progress of the upload, and then that the part is read."""
        if self.pricing.is_loading:
            is_on_its_way = n_sent < n_bytes
            words = self.tr("{name} is sent …") if is_on_its_way else self.tr("{name} is read …")
            of = n_bytes if is_on_its_way else 0
            self.waiting.show_busy(words.format(name=self.pricing.file_name), "", n_sent, of)

    def _warn(self, result: Result | None) -> None:
        draft = self.pricing.draft
        misfit, failing = None if draft is None else draft.misfit, casting_warning(result)
        self._warning_words.setText(misfit or failing or "")
        self._warning.setVisible(bool(misfit or failing))
        self.findings_button.setVisible(misfit is None)

    def _show_findings(self) -> None:
        """Go to what fails when the part is cast."""
        configuration = quote_draft.casting_configuration(self._context.result)
        if configuration is not None:
            self._context.choose_verdict(quote_draft.CASTING, configuration)
        self._context.workspace_chosen.emit("inspect")

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
            warning=casting_warning(self._context.result) if is_open_part else None,
        )

    def _assemble(self) -> None:
        left = _column(
            (self._title(self.tr("Metal")), 0),
            (self.materials, 0),
            (self._title(self.tr("Post-processing")), 0),
            (self.finishes, 0),
            (self._title(self.tr("Saved quotes")), 0),
            (self.saved, 1),
        )
        right = _column(
            (self._title(self.tr("Price")), 0),
            (self.card, 0),
            (self._title(self.tr("Unit price by quantity")), 0),
            (self._curve_words, 0),
            (_framed(self.curve), 1),
        )
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(9)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setStretchFactor(0, 5)
        halves.setStretchFactor(1, 4)
        halves.setSizes([5000, 4000])  # shares; the least widths hold besides
        warning = QHBoxLayout(self._warning)
        warning.setContentsMargins(10, 5, 6, 5)
        warning.addWidget(self._warning_words, 1)
        warning.addWidget(self.findings_button)
        self._priced = QWidget()
        layout = QVBoxLayout(self._priced)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(self._facts)
        layout.addWidget(self._warning)
        layout.addWidget(halves, 1)
        self._invitation = self._made_invitation()
        self._pages = CurrentPage(self)
        for page in (self._priced, self.waiting, self._invitation):
            self._pages.addWidget(page)

    def _made_invitation(self) -> QWidget:
        """Show the hint of an empty quote: what is priced, and how to begin."""
        page = QWidget()
        middle = Qt.AlignmentFlag.AlignCenter
        hint = self.tr("Drop one on this window, or open one with Ctrl+O.")
        layout = QVBoxLayout(page)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(title(QLabel(self.tr("Open a part to see what casting it costs"), alignment=middle)))
        layout.addWidget(muted(QLabel(hint, alignment=middle)))
        layout.addStretch(3)
        return page

    def _title(self, text: str) -> QLabel:
        return heading(QLabel(text))


def _point(quantity: int, price: Price) -> Point:
    total = price.total_with_tooling
    return Point(quantity, price.unit_price, None if total is None else total / quantity)


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
