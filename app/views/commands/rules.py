"""Commands of the rule pack that is edited: undo a change, do it again, save.

They can be given while Rules is shown; in a field that is being written their keys are the field's own.
"""

from PySide6.QtCore import QCoreApplication

from app.state.rule_draft import RuleDraft
from app.views.commands.command import Command, CommandContext
from app.views.rules.workspace import RulesWorkspace


def commands() -> tuple[Command, ...]:
    """Return them in the order the palette lists them."""
    group = _tr("Rule pack")
    return (
        Command("rules.undo", group, _tr("Undo"), _undo, shortcut="Ctrl+Z", is_enabled=_can_undo),
        Command(
            "rules.redo", group, _tr("Redo"), _redo, shortcut="Ctrl+Y; Ctrl+Shift+Z", is_enabled=_can_redo
        ),
        Command("rules.save", group, _tr("Save the pack"), _save, shortcut="Ctrl+S", is_enabled=_can_save),
    )


def _undo(at: CommandContext) -> None:
    at.workspace(RulesWorkspace).editor.undo()


def _can_undo(at: CommandContext) -> bool:
    draft, refused = _edited(at), at.workspace(RulesWorkspace).editor.refused
    return draft is not None and (draft.undo_text is not None or bool(refused))


def _redo(at: CommandContext) -> None:
    at.workspace(RulesWorkspace).editor.redo()


def _can_redo(at: CommandContext) -> bool:
    draft = _edited(at)
    return draft is not None and draft.redo_text is not None


def _save(at: CommandContext) -> None:
    at.workspace(RulesWorkspace).form.save()


def _can_save(at: CommandContext) -> bool:
    draft = _edited(at)
    return draft is not None and draft.is_modified


def _edited(at: CommandContext) -> RuleDraft | None:
    """Return the pack that is edited in the workspace that is shown; None where there is none."""
    rules = at.workspace(RulesWorkspace)
    return rules.editor.draft if rules.editor.is_editable and at.shown is rules else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
