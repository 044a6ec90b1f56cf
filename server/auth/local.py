"""The key of the program that started this server for itself, as the desktop does.

It comes in the environment, opens as long as the process lives, and is stored nowhere. What it opens is the
account `local`, which stays from one start to the next, and is not metered.
"""

import hmac
import re
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from server.auth import keys
from server.auth.accounts import Account, ApiKey, Caller
from server.metering.plans import LOCAL
from server.settings import InvalidSetting
from server.storage.database import insert_ignoring
from server.storage.models import accounts

ACCOUNT = Account("local", "local", LOCAL.key, overage_enabled=False, period_start=None, period_end=None)
SECRET = re.compile(r"[A-Za-z0-9_-]{32,200}")
"""What follows the prefix. Whoever starts the server makes it, by chance and too long to be guessed."""


class InvalidLocalKey(InvalidSetting):
    """What came as the local key is none."""


class LocalKey:
    """The key, and who brings it.

    Raises InvalidLocalKey where the text is no `svc_live_` with 32 to 200 letters, digits, - or _ behind it.
    """

    def __init__(self, key: str) -> None:
        if not (key.startswith(keys.PREFIX) and SECRET.fullmatch(key.removeprefix(keys.PREFIX))):
            raise InvalidLocalKey(f"a local key is {keys.PREFIX} and 32 to 200 letters, digits, - or _")
        self._key = key.encode()
        self.caller = Caller(
            ACCOUNT, ApiKey("local", ACCOUNT.id, "local", keys.shown(key), datetime.now(UTC), None, None)
        )

    def is_it(self, key: str) -> bool:
        """Whether a request brings it."""
        return hmac.compare_digest(key.encode(), self._key)


async def ensure_account(connection: AsyncConnection) -> None:
    """Make the account unless it is there."""
    row = {field: getattr(ACCOUNT, field) for field in Account.__slots__}
    await connection.execute(
        insert_ignoring(connection, accounts).values(row | {"created_at": datetime.now(UTC)})
    )
