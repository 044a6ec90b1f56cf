"""Each unit beyond a plan is at the processor once, and none that is not owed, whatever fails in between."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from server.billing import outbox
from server.billing.exporter import TOO_LATE
from server.billing.processor import ProcessorAway, UsageEvent
from server.metering.plans import ANALYZE
from tests.server.billing.billed import NAME, Billed, run
from tests.server.databases import execute, rows
from tests.support.postgresql import CAN_RUN, ON_BOTH
from tests.support.stripe_server import Fault

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@ON_BOTH
def test_units_beyond_the_plan_are_reported_once_and_those_included_are_not(database_url: str) -> None:
    async def act(billed: Billed) -> tuple[int, int]:
        ada = await billed.account()
        pro = await billed.account("bob", "pro")
        await billed.units(ada, 5)
        exporter = billed.exporter()
        for _ in range(2):
            await exporter.export()
        return billed.at_stripe(ada), billed.at_stripe(pro)

    assert run(database_url, act) == (5, 0)
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE sent_at IS NOT NULL") == [(5,)]


def test_who_is_no_customer_is_not_reported_and_waits_until_it_is(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account(is_customer=False)
        await billed.unit(ada)
        await billed.exporter().export()
        return len(billed.fake.events)

    assert run(database_url, act) == 0
    assert rows(database_url, "SELECT tried_at FROM meter_events WHERE billable") == [(None,)]


def test_a_unit_is_reported_with_its_own_time_and_its_id(database_url: str) -> None:
    async def act(billed: Billed) -> dict[str, object]:
        ada = await billed.account()
        await billed.unit(ada, 2 * HOUR)
        await billed.exporter().export()
        [event] = billed.fake.events.values()
        age_s = billed.now().timestamp() - event["timestamp"]
        assert 7190 < age_s < 7260
        return event

    event = run(database_url, act)
    [(unit_id,)] = rows(database_url, "SELECT id FROM meter_events WHERE billable")
    assert event["identifier"] == unit_id
    assert event["event_name"] == NAME


@pytest.mark.parametrize(
    ("database_url", "fault"),
    [*(("sqlite", each) for each in Fault), pytest.param("postgresql", Fault.ERROR, marks=CAN_RUN)],
    indirect=["database_url"],
)
def test_what_failed_is_sent_again_and_counts_once(database_url: str, fault: Fault) -> None:
    faults: Iterator[Fault | None] = iter([None, fault, fault])

    async def act(billed: Billed) -> int:
        ada = await billed.account()
        await billed.units(ada, 6)
        billed.fake.faults = lambda _: next(faults, None)
        exporter = billed.exporter()
        with pytest.raises(ProcessorAway):
            await exporter.export()
        await exporter.export()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 6
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE sent_at IS NOT NULL") == [(6,)]


def test_an_outage_stops_the_batch(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        await billed.units(ada, 8)
        billed.fake.requests.clear()
        billed.fake.faults = lambda _: Fault.ERROR
        with pytest.raises(ProcessorAway):
            await billed.exporter().export()
        return len(billed.fake.requests)

    assert run(database_url, act) == 4, "those that were on their way, and no more"


def test_what_is_refused_is_parked_and_the_others_go_on(database_url: str) -> None:
    async def act(billed: Billed) -> tuple[int, outbox.Standing, int, int]:
        ada, bob = await billed.account(), await billed.account("bob")
        await billed.units(bob, 2)
        await billed.units(ada, 2)
        customer = billed.fake.customers.pop(str(bob.customer_id))
        exporter = billed.exporter()
        await exporter.export()
        async with billed.database.reading() as connection:
            standing = await outbox.standing(connection)
        at_ada = billed.at_stripe(ada)
        billed.fake.customers[str(bob.customer_id)] = customer
        async with billed.database.writing() as connection:
            n_again = await outbox.unpark(connection)
        await exporter.export()
        return at_ada, standing, n_again, billed.at_stripe(bob)

    at_ada, standing, n_again, at_bob = run(database_url, act)
    assert at_ada == 2
    assert (standing.n_pending, standing.n_parked) == (0, 2)
    assert (n_again, at_bob) == (2, 2)


def test_units_are_owed_and_not_sent_while_nobody_can_be_reached(database_url: str) -> None:
    async def act(billed: Billed) -> outbox.Standing:
        ada = await billed.account()
        await billed.units(ada, 3)
        async with billed.database.reading() as connection:
            return await outbox.standing(connection)

    standing = run(database_url, act)
    assert standing.n_pending == 3
    assert standing.oldest_at is not None


@ON_BOTH
def test_two_exporters_at_once_do_no_harm(database_url: str) -> None:
    async def act(billed: Billed) -> tuple[int, int]:
        ada = await billed.account()
        await billed.units(ada, 12)
        first, second = billed.exporter(), billed.exporter()
        await asyncio.gather(first.export_batch(), second.export_batch())
        return billed.at_stripe(ada), len(billed.fake.events)

    assert run(database_url, act) == (12, 12)


@ON_BOTH
def test_what_is_given_back_before_it_was_tried_is_never_sent(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        jobs = await billed.units(ada, 3)
        assert await billed.give_back(jobs[1])
        assert not await billed.give_back(jobs[1])
        await billed.exporter().export()
        return len(billed.fake.events)

    assert run(database_url, act) == 2
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE take_back_at IS NOT NULL") == [(0,)]


@ON_BOTH
def test_what_is_given_back_after_it_was_sent_is_taken_back(database_url: str) -> None:
    async def act(billed: Billed) -> tuple[int, int]:
        ada = await billed.account()
        jobs = await billed.units(ada, 3)
        exporter = billed.exporter()
        await exporter.export()
        assert await billed.give_back(jobs[0])
        await exporter.export()
        await exporter.export()
        return billed.at_stripe(ada), billed.fake.requests.count("POST /v1/billing/meter_event_adjustments")

    assert run(database_url, act) == (2, 1)
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE billable") == [(3,)], "as reported"
    assert rows(database_url, "SELECT COUNT(*) FROM billing_credits") == [(0,)]


@ON_BOTH
def test_an_included_unit_that_is_given_back_takes_the_last_one_owed_back(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        async with billed.database.writing() as connection:
            await connection.exec_driver_sql("UPDATE usage_counters SET used = used - 1")
        included, *_ = await billed.units(ada, 3)
        exporter = billed.exporter()
        await exporter.export()
        assert billed.at_stripe(ada) == 2
        assert await billed.give_back(included)
        await exporter.export()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 1
    last, *others = rows(
        database_url, "SELECT take_back_at IS NOT NULL FROM meter_events WHERE billable ORDER BY seq DESC"
    )
    assert bool(last[0])
    assert [bool(other[0]) for other in others] == [False]


def test_a_unit_stands_in_for_an_included_one_and_then_fails_itself(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        async with billed.database.writing() as connection:
            await connection.exec_driver_sql("UPDATE usage_counters SET used = used - 1")
        included, _, last = await billed.units(ada, 3)
        exporter = billed.exporter()
        await exporter.export()
        await billed.give_back(included)  # the last is no longer owed
        await billed.give_back(last)  # so the one before is not, either
        await exporter.export()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 0


def test_one_that_is_not_sent_yet_is_unbilled_before_one_that_was(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        async with billed.database.writing() as connection:
            await connection.exec_driver_sql("UPDATE usage_counters SET used = used - 1")
        included, *_ = await billed.units(ada, 2)
        await billed.exporter().export()
        await billed.unit(ada)
        await billed.give_back(included)
        await billed.exporter().export()
        return billed.fake.requests.count("POST /v1/billing/meter_event_adjustments")

    assert run(database_url, act) == 0


@pytest.mark.parametrize("fault", list(Fault))
def test_taking_back_is_tried_until_it_is_done_and_is_done_once(database_url: str, fault: Fault) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        jobs = await billed.units(ada, 2)
        exporter = billed.exporter()
        await exporter.export()
        await billed.give_back(jobs[1])
        faults: Iterator[Fault | None] = iter([fault, fault])
        billed.fake.faults = lambda _: next(faults, None)
        for _ in range(2):
            with pytest.raises(ProcessorAway):
                await exporter.export()
        await exporter.export()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 1
    assert rows(database_url, "SELECT COUNT(*) FROM billing_credits") == [(0,)]


@ON_BOTH
def test_what_is_given_back_a_day_later_is_left_to_be_credited(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        jobs = await billed.units(ada, 2)
        exporter = billed.exporter()
        await exporter.export()
        billed.ahead = 25 * HOUR
        await billed.give_back(jobs[0])
        await exporter.export()
        await exporter.export()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 2
    [(job_id, amount, reason)] = rows(
        database_url,
        "SELECT job_id, amount, reason FROM billing_credits JOIN meter_events ON meter_events.id = ledger_id",
    )
    assert (amount, reason) == (250_000, TOO_LATE)
    [(first,)] = rows(database_url, "SELECT job_id FROM meter_events WHERE billable ORDER BY seq LIMIT 1")
    assert job_id == first


def test_what_the_processor_does_not_take_back_is_left_to_be_credited(database_url: str) -> None:
    async def act(billed: Billed) -> None:
        ada = await billed.account()
        [job] = await billed.units(ada, 1)
        exporter = billed.exporter()
        await exporter.export()
        billed.fake.events.clear()
        await billed.give_back(job)
        await exporter.export()

    run(database_url, act)
    [(reason,)] = rows(database_url, "SELECT reason FROM billing_credits")
    assert "does not take it back: No event found" in reason


@pytest.mark.parametrize(
    ("database_url", "n_arrived"),
    [("sqlite", 0), ("sqlite", 1), ("sqlite", 3), pytest.param("postgresql", 1, marks=CAN_RUN)],
    indirect=["database_url"],
)
def test_what_was_tried_a_day_ago_is_looked_for_before_it_is_sent_again(
    database_url: str, n_arrived: int
) -> None:
    async def act(billed: Billed) -> tuple[int, int]:
        ada = await billed.account()
        await billed.units(ada, 3)
        async with billed.database.writing() as connection:
            for unit in await outbox.unsent(connection, 9):  # as if killed between sending and marking
                assert await outbox.claim(connection, unit.id, billed.now())
        async with billed.database.reading() as connection:
            units = await outbox.unsent(connection, 9)
        for unit in units[3 - n_arrived :]:
            event = UsageEvent(unit.id, unit.customer_id, unit.meter, unit.occurred_at)
            await billed.processor.send_usage(event)
        billed.ahead = 30 * HOUR
        n_before = len(billed.fake.requests)
        await billed.exporter().export()
        posts = [each for each in billed.fake.requests[n_before:] if each.startswith("POST")]
        return billed.at_stripe(ada), len(posts)

    n_units, n_posts = run(database_url, act)
    assert n_units == 3
    assert n_posts == 3 - n_arrived
    assert rows(database_url, "SELECT COUNT(*) FROM meter_events WHERE sent_at IS NULL AND billable") == [
        (0,)
    ]


def test_without_looking_it_would_count_twice(database_url: str) -> None:
    """The near twin of the test before: a day later, the processor takes an identifier again."""

    async def act(billed: Billed) -> int:
        ada = await billed.account()
        event = UsageEvent("unit", str(ada.customer_id), ANALYZE, billed.now())
        await billed.processor.send_usage(event)
        billed.ahead = 30 * HOUR
        await billed.processor.send_usage(replace(event, occurred_at=billed.now()))
        return billed.at_stripe(ada)

    assert run(database_url, act) == 2


def test_what_is_too_old_is_parked_whether_or_not_it_was_tried(database_url: str) -> None:
    async def act(billed: Billed) -> int:
        ada = await billed.account()
        await billed.units(ada, 2)
        async with billed.database.writing() as connection:
            first, _ = await outbox.unsent(connection, 9)
            await outbox.claim(connection, first.id, billed.now())
        billed.ahead = 36 * DAY
        await billed.exporter().export()
        return len(billed.fake.events)

    assert run(database_url, act) == 0
    errors = rows(database_url, "SELECT export_error FROM meter_events WHERE billable")
    assert all("older than the 35 days" in error for (error,) in errors)
    assert len(errors) == 2


def test_it_goes_on_by_itself_when_the_processor_is_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.billing.exporter.FIRST_PAUSE_S", 0.02)

    async def act(billed: Billed) -> int:
        ada = await billed.account()
        await billed.units(ada, 3)
        faults: Iterator[Fault | None] = iter([Fault.ERROR] * 12)
        billed.fake.faults = lambda _: next(faults, None)
        exporter = billed.exporter()
        await exporter.start()
        for _ in range(500):
            if billed.at_stripe(ada) == 3:
                break
            await asyncio.sleep(0.02)
        await exporter.stop()
        return billed.at_stripe(ada)

    assert run(database_url, act) == 3


def test_a_unit_that_was_parked_and_is_given_back_is_over(database_url: str) -> None:
    async def act(billed: Billed) -> outbox.Standing:
        ada = await billed.account()
        [job] = await billed.units(ada, 1)
        billed.fake.customers.clear()
        exporter = billed.exporter()
        await exporter.export()
        await billed.give_back(job)
        await exporter.export()
        async with billed.database.reading() as connection:
            return await outbox.standing(connection)

    standing = run(database_url, act)
    assert (standing.n_parked, standing.n_to_take_back, standing.n_credits) == (0, 0, 0)


def test_spending_follows_what_is_owed(database_url: str) -> None:
    async def act(billed: Billed) -> None:
        ada = await billed.account()
        jobs = await billed.units(ada, 4)
        await billed.give_back(jobs[0])
        await billed.exporter().export()
        await billed.give_back(jobs[1])

    run(database_url, act)
    assert rows(database_url, "SELECT spent FROM spending") == [(2 * 250_000,)]
    execute(database_url, "DELETE FROM accounts")
    assert rows(database_url, "SELECT COUNT(*) FROM spending") == [(0,)]
