"""Sprue's front door: one command, its sub-commands, each loaded only when it is asked for.

From Python, `sprue.analyze("part.step")` gives a `Result`; `sprue.Analyzer` does so for many parts.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """A sub-command: the module whose `main(argv, prog)` it is, and what it does in half a line."""

    module: str
    summary: str


COMMANDS = {
    "app": Command("app.__main__", "open the desktop program, with parts"),
    "analyze": Command("engine.__main__", "tell whether parts can be made, where they cannot, and why"),
    "quote": Command("engine.estimate", "tell what a part costs to cast"),
    "eval": Command("engine.reevaluate", "judge a part that was analyzed by another rule pack"),
    "serve": Command("server.__main__", "answer the HTTP API"),
    "mcp": Command("server.agent.command", "give an agent host tools to design with, on stdio"),
    "worker": Command("server.worker", "run the analyses that hosts with `sprue serve` accept"),
    "keys": Command("server.auth.command", "make, list and revoke keys of the HTTP API"),
    "users": Command(
        "server.auth.user_command", "list the dashboard's users, change plans, set a password anew"
    ),
    "billing": Command("server.billing.command", "make what is sold at Stripe, and compare both sides"),
    "secrets": Command("server.storage.secret_command", "print secrets for the hosts of one installation"),
    "migrate": Command("server.storage.migrate", "bring the server's database to this version"),
    "config": Command("server.config", "print the server's settings, and what of them contradicts itself"),
    "selfcheck": Command("engine.selfcheck.command", "check that this installation works"),
}

LIBRARY = {
    "analyze": "engine.scripting.analyzer",
    "Analyzer": "engine.scripting.analyzer",
    "Result": "engine.scripting.result",
    "SprueError": "engine.errors",
}
"""What scripts use, and where it is."""

INTERRUPTED = 130
CUT_SHORT = 141
"""128 and the signal's number, as shells tell it."""
BAD_USAGE = 2


def __getattr__(name: str) -> Any:
    """Load what a script uses when it does."""
    if name not in LIBRARY:
        raise AttributeError(f"module 'sprue' has no attribute {name!r}")
    return getattr(importlib.import_module(LIBRARY[name]), name)


def __dir__() -> list[str]:
    """List it with the rest."""
    return sorted({*globals(), *LIBRARY})


def main(argv: Sequence[str] | None = None) -> int:
    """Run the sub-command that the command line names; return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        return 0 if words else BAD_USAGE
    if words[0] == "--version":
        from engine import build_info

        build = build_info.read()
        print(f"sprue {build.version}\ncommit {build.commit}\nkernel {build.kernel}")
        return 0
    if words[0] not in COMMANDS and _is_part(words[0]):
        words.insert(0, "app")
    command = COMMANDS.get(words[0])
    if command is None:
        print(f"sprue: there is no command {words[0]!r}\n\n{_help()}", file=sys.stderr)
        return BAD_USAGE
    try:
        status: int = importlib.import_module(command.module).main(words[1:], prog=f"sprue {words[0]}")
        sys.stdout.flush()
    except BrokenPipeError:  # `sprue … | head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_SHORT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return status


def _is_part(word: str) -> bool:
    """Tell whether a word names a part, which is opened: so a file manager calls the program."""
    from engine import formats

    return formats.is_accepted(word) or os.path.isfile(word)


def _help() -> str:
    """List the commands."""
    lines = [f"  {name:<11}{command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: sprue COMMAND …",
            "       sprue FILE …        open parts in the desktop program",
            "",
            *lines,
            "",
            "`sprue COMMAND --help` tells more, with examples; `sprue --version` tells the version.",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
