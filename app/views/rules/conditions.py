"""Conditions that narrow a rule or one of its steps: metric, comparison and limit each; all must hold."""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.state import display_unit, rule_catalog, rule_draft
from app.state.rule_draft import Path
from app.views.rules.comparison import Comparison
from app.views.rules.editor import Editor
from app.views.theme.tokens import Tokens

MEMBER = "where"


def add(editor: Editor, holder: Path, before: object, metrics: tuple[str, ...]) -> None:
    """Put a condition behind those that what stands at a path has already, to be changed."""
    if metrics:
        found = before if isinstance(before, list) else []
        condition = {"metric": metrics[0], "op": "ge", "rhs": 0.0}
        text = QCoreApplication.translate("Conditions", "Add a condition")
        editor.set((*holder, MEMBER), [*found, condition], text)


class Conditions(QWidget):
    """Edits the list `where` of what stands at a path: of a rule's selector, or of a tier."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self._holder: Path = ()
        self._shown: list[Any] | None = None
        self._body: QWidget | None = None
        self.add_button = QPushButton(self.tr("Add a condition"))
        self.add_button.clicked.connect(self._add)
        self.setFocusProxy(self.add_button)
        self.setAccessibleName(self.tr("Conditions"))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self._shown = None

    def forget(self) -> None:
        """Make the fields anew when they are shown next."""
        self._shown = None

    def show_conditions(self, holder: Path, conditions: object, metrics: tuple[str, ...]) -> None:
        """Show the conditions of what stands at a path, on metrics that fit there."""
        draft = self._editor.draft
        document = {} if draft is None else draft.document
        parameters = rule_draft.parameters(document, self._editor.configuration)
        found = conditions if isinstance(conditions, list) else []
        shown = [holder, found, metrics, parameters, self._editor.is_editable, display_unit.name()]
        if shown == self._shown:
            return
        self._shown, self._holder = shown, holder
        if self._body is not None:
            self._layout.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = self._rows(found, metrics, parameters)
        self._layout.insertWidget(0, self._body)
        self._body.setVisible(bool(found))
        self.add_button.setVisible(self._editor.is_editable and bool(metrics))

    def _add(self) -> None:
        if self._shown is not None:
            _, before, metrics, *_ = self._shown
            add(self._editor, self._holder, before, metrics)

    def _rows(self, conditions: list[Any], metrics: tuple[str, ...], parameters: dict[str, float]) -> QWidget:
        body = QWidget()
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(2, 2)
        grid.setColumnStretch(3, 1)
        schema, tokens = self._editor.schema, self._tokens
        for at, condition in enumerate(conditions):
            if not isinstance(condition, dict):
                grid.addWidget(QLabel(f"{condition}"), at, 0)
                continue
            path = (*self._holder, MEMBER, at)
            one = Comparison(self._editor, path, condition, parameters, self.tr("Change a condition"))
            metric = one.choice(
                "metric", self.tr("Metric of condition {}").format(at + 1), {name: name for name in metrics}
            )
            unit = rule_catalog.metric_unit(schema, str(condition.get("metric")))
            metric.setToolTip(rule_catalog.metric_doc(schema, str(condition.get("metric"))))
            metric.setSizeAdjustPolicy(metric.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            metric.setMinimumContentsLength(11)
            grid.addWidget(metric, at, 0)
            grid.addWidget(one.op(self.tr("Comparison of condition {}").format(at + 1)), at, 1)
            grid.addWidget(one.bound(self.tr("Limit of condition {}").format(at + 1), tokens, unit), at, 2)
            grid.addWidget(one.value(unit, tokens), at, 3)
            if self._editor.is_editable:
                # without any condition left, the member goes with the last one
                last = len(conditions) == 1
                words = self.tr("Remove condition {}").format(at + 1)
                whole = Comparison(self._editor, (*self._holder, MEMBER), {}, {}, "")
                grid.addWidget((whole if last else one).remove_button(words), at, 4)
        return body
