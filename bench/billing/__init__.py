"""`python -m bench billing [UNITS [SEED]]`: whether units at the payment processor are those of the ledger.

Units of three accounts are taken, and some given back, while two exporters send them side by side, without
the lock that keeps them apart, to a fake of Stripe that fails at random. Each exporter is a process that ends
by SIGKILL now and then, between sending a unit and marking it, and is started anew. On SQLite and PostgreSQL.
"""

import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.table import Table

from server.auth.accounts import Account
from server.billing import outbox
from server.storage.database import open_database
from tests.server.billing.billed import Billed, with_catalog
from tests.server.databases import put_tables, rows
from tests.support import postgresql
from tests.support.stripe_server import Fault, StripeServer

UNITS, SEED = 2_000, 26
PLANS_OF_ACCOUNTS = ("starter", "pro", "starter")
N_EXPORTERS = 2
RETURNED_SHARE = 0.05
FAULT_SHARE = 0.02
"""Of the requests, for each kind of fault."""
LIMIT_S = 900.0
OWED = """
    SELECT account_id, COUNT(*) FROM meter_events
    WHERE billable AND (take_back_at IS NULL OR id IN (SELECT ledger_id FROM billing_credits))
    GROUP BY account_id
"""


@dataclass(slots=True)
class Outcome:
    """What a run showed."""

    database: str
    n_taken: int = 0
    n_returned: int = 0
    ledger: dict[str, int] = field(default_factory=dict)
    processor: dict[str, int] = field(default_factory=dict)
    n_faults: Counter[Fault] = field(default_factory=Counter)
    n_kills: int = 0
    n_duplicates: int = 0
    n_left: int = 0
    seconds: float = 0.0

    @property
    def is_equal(self) -> bool:
        """Whether nothing is lost or doubled, and nothing waits or was parked."""
        return self.ledger == self.processor and not self.n_left


def run(words: Sequence[str]) -> bool:
    """Run on each database that there is; return whether both sides are equal on all."""
    n_units, seed = (*map(int, words), *(UNITS, SEED)[len(words) :])
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        put_tables(Path(folder))
        outcomes.append(_run("SQLite", f"sqlite+aiosqlite:///{folder}/sprue.db", n_units, seed))
    if reason := postgresql.why_not():
        print(f"not on PostgreSQL: {reason}")
    else:
        with postgresql.serving() as cluster, cluster.migrated() as url:
            outcomes.append(_run("PostgreSQL", url, n_units, seed))
    _show(outcomes)
    return all(each.is_equal for each in outcomes)


def _run(name: str, url: str, n_units: int, seed: int) -> Outcome:
    outcome = Outcome(name)
    began = time.monotonic()
    with with_catalog() as fake:
        asyncio.run(_charge(url, fake, outcome, n_units, random.Random(seed)))
    outcome.seconds = time.monotonic() - began
    return outcome


async def _charge(
    url: str, fake: StripeServer, outcome: Outcome, n_units: int, chance: random.Random
) -> None:
    database = open_database(url, Path())
    billed = Billed(database, fake)
    accounts = [
        await billed.account(f"account {number}", plan) for number, plan in enumerate(PLANS_OF_ACCOUNTS)
    ]
    n_events_before = len(fake.events)
    fake.faults = _faults(chance)
    with _exporters(url, fake, outcome, chance.randrange(2**30)) as tend:
        await _use(billed, accounts, outcome, n_units, chance, tend)
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            async with database.reading() as connection:
                standing = await outbox.standing(connection)
            outcome.n_left = standing.n_pending + standing.n_to_take_back + standing.n_parked
            if not outcome.n_left:
                break
            tend()
            await asyncio.sleep(0.2)
    outcome.n_faults = Counter(fake.n_faults)
    tried = fake.requests.count("POST /v1/billing/meter_events")
    not_done = sum(outcome.n_faults[each] for each in (Fault.ERROR, Fault.BUSY, Fault.CUT))
    outcome.n_duplicates = max(0, tried - (len(fake.events) - n_events_before) - not_done)
    outcome.ledger = {str(account): n_units for account, n_units in rows(url, OWED)}
    outcome.processor = {each.id: billed.at_stripe(each) for each in accounts}
    billed.processor.close()
    await database.close()


async def _use(
    billed: Billed,
    accounts: Sequence[Account],
    outcome: Outcome,
    n_units: int,
    chance: random.Random,
    tend: Callable[[], None],
) -> None:
    """Take units, and give some of them back, at once or later, while exporters run."""
    jobs: list[str] = []
    while outcome.n_taken < n_units:
        jobs.append(await billed.unit(chance.choice(accounts)))
        outcome.n_taken += 1
        if chance.random() < RETURNED_SHARE:
            outcome.n_returned += await billed.give_back(chance.choice(jobs))
        if not outcome.n_taken % 20:
            tend()
            await asyncio.sleep(0.02)


def _faults(chance: random.Random) -> Callable[[str], Fault | None]:
    """Return what has requests fail, each in a way of its own."""
    kinds = list(Fault)

    def fault(_: str) -> Fault | None:
        at = int(chance.random() / FAULT_SHARE)
        return kinds[at] if at < len(kinds) else None

    return fault


@contextmanager
def _exporters(url: str, fake: StripeServer, outcome: Outcome, seed: int) -> Iterator[Callable[[], None]]:
    """Run exporters; yield what starts those anew that were killed."""
    numbers = count(seed)

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "bench.billing.exporter", url, fake.url, str(next(numbers))]
        )

    running = [start() for _ in range(N_EXPORTERS)]

    def tend() -> None:
        for at, process in enumerate(running):
            if process.poll() is not None:
                if process.returncode != -signal.SIGKILL:
                    raise RuntimeError(f"an exporter ended with {process.returncode}")
                outcome.n_kills += 1
                running[at] = start()

    try:
        yield tend
    finally:
        for process in running:
            process.kill()
            process.wait()


def _show(outcomes: Sequence[Outcome]) -> None:
    table = Table("", *(each.database for each in outcomes), box=None, pad_edge=False)
    table.add_row("units taken", *(str(each.n_taken) for each in outcomes))
    table.add_row("given back", *(str(each.n_returned) for each in outcomes))
    table.add_row("owed by the ledger", *(str(sum(each.ledger.values())) for each in outcomes))
    table.add_row("at the processor", *(str(sum(each.processor.values())) for each in outcomes))
    for fault in Fault:
        table.add_row(f"fault: {fault.value}", *(str(each.n_faults[fault]) for each in outcomes))
    table.add_row("exporters killed after sending", *(str(each.n_kills) for each in outcomes))
    table.add_row("units sent again and refused as known", *(str(each.n_duplicates) for each in outcomes))
    table.add_row("left or parked", *(str(each.n_left) for each in outcomes))
    table.add_row("seconds", *(f"{each.seconds:.0f}" for each in outcomes))
    table.add_row("each account equal", *("yes" if each.is_equal else "NO" for each in outcomes))
    Console().print(table)
