"""What the commands of this folder share: where the data lie, and how they say what cannot be done."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from server.settings import InvalidSetting, Settings

OK, BAD_USAGE = 0, 2
WIDE = 200
"""Columns of a table that goes into a file or another program."""


class Refused(Exception):
    """What was asked cannot be done; the message says why."""


def shared_arguments() -> argparse.ArgumentParser:
    """Return the parent of every sub-command's parser."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--data-dir", type=Path, metavar="DIR", help="folder of the server's data")
    return shared


def run(
    act: Callable[[argparse.Namespace, Settings], Awaitable[None]], arguments: argparse.Namespace, prog: str
) -> int:
    """Do what the command line says; return the exit status, with a sentence where it cannot be done."""

    async def acting(settings: Settings) -> None:
        await act(arguments, settings)

    try:
        asyncio.run(acting(Settings.from_environment().with_changes(data_dir=arguments.data_dir)))
    except (InvalidSetting, Refused, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_USAGE
    return OK


def show(table: Table) -> None:
    """Print a table."""
    width = None if sys.stdout.isatty() else WIDE
    Console(highlight=False, markup=False, width=width).print(table)
