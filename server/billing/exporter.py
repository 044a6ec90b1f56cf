"""Reporting units to the payment processor, each once, whatever fails in between.

That a unit is about to be sent is committed before it is sent, and that it was sent afterwards. What was
tried and not marked is sent again by the same identifier, which the processor takes once within a day; older
than that, its sums tell first whether it has arrived. A unit that is no longer owed is taken back at the
processor, or, too late for that, left to be credited.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

from server.billing import outbox
from server.billing.outbox import Unit
from server.billing.processor import Processor, ProcessorRefused, UsageEvent
from server.jobs.outage import Outage
from server.jobs.recurring import Recurring
from server.storage import advisory_lock
from server.storage.advisory_lock import Lock
from server.storage.database import Database

BATCH = 200
MOST_AT_ONCE = 4
"""Requests side by side: Stripe takes a hundred a second, and this server has other work."""
POLL_S = 5.0
FIRST_PAUSE_S = 2.0
LONGEST_PAUSE_S = 300.0
"""Between tries while the processor is away; doubled each time."""
KNOWN_TWICE_FOR = timedelta(hours=23)
"""For how long the processor surely knows an identifier again, and takes a unit back: an hour less than it
says (https://docs.stripe.com/api/billing/meter-event), since clocks differ and a batch takes a while."""
OLDEST = timedelta(days=35)
"""What is older, it does not take."""
TOO_OLD = f"it is older than the {OLDEST.days} days that the processor takes"
TOO_LATE = "it was given back more than a day after it was reported"
MINUTE = timedelta(minutes=1)

log = logging.getLogger("sprue.billing")


class Exporter:
    """Reports what is in the outbox.

    Parameters
    ----------
    database, processor
        What it works with.
    poll_s : float, optional
        How often it looks; left out: `POLL_S`.
    now : callable
        Returns the present moment.
    """

    def __init__(
        self,
        database: Database,
        processor: Processor,
        poll_s: float | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._processor = processor
        self._now = now
        self._recurring = Recurring(
            self._export_all,
            POLL_S if poll_s is None else poll_s,
            Outage(log, "units cannot be reported"),
            (FIRST_PAUSE_S, LONGEST_PAUSE_S),
        )

    async def start(self) -> None:
        """Begin to report."""
        await self._recurring.start()

    async def stop(self) -> None:
        """Report no more; what is on its way is sent again by the next."""
        await self._recurring.stop()

    async def export(self) -> bool:
        """Report a batch, unless another host does; return whether more waits.

        Raises
        ------
        ProcessorAway
            The processor did not answer; what was not reported waits.
        """
        async with advisory_lock.leading(self._database, Lock.EXPORT_USAGE) as leads:
            return await self.export_batch() if leads else False

    async def export_batch(self) -> bool:
        """Report a batch, whether or not another does; return whether more waits."""
        async with self._database.reading() as connection:
            units = await outbox.unsent(connection, BATCH)
        known = [unit for unit in units if not self._is_forgotten(unit)]
        await _each(known, self._export)
        for unit in _one_a_minute(unit for unit in units if self._is_forgotten(unit)):
            await self._reconcile(unit)
        async with self._database.reading() as connection:
            returned = await outbox.to_take_back(connection, BATCH)
        await _each(returned, self._take_back)
        return BATCH in (len(known), len(returned))  # a forgotten one may have to wait for another

    async def _export(self, unit: Unit) -> None:
        now = self._now()
        if unit.tried_at is None:
            async with self._database.writing() as connection:
                if now - unit.occurred_at >= OLDEST:
                    await outbox.park(connection, unit.id, TOO_OLD)
                    log.error("unit %s is not reported: %s", unit.id, TOO_OLD)
                    return
                if not await outbox.claim(connection, unit.id, now):
                    return
        await self._send(unit)

    def _is_forgotten(self, unit: Unit) -> bool:
        """Whether a unit was tried so long ago that the processor may not know its identifier again."""
        return unit.tried_at is not None and self._now() - unit.tried_at >= KNOWN_TWICE_FOR

    async def _send(self, unit: Unit) -> None:
        event = UsageEvent(unit.id, unit.customer_id, unit.meter, unit.occurred_at)
        try:
            await self._processor.send_usage(event)
        except ProcessorRefused as error:
            log.error("unit %s is not reported: %s", unit.id, error)
            async with self._database.writing() as connection:
                await outbox.park(connection, unit.id, str(error))
        else:
            async with self._database.writing() as connection:
                await outbox.mark_sent(connection, [unit.id], self._now())

    async def _reconcile(self, unit: Unit) -> None:
        """Find out which units of a minute have arrived, by how many the processor has, and send the rest.

        Which of them is the same to it: they are of one customer, meter and minute.
        """
        since = _minute(unit.occurred_at)
        n_there = await self._processor.usage_sum(unit.customer_id, unit.meter, since, since + MINUTE)
        async with self._database.writing() as connection:
            within = (unit.account_id, unit.meter, since, since + MINUTE)
            unknown = await outbox.unknown_within(connection, *within)
            if not all(map(self._is_forgotten, unknown)):
                return  # one that is sent again by its identifier comes first
            n_arrived = max(0, n_there - await outbox.sent_within(connection, *within))
            await outbox.mark_sent(connection, [each.id for each in unknown[:n_arrived]], self._now())
        for each in unknown[n_arrived:]:
            if self._now() - each.occurred_at < OLDEST:
                await self._send(each)
                continue
            log.error("unit %s is not reported: %s", each.id, TOO_OLD)
            async with self._database.writing() as connection:
                await outbox.park(connection, each.id, TOO_OLD)

    async def _take_back(self, unit: Unit) -> None:
        now = self._now()
        problem = await self._problem_of_cancelling(unit)
        async with self._database.writing() as connection:
            if problem:
                await outbox.credit(connection, unit, problem, now)
            else:
                await outbox.mark_taken_back(connection, unit.id, now)
        if problem:
            log.error("unit %s is to be credited: %s", unit.id, problem)

    async def _problem_of_cancelling(self, unit: Unit) -> str:
        """Have the processor take a unit back; return why it does not, empty where it counts no longer."""
        if unit.sent_at is None:  # it was refused, and never counted
            return ""
        if self._is_forgotten(unit):
            return TOO_LATE
        try:
            await self._processor.cancel_usage(unit.meter, unit.id)
        except ProcessorRefused as error:
            return f"the processor does not take it back: {error}"
        return ""

    async def _export_all(self) -> None:
        while await self.export():
            pass


def _one_a_minute(units: Iterable[Unit]) -> list[Unit]:
    """Return a unit for each customer, meter and minute."""
    found = {(unit.account_id, unit.meter, _minute(unit.occurred_at)): unit for unit in units}
    return list(found.values())


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


async def _each(units: Sequence[Unit], act: Callable[[Unit], Awaitable[None]]) -> None:
    """Do something with each unit, a few at once and in order; stop where the processor is away."""
    for at in range(0, len(units), MOST_AT_ONCE):
        done = await asyncio.gather(*map(act, units[at : at + MOST_AT_ONCE]), return_exceptions=True)
        for error in done:
            if isinstance(error, BaseException):
                raise error
