"""What can be done to a casting after it is cast: a box to tick each, or the reason why not."""

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from app.client.casting import Finish
from app.state.money import rate
from app.views.quote.pricing import Pricing


class FinishList(QWidget):
    """One check box a finish; those that do not suit the metal say so and cannot be ticked."""

    def __init__(self, pricing: Pricing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pricing = pricing
        self._boxes: dict[str, QCheckBox] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)

    def reset(self) -> None:
        """Offer what the draft's server offers."""
        for box in self._boxes.values():
            self._layout.removeWidget(box)
            box.deleteLater()
        draft = self._pricing.draft
        self._boxes = {} if draft is None else {one.id: self._box(one) for one in draft.finishes}
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
            is_chosen = draft.choice is not None and finish.id in draft.choice.option_ids
            if box.isChecked() != is_chosen:
                box.blockSignals(True)
                box.setChecked(is_chosen)
                box.blockSignals(False)

    def _box(self, finish: Finish) -> QCheckBox:
        box = QCheckBox(f"{finish.name}   {self._price(finish)}")
        box.toggled.connect(lambda is_chosen: self._choose(finish.id, is_chosen))
        self._layout.addWidget(box)
        return box

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
