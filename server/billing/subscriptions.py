"""What the subscriptions of a customer make of its account.

An account follows what the processor has at the moment, whatever was heard of it before: so notices may come
late, twice, and in any order. A plan that an operator chose is left alone until its account subscribes.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import repository
from server.auth.accounts import Account
from server.billing.processor import Processor, Status, Subscription
from server.metering import meter
from server.metering.plans import FREE, PLANS
from server.storage.database import Database

log = logging.getLogger("sprue.billing")


async def follow(
    database: Database, processor: Processor, customer_id: str, grace: timedelta, now: datetime
) -> None:
    """Ask for the subscriptions of a customer, and bring its account to them.

    Whoever calls this twice at once for one customer may write down the older answer last: `inbox` does not.

    Raises
    ------
    ProcessorAway, ProcessorRefused
        It does not say.
    """
    found = await processor.subscriptions(customer_id)
    async with database.writing() as connection:
        account = await repository.account_of_customer(connection, customer_id)
        if account is not None:
            await apply(connection, account, found, grace, now)


async def apply(
    connection: AsyncConnection,
    account: Account,
    found: Sequence[Subscription],
    grace: timedelta,
    now: datetime,
) -> None:
    """Bring an account to the subscriptions of its customer; units that were used stay used."""
    chosen = _chosen(account, found)
    if chosen is None and account.subscription_id is None:
        return
    after = _unsubscribed(account) if chosen is None else _subscribed(account, chosen, grace, now)
    if after == account:
        return
    is_new = chosen is not None and chosen.id != account.subscription_id
    await meter.carry_over(connection, account, after, now, has_just_begun=is_new)
    changes = {
        name: value for name in Account.__slots__ if (value := getattr(after, name)) != getattr(account, name)
    }
    await repository.change_account(connection, account.id, **changes)
    log.info(
        "account %s is on the plan %s, %s",
        account.id,
        after.plan,
        after.subscription_status or "unsubscribed",
    )


def _chosen(account: Account, found: Sequence[Subscription]) -> Subscription | None:
    """Return the subscription that counts: one that is paid, and the newest; None where none runs."""
    running = [each for each in found if each.status is not Status.NONE and each.plan in PLANS]
    if len(running) > 1:
        log.error("account %s has %d subscriptions that run, and pays for each", account.id, len(running))
    return max(running, key=lambda each: (each.status is Status.PAID, each.created_at), default=None)


def _subscribed(account: Account, chosen: Subscription, grace: timedelta, now: datetime) -> Account:
    """Return the account on a subscription; the first failed payment starts the time of grace."""
    is_owing = chosen.status is Status.OWING
    is_new = chosen.id != account.subscription_id
    return replace(
        account,
        plan=chosen.plan,
        overage_enabled=is_new or account.overage_enabled,
        period_start=chosen.period_start,
        period_end=chosen.period_end,
        subscription_id=chosen.id,
        subscription_status=str(chosen.status),
        grace_until=(account.grace_until or now + grace) if is_owing else None,
        plan_ends_at=chosen.ends_at,
    )


def _unsubscribed(account: Account) -> Account:
    """Return the account on the free plan."""
    return replace(
        account,
        plan=FREE.key,
        overage_enabled=False,
        period_start=None,
        period_end=None,
        subscription_id=None,
        subscription_status=None,
        grace_until=None,
        plan_ends_at=None,
    )
