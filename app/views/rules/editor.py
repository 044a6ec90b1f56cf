"""What is edited: the packs there are, the one that is open, and its changes. All rule widgets know it."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath

from PySide6.QtCore import QObject, Signal

from app.client.errors import Failure, Reason
from app.client.models import Json, RuleSchema
from app.state import pack_library, rule_draft
from app.state.pack_library import NEW_PACK, PackLibrary
from app.state.rule_draft import Path, RuleDraft
from app.views.window_context import WindowContext

Place = tuple[bool, str]
"""Whether a pack is shipped, and its key in the list."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was typed into a field, and why it cannot be."""

    typed: str
    sentence: str


class Editor(QObject):
    """Keeps a draft of every pack that was changed, so that looking at another loses nothing."""

    packs_changed = Signal()
    opened = Signal()
    """Another pack is open, or none."""
    changed = Signal(object)
    """The path of what changed in the open pack; empty: all of it."""
    refused_changed = Signal()
    """Something typed was refused, or is not any more."""
    refusal_undone = Signal()
    """What was refused was taken back: its field shows what the pack has."""
    schema_learned = Signal()
    configuration_chosen = Signal(str)

    def __init__(self, context: WindowContext, library: PackLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.library = library
        self.shipped: dict[str, Json] = {}
        """Those of the server, to be looked at and cloned: that ship, and that the account keeps there."""
        self.schema: RuleSchema | None = None
        self.place: Place | None = None
        self.configuration = ""
        self._drafts: dict[Place, RuleDraft] = {}
        self._leave: Callable[[], None] | None = None
        library.changed.subscribe(lambda _: self.packs_changed.emit())
        self._is_learning = False
        self._refused: dict[Path, Refusal] = {}
        context.packs_learned.connect(self._keep_shipped)
        context.connected.connect(lambda _: self._forget())
        context.schema_learned.connect(self._keep_schema)
        self._forget()
        if context.packs:
            self._keep_shipped()

    @property
    def draft(self) -> RuleDraft | None:
        """The pack that is open."""
        return None if self.place is None else self._drafts.get(self.place)

    @property
    def is_editable(self) -> bool:
        """Whether the open pack may be changed."""
        return self.draft is not None and not self.draft.is_shipped

    def is_modified(self, place: Place) -> bool:
        """Return whether a pack has changes that are not saved."""
        draft = self._drafts.get(place)
        return draft is not None and draft.is_modified

    @property
    def modified(self) -> tuple[Place, ...]:
        """The packs with changes that are not saved."""
        return tuple(place for place, draft in self._drafts.items() if draft.is_modified)

    def draft_of(self, place: Place) -> RuleDraft | None:
        """Return a pack as it is edited; None of one that nobody opened."""
        return self._drafts.get(place)

    # --- which pack ---------------------------------------------------------------------------------

    def open(self, place: Place) -> None:
        """Show a pack, with what was changed in it before."""
        is_shipped, key = place
        if place not in self._drafts:
            document = self.shipped.get(key) if is_shipped else self.library.document(key)
            if document is None:
                return
            self._drafts[place] = RuleDraft(document, is_shipped=is_shipped)
        self._show(place)

    def clone(self) -> None:
        """Make a copy of the open pack, to be edited, and open it."""
        if self.draft is not None:
            taken = (*self.shipped, *(one.key for one in self.library.packs))
            self._add(rule_draft.clone(self.draft.document, taken).document)

    def make_new(self) -> None:
        """Begin a pack with one rule, and open it."""
        document = copy.deepcopy(NEW_PACK)
        document["key"] = self.library.free_key(str(document["key"]), self.shipped)
        self._add(document)

    def bring_in(self, file: FilePath) -> None:
        """Bring a pack in from a file and open it; a file without one is reported."""
        try:
            key = self.library.add_from(file, self.shipped)
        except (OSError, ValueError) as error:
            self._report(self.tr("{} could not be imported.").format(file.name), error)
            return
        self.open((False, key))

    def write_to(self, file: FilePath) -> None:
        """Write the open pack to a file."""
        if self.draft is not None:
            try:
                pack_library.write(file, self.draft.document)
            except OSError as error:
                self._report(self.tr("{} could not be written.").format(file.name), error)

    def bring_back(self, key: str, document: Json) -> None:
        """Change a pack of one's own to what it was before; that can be undone. One that is gone stays so."""
        if any(one.key == key for one in self.library.packs):
            draft = RuleDraft(self.library.document(key))
            draft.set((), document, self.tr("Bring back what was not saved"))
            self._drafts[False, key] = draft
            self.packs_changed.emit()

    def save(self, place: Place | None = None) -> bool:
        """Keep a pack as it is now, the open one unless another is named; return whether it was kept."""
        place = place or self.place
        draft = None if place is None else self._drafts.get(place)
        if draft is None or place is None or draft.is_shipped:
            return False
        document = draft.document
        try:
            self.library.save(document, replacing=place[1])
        except (OSError, ValueError) as error:
            self._report(self.tr("The pack could not be saved."), error)
            return False
        moved = (False, str(document["key"]))
        self._drafts[moved] = self._drafts.pop(place)
        if place == self.place:
            self.place = moved
        draft.mark_saved()
        self.packs_changed.emit()
        return True

    def remove(self) -> None:
        """Delete the open pack, which is one's own."""
        if self.place is not None and not self.place[0]:
            place = self.place
            self._show(None)
            self._drafts.pop(place, None)
            self.library.remove(place[1])

    # --- what is in it ------------------------------------------------------------------------------

    def set(self, path: Path, value: object, text: str) -> None:
        """Put a value at a path of the open pack, unless it is there already or the pack is read alone."""
        self.withdraw(path)
        if self.is_editable and self.draft is not None and self.draft.document != self._with(path, value):
            self.draft.set(path, value, text)

    def remove_member(self, path: Path, text: str) -> None:
        """Take something out of the open pack."""
        if self.is_editable and self.draft is not None:
            self.draft.remove(path, text)

    def insert(self, path: Path, value: object, text: str) -> None:
        """Put something into a list of the open pack."""
        if self.is_editable and self.draft is not None:
            self.draft.insert(path, value, text)

    @property
    def refused(self) -> Mapping[Path, Refusal]:
        """What was typed into fields of the open pack and cannot be; the pack has what it had before."""
        return self._refused

    def refuse(self, path: Path, typed: str, sentence: str) -> None:
        """Leave what was typed where it stands, and say why it cannot be; undo takes that back first."""
        self._refused.pop(path, None)
        self._refused[path] = Refusal(typed, sentence)
        self.refused_changed.emit()

    def withdraw(self, path: Path) -> None:
        """Forget what was refused at a path: it was corrected."""
        if self._refused.pop(path, None) is not None:
            self.refused_changed.emit()

    def undo(self) -> None:
        """Take back the last change; before that what was typed and refused, and nothing else."""
        if self._refused:
            self._refused.popitem()
            self.refused_changed.emit()
            self.refusal_undone.emit()
        elif self.draft is not None:
            self.draft.undo()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.draft is not None:
            self.draft.redo()

    def choose_configuration(self, key: str) -> None:
        """Judge by this configuration."""
        if key != self.configuration:
            self.configuration = key
            self.configuration_chosen.emit(key)

    def configurations(self) -> tuple[str, ...]:
        """Return the keys of the configurations of the open pack."""
        found = None if self.draft is None else self.draft.document.get("configurations")
        return tuple(found) if isinstance(found, dict) else ()

    # --- inside -------------------------------------------------------------------------------------

    def _with(self, path: Path, value: object) -> Json | None:
        """Return the document as it would be; None where the path leads nowhere."""
        draft = self.draft
        if draft is None:
            return None
        tried = RuleDraft(draft.document)
        try:
            tried.set(path, value, "")
        except KeyError:
            return None
        return tried.document

    def _add(self, document: Json) -> None:
        try:
            self.library.save(document)
        except (OSError, ValueError) as error:
            self._report(self.tr("The pack could not be saved."), error)
            return
        self.open((False, str(document["key"])))

    def _show(self, place: Place | None) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None
        self._refused.clear()
        self.place = place
        draft = self.draft
        if draft is not None:
            self._leave = draft.changed.subscribe(self._on_draft_changed)
            keys = self.configurations()
            if self.configuration not in keys:
                self.configuration = keys[0] if keys else ""
        self.opened.emit()

    def _on_draft_changed(self, path: Path) -> None:
        keys = self.configurations()
        if self.configuration not in keys:
            self.choose_configuration(keys[0] if keys else "")
        self.changed.emit(path)

    def learn(self) -> None:
        """Fetch the shipped packs and what rules are made of, unless that was done."""
        client = self.context.client
        if client is not None and not self._is_learning:
            self._is_learning = True
            self.context.learn_packs()
            self.context.learn_schema()

    def _forget(self) -> None:
        """Learn from another server, when there is time or rules are looked at."""
        self._is_learning = False
        self.context.at_leisure(self.learn)

    def _keep_shipped(self) -> None:
        self.shipped = dict(self.context.packs) | self.context.saved_packs
        self.packs_changed.emit()
        if self.place is None and self.shipped:
            self.open((True, next(iter(self.shipped))))

    def _keep_schema(self) -> None:
        self.schema = self.context.schema
        self.schema_learned.emit()

    def _report(self, sentence: str, error: Exception) -> None:
        reason = f"{error.strerror or error}." if isinstance(error, OSError) else str(error)
        self.context.failure_reported.emit(Failure(Reason.INVALID, sentence, reason))
