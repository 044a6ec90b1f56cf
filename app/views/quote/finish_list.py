"""What can be done to a casting after it is cast: a box to tick each, or the reason why not."""

from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from app.client.casting import Finish
from app.state.money import rate
from app.views.quote.pricing import Pricing
from app.views.theme.labels import muted


class FinishList(QWidget):
    """One line a finish: a check box, its price, and why it does not suit where it does not."""

    def __init__(self, pricing: Pricing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pricing = pricing
        self._boxes: dict[str, QCheckBox] = {}
        self._reasons: dict[str, QLabel] = {}
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setHorizontalSpacing(18)
        self._layout.setVerticalSpacing(6)
        self._layout.setColumnStretch(2, 1)

    def reset(self) -> None:
        """Offer what the draft's server offers."""
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        draft = self._pricing.draft
        self._boxes, self._reasons = {}, {}
        for row, finish in enumerate(() if draft is None else draft.finishes):
            self._add(row, finish)
        self.refresh()

    def refresh(self) -> None:
        """Tick what is chosen; say what does not suit."""
        draft = self._pricing.draft
        if draft is None:
            return
        for finish in draft.finishes:
            box = self._boxes[finish.id]
            reason = (
                self.tr("The part fits no metal.")
                if draft.choice is None
                else draft.unsuited(finish.id, draft.choice.material_id)
            )
            box.setEnabled(reason is None)
            box.setToolTip(reason or finish.description)
            box.setAccessibleDescription(reason or finish.description)
            self._reasons[finish.id].setText("" if reason is None or draft.choice is None else reason)
            is_chosen = draft.choice is not None and finish.id in draft.choice.option_ids
            if box.isChecked() != is_chosen:
                box.blockSignals(True)
                box.setChecked(is_chosen)
                box.blockSignals(False)

    def _add(self, row: int, finish: Finish) -> None:
        box = QCheckBox(finish.name)
        box.toggled.connect(lambda is_chosen: self._choose(finish.id, is_chosen))
        reason = muted(QLabel())
        self._boxes[finish.id], self._reasons[finish.id] = box, reason
        for column, widget in enumerate((box, muted(QLabel(self._price(finish))), reason)):
            self._layout.addWidget(widget, row, column)

    def _choose(self, option_id: str, is_chosen: bool) -> None:
        if self._pricing.draft is not None:
            self._pricing.draft.choose_finish(option_id, is_chosen=is_chosen)

    def _price(self, finish: Finish) -> str:
        amount = rate(finish.cost_per_unit, finish.currency or self._pricing.currency)
        words = {
            "per_part": self.tr("{amount} a part"),
            "per_kg": self.tr("{amount} a kg"),
            "per_area_cm2": self.tr("{amount} a cm²"),
            "per_order": self.tr("{amount} an order"),
        }
        return words.get(finish.pricing_model, "{amount}").format(amount=amount)
