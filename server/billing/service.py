"""Billing as a server runs it: the processor, and what works for it as long as the server does."""

import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from server.auth import repository
from server.auth.accounts import Account
from server.billing import credentials
from server.billing.exporter import Exporter
from server.billing.inbox import Inbox
from server.billing.processor import Invoice, Processor, ProcessorAway, ProcessorRefused
from server.errors import BillingAway, InvalidForm
from server.metering.plans import FREE, PLANS
from server.settings import InvalidSetting, Settings
from server.storage.database import Database

Result = TypeVar("Result")

log = logging.getLogger("sprue.billing")


@dataclass(frozen=True, slots=True)
class Billing:
    """All parts of billing. Nothing runs until it is started."""

    database: Database
    processor: Processor
    exporter: Exporter
    inbox: Inbox

    async def checkout_url(self, account: Account, plan: str, page: str) -> str:
        """Return where an account subscribes to a plan; where it does already, the portal, which changes it.

        Parameters
        ----------
        account : Account
            Becomes a customer of the processor, unless it is one.
        plan : str
            The key of a plan that is sold.
        page : str
            Where the browser is led back to.

        Raises
        ------
        InvalidForm
            The plan is not sold, or that of the account is by arrangement.
        BillingAway
            The processor does not do it.
        """
        if plan not in PLANS or not PLANS[plan].is_sold:
            sold = ", ".join(key for key, each in PLANS.items() if each.is_sold)
            raise InvalidForm(f"There is no plan {plan!r} to subscribe to; there are {sold}.")
        if account.subscription_id is not None:
            return await self.portal_url(account, page)
        if PLANS.get(account.plan, FREE).monthly_price is None:
            raise InvalidForm("Your plan is by arrangement; whoever runs this server changes it.")
        customer_id = await _asked(self._customer_of(account))
        return await _asked(
            self.processor.checkout_url(customer_id, plan, f"{page}?back=1", f"{page}?plan={plan}")
        )

    async def portal_url(self, account: Account, page: str) -> str:
        """Return where an account changes its card and plan; raise InvalidForm where it is no customer."""
        if account.customer_id is None:
            raise InvalidForm("You have no invoices and no card yet.")
        return await _asked(self.processor.portal_url(account.customer_id, f"{page}?back=1"))

    async def invoices(self, account: Account) -> Sequence[Invoice]:
        """Return the latest invoices of an account; raise BillingAway."""
        return await _asked(self.processor.invoices(account.customer_id)) if account.customer_id else ()

    async def _customer_of(self, account: Account) -> str:
        """Return the customer of an account, made where there is none: one, however many ask at once."""
        if account.customer_id is not None:
            return account.customer_id
        made = await self.processor.new_customer(account.id, account.name)
        async with self.database.writing() as connection:
            return await repository.set_customer(connection, account.id, made)

    async def start(self) -> None:
        """Begin to report units and to handle notices."""
        await self.exporter.start()
        await self.inbox.start()

    async def stop(self) -> None:
        """End both."""
        await self.inbox.stop()
        await self.exporter.stop()
        self.processor.close()


async def _asked(asking: Awaitable[Result]) -> Result:
    """Return what the processor answers; to whoever looks at a page, why it does not is one sentence."""
    try:
        return await asking
    except (ProcessorAway, ProcessorRefused) as error:
        log.error("the payment processor was asked for a page: %s", error)
        raise BillingAway("The payment processor does not answer; please try again in a moment.") from None


def open_billing(settings: Settings, database: Database) -> Billing | None:
    """Return billing by the settings; None where no key is set, and nothing is charged.

    Raises
    ------
    InvalidSetting
        The keys contradict each other or cannot be read, or the library is not installed.
    """
    keys = credentials.load(settings)
    if keys is None:
        return None
    try:
        from server.billing.stripe_processor import StripeProcessor
    except ImportError:
        raise InvalidSetting(
            "SPRUE_STRIPE_KEY needs stripe, which is not installed; install Sprue with its extra `billing`: "
            "pip install 'sprue[billing]'"
        ) from None
    processor = StripeProcessor(keys)
    grace = timedelta(days=settings.billing_grace_days)
    return Billing(database, processor, Exporter(database, processor), Inbox(database, processor, grace))
