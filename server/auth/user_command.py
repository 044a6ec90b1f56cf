"""`sprue users`: list who signs in to the dashboard, change plans, and set a password that was forgotten.

Works beside a running server, which asks the database for every request.
"""

import argparse
import getpass
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.table import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import passwords, repository, terminal, user_repository
from server.auth.terminal import Refused
from server.auth.user_repository import StoredUser
from server.metering.money import millionths
from server.metering.plans import CURRENCY, METERS, PLANS
from server.settings import Settings
from server.storage.database import Database
from server.storage.migrate import opened

MOST_UNITS = 2**31 - 1
"""What the database counts to."""

EXAMPLES = """\
examples:
  sprue users list
  sprue users plan ada pro
  sprue users plan ada enterprise --included dfm.analyze=250000 --overage dfm.analyze=0.03
  sprue users password ada
  sprue users password ada < new-password.txt
"""


def main(argv: Sequence[str] | None = None, prog: str = "sprue users") -> int:
    """Do what the command line says; return the exit status."""
    return terminal.run(_run, _parser(prog).parse_args(argv), prog)


def _parser(prog: str) -> argparse.ArgumentParser:
    shared = terminal.shared_arguments()
    parser = argparse.ArgumentParser(
        prog=prog,
        description="List the dashboard's users, change their plans, and set passwords anew.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="list|plan|password")
    commands.add_parser("list", parents=[shared], help="list users, their accounts and plans")
    plan = commands.add_parser("plan", parents=[shared], help="change the plan of a user's account")
    plan.add_argument("username", help="as they sign in")
    plan.add_argument("plan", choices=tuple(PLANS), help="the new plan; it holds from the next request on")
    plan.add_argument(
        "--no-overage", action="store_true", help="refuse what goes beyond the plan instead of billing it"
    )
    plan.add_argument(
        "--included",
        action="append",
        default=[],
        metavar="METER=UNITS",
        help=f"units a period by arrangement, instead of the plan's; meters are {', '.join(METERS)}",
    )
    plan.add_argument(
        "--overage",
        action="append",
        default=[],
        metavar="METER=PRICE",
        help=f"price of a unit beyond by arrangement, in {CURRENCY}",
    )
    password = commands.add_parser(
        "password",
        parents=[shared],
        help="set a user's password: asked for, or the first line of standard input; ends all their sessions",
    )
    password.add_argument("username", help="as they sign in")
    return parser


async def _run(arguments: argparse.Namespace, settings: Settings) -> None:
    async with opened(settings) as database:
        match arguments.command:
            case "list":
                await _list(database)
            case "plan":
                await _change_plan(database, arguments)
            case "password":
                await _set_password(database, arguments.username)


async def _list(database: Database) -> None:
    async with database.reading() as connection:
        found = await user_repository.every(connection)
    table = Table("USER", "ACCOUNT", "PLAN", "MADE", box=None, pad_edge=False)
    for user, created_at in found:
        table.add_row(user.username, user.account.name, user.account.plan, f"{created_at:%Y-%m-%d}")
    terminal.show(table)


async def _change_plan(database: Database, arguments: argparse.Namespace) -> None:
    plan = PLANS[arguments.plan]
    overage = plan.bills_overage and not arguments.no_overage
    arrangement = _arrangement(arguments)
    if arrangement and not plan.bills_overage:
        raise Refused(f"the plan {plan.key} sells nothing beyond what it includes, and has no arrangements")
    async with database.writing() as connection:
        user = (await _found(connection, arguments.username)).user
        if user.account.subscription_id is not None:
            raise Refused(
                f"{user.username} pays for a subscription, which the plan follows; it is changed or ended at "
                "the payment processor first"
            )
        await repository.change_plan(
            connection, user.account, plan.key, overage, plan.bills_overage, datetime.now(UTC), arrangement
        )
    print(f"{user.username} is on the plan {plan.key}")


def _arrangement(arguments: argparse.Namespace) -> dict[str, Any] | None:
    """Return what is agreed on instead of the plan's quotas and prices; None where nothing is."""
    found = {
        "included": _by_meter(arguments.included, "--included", _units),
        "overage_price": _by_meter(arguments.overage, "--overage", millionths),
    }
    return {name: values for name, values in found.items() if values} or None


def _by_meter(texts: Sequence[str], option: str, read: Callable[[str], int]) -> dict[str, int]:
    values = {}
    for text in texts:
        meter, _, value = text.partition("=")
        if meter not in METERS:
            raise Refused(f"{option} is {text!r}; it takes {' or '.join(f'{each}=…' for each in METERS)}")
        try:
            values[meter] = read(value)
        except ValueError as error:
            raise Refused(f"{option} is {text!r}: {error}") from None
    return values


def _units(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_UNITS:
        raise ValueError(f"{text!r} is no number of units up to {MOST_UNITS:,}")
    return int(text)


async def _set_password(database: Database, username: str) -> None:
    async with database.reading() as connection:
        found = await _found(connection, username)
    password = _asked()
    if problem := passwords.problem_of(password, username):
        raise Refused(problem)
    async with database.writing() as connection:
        await user_repository.change_password(
            connection, found.user.id, found.password_hash, passwords.hashed(password)
        )
        await user_repository.end_sessions_of(connection, found.user.id)
    print(f"{found.user.username} has a new password and is signed out everywhere")


async def _found(connection: AsyncConnection, username: str) -> StoredUser:
    found = await user_repository.named(connection, username)
    if found is None:
        raise Refused(f"there is no user {username!r}")
    return found


def _asked() -> str:
    """Ask twice without showing what is typed, or take a line from elsewhere; never from the arguments."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("New password: ")
    if getpass.getpass("New password again: ") != password:
        raise Refused("the two passwords are not the same")
    return password
