"""The findings panel: a process and its variant, the verdict in a line, its rules, issues and findings."""

from itertools import pairwise

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.client.models import ConfigurationVerdict, PackVerdict
from app.state import bodies, issues, limits, rule_rows, suitability
from app.state.cursor import Cursor
from app.state.findings import Placed
from app.state.issues import PlacedIssue
from app.state.selection import Selected, Source
from app.views import issue_words
from app.views.inspect.acceptance_bar import AcceptanceBar
from app.views.inspect.finding_details import FindingDetails
from app.views.inspect.findings_tree import FindingsTree
from app.views.inspect.panel_widgets import PanelTitle
from app.views.inspect.verdict_header import VerdictHeader
from app.views.scrolled import Squeezable
from app.views.theme.labels import muted
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

LEAST_TREE_PX, LEAST_DETAILS_PX = 130, 84
"""Pixels: some rows below the heading, and some lines."""


class FindingsPanel(Squeezable):
    """What one process says of the part."""

    menu_asked = Signal(QPoint)
    """Where on the screen a menu about the selection is wanted."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tokens = tokens
        self._issues: Cursor[PlacedIssue] = Cursor()
        self._within: Placed | None = None
        """The finding that is looked at within the current issue; None where that is looked at as a whole."""
        self._is_following = False
        self._build(tokens)
        self.set_tokens(tokens)
        self.tree.selectionModel().currentRowChanged.connect(lambda index, _: self._select(index))
        self.tree.clicked.connect(self._click)
        self.tree.activated.connect(self._fly)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(
            lambda at: self.menu_asked.emit(self.tree.viewport().mapToGlobal(at))
        )
        self.next_button.clicked.connect(self.go_to_next)
        self.previous_button.clicked.connect(self.go_to_previous)
        self.acceptance.changed.connect(self._mark_accepted)
        context.result_changed.connect(self._refresh)
        context.verdict_chosen.connect(self._refresh)
        context.body_chosen.connect(lambda _: self._refresh())
        context.units_changed.connect(self._show_again)
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
        self._show_again()

    def _show_again(self) -> None:
        """Show all of it in other colors or another unit, and keep what is looked at."""
        shown = self._within or self._issues.current
        self._refresh()
        if shown is not None:
            self.show_finding(shown)

    def go_to_next(self) -> None:
        """Fly to the next issue, from the last to the first."""
        self._go(self._issues.next())

    def go_to_previous(self) -> None:
        """Fly to the issue before, from the first to the last."""
        self._go(self._issues.previous())

    def show_finding(self, shown: Placed | PlacedIssue) -> None:
        """Mark a finding or an issue of this process in the tree and show its details."""
        worst = shown.worst if isinstance(shown, PlacedIssue) else shown
        found = self._find(worst)
        if found is None:
            return
        issue, within = found
        if isinstance(shown, PlacedIssue):
            within = None
        place = self.tree.rules.place_of_issue(issue) if within is None else self.tree.rules.place(within)
        self._is_following = True
        self.tree.expand(place.parent())
        self.tree.setCurrentIndex(place)
        self.tree.scrollTo(place)
        self._is_following = False
        self._show_details(issue, within)

    # --- what is shown ------------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self._title = PanelTitle(self.tr("Issues"), tokens)
        self.header = VerdictHeader(self._context, tokens)
        self.tree = FindingsTree(tokens)
        self._empty = muted(QLabel(self.tr("What each process says of the part appears here.")))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)

        self.previous_button = self._step_button(Qt.ArrowType.LeftArrow, self.tr("Previous issue (P)"))
        self.next_button = self._step_button(Qt.ArrowType.RightArrow, self.tr("Next issue (N)"))
        self._position = muted(QLabel())
        steps = QHBoxLayout()
        steps.setSpacing(4)
        steps.addWidget(self._position, 1)
        self.acceptance = AcceptanceBar(self._context, tokens)
        steps.addWidget(self.acceptance.accept_button)
        steps.addWidget(self.acceptance.withdraw_button)
        steps.addWidget(self.previous_button)
        steps.addWidget(self.next_button)

        self.details = FindingDetails(tokens)
        below = QWidget()
        below_layout = QVBoxLayout(below)
        below_layout.setContentsMargins(0, 0, 0, 0)
        below_layout.setSpacing(4)
        below_layout.addLayout(steps)
        below_layout.addWidget(self.details, 1)
        below_layout.addWidget(self.acceptance)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.tree)
        self.splitter.addWidget(below)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setChildrenCollapsible(False)
        self.tree.setMinimumHeight(LEAST_TREE_PX)
        self.details.setMinimumHeight(LEAST_DETAILS_PX)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addWidget(self.header)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.splitter, 1)
        buttons = (self.acceptance.accept_button, self.acceptance.withdraw_button)
        order = (self.tree, *buttons, self.previous_button, self.next_button, self.details)
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def _step_button(self, arrow: Qt.ArrowType, words: str) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        return button

    def _refresh_details(self) -> None:
        """Name the parameters that limits come from, now that the packs are known."""
        if self._issues.current is not None:
            self._show_details(self._issues.current, self._within)

    def _refresh(self) -> None:
        """Show the verdict that is chosen; where the part has no such verdict, the best it has."""
        result, chosen = self._context.judged, self._context.verdict
        found = None if chosen is None else rule_rows.find(result, *chosen)
        if found is None and result is not None:
            suits = suitability.of_result(result)
            if suits:
                self._context.choose_verdict(suits[0].pack_key, suits[0].configuration_key)
                return  # the signal brings it back here
        body = self._context.body
        self._title.set_note("" if body is None else self.tr("{} alone").format(bodies.name(body)))
        self.header.show_verdict(result, found)
        self.splitter.setVisible(found is not None)
        self._empty.setVisible(found is None)
        if found is None:
            self._issues, self._within = Cursor(), None
            self.tree.show_rules(None, None)
        else:
            self._show_rules(*found)

    def _show_rules(self, pack: PackVerdict, configuration: ConfigurationVerdict) -> None:
        verdict = configuration.result
        rows = rule_rows.of_verdict(pack.module_key, configuration.configuration_key, verdict)
        self._issues, self._within = Cursor(rows.issues), None
        self._is_following = True
        self.tree.show_rules(self._context.judged, rows)
        self._is_following = False
        self._mark_accepted()
        self._look_at_none()

    def _look_at_none(self) -> None:
        """Show no issue; the next one is the first."""
        self._issues, self._within = Cursor(self._issues.all), None
        self._show_position()
        self.acceptance.show_findings(())
        self.details.show_hint(
            self.tr("Choose an issue to see why, and what to change.")
            if self._issues.all
            else self.tr("Nothing to change for this process.")
        )

    def _mark_accepted(self) -> None:
        """Show in the tree what was accepted."""
        session = self._context.session
        if session is not None:
            path, acceptances = session.path, self._context.acceptances
            self.tree.rules.mark_accepted(lambda several: acceptances.of(path, several))

    # --- what is chosen -----------------------------------------------------------------------------

    def _go(self, issue: PlacedIssue | None) -> None:
        if issue is not None:
            self._context.selection.select(issue.fids, Source.FINDINGS)
            self._context.choose_layer_of(issue.rule.metric)
            self._context.fly_to(issue)

    def _select(self, index: QModelIndex) -> None:
        """Select the faces of a finding, or of all findings of an issue or a rule."""
        node = self.tree.rules.node(index)
        if node is None or self._is_following:
            return
        fids = node.fids
        about = node.issue or node.placed
        if about is not None:
            self._look_at(about)
        if fids or about is not None:
            self._context.selection.select(fids, Source.FINDINGS)

    def _look_at(self, about: Placed | PlacedIssue) -> None:
        """Show the details of what was chosen in the tree."""
        if isinstance(about, PlacedIssue):
            self._show_details(about, None)
            return
        found = self._find(about)
        if found is not None:
            self._show_details(*found)

    def _find(self, placed: Placed) -> tuple[PlacedIssue, Placed | None] | None:
        """Return the issue of a finding, with the finding where the issue has others too; None: unknown."""
        for issue in self._issues.all:
            for one in issue.placed:
                if one.finding is placed.finding:
                    return issue, None if issue.is_single else one
        return None

    def _click(self, index: QModelIndex) -> None:
        """Select what was clicked, and fly to it where it is at a place."""
        self._select(index)
        node = self.tree.rules.node(index)
        if node is not None and (node.issue or node.placed) is not None:
            self._fly(index)

    def _fly(self, index: QModelIndex) -> None:
        node = self.tree.rules.node(index)
        about = None if node is None else node.issue or node.placed
        if about is not None:
            self._context.choose_layer_of(about.rule.metric)
            self._context.fly_to(about)
        elif node is not None:
            self.tree.setExpanded(
                index.siblingAtColumn(0), not self.tree.isExpanded(index.siblingAtColumn(0))
            )

    def _follow(self, selected: Selected) -> None:
        """Mark the worst finding of what was selected in the part or the tree; of nothing, none."""
        if not selected.fids and selected.source is not Source.FINDINGS:
            self._is_following = True
            self.tree.selectionModel().clear()
            self._is_following = False
            self._look_at_none()
            return
        if selected.source not in (Source.PART, Source.TREE):
            return
        current = self._within or self._issues.current
        if current is not None and selected.fids & set(current.fids):
            return
        for issue in self._issues.all:
            for placed in issue.placed:
                if selected.fids & set(placed.fids):
                    self.show_finding(placed)
                    return

    def _show_details(self, issue: PlacedIssue, within: Placed | None) -> None:
        self._issues.go_to(issue)
        self._within = within
        placed = within or issue.worst
        limit = limits.of_finding(
            self._context.packs,
            placed.pack_key,
            placed.configuration_key,
            placed.rule.key,
            placed.finding.severity,
            placed.finding.threshold,
        )
        if within is None:
            self.details.show_issue(issue, limit, issues.also_in(self._context.judged, issue))
            self.acceptance.show_findings(issue.placed)
        else:
            self.details.show_finding(within, limit)
            self.acceptance.show_findings((within,))
        self._show_position()

    def _show_position(self) -> None:
        """Say which issue is looked at, or which place of it; of none, how many there are."""
        all_, issue = self._issues.all, self._issues.current
        if issue is None:
            words = issue_words.both(len(all_), sum(len(each.placed) for each in all_))
        elif self._within is not None:
            at = issue.placed.index(self._within) + 1
            words = self.tr("Place {} of {}").format(at, len(issue.placed))
        else:
            words = self.tr("Issue {} of {}").format(all_.index(issue) + 1, len(all_))
        self._position.setText(words)
        for button in (self.previous_button, self.next_button):
            button.setEnabled(bool(all_))
