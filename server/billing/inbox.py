"""Notices of the payment processor: kept as they come, each once, and handled afterwards.

A notice says only that something changed; what is so now is asked for. One host at a time handles them, so
that what was asked for last is also written down last.
"""

import asyncio
import logging
import math
import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.billing import subscriptions
from server.billing.processor import Notice, Processor, ProcessorRefused
from server.jobs.outage import Outage
from server.jobs.recurring import Recurring
from server.storage import advisory_lock, ids
from server.storage.advisory_lock import Lock
from server.storage.database import Database, insert_ignoring
from server.storage.models import accounts, billing_notices

METER_ERRORS = "v1.billing.meter.error_report_triggered"
"""The processor found, after it had taken units, that it cannot count some of them."""
ASKED_FOR = "sprue.asked"
"""Somebody is back from a page of the processor, and its own notice may be late."""
POLL_S = 2.0
"""Notices come to every host, and one of them handles all."""
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
WAIT_S = 5.0
"""How long a page waits for what somebody has just paid for."""
LATE = timedelta(hours=1)
"""After the end of a period, when nothing was heard of the next."""
LOOK_EVERY_S = 600.0
KEPT = timedelta(days=30)
"""Stripe sends a notice again for three days."""
BATCH = 100

log = logging.getLogger("sprue.billing")


class Inbox:
    """Takes notices, and brings accounts to what the processor has.

    Parameters
    ----------
    database, processor
        What it works with.
    grace : timedelta
        How long units beyond the plan are sold after a failed payment.
    poll_s : float, optional
        How often it looks; left out: `POLL_S`.
    """

    def __init__(
        self, database: Database, processor: Processor, grace: timedelta, poll_s: float | None = None
    ) -> None:
        self._database = database
        self._processor = processor
        self._grace = grace
        self._poll_s = POLL_S if poll_s is None else poll_s
        self._handling = asyncio.Lock()
        self._looked_at = -math.inf
        self._recurring = Recurring(
            self._handle_all,
            self._poll_s,
            Outage(log, "notices of the payment processor cannot be handled"),
            (FIRST_PAUSE_S, LONGEST_PAUSE_S),
        )

    async def start(self) -> None:
        """Begin to handle notices."""
        await self._recurring.start()

    async def stop(self) -> None:
        """Handle no more; what is left is handled by the next."""
        await self._recurring.stop()

    async def receive(self, body: bytes, signature: str) -> None:
        """Keep a notice that was sent, once however often it comes; raise InvalidNotice."""
        await self._keep(self._processor.notice_of(body, signature))

    async def catch_up(self, customer_id: str) -> None:
        """Bring the account of a customer to what the processor has, within a moment or later."""
        notice = Notice(f"{ASKED_FOR}-{ids.new()}", ASKED_FOR, customer_id, "")
        await self._keep(notice)
        deadline = asyncio.get_running_loop().time() + WAIT_S
        while asyncio.get_running_loop().time() < deadline:
            async with self._database.reading() as connection:
                if await _is_handled(connection, notice.id):
                    return
            await asyncio.sleep(min(0.1, self._poll_s))

    async def look_for_missed(self, now: datetime) -> None:
        """Have those asked after whose period is over and of whose next nothing was heard, once an hour each.

        Stripe gives a notice up after three days; a subscription that ended meanwhile would go on here.
        """
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(accounts.c.customer_id).where(
                    accounts.c.subscription_id.is_not(None), accounts.c.period_end < now - LATE
                )
            )
            customers = [customer_id for (customer_id,) in found]
        for customer_id in customers:
            hour = int(now.timestamp() // LATE.total_seconds())
            await self._keep(Notice(f"{ASKED_FOR}-{customer_id}-{hour}", ASKED_FOR, customer_id, ""))

    async def handle(self) -> bool:
        """Handle what waits, unless another host does; return whether more waits.

        Raises
        ------
        ProcessorAway
            It does not say what is so; the notices wait.
        """
        async with self._handling, advisory_lock.leading(self._database, Lock.HANDLE_NOTICES) as leads:
            return await self._handle_batch() if leads else False

    async def _keep(self, notice: Notice) -> None:
        async with self._database.writing() as connection:
            await connection.execute(
                insert_ignoring(connection, billing_notices).values(
                    id=notice.id,
                    kind=notice.kind,
                    customer_id=notice.customer_id,
                    detail=notice.detail,
                    received_at=datetime.now(UTC),
                )
            )
        self._recurring.wake()

    async def _handle_batch(self) -> bool:
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(billing_notices.c.id, billing_notices.c.kind, billing_notices.c.customer_id)
                .add_columns(billing_notices.c.detail)
                .where(billing_notices.c.handled_at.is_(None))
                .order_by(billing_notices.c.received_at, billing_notices.c.id)
                .limit(BATCH)
            )
            waiting = [Notice(*row) for row in found]
        of_customer: dict[str, list[Notice]] = {}
        for notice in waiting:
            of_customer.setdefault(notice.customer_id, []).append(notice)
        for customer_id, notices in of_customer.items():
            error = await self._handle(customer_id, notices)
            async with self._database.writing() as connection:
                await _mark(connection, [notice.id for notice in notices], error)
        return len(waiting) == BATCH

    async def _handle(self, customer_id: str, notices: list[Notice]) -> str | None:
        """Handle what came of a customer, or of none; return why that cannot be done, ever."""
        for notice in notices:
            if notice.kind == METER_ERRORS:
                log.error("the payment processor does not count units: %s", notice.detail)
        if not customer_id:
            return None
        try:
            await subscriptions.follow(
                self._database, self._processor, customer_id, self._grace, datetime.now(UTC)
            )
        except ProcessorRefused as error:
            log.error("notices of customer %s are not handled: %s", customer_id, error)
            return str(error)
        return None

    async def _handle_all(self) -> None:
        if time.monotonic() - self._looked_at > LOOK_EVERY_S:
            await self.look_for_missed(datetime.now(UTC))
            self._looked_at = time.monotonic()
        while await self.handle():
            pass


async def count_meter_errors(connection: AsyncConnection) -> int:
    """Return how many reports came of late of units that the processor cannot count."""
    found = await connection.execute(
        select(func.count()).select_from(billing_notices).where(billing_notices.c.kind == METER_ERRORS)
    )
    n_reports: int = found.scalar_one()
    return n_reports


async def _is_handled(connection: AsyncConnection, notice_id: str) -> bool:
    found = await connection.execute(
        select(billing_notices.c.handled_at).where(billing_notices.c.id == notice_id)
    )
    return found.scalar() is not None


async def _mark(connection: AsyncConnection, notice_ids: list[str], error: str | None) -> None:
    """Note that notices are handled, and forget those of long ago."""
    now = datetime.now(UTC)
    await connection.execute(
        update(billing_notices)
        .where(billing_notices.c.id.in_(notice_ids))
        .values(handled_at=now, error=error)
    )
    await connection.execute(delete(billing_notices).where(billing_notices.c.handled_at < now - KEPT))
