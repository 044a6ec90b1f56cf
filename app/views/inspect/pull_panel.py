"""The pull: how it is found or which it is, the limits of draft, and what it leaves undercut."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.client.models import Manufacturability, Point, Result
from app.state import pull_choice
from app.state.pull_choice import AXES, Mode, PullChoice
from app.state.selection import Selected, Source
from app.state.session import Progress, Stale
from app.views.inspect import pull_fields
from app.views.inspect.panel_widgets import Badge, PanelTitle
from app.views.scrolled import Squeezable
from app.views.theme.tokens import Tokens
from app.views.window_context import WindowContext

AXIS_WIDTH = 34


class PullPanel(Squeezable):
    """Chooses a pull; nothing is computed before it is asked for, and meanwhile the old picture stays."""

    face_pick_asked = Signal(bool)
    """Whether the next face that is clicked gives the pull."""
    chosen = Signal(object)
    """Point: where the pull is asked for, or where it was found."""

    def __init__(self, context: WindowContext, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._choice = PullChoice()
        self._shown: Manufacturability | None = None
        self._before: Manufacturability | None = None
        self._is_busy = False
        self._build(tokens)
        self.set_tokens(tokens)
        context.result_changed.connect(self._show_result)
        context.part_opened.connect(lambda _: self._forget())
        context.progressed.connect(self._show_progress)
        context.selection_changed.connect(self._use_picked_face)
        self._show_result(context.result)

    @property
    def choice(self) -> PullChoice:
        """The pull as it is asked for."""
        return self._choice

    def choose(self, choice: PullChoice) -> None:
        """Ask for another pull; what is shown becomes stale where it was made with another."""
        self._choice = choice
        self._show_choice()
        if self._shown is not None:
            self._context.mark_stale(Stale.PULL, is_stale=choice.differs_from(self._shown))
            direction = choice.direction if choice.mode == "direction" else self._shown.pull_dir
            if direction is not None:
                self.chosen.emit(direction)

    def point(self, direction: Point) -> None:
        """Ask for a pull in this direction."""
        self.choose(replace(self._choice, mode="direction", direction=direction))

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._title.set_tokens(tokens)
        self.stale.set_tokens(tokens)
        for label in self._muted:
            label.setStyleSheet(f"color: {tokens.text_muted};")
        self.problem.setStyleSheet(f"color: {tokens.fail};")
        self.setStyleSheet(
            f"QToolButton {{ background: {tokens.surface_raised}; color: {tokens.text}; padding: 3px 7px;"
            f" border: 1px solid {tokens.border}; border-radius: 4px; }}"
            f"QToolButton:hover, QToolButton:focus {{ border-color: {tokens.accent}; }}"
            f"QToolButton:checked {{ background: {tokens.accent}; color: {tokens.accent_text}; }}"
            f"QToolButton:disabled {{ color: {tokens.text_muted}; }}"
            f"QToolButton:checked:disabled {{ background: {tokens.border}; border-color: {tokens.border}; }}"
        )

    # --- what it is made of -------------------------------------------------------------------------

    def _build(self, tokens: Tokens) -> None:
        self._title = PanelTitle(self.tr("Pull direction"), tokens)
        self.stale = Badge(self.tr("stale"), tokens)
        self.stale.setToolTip(self.tr("The picture was made with another pull; press Recompute."))
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.stale)

        self.modes = QButtonGroup(self)
        self.modes.setExclusive(True)
        self.axes: dict[str, QToolButton] = {}
        axes = QHBoxLayout()
        axes.setSpacing(3)
        for name, direction in AXES.items():
            button = self._toggle(name, self.tr("Pull along {}").format(name))
            button.setMinimumWidth(AXIS_WIDTH)
            button.clicked.connect(lambda _, one=direction: self.point(one))
            self.axes[name] = button
            axes.addWidget(button)
        axes.addStretch(1)

        best: tuple[tuple[Mode, str, str], ...] = (
            ("cardinal", self.tr("Best of six"), self.tr("The axis that leaves the least undercut")),
            (
                "hemisphere",
                self.tr("Best of all"),
                self.tr("The direction, of many, that leaves the least undercut"),
            ),
        )
        self.searches: dict[Mode, QToolButton] = {}
        searches = QHBoxLayout()
        searches.setSpacing(3)
        for mode, text, tip in best:
            button = self._toggle(text, tip)
            button.clicked.connect(lambda _, one=mode: self.choose(replace(self._choice, mode=one)))
            self.searches[mode] = button
            searches.addWidget(button)
        self.pick_button = QToolButton()
        self.pick_button.setText(self.tr("Pick a face"))
        self.pick_button.setCheckable(True)
        self.pick_button.setToolTip(
            self.tr("Pull along the normal of a face, or the axis of a hole, clicked next")
        )
        self.pick_button.toggled.connect(self.face_pick_asked)
        searches.addWidget(self.pick_button)
        searches.addStretch(1)

        self.numbers = [pull_fields.direction(axis) for axis in "xyz"]
        for box in self.numbers:
            box.valueChanged.connect(lambda _: self._enter())
        numbers = QHBoxLayout()
        numbers.setSpacing(3)
        for box in self.numbers:
            numbers.addWidget(box, 1)

        self.alpha_min = pull_fields.draft(self.tr("Undercut below this draft"))
        self.alpha_warn = pull_fields.draft(self.tr("Warn below this draft"))
        self.alpha_min.valueChanged.connect(
            lambda value: self.choose(replace(self._choice, alpha_min_deg=round(value, 3)))
        )
        self.alpha_warn.valueChanged.connect(
            lambda value: self.choose(replace(self._choice, alpha_warn_deg=round(value, 3)))
        )
        self._muted = [QLabel(self.tr("Undercut below")), QLabel(self.tr("Warn below"))]
        limits = QGridLayout()
        limits.setHorizontalSpacing(8)
        limits.setVerticalSpacing(4)
        for row, (label, box) in enumerate(zip(self._muted, (self.alpha_min, self.alpha_warn), strict=True)):
            limits.addWidget(label, row, 0)
            limits.addWidget(box, row, 1)
        limits.setColumnStretch(2, 1)

        self.counts = QLabel()
        self.counts.setTextFormat(Qt.TextFormat.RichText)
        self.counts.setWordWrap(True)  # with what they were before, they are longer than the panel is wide
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.recompute_button = QPushButton(self.tr("Recompute"))
        self.recompute_button.clicked.connect(self._recompute)
        bottom = QHBoxLayout()
        bottom.addWidget(self.counts, 1)
        bottom.addWidget(self.recompute_button)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(6)
        layout.addLayout(head)
        for contents in (axes, searches, numbers, limits):
            layout.addLayout(contents)
        layout.addWidget(self.problem)
        layout.addLayout(bottom)

    def _toggle(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setCheckable(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        self.modes.addButton(button)
        return button

    # --- what is asked for --------------------------------------------------------------------------

    def _enter(self) -> None:
        x, y, z = (box.value() for box in self.numbers)
        self.point((x, y, z))

    def _use_picked_face(self, selected: Selected) -> None:
        """Take the direction of a face that was clicked while a face is asked for."""
        result = self._context.result
        if not self.pick_button.isChecked() or result is None or selected.source is not Source.PART:
            return
        for fid in sorted(selected.fids):
            direction = pull_choice.direction_of_face(result.features.features, fid)
            if direction is not None:
                self.pick_button.setChecked(False)
                self.point(direction)
                return
        if selected.fids:
            self.problem.setText(
                self.tr("This face has neither a normal nor an axis; pick a flat or round one.")
            )
            self.problem.show()

    def _recompute(self) -> None:
        if self._choice.problem is None and not self._is_busy:
            self._before = self._shown
            self._context.recompute(self._choice.options())

    # --- what is shown ------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._before = self._shown = None

    def _show_result(self, result: Result | None) -> None:
        self._shown = None if result is None else result.features.manufacturability
        if self._shown is not None:
            self._choice = pull_choice.of_result(self._shown)
        self._show_choice()

    def _show_progress(self, now: Progress) -> None:
        self._is_busy = now.is_busy
        self._show_state(is_stale=Stale.PULL in now.stale)

    def _show_choice(self) -> None:
        """Show what is asked for in every control, without their answering."""
        choice = self._choice
        name = pull_choice.axis_name(choice.direction) if choice.mode == "direction" else None
        self.modes.setExclusive(False)
        for mode, button in self.searches.items():
            button.setChecked(choice.mode == mode)
        for axis, button in self.axes.items():
            button.setChecked(axis == name)
        self.modes.setExclusive(True)
        boxes = [*self.numbers, self.alpha_min, self.alpha_warn]
        values = [*choice.direction, choice.alpha_min_deg, choice.alpha_warn_deg]
        for box, value in zip(boxes, values, strict=True):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        session = self._context.session
        self._show_state(is_stale=session is not None and Stale.PULL in session.now.stale)

    def _show_state(self, *, is_stale: bool) -> None:
        shown, problem = self._shown, self._choice.problem
        differs = shown is not None and self._choice.differs_from(shown)
        self.stale.setVisible(shown is not None and (is_stale or differs))
        self.problem.setText(problem or "")
        self.problem.setVisible(problem is not None)
        self.recompute_button.setEnabled(shown is not None and problem is None and not self._is_busy)
        self.recompute_button.setText(self.tr("Computing…") if self._is_busy else self.tr("Recompute"))
        self.setEnabled(shown is not None)
        if shown is None:
            self._title.set_note("")
            self.counts.setText("")
            return
        pull = shown.pull_dir
        self._title.set_note(
            self.tr("not chosen")
            if pull is None
            else self.tr("now {}").format(pull_choice.direction_words(pull))
        )
        before = self._before
        undercuts = pull_choice.change(None if before is None else before.n_undercuts, shown.n_undercuts)
        low = pull_choice.change(None if before is None else before.n_low_draft, shown.n_low_draft)
        self.counts.setText(
            self.tr("Undercut faces <b>{}</b> &nbsp; low draft <b>{}</b>").format(undercuts, low)
        )
        self.counts.setAccessibleName(self.tr("Undercut faces {}, low draft {}").format(undercuts, low))
