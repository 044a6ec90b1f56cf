"""Changes of packs that are not saved: kept while they are made, brought back, and asked about at the end."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from app.state.unsaved import Unsaved
from app.views.rules.editor import Editor

PAUSE_MS = 500
"""Changes are written when they have come to rest this long."""

Button = QMessageBox.StandardButton


class UnsavedPacks(QObject):
    """Follows one editor. Looking at another pack loses nothing, so only the end asks."""

    def __init__(self, editor: Editor, store: Unsaved, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._store = store
        self._kept = store.all()
        for key, document in self._kept.items():
            editor.bring_back(key, document)
        self._later = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._later.timeout.connect(self.keep)
        for signal in (editor.changed, editor.packs_changed):
            signal.connect(lambda *_: self._later.start())

    def keep(self) -> None:
        """Write what is not saved, and forget what is."""
        modified = {key: self._editor.draft_of((False, key)) for _, key in self._editor.modified}
        now = {key: draft.document for key, draft in modified.items() if draft is not None}
        for key, document in now.items():
            if self._kept.get(key) != document:
                self._store.keep(key, document)
        for key in self._kept.keys() - now.keys():
            self._store.forget(key)
        self._kept = now

    def may_close(self, parent: QWidget) -> bool:
        """Ask what becomes of them; False where the user would rather go on, or a pack cannot be saved."""
        self._later.stop()
        modified = self._editor.modified
        if modified:
            answer = self._ask(parent)
            if answer is Button.Save:
                # all of them: a key that another had may be free now
                kept = [self._editor.save(place) for place in modified]
                if not all(kept):
                    self.keep()
                    return False
            elif answer is not Button.Discard:
                self.keep()
                return False
        for key in self._kept:
            self._store.forget(key)
        self._kept = {}
        return True

    def _ask(self, parent: QWidget) -> Button:
        names = [
            str((draft.document if draft is not None else {}).get("name") or key)
            for _, key in self._editor.modified
            for draft in (self._editor.draft_of((False, key)),)
        ]
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Unsaved rule packs"))
        box.setText(
            self.tr("{name} has changes that are not saved.").format(name=names[0])
            if len(names) == 1
            else self.tr("{n} rule packs have changes that are not saved.").format(n=len(names))
        )
        box.setInformativeText("" if len(names) == 1 else "\n".join(names))
        box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
        box.setDefaultButton(Button.Save)
        return Button(box.exec())
