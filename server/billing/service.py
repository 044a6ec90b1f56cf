"""Billing as a server runs it: the processor, and what works for it as long as the server does."""

from dataclasses import dataclass
from datetime import timedelta

from server.billing import credentials
from server.billing.exporter import Exporter
from server.billing.inbox import Inbox
from server.billing.processor import Processor
from server.settings import InvalidSetting, Settings
from server.storage.database import Database


@dataclass(frozen=True, slots=True)
class Billing:
    """All parts of billing. Nothing runs until it is started."""

    processor: Processor
    exporter: Exporter
    inbox: Inbox

    async def start(self) -> None:
        """Begin to report units and to handle notices."""
        await self.exporter.start()
        await self.inbox.start()

    async def stop(self) -> None:
        """End both."""
        await self.inbox.stop()
        await self.exporter.stop()
        self.processor.close()


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
    return Billing(processor, Exporter(database, processor), Inbox(database, processor, grace))
