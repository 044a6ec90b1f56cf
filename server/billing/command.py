"""`sprue billing`: make meters and prices at the payment processor, and compare both sides."""

import argparse
import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.table import Table

from server.auth import terminal
from server.auth.terminal import Refused
from server.billing import credentials, outbox
from server.billing.comparison import compare
from server.billing.credentials import Credentials
from server.billing.processor import ProcessorAway, ProcessorRefused
from server.metering.plans import TABLE
from server.settings import Settings, variable
from server.storage.database import Database
from server.storage.migrate import opened

if TYPE_CHECKING:  # it is of the extra `billing`, without which this ends with a sentence
    from server.billing.catalog import Change

EXAMPLES = """\
examples:
  SPRUE_STRIPE_KEY=sk_test_… sprue billing sync --dry-run
  SPRUE_STRIPE_KEY_FILE=/etc/sprue/stripe.key sprue billing sync
  sprue billing check
  sprue billing retry
"""
NO_CHANGES = "nothing to change"
DIFFERS = "differs"


def main(argv: Sequence[str] | None = None, prog: str = "sprue billing") -> int:
    """Do what the command line says; return the exit status."""
    return terminal.run(_run, _parser(prog).parse_args(argv), prog)


def _parser(prog: str) -> argparse.ArgumentParser:
    shared = terminal.shared_arguments()
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Make what is sold at Stripe, from resources/catalog/plans.json, and compare both sides.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="sync|check|retry")
    sync = commands.add_parser(
        "sync", parents=[shared], help="make or update meters, products and prices, as often as you like"
    )
    sync.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    commands.add_parser(
        "check",
        parents=[shared],
        help="compare what is sold at Stripe with the plans, and the units it counts with the ledger",
    )
    commands.add_parser(
        "retry",
        parents=[shared],
        help="have units reported again that were refused, once the reason is gone",
    )
    return parser


async def _run(arguments: argparse.Namespace, settings: Settings) -> None:
    keys = credentials.load(settings)
    if keys is None:
        raise Refused(f"{variable('stripe_key')} is not set, so nothing is charged here")
    match arguments.command:
        case "sync":
            changes = await _catalog(keys, arguments.dry_run)
            _show(changes, "would be " if arguments.dry_run else "")
        case "check":
            differing = [each for each in await _catalog(keys, is_dry=True) if each.step != "kept"]
            if differing:
                _show(differing, "would be ")
                raise Refused("Stripe differs from the plans; `sprue billing sync` brings it up to date")
            print("Stripe has what the plans say")
            async with opened(settings) as database:
                await _check_units(database, keys)
        case "retry":
            async with opened(settings) as database, database.writing() as connection:
                n_again = await outbox.unpark(connection)
            print(f"{n_again} units are reported again by the running server")


async def _catalog(keys: Credentials, is_dry: bool) -> "list[Change]":
    try:
        import stripe
    except ImportError:
        raise Refused(
            "this needs stripe, which is not installed; install Sprue with its extra `billing`: "
            "pip install 'sprue[billing]'"
        ) from None
    from server.billing.catalog import Catalog
    from server.billing.stripe_processor import client_of, translated

    try:
        catalog = Catalog(client_of(keys), TABLE, is_dry)
        return await asyncio.to_thread(catalog.sync)
    except stripe.StripeError as error:
        raise Refused(f"Stripe: {translated(error)}") from None


async def _check_units(database: Database, keys: Credentials) -> None:
    """Print each customer's units on both sides; raise Refused where they differ or somebody has to act."""
    from server.billing.stripe_processor import StripeProcessor

    processor = StripeProcessor(keys)
    try:
        found = await compare(database, processor, datetime.now(UTC))
    except (ProcessorAway, ProcessorRefused) as error:
        raise Refused(f"Stripe: {error}") from None
    finally:
        processor.close()
    async with database.reading() as connection:
        standing = await outbox.standing(connection)
    table = Table("ACCOUNT", "METER", "SENT", "AT STRIPE", "UNKNOWN", "", box=None, pad_edge=False)
    for each in found:
        columns = (each.account.name, each.meter, str(each.sent), str(each.counted), str(each.n_unknown))
        table.add_row(*columns, "" if each.is_explained else DIFFERS)
    terminal.show(table)
    print(
        f"{standing.n_pending} units wait, {standing.n_to_take_back} are to be taken back, "
        f"{standing.n_parked} were refused, {standing.n_credits} are to be credited"
    )
    if any(not each.is_explained for each in found):
        raise Refused("units differ; Stripe counts within some minutes, so look again before you act")
    if standing.n_parked:
        raise Refused("units were refused, as the log says; `sprue billing retry` once the reason is gone")


def _show(changes: "Sequence[Change]", tense: str) -> None:
    table = Table("WHAT", "STEP", "WHY", box=None, pad_edge=False)
    for each in changes:
        step = each.step if each.step in ("kept", "wrong") else f"{tense}{each.step}"
        table.add_row(each.what, step, each.why)
    terminal.show(table)
    if all(each.step == "kept" for each in changes):
        print(NO_CHANGES)
