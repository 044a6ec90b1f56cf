"""The verdict in a line: pickers of process and variant, pass or fail, counts of rules, why a gate failed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.client.models import ConfigurationVerdict, PackVerdict, Result, Severity
from app.state import rule_rows, severity, suitability
from app.views import glyphs
from app.views.inspect.panel_widgets import Chip
from app.views.theme.elided_combo_box import ElidedComboBox
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

CHIPS: tuple[Severity, ...] = ("fail", "warning", "pass")
UNBOUNDED = 16_777_215
"""The largest width that Qt has."""
HEADLINE_PT = 15
GAP = "\u00a0 "
"""Between pass or fail and the process."""
CHIP_GAP = 4
PICKER_GAP = 6
"""Pixels between the two boxes."""
Found = tuple[PackVerdict, ConfigurationVerdict]


class VerdictHeader(QWidget):
    """Shows a verdict of the open part, and chooses another through the window context."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tokens = tokens
        self._words = ("", "", "")
        """Pass or fail, the same in one word, and the process."""
        self.pack_box = ElidedComboBox()
        self.pack_box.setAccessibleName(self.tr("Process"))
        self.configuration_box = ElidedComboBox()
        self.configuration_box.setAccessibleName(self.tr("Variant of the process"))
        for box in (self.pack_box, self.configuration_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        self._pickers = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pickers.setSpacing(PICKER_GAP)
        self._pickers.addWidget(self.pack_box, 1)
        self._pickers.addWidget(self.configuration_box, 1)

        self.headline = QLabel()
        self.headline.setTextFormat(Qt.TextFormat.RichText)
        self.headline.setWordWrap(True)
        self.chips = {level: Chip(level, tokens) for level in CHIPS}
        verdict = QHBoxLayout()
        verdict.setSpacing(CHIP_GAP)
        verdict.addWidget(self.headline, 1)
        for chip in self.chips.values():
            verdict.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)

        self.gate = QLabel()
        self.gate.setWordWrap(True)
        self.gate.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._pickers)
        layout.addLayout(verdict)
        layout.addWidget(self.gate)
        self.set_tokens(tokens)
        self.pack_box.activated.connect(self._choose_pack)
        self.configuration_box.activated.connect(self._choose_configuration)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        for chip in self.chips.values():
            chip.set_tokens(tokens)
        self.gate.setStyleSheet(
            f"background: {tokens.surface_raised}; border-left: 3px solid {tokens.fail}; padding: 6px 8px;"
        )

    def show_verdict(self, result: Result | None, found: Found | None) -> None:
        """Show what a configuration says; None: nothing was judged."""
        self._fill_pickers(result, found)
        for widget in (self.headline, *self.chips.values()):
            widget.setVisible(found is not None)
        self.gate.hide()
        if found is None:
            return
        pack, configuration = found
        verb, process = rule_rows.headline(pack, configuration)
        is_warned = configuration.result.overall_severity == "warning"
        self._words = (verb.removesuffix(":"), self.tr("Warns") if is_warned else verb, process)
        self.headline.setAccessibleName(f"{verb} {process}")
        for level, n in rule_rows.counts(configuration.result).items():
            self.chips[level].set_count(n)
        self._write_headline()
        sentence = rule_rows.gate_sentence(configuration.result)
        self.gate.setText(sentence or "")
        self.gate.setVisible(sentence is not None)

    def _fill_pickers(self, result: Result | None, found: Found | None) -> None:
        for box in (self.pack_box, self.configuration_box):
            box.blockSignals(True)
            box.clear()
        for pack in () if result is None else result.packs:
            levels = [one.result.overall_severity for one in pack.configurations]
            icon = glyphs.icon(min(levels, key=severity.rank, default=None), self._tokens)
            self.pack_box.addItem(icon, pack.name or pack.module_key, pack.module_key)
        if found is not None:
            chosen, configuration = found
            for one in chosen.configurations:
                icon = glyphs.icon(one.result.overall_severity, self._tokens)
                self.configuration_box.addItem(icon, one.name or one.configuration_key, one.configuration_key)
            self.pack_box.setCurrentIndex(self.pack_box.findData(chosen.module_key))
            at = self.configuration_box.findData(configuration.configuration_key)
            self.configuration_box.setCurrentIndex(at)
        for box in (self.pack_box, self.configuration_box):
            box.blockSignals(False)
            box.setEnabled(box.count() > 0)
        self._stack_pickers()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stack_pickers()
        self._write_headline()

    def _write_headline(self) -> None:
        """Say pass or fail in one line, and of which process where there is room: the boxes say that too."""
        verb, word, process = self._words
        font = QFont(self.headline.font())
        font.setPointSize(HEADLINE_PT)
        font.setWeight(QFont.Weight.DemiBold)
        room = self.width() - sum(chip.sizeHint().width() + CHIP_GAP for chip in self.chips.values())
        bold, plain = QFontMetrics(font), self.headline.fontMetrics()
        said = verb if bold.horizontalAdvance(f"{verb} ") <= room else word
        text = f'<span style="font-size:{HEADLINE_PT}pt;font-weight:600">{said}</span>'
        if bold.horizontalAdvance(f"{said}  ") + plain.horizontalAdvance(process) <= room:
            text += f'{GAP}<span style="color:{self._tokens.text_muted}">{process}</span>'
        self.headline.setText(text)

    def _stack_pickers(self) -> None:
        """Put the boxes above each other where their words would be cut beside each other."""
        needed = [box.whole_px() for box in (self.pack_box, self.configuration_box)]
        is_roomy = sum(needed) + PICKER_GAP <= self.width()
        direction = QBoxLayout.Direction
        self._pickers.setDirection(direction.LeftToRight if is_roomy else direction.TopToBottom)
        widths = (needed[0], self.width() - needed[0] - PICKER_GAP) if is_roomy else (UNBOUNDED, UNBOUNDED)
        for box, most in zip((self.pack_box, self.configuration_box), widths, strict=True):
            box.setMaximumWidth(most)  # the least that Qt would give a short name is more than it needs

    def _choose_pack(self, row: int) -> None:
        """Look at the variant of a process that the part suits best."""
        key, result = self.pack_box.itemData(row), self._context.judged
        ranked = () if result is None else suitability.ranked(result)
        best = next((one for pack, one in ranked if pack.module_key == key), None)
        if best is not None:
            self._context.choose_verdict(key, best.configuration_key)

    def _choose_configuration(self, row: int) -> None:
        if self._context.verdict is not None:
            self._context.choose_verdict(self._context.verdict[0], self.configuration_box.itemData(row))
