"""`python -m bench.billing.exporter DATABASE PROCESSOR SEED`: an exporter that is killed now and then."""

import asyncio
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path

from server.billing.credentials import Credentials
from server.billing.exporter import Exporter
from server.billing.processor import ProcessorAway, UsageEvent
from server.billing.stripe_processor import StripeProcessor
from server.storage.database import open_database
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY

KILLED_SHARE = 0.01
PAUSE_S = 0.05
TIMEOUT_S = 10.0


class Deadly(StripeProcessor):
    """A processor that ends the process by SIGKILL, as soon as it has taken a unit."""

    def __init__(self, credentials: Credentials, chance: random.Random) -> None:
        super().__init__(credentials, TIMEOUT_S)
        self._chance = chance

    async def send_usage(self, event: UsageEvent) -> None:
        """Report a unit, and now and then die of it."""
        await super().send_usage(event)
        if self._chance.random() < KILLED_SHARE:
            os.kill(os.getpid(), signal.SIGKILL)


async def export(url: str, api_url: str, seed: int) -> None:
    """Report what is in the outbox, for ever."""
    database = open_database(url, Path())
    exporter = Exporter(database, Deadly(Credentials(KEY, SECRET, api_url), random.Random(seed)))
    while True:
        with suppress(ProcessorAway):
            await exporter.export_batch()
        await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    asyncio.run(export(sys.argv[1], sys.argv[2], int(sys.argv[3])))
