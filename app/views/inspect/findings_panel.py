"""The findings panel: a process and its variant, the verdict in a line, its rules and findings."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.client.models import ConfigurationVerdict, PackVerdict
from app.state import limits, rule_rows, suitability
from app.state.findings import Findings, Placed
from app.state.selection import Selected, Source
from app.views.inspect.acceptance_bar import AcceptanceBar
from app.views.inspect.finding_details import FindingDetails
from app.views.inspect.findings_tree import FindingsTree
from app.views.inspect.panel_widgets import PanelTitle
from app.views.inspect.verdict_header import VerdictHeader
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext


class FindingsPanel(QWidget):
    """What one process says of the part."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tokens = tokens
        self._findings = Findings(())
        self._is_following = False
        self._build(tokens)
        self.set_tokens(tokens)
        self.tree.selectionModel().currentRowChanged.connect(lambda index, _: self._select(index))
        self.tree.clicked.connect(self._select)
        self.tree.doubleClicked.connect(self._fly)
        self.next_button.clicked.connect(self.go_to_next)
        self.previous_button.clicked.connect(self.go_to_previous)
        context.result_changed.connect(self._refresh)
        context.verdict_chosen.connect(self._refresh)
        context.selection_changed.connect(self._follow)
        context.flown_to.connect(self.show_finding)
        context.packs_learned.connect(self._refresh_details)
        context.connected.connect(lambda _: context.at_leisure(context.learn_packs))
        context.at_leisure(context.learn_packs)
        self._refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._title.set_tokens(tokens)
        self.header.set_tokens(tokens)
        self.tree.rules.set_tokens(tokens)
        self.details.set_tokens(tokens)
        self.acceptance.set_tokens(tokens)
        current = self._findings.current
        self._refresh()
        if current is not None:
            self.show_finding(current)

    def go_to_next(self) -> None:
        """Fly to the next finding, from the last to the first."""
        self._go(self._findings.next())

    def go_to_previous(self) -> None:
        """Fly to the finding before, from the first to the last."""
        self._go(self._findings.previous())

    def show_finding(self, placed: Placed) -> None:
        """Mark a finding of this process in the tree and show its details."""
        known = next((one for one in self._findings.all if one.finding is placed.finding), None)
        if known is None:
            return
        self._findings.go_to(known)
        place = self.tree.rules.place(known)
        self._is_following = True
        self.tree.expand(place.parent())
        self.tree.setCurrentIndex(place)
        self.tree.scrollTo(place)
        self._is_following = False
        self._show_details(known)

    # --- what is shown ------------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self._title = PanelTitle(self.tr("Findings"), tokens)
        self.header = VerdictHeader(self._context, tokens)
        self.tree = FindingsTree(tokens)
        self._empty = muted(QLabel(self.tr("What each process says of the part appears here.")))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)

        self.previous_button = self._step_button(Qt.ArrowType.LeftArrow, self.tr("Previous finding (P)"))
        self.next_button = self._step_button(Qt.ArrowType.RightArrow, self.tr("Next finding (N)"))
        self._position = muted(QLabel())
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
        self.acceptance = AcceptanceBar(self._context, tokens)
        below_layout.addWidget(self.acceptance)
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
        layout.addWidget(self.header)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.splitter, 1)

    def _step_button(self, arrow: Qt.ArrowType, words: str) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        return button

    def _refresh_details(self) -> None:
        """Name the parameters that limits come from, now that the packs are known."""
        if self._findings.current is not None:
            self._show_details(self._findings.current)

    def _refresh(self) -> None:
        """Show the verdict that is chosen; where the part has no such verdict, the best it has."""
        result, chosen = self._context.result, self._context.verdict
        found = None if chosen is None else rule_rows.find(result, *chosen)
        if found is None and result is not None:
            suits = suitability.of_result(result)
            if suits:
                self._context.choose_verdict(suits[0].pack_key, suits[0].configuration_key)
                return  # the signal brings it back here
        self.header.show_verdict(result, found)
        self.splitter.setVisible(found is not None)
        self._empty.setVisible(found is None)
        if found is None:
            self._findings = Findings(())
            self.tree.show_rules(None, None)
        else:
            self._show_rules(*found)

    def _show_rules(self, pack: PackVerdict, configuration: ConfigurationVerdict) -> None:
        verdict = configuration.result
        rows = rule_rows.of_verdict(pack.module_key, configuration.configuration_key, verdict)
        self._findings = Findings(
            (one for row in rows.all_problems for one in row.placed if one.finding.severity != "pass"),
            is_in_order=True,
        )
        self._is_following = True
        self.tree.show_rules(self._context.result, rows)
        self._is_following = False
        self._show_position(None)
        n = len(self._findings.all)
        self.acceptance.show_finding(None)
        self.details.show_hint(
            self.tr("Choose a finding to see why, and what to change.")
            if n
            else self.tr("Nothing to change for this process.")
        )

    # --- what is chosen -----------------------------------------------------------------------------

    def _go(self, placed: Placed | None) -> None:
        if placed is not None:
            self._context.selection.select(placed.fids, Source.FINDINGS)
            self._context.fly_to(placed)

    def _select(self, index: QModelIndex) -> None:
        """Select the faces of a finding, or of all findings of a rule."""
        node = self.tree.rules.node(index)
        if node is None or self._is_following:
            return
        placed = [node.placed] if node.placed is not None else [one.placed for one in node.rows]
        fids = [fid for one in placed if one is not None for fid in one.fids]
        if node.placed is not None:
            known = next(one for one in self._findings.all if one.finding is node.placed.finding)
            self._findings.go_to(known)
            self._show_details(known)
        if fids or node.placed is not None:
            self._context.selection.select(dict.fromkeys(fids), Source.FINDINGS)

    def _fly(self, index: QModelIndex) -> None:
        node = self.tree.rules.node(index)
        if node is not None and node.placed is not None:
            self._context.fly_to(node.placed)
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

    def _show_details(self, placed: Placed) -> None:
        limit = limits.of_finding(
            self._context.packs,
            placed.pack_key,
            placed.configuration_key,
            placed.rule.key,
            placed.finding.severity,
            placed.finding.threshold,
        )
        self.details.show_finding(placed, limit)
        self.acceptance.show_finding(placed)
        self._show_position(placed)

    def _show_position(self, placed: Placed | None) -> None:
        n = len(self._findings.all)
        at = "" if placed is None else self.tr("{} of {}").format(self._findings.all.index(placed) + 1, n)
        self._position.setText(at or (self.tr("{} findings").format(n) if n != 1 else self.tr("1 finding")))
        for button in (self.previous_button, self.next_button):
            button.setEnabled(n > 0)
