"""What the routes of the manufacturability API are given: the services, and who asks."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import PathParameter

from server.auth.accounts import Account, Caller
from server.dfm.inspections import Inspections
from server.dfm.packs import PackService
from server.dfm.parts import PartService
from server.dfm.quick import QuickService
from server.dfm.service import DfmService
from server.storage.signing import Signer

Asked = Request[Caller, str, Any]
"""A request that the guard let in."""
JobId = Annotated[str, PathParameter(description="as `POST /dfm/analyze` answered it")]


@dataclass(frozen=True, slots=True)
class DfmServices:
    """What these routes work with."""

    dfm: DfmService
    quick: QuickService
    parts: PartService
    packs: PackService
    inspections: Inspections
    signer: Signer
    own_log: Path | None
    """The log of the workers where the caller's program started this server; None for all others."""
    with_extra: bool
    """Whether formats are accepted that the API does not promise."""
    stopping: asyncio.Event
    """Set when the server is about to stop: streams of events end."""

    @property
    def is_own(self) -> bool:
        """Whether the caller's program started this server."""
        return self.own_log is not None


Given = NamedDependency[DfmServices]


def account_of(request: Asked) -> Account:
    """Return whose request it is."""
    return request.user.account
