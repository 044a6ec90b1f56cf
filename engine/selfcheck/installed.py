"""Which packages are installed, and which commands lack what, by the metadata of Sprue's own package."""

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata

PACKAGE = "sprue"
EXTRA = re.compile(r";.*\bextra\s*==\s*['\"]([\w-]+)['\"]")
NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Use:
    """Something Sprue is used for, and the extra that it needs; the base install where that is empty."""

    title: str
    extra: str
    commands: tuple[str, ...] = ()


USES = (
    Use("command line and server", "", ("analyze", "quote", "eval", "serve")),
    Use("desktop program", "desktop", ("app",)),
    Use("tools for agents", "mcp", ("mcp",)),
    Use("files in a bucket", "s3"),
    Use("several hosts", "hosted", ("worker",)),
    Use("charges by Stripe", "billing", ("billing",)),
    Use("tables and shapes in notebooks", "notebook"),
)
COMMANDS = tuple(command for use in USES for command in use.commands)


def lacking(
    use: Use,
    requirements: Sequence[str] | None = None,
    is_installed: Callable[[str], bool] | None = None,
) -> tuple[str, ...]:
    """Return the packages of a use that are not installed.

    Parameters
    ----------
    use : Use
        One of `USES`.
    requirements : sequence of str, optional
        What Sprue declares, as `httpx>=0.28; extra == "desktop"`; read off its metadata when None.
    is_installed : callable, optional
        Whether there is a package of a name; asked of the metadata when None.
    """
    if requirements is None:
        requirements = metadata.requires(PACKAGE) or ()
    return tuple(name for name in _needed(use, requirements) if not (is_installed or _is_installed)(name))


def remedy(use: Use) -> str:
    """Return the line that installs what a use lacks."""
    if getattr(sys, "frozen", False):
        return "not part of this bundle: install the Python package, or run the container"
    return f"{shlex.quote(sys.executable)} -m pip install 'sprue{f'[{use.extra}]' if use.extra else ''}'"


def version_of(package: str) -> str:
    """Return the version of a package; empty where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _needed(use: Use, requirements: Iterable[str]) -> tuple[str, ...]:
    names = []
    for requirement in requirements:
        found = EXTRA.search(requirement)
        name = NAME.match(requirement)
        if name and (found[1] if found else "") == use.extra:
            names.append(name[0])
    return tuple(names)


def _is_installed(package: str) -> bool:
    return bool(version_of(package))
