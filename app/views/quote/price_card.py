"""The price of the choice: of one part and of all, when they come, and what it consists of."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from app.client.casting import Price
from app.state.money import spelled
from app.state.quote_draft import LARGEST_QUANTITY
from app.views.quote.price_bar import PriceBar
from app.views.quote.pricing import Pricing
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens


class PriceCard(QFrame):
    """Quantity, unit price, total, lead time; saving as a quote, and as a page to hand on."""

    page_asked = Signal()

    def __init__(self, pricing: Pricing, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self._pricing = pricing
        self.quantity = QSpinBox(minimum=1, maximum=LARGEST_QUANTITY)
        self.quantity.setGroupSeparatorShown(True)
        self.quantity.setAccessibleName(self.tr("Quantity"))
        self.quantity.valueChanged.connect(self._choose)
        self._unit = QLabel("–")
        self._unit.setStyleSheet("font-size: 26px; font-weight: 600;")
        self._each = muted(QLabel(self.tr("each")))
        self._total = QLabel()
        self._total.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._tooling = QLabel()
        self._tooling.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._tooling_words = muted(QLabel())
        self._tooling_words.setWordWrap(True)
        self._notes = QLabel()
        self._notes.setWordWrap(True)
        self._bar = PriceBar(tokens)
        self.save = QPushButton(self.tr("Save quote"))
        self.save.clicked.connect(pricing.save)
        self.page = QPushButton(self.tr("PDF…"))
        self.page.clicked.connect(self.page_asked)
        self._assemble()
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._bar.set_tokens(tokens)
        self.refresh()

    def refresh(self) -> None:
        """Show the draft as it stands."""
        draft = self._pricing.draft
        choice = None if draft is None else draft.choice
        price = None if draft is None else draft.price
        currency = (price.currency if price else None) or self._pricing.currency
        if choice is not None and not self.quantity.hasFocus() and self.quantity.value() != choice.quantity:
            self.quantity.setValue(choice.quantity)
        self.quantity.setEnabled(choice is not None)
        self.save.setEnabled(choice is not None)
        self.page.setEnabled(price is not None)
        self._each.setVisible(price is not None)
        self._bar.show_breakdown(price.breakdown if price else None, currency)
        notes = list(price.notes) if price else []
        if price is None and self._pricing.keeps_every_price:
            notes.append(
                self.tr("This server tells a price by keeping a quote. Save one to see what it costs.")
            )
        self._notes.setText("\n".join(notes))
        self._notes.setVisible(bool(notes))
        self._show_tooling(price, currency)
        if choice is None or price is None:
            self._unit.setText("–")
            self._total.setText(
                "" if choice is None or self._pricing.keeps_every_price else self.tr("Pricing…")
            )
            return
        self._unit.setText(spelled(price.unit_price, currency))
        self._total.setText(
            self.tr("{total} for {quantity}  ·  {ready}").format(
                total=spelled(price.total_price, currency),
                quantity=f"{choice.quantity:,}",
                ready=self.tr("lead time by arrangement")
                if price.is_lead_time_by_arrangement
                else self.tr("ready in {days} days").format(days=price.lead_time_days),
            )
        )

    def _show_tooling(self, price: Price | None, currency: str | None) -> None:
        """Show what making the patterns costs, and the order with it; nothing where it was not sent."""
        tooling = price.tooling if price else None
        for label in (self._tooling, self._tooling_words):
            label.setVisible(tooling is not None)
        if price is None or tooling is None:
            return
        words = self.tr("Tooling, once: {name}  ·  {cost}").format(
            name=tooling.name, cost=spelled(tooling.cost, currency)
        )
        if price.total_with_tooling is not None:
            total = spelled(price.total_with_tooling, currency)
            words += self.tr("  ·  {total} with tooling").format(total=total)
        self._tooling.setText(words)
        self._tooling_words.setText(tooling.sentence)

    def _assemble(self) -> None:
        price = QHBoxLayout()
        price.addWidget(self._unit, 0, Qt.AlignmentFlag.AlignBaseline)
        price.addWidget(self._each, 0, Qt.AlignmentFlag.AlignBaseline)
        price.addStretch(1)
        label = QLabel(self.tr("&Quantity"))
        label.setBuddy(self.quantity)
        price.addWidget(label, 0, Qt.AlignmentFlag.AlignVCenter)
        price.addWidget(self.quantity, 0, Qt.AlignmentFlag.AlignVCenter)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.page)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addLayout(price)
        layout.addWidget(self._total)
        layout.addWidget(self._bar)
        layout.addWidget(self._tooling)
        layout.addWidget(self._tooling_words)
        layout.addWidget(self._notes)
        layout.addLayout(buttons)

    def _choose(self, quantity: int) -> None:
        if self._pricing.draft is not None and self._pricing.draft.choice is not None:
            self._pricing.draft.choose_quantity(quantity)
