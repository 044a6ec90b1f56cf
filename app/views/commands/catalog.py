"""Every command of the main window, in the order the palette lists them."""

from collections.abc import Callable

from app.views.commands import part, program, rules, view, workspaces
from app.views.commands.command import Command

LISTS: tuple[Callable[[], tuple[Command, ...]], ...] = (
    part.commands,
    view.commands,
    rules.commands,
    workspaces.commands,
    program.commands,
)


def commands() -> tuple[Command, ...]:
    """Return all of them, in the language of the program."""
    return tuple(command for made in LISTS for command in made())
