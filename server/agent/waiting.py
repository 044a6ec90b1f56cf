"""Analyses that calls wait for: on one's own machine one ends with the last of its calls."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
from mcp.server.mcpserver.exceptions import ToolError

from server.agent.api import Api

LONGEST_END_S = 5.0
CANCELLED = (
    "This analysis was cancelled, since the call that waited for it was. Call analyze for the part again."
)
BEGUN_ANEW = "An earlier call for this part was cancelled, and its analysis ended with it; this is a new one."


class Waiting:
    """What calls of this process wait for, and what was cancelled because none did."""

    def __init__(self) -> None:
        self._calls: Counter[str] = Counter()
        self._cancelled: set[str] = set()
        self._parts: set[str] = set()

    def was_cancelled(self, job_id: str) -> bool:
        """Whether this analysis was cancelled here."""
        return job_id in self._cancelled

    def take_note(self, part: str) -> str:
        """Return what the next answer on a part says of a cancelled one; empty where there was none."""
        was_cancelled = part in self._parts
        self._parts.discard(part)
        return BEGUN_ANEW if was_cancelled else ""

    @asynccontextmanager
    async def held(self, api: Api, job_id: str, part: str, ends: bool) -> AsyncIterator[None]:
        """Wait for an analysis within the block.

        Parameters
        ----------
        api : Api
            Where it runs.
        job_id : str
            Of the analysis.
        part : str
            What tells the part and its options from others.
        ends : bool
            Whether it ends where this call is cancelled and no other waits; else it goes on.
        """
        self._calls[job_id] += 1
        try:
            yield
        except anyio.get_cancelled_exc_class():
            if ends and self._calls[job_id] == 1:
                self._cancelled.add(job_id)
                self._parts.add(part)
                with anyio.CancelScope(shield=True), anyio.move_on_after(LONGEST_END_S), suppress(ToolError):
                    await api.delete(f"/dfm/jobs/{job_id}")
            raise
        finally:
            self._calls[job_id] -= 1
