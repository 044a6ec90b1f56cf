"""What the server finds wrong with the pack, one line each; a click jumps to the field."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.state import rule_draft
from app.state.rule_draft import Path
from app.views import glyphs
from app.views.rules.editor import Editor
from app.views.theme.tokens import Tokens

PATH = Qt.ItemDataRole.UserRole
MOST_HIGH = 110


class ProblemsStrip(QListWidget):
    """Hidden where all is well."""

    jump_asked = Signal(object)
    """The path of a problem."""

    def __init__(self, editor: Editor, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._tokens = tokens
        self.setAccessibleName(self.tr("Problems of the pack"))
        self.setWordWrap(True)
        self.setIconSize(QSize(16, 16))
        self.itemClicked.connect(self._jump)
        self.itemActivated.connect(self._jump)
        self.refresh()

    def set_tokens(self, tokens: Tokens) -> None:
        """Use other colors."""
        self._tokens = tokens
        self.refresh()

    def refresh(self) -> None:
        """Show the problems of the open pack."""
        draft = self._editor.draft
        self.clear()
        found = {path: tuple(each) for path, each in ({} if draft is None else draft.problems).items()}
        for path, refusal in self._editor.refused.items():
            found[path] = (refusal.sentence, *found.get(path, ()))
        for path, sentences in found.items():
            for sentence in sentences:
                where = self._where(path)
                item = QListWidgetItem(glyphs.icon("fail", self._tokens), f"{where}: {_short(sentence)}")
                item.setData(PATH, path)
                item.setToolTip(f"{rule_draft.spelled(path)}: {sentence}")
                item.setForeground(QColor(self._tokens.text))
                self.addItem(item)
        self.setVisible(self.count() > 0)
        self.setFixedHeight(min(MOST_HIGH, 8 + 22 * self.count()))

    def _where(self, path: Path) -> str:
        """Name a place as people do: the rule by its name, then the member."""
        draft = self._editor.draft
        if draft is not None and len(path) > 1 and path[0] == "rules":
            try:
                rule = draft.get(path[:2])
            except KeyError:
                return rule_draft.spelled(path)
            name = rule.get("name") or rule.get("key") if isinstance(rule, dict) else None
            return " · ".join(filter(None, (str(name or path[1]), self._member(path[2:]))))
        return rule_draft.spelled(path) or self.tr("Pack")

    def _member(self, path: Path) -> str:
        """Name a member of a rule as the form does: its steps and conditions are counted from one."""
        words: list[str] = []
        counted = {"tiers": self.tr("step {}"), "where": self.tr("condition {}")}
        rest = path[1:] if path[:2] == ("selector", "where") else path
        while rest:
            at = rest[1] if len(rest) > 1 else None
            if rest[0] in counted and isinstance(at, int):
                words.append(counted[str(rest[0])].format(at + 1))
                rest = rest[2:]
            elif rest[0] == "rhs":
                words.append(self.tr("limit"))
                rest = rest[2:] if at == "param" else rest[1:]
            else:
                words.append(rule_draft.spelled(rest))
                rest = ()
        return ", ".join(words)

    def _jump(self, item: QListWidgetItem) -> None:
        self.jump_asked.emit(tuple(item.data(PATH)))


def _short(sentence: str) -> str:
    """Leave out long lists of what would be accepted; the tooltip has them."""
    head, mark, rest = sentence.partition("; accepted: ")
    hint = rest[rest.rfind("did you mean") :] if "did you mean" in rest else ""
    if mark and len(rest) > 90:
        return f"{head}; {hint}" if hint else head
    return sentence
