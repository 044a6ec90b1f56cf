"""The findings panel: a process and its variant, the verdict in a line, its rules and findings."""

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSplitter,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.client.models import ConfigurationVerdict, Json, PackVerdict, Severity
from app.state import findings, limits, rule_rows, severity
from app.state.findings import Findings, Placed
from app.state.selection import Selected, Source
from app.views import glyphs
from app.views.desk import Desk
from app.views.inspect.finding_details import FindingDetails
from app.views.inspect.findings_model import LIMIT, MARGIN, MEASURED, TITLE, FindingsModel
from app.views.inspect.pieces import Chip, PanelTitle
from app.views.theme.tokens import Tokens

PADDING = 18
"""Pixels of a cell besides its number."""
CHIPS: tuple[Severity, ...] = ("fail", "warning", "pass")


class FindingsPanel(QWidget):
    """What one process says of the part."""

    limits_changed = Signal(object, object)
    """Values below which the layer that is shown warns and fails; None where the process says nothing."""

    def __init__(self, desk: Desk, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tokens = tokens
        self._packs: Mapping[str, Json] = {}
        self._findings = Findings(())
        self._is_following = False
        self._build(tokens)
        self.set_tokens(tokens)
        self.pack_box.activated.connect(self._choose_pack)
        self.configuration_box.activated.connect(self._choose_configuration)
        self.tree.selectionModel().currentRowChanged.connect(lambda index, _: self._select(index))
        self.tree.clicked.connect(self._select)
        self.tree.doubleClicked.connect(self._fly)
        self.next_button.clicked.connect(self.go_to_next)
        self.previous_button.clicked.connect(self.go_to_previous)
        desk.result_changed.connect(self._refresh)
        desk.verdict_chosen.connect(self._refresh)
        desk.layer_chosen.connect(self._tell_limits)
        desk.selection_changed.connect(self._follow)
        desk.flown_to.connect(self.show_finding)
        desk.connected.connect(self._learn_packs)
        self._learn_packs()
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Take other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self.model.set_tokens(tokens)
        self.details.set_tokens(tokens)
        for chip in self.chips.values():
            chip.set_tokens(tokens)
        self.gate.setStyleSheet(
            f"background: {tokens.surface_raised}; border-left: 3px solid {tokens.fail}; padding: 6px 8px;"
        )
        self._position.setStyleSheet(f"color: {tokens.text_muted};")
        self._empty.setStyleSheet(f"color: {tokens.text_muted};")
        self._refresh()

    def go_to_next(self) -> None:
        """Fly to the next finding, from the last to the first."""
        self._go(self._findings.next())

    def go_to_previous(self) -> None:
        """Fly to the finding before, from the first to the last."""
        self._go(self._findings.previous())

    def show_finding(self, placed: Placed) -> None:
        """Mark a finding of this process in the tree and tell it in full."""
        known = next((one for one in self._findings.all if one.finding is placed.finding), None)
        if known is None:
            return
        self._findings.go_to(known)
        place = self.model.place(known)
        self._is_following = True
        self.tree.expand(place.parent())
        self.tree.setCurrentIndex(place)
        self.tree.scrollTo(place)
        self._is_following = False
        self._tell(known)

    # --- what is shown ------------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self._title = PanelTitle(self.tr("Findings"), tokens)
        self.pack_box = QComboBox()
        self.pack_box.setAccessibleName(self.tr("Process"))
        self.configuration_box = QComboBox()
        self.configuration_box.setAccessibleName(self.tr("Variant of the process"))
        for box in (self.pack_box, self.configuration_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        pickers = QHBoxLayout()
        pickers.setSpacing(6)
        pickers.addWidget(self.pack_box, 2)
        pickers.addWidget(self.configuration_box, 3)

        self.headline = QLabel()
        self.headline.setTextFormat(Qt.TextFormat.RichText)
        self.headline.setWordWrap(True)
        self.chips = {level: Chip(level, tokens) for level in CHIPS}
        verdict = QHBoxLayout()
        verdict.setSpacing(4)
        verdict.addWidget(self.headline, 1)
        for chip in self.chips.values():
            verdict.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)

        self.gate = QLabel()
        self.gate.setWordWrap(True)
        self.gate.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

        self.model = FindingsModel(tokens, self)
        self.tree = QTreeView()
        self.tree.setModel(self.model)
        self.tree.setAccessibleName(self.tr("Rules and findings"))
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        self.tree.setIconSize(QSize(16, 16))
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._empty = QLabel(self.tr("What each process says of the part appears here."))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)

        self.previous_button = self._step_button(Qt.ArrowType.LeftArrow, self.tr("Previous finding (P)"))
        self.next_button = self._step_button(Qt.ArrowType.RightArrow, self.tr("Next finding (N)"))
        self._position = QLabel()
        steps = QHBoxLayout()
        steps.setSpacing(4)
        steps.addWidget(self._position, 1)
        steps.addWidget(self.previous_button)
        steps.addWidget(self.next_button)

        self.details = FindingDetails(tokens)
        below = QWidget()
        below_layout = QVBoxLayout(below)
        below_layout.setContentsMargins(0, 0, 0, 0)
        below_layout.setSpacing(4)
        below_layout.addLayout(steps)
        below_layout.addWidget(self.details, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.tree)
        self.splitter.addWidget(below)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setChildrenCollapsible(False)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addLayout(pickers)
        layout.addLayout(verdict)
        layout.addWidget(self.gate)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.splitter, 1)

    def _step_button(self, arrow: Qt.ArrowType, words: str) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        return button

    def _learn_packs(self) -> None:
        """Fetch the shipped packs, whose parameters the limits are told by; without them they go unnamed."""
        client = self._desk.client
        self._packs = {}
        if client is not None:
            self._desk.tasks.run(client.modules, self._take_packs)

    def _take_packs(self, documents: tuple[Json, ...]) -> None:
        if not isValid(self):
            return  # the window was closed meanwhile
        self._packs = {str(one.get("key")): one for one in documents}
        self._tell_limits()
        if self._findings.current is not None:
            self._tell(self._findings.current)

    def _refresh(self) -> None:
        """Show the verdict that is chosen; where the part has no such verdict, choose its first."""
        result, chosen = self._desk.result, self._desk.verdict
        found = None if chosen is None else rule_rows.find(result, *chosen)
        if found is None and result is not None:
            cells = findings.matrix(result)
            if cells:
                self._desk.choose_verdict(cells[0].pack_key, cells[0].configuration_key)
                return  # told of it by then
        self._fill_pickers(found)
        has_rules = found is not None
        for widget in (self.splitter, self.headline, *self.chips.values()):
            widget.setVisible(has_rules)
        self._empty.setVisible(not has_rules)
        if found is None:
            self.gate.hide()
            self._findings = Findings(())
            self.model.show(None, None)
        else:
            self._show_verdict(*found)
        self._tell_limits()

    def _show_verdict(self, pack: PackVerdict, configuration: ConfigurationVerdict) -> None:
        verdict = configuration.result
        verb, process = rule_rows.headline(pack, configuration)
        self.headline.setText(f'<span style="font-size:15pt;font-weight:600">{verb}</span> {process}')
        self.headline.setAccessibleName(f"{verb} {process}")
        for level, n in rule_rows.counts(verdict).items():
            self.chips[level].set_count(n)
        sentence = rule_rows.gate_sentence(verdict)
        self.gate.setVisible(sentence is not None)
        self.gate.setText(sentence or "")
        rows = rule_rows.of_verdict(pack.module_key, configuration.configuration_key, verdict)
        self._findings = Findings(
            one for row in rows.problems for one in row.placed if one.finding.severity != "pass"
        )
        self._is_following = True
        self.model.show(self._desk.result, rows)
        self._arrange()
        self._is_following = False
        self._say_position(None)
        n = len(self._findings.all)
        self.details.say(
            self.tr("Choose a finding to see why, and what to change.")
            if n
            else self.tr("Nothing to change for this process.")
        )

    def _arrange(self) -> None:
        """Unfold what is wrong, let titles run across, and make room for the widest number of each column."""
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(40)
        metrics = self.tree.fontMetrics()
        bold = self.tree.font()
        bold.setBold(True)
        for column in (MEASURED, LIMIT, MARGIN):
            texts = (
                *self.model.widest(column),
                str(self.model.headerData(column, Qt.Orientation.Horizontal)),
            )
            widest = max(metrics.horizontalAdvance(text) for text in texts)
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, round(widest * (1.08 if column == MARGIN else 1.0)) + PADDING)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        for row, head in enumerate(self.model.heads()):
            index = self.model.index(row, 0)
            self.tree.setFirstColumnSpanned(row, QModelIndex(), True)
            is_problem = severity.rank(head.severity) > 0
            for at, one in enumerate(head.rows):
                if one.placed is None:
                    self.tree.setFirstColumnSpanned(at, index, True)
            self.tree.setExpanded(index, is_problem)

    def _fill_pickers(self, found: tuple[PackVerdict, ConfigurationVerdict] | None) -> None:
        result = self._desk.result
        for box in (self.pack_box, self.configuration_box):
            box.blockSignals(True)
            box.clear()
        for pack in () if result is None else result.packs:
            levels = [one.result.overall_severity for one in pack.configurations]
            best = min(levels, key=severity.rank, default=None)
            self.pack_box.addItem(
                glyphs.icon(best, self._tokens), pack.name or pack.module_key, pack.module_key
            )
        if found is not None:
            chosen, configuration = found
            for one in chosen.configurations:
                icon = glyphs.icon(one.result.overall_severity, self._tokens)
                self.configuration_box.addItem(icon, one.name or one.configuration_key, one.configuration_key)
            self.pack_box.setCurrentIndex(self.pack_box.findData(chosen.module_key))
            self.configuration_box.setCurrentIndex(
                self.configuration_box.findData(configuration.configuration_key)
            )
        for box in (self.pack_box, self.configuration_box):
            box.blockSignals(False)
            box.setEnabled(box.count() > 0)

    # --- what is chosen -----------------------------------------------------------------------------

    def _choose_pack(self, row: int) -> None:
        key, result = self.pack_box.itemData(row), self._desk.result
        for pack in () if result is None else result.packs:
            if pack.module_key == key and pack.configurations:
                best = min(pack.configurations, key=lambda one: severity.rank(one.result.overall_severity))
                self._desk.choose_verdict(key, best.configuration_key)

    def _choose_configuration(self, row: int) -> None:
        if self._desk.verdict is not None:
            self._desk.choose_verdict(self._desk.verdict[0], self.configuration_box.itemData(row))

    def _go(self, placed: Placed | None) -> None:
        if placed is not None:
            self._desk.selection.select(placed.fids, Source.FINDINGS)
            self._desk.fly_to(placed)

    def _select(self, index: QModelIndex) -> None:
        """Select the faces of a finding, or of all findings of a rule."""
        node = self.model.node(index)
        if node is None or self._is_following:
            return
        placed = [node.placed] if node.placed is not None else [one.placed for one in node.rows]
        fids = [fid for one in placed if one is not None for fid in one.fids]
        if node.placed is not None:
            known = next(one for one in self._findings.all if one.finding is node.placed.finding)
            self._findings.go_to(known)
            self._tell(known)
        if fids or node.placed is not None:
            self._desk.selection.select(dict.fromkeys(fids), Source.FINDINGS)

    def _fly(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None and node.placed is not None:
            self._desk.fly_to(node.placed)
        elif node is not None:
            self.tree.setExpanded(
                index.siblingAtColumn(0), not self.tree.isExpanded(index.siblingAtColumn(0))
            )

    def _follow(self, selected: Selected) -> None:
        """Mark the worst finding of what was selected in the part or the tree."""
        if selected.source not in (Source.PART, Source.TREE):
            return
        current = self._findings.current
        if current is not None and selected.fids & set(current.fids):
            return
        for placed in self._findings.all:
            if selected.fids & set(placed.fids):
                self.show_finding(placed)
                return

    def _tell(self, placed: Placed) -> None:
        limit = limits.of_finding(
            self._packs,
            placed.pack_key,
            placed.configuration_key,
            placed.rule.key,
            placed.finding.severity,
        )
        self.details.show_finding(placed, limit)
        self._say_position(placed)

    def _say_position(self, placed: Placed | None) -> None:
        n = len(self._findings.all)
        at = "" if placed is None else self.tr("{} of {}").format(self._findings.all.index(placed) + 1, n)
        self._position.setText(at or (self.tr("{} findings").format(n) if n != 1 else self.tr("1 finding")))
        for button in (self.previous_button, self.next_button):
            button.setEnabled(n > 0)

    def _tell_limits(self) -> None:
        verdict = self._desk.verdict
        document = None if verdict is None else self._packs.get(verdict[0])
        found: tuple[float | None, float | None] = (None, None)
        if verdict is not None and document is not None:
            found = limits.of_layer(document, verdict[1], self._desk.layer)
        self.limits_changed.emit(*found)
