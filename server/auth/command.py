"""`sprue keys`: make, list and revoke API keys from the terminal.

Works beside a running server, which asks the database for every request.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime

from rich.table import Table

from server.auth import keys, repository, terminal
from server.auth.accounts import Caller
from server.auth.issue import issue
from server.auth.terminal import Refused
from server.metering.plans import FREE, PLANS
from server.settings import Settings
from server.storage import secret_keys
from server.storage.database import Database
from server.storage.installation import Installation
from server.storage.migrate import opened

DEFAULT_NAME = "terminal"

EXAMPLES = """\
examples:
  export SPRUE_API_KEY=$(sprue keys create)
  sprue keys create --plan pro --name "nightly checks" --account acme
  sprue keys list
  sprue keys revoke svc_live_3fK9xQ2b
"""


def main(argv: Sequence[str] | None = None, prog: str = "sprue keys") -> int:
    """Do what the command line says; return the exit status."""
    return terminal.run(_run, _parser(prog).parse_args(argv), prog)


def _parser(prog: str) -> argparse.ArgumentParser:
    shared = terminal.shared_arguments()
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Make, list and revoke API keys.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="create|list|revoke")
    create = commands.add_parser(
        "create", parents=[shared], help="make a key and print it, alone, on standard output"
    )
    create.add_argument("--name", default=DEFAULT_NAME, help="what the key is for")
    create.add_argument("--plan", choices=tuple(PLANS), help=f"plan of the account (default: {FREE.key})")
    create.add_argument(
        "--account", metavar="A", help="name or id of the account the key is for, made if there is none"
    )
    create.add_argument(
        "--no-overage", action="store_true", help="refuse what goes beyond the plan instead of billing it"
    )
    show = commands.add_parser("list", parents=[shared], help="list keys by prefix, never whole")
    show.add_argument("--account", metavar="A", help="only the keys of this account")
    revoke = commands.add_parser("revoke", parents=[shared], help="revoke a key from this moment on")
    revoke.add_argument("key", help="the whole key, or its prefix as `list` shows it")
    return parser


async def _run(arguments: argparse.Namespace, settings: Settings) -> None:
    secrets = secret_keys.load(settings)
    async with opened(settings) as database:
        async with database.writing() as connection:
            await Installation(settings, secrets).claim(connection)
        match arguments.command:
            case "create":
                await _create(arguments, database, secrets.pepper)
            case "list":
                await _list(arguments, database)
            case "revoke":
                await _revoke(arguments, database, secrets.pepper)


async def _create(arguments: argparse.Namespace, database: Database, pepper: bytes) -> None:
    now = datetime.now(UTC)
    async with database.writing() as connection:
        account = await repository.account_named(connection, arguments.account) if arguments.account else None
        if account is None:
            plan = PLANS[arguments.plan or FREE.key]
            account = await repository.make_account(
                connection,
                arguments.account or arguments.name,
                plan.key,
                plan.bills_overage and not arguments.no_overage,
                plan.bills_overage,
                now,
            )
        elif arguments.plan:
            plan = PLANS[arguments.plan]
            overage = plan.bills_overage and not arguments.no_overage
            await repository.change_plan(connection, account, plan.key, overage, plan.bills_overage, now)
        key = await issue(connection, pepper, account.id, arguments.name, now)
    print(key)


async def _list(arguments: argparse.Namespace, database: Database) -> None:
    async with database.reading() as connection:
        account_id = None
        if arguments.account:
            account = await repository.account_named(connection, arguments.account)
            if account is None:
                raise Refused(f"there is no account {arguments.account!r}")
            account_id = account.id
        found = await repository.keys_of(connection, account_id)
    table = Table("PREFIX", "NAME", "ACCOUNT", "PLAN", "MADE", "LAST USED", "STATE", box=None, pad_edge=False)
    for caller in found:
        table.add_row(*_row(caller))
    terminal.show(table)


def _row(caller: Caller) -> tuple[str, ...]:
    key, account = caller.key, caller.account
    state = f"revoked {key.revoked_at:%Y-%m-%d}" if key.revoked_at else "in force"
    used = f"{key.last_used_at:%Y-%m-%d %H:%M}" if key.last_used_at else "never"
    return key.prefix, key.name, account.name, account.plan, f"{key.created_at:%Y-%m-%d}", used, state


async def _revoke(arguments: argparse.Namespace, database: Database, pepper: bytes) -> None:
    async with database.writing() as connection:
        found = await repository.keys_that_match(
            connection, keys.hashed(arguments.key, pepper), arguments.key
        )
        if not found:
            raise Refused(f"no key in force begins with {keys.shown(arguments.key)!r}")
        if len(found) > 1:
            raise Refused(f"{len(found)} keys begin with {arguments.key!r}; please give the whole key")
        await repository.revoke(connection, found[0].id, datetime.now(UTC))
    print(f"revoked {found[0].prefix} ({found[0].name})")
