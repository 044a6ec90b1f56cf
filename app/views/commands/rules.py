"""Commands of the rule pack that is edited: take a change back, do it again, save."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.views.commands.registry import Registry
from app.views.rules.workspace import RulesWorkspace

if TYPE_CHECKING:
    from app.views.main_window import MainWindow


class RulesCommands(QObject):
    """They hold while Rules is shown; in a field that is being written they are the field's own."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        (self._rules,) = (one for one in window.workspaces.values() if isinstance(one, RulesWorkspace))

    def add_to(self, commands: Registry) -> None:
        """Add them in the order the palette lists them."""
        tr, add, group, editor = self.tr, commands.add, self.tr("Rule pack"), self._rules.editor
        self._undo = add("rules.undo", tr("Undo"), editor.undo, "Ctrl+Z", group=group)
        self._redo = add("rules.redo", tr("Redo"), editor.redo, "Ctrl+Y; Ctrl+Shift+Z", group=group)
        self._save = add("rules.save", tr("Save the pack"), editor.save, "Ctrl+S", group=group)
        for signal in (editor.opened, editor.changed, editor.packs_changed, self._window.workspace_shown):
            signal.connect(lambda *_: self._refresh())

    def _refresh(self) -> None:
        """Let those be given that would do something."""
        editor = self._rules.editor
        draft = editor.draft if editor.is_editable and self._window.shown is self._rules else None
        self._undo.setEnabled(draft is not None and draft.undo_text is not None)
        self._redo.setEnabled(draft is not None and draft.redo_text is not None)
        self._save.setEnabled(draft is not None and draft.is_modified)
