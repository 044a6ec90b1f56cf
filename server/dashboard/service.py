"""What the dashboard shows and does: the keys of one account, and its usage."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import repository
from server.auth.accounts import Account, ApiKey
from server.auth.issue import issue
from server.errors import InvalidForm, KeyNotFound
from server.metering.meter import Standing, standing
from server.metering.plans import ANALYZE, METERS, PLANS, QUICK_INFO
from server.storage.database import Database

LONGEST_NAME = 100
MOST_KEYS = 100
"""Keys in force of one account; whoever needs more has lost track of them."""

OFFERED = tuple(plan for plan in PLANS.values() if plan.is_metered)
"""The plans that are shown to choose from."""
NAME_OF_METER = {QUICK_INFO: "Quick info", ANALYZE: "Analyses"}


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the page of an account shows."""

    account: Account
    keys: tuple[ApiKey, ...]
    """Those in force first, the newest first."""
    standings: tuple[Standing, ...]

    @property
    def is_metered(self) -> bool:
        """Whether the plan counts units at all."""
        return all(each.included is not None for each in self.standings)

    @property
    def bills_overage(self) -> bool:
        """Whether what goes beyond the plan is billed instead of refused."""
        return all(each.hard_cap is None for each in self.standings)


class DashboardService:
    """Keys and usage of one account at a time."""

    def __init__(self, database: Database, pepper: bytes) -> None:
        self._database = database
        self._pepper = pepper

    async def overview(self, account: Account) -> Overview:
        """Gather what the page shows."""
        now = datetime.now(UTC)
        async with self._database.reading() as connection:
            found = [caller.key for caller in await repository.keys_of(connection, account.id)]
            standings = [await standing(connection, account, meter, now) for meter in METERS]
        ordered = sorted(reversed(found), key=lambda key: key.revoked_at is not None)
        return Overview(account, tuple(ordered), tuple(standings))

    async def create_key(self, account: Account, name: str) -> str:
        """Make a key and return it, for the only time.

        Raises
        ------
        InvalidForm
            The name is empty or too long, or there are too many keys.
        """
        name = " ".join(name.replace("\0", "").split())  # PostgreSQL keeps no NUL
        if not name:
            raise InvalidForm("Please give the key a name that says what it is for.")
        if len(name) > LONGEST_NAME:
            raise InvalidForm(f"The name has {len(name)} characters; it may have {LONGEST_NAME}.")
        async with self._database.writing() as connection:
            every = await repository.keys_of(connection, account.id)
            if sum(caller.key.revoked_at is None for caller in every) >= MOST_KEYS:
                raise InvalidForm(f"There are {MOST_KEYS} keys in force; revoke one first.")
            return await issue(connection, self._pepper, account.id, name, datetime.now(UTC))

    async def key_of(self, account: Account, key_id: str) -> ApiKey:
        """Return a key of the account; raise KeyNotFound."""
        async with self._database.reading() as connection:
            return await _key_of(connection, account, key_id)

    async def revoke_key(self, account: Account, key_id: str) -> None:
        """Revoke a key of the account; raise KeyNotFound."""
        async with self._database.writing() as connection:
            key = await _key_of(connection, account, key_id)
            await repository.revoke(connection, key.id, datetime.now(UTC))


async def _key_of(connection: AsyncConnection, account: Account, key_id: str) -> ApiKey:
    for caller in await repository.keys_of(connection, account.id):
        if caller.key.id == key_id:
            return caller.key
    raise KeyNotFound("There is no such key.")
