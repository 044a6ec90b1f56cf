"""What the quoting routes do: convert, list, price, keep."""

import base64
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from engine.errors import InvalidOption
from engine.model.quote import Alloy, CastPart, Finish, PriceTable
from engine.pricing import present, shell
from server.auth.accounts import Account
from server.errors import QuoteNotFound
from server.http import idempotency, uploads
from server.jobs.intake import Source
from server.jobs.previews import Preview, Previews
from server.quoting import repository
from server.quoting.repository import Quote
from server.quoting.schemas import Choice, PreviewRequest, QuoteRequest
from server.storage import ids
from server.storage.blobs import Blobs
from server.storage.database import Database
from server.webhooks.events import Events

DRAFT = "draft"
MM3_PER_CM3 = 1000
BOX_FILLED = 1.02
"""A part fills at most its box; the rest is for bodies that overlap a little, and for rounding."""
BALL_COVERED = 0.98
"""A body has at least the surface of a ball of its volume; the rest is for overlaps and for rounding."""


class QuotingService:
    """Quotes by a price table."""

    def __init__(
        self,
        database: Database,
        previews: Previews,
        blobs: Blobs,
        table: PriceTable,
        currency: str,
        events: Events,
    ) -> None:
        self._database = database
        self._previews = previews
        self._blobs = blobs
        self._table = table
        self._currency = currency
        self._events = events

    async def convert(self, source: Source, unit: str | None = None) -> tuple[Preview, str]:
        """Look at a part that is to be cast; return what is known of it, and its GLB as base64.

        `unit` is of a file that has none.

        Raises
        ------
        OutsideEnvelope
            It is larger than what is cast.
        """
        envelope_mm = [float(side) for side in self._table.envelope_mm]
        meant = {} if unit is None else {"unit": unit}
        found = await self._previews.look(source, envelope_mm=envelope_mm, **meant)
        file = await self._blobs.preview(found.glb)
        glb = b"".join([piece async for piece in file.chunks(0, file.size_bytes)])
        return found, base64.b64encode(glb).decode("ascii")

    def materials(self) -> list[dict[str, Any]]:
        """Return every material."""
        return [present.alloy(one, self._table) | {"currency": self._currency} for one in self._table.alloys]

    def options(self) -> list[dict[str, Any]]:
        """Return every post-processing option."""
        return [present.finish(one) | {"currency": self._currency} for one in self._table.finishes]

    def prices(self, request: PreviewRequest) -> list[dict[str, Any]]:
        """Price a part for each choice, in their order, and keep nothing; raises as `quote` does."""
        part = _part(msgspec.to_builtins(request.geometry))
        return [self._price_of(part, choice) for choice in request.choices]

    async def quote(self, account: Account, request: QuoteRequest, key: str | None) -> Quote:
        """Price a part and keep the quote.

        Raises
        ------
        InvalidOption
            The material or an option is not one there is, or a number is out of its range.
        OutsideEnvelope
            The part is larger or smaller than what is cast.
        TooHeavy
            It is heavier than what is poured of the material.
        """
        made = self._priced(account, request)
        request_hash = idempotency.hash_of("quotes", msgspec.to_builtins(request))
        try:
            return await self._keep(account, made, key, request_hash)
        except IntegrityError:  # another request with this key was quicker: answer as it was answered
            return await self._keep(account, made, key, request_hash)

    async def get(self, account: Account, quote_id: str) -> tuple[Quote, list[str]]:
        """Return a quote of the account and the analyses attached to it; raise QuoteNotFound."""
        async with self._database.reading() as connection:
            found = await repository.get(connection, account.id, quote_id)
            if found is None:
                raise QuoteNotFound("There is no such quote.")
            attached = await repository.analyses_of(connection, [found.id])
        return found, attached[found.id]

    async def page(
        self, account: Account, limit: int, after: str | None
    ) -> tuple[list[tuple[Quote, list[str]]], bool]:
        """Return the account's quotes, newest first, with their analyses; and whether there are more."""
        async with self._database.reading() as connection:
            found = await repository.page(connection, account.id, limit + 1, after)
            attached = await repository.analyses_of(connection, [one.id for one in found])
        return [(one, attached[one.id]) for one in found[:limit]], len(found) > limit

    async def _keep(self, account: Account, made: Quote, key: str | None, request_hash: str) -> Quote:
        async with self._database.writing() as connection:
            before = await idempotency.find(connection, account.id, key, request_hash)
            if before is not None:
                found = await repository.get(connection, account.id, before["quote_id"])
                if found is not None:
                    return found
            await repository.add(connection, made)
            await self._events.quote_created(connection, account.id, made.id, made.created_at)
            await idempotency.keep(
                connection, account.id, key, request_hash, {"quote_id": made.id}, made.created_at
            )
        return made

    def _priced(self, account: Account, request: QuoteRequest) -> Quote:
        geometry = msgspec.to_builtins(request.geometry)
        alloy, finishes = self._chosen(request)
        price = shell.price(_part(geometry), alloy, request.quantity, finishes, self._table)
        return Quote(
            id=ids.new(),
            account_id=account.id,
            status=DRAFT,
            file_name=uploads.shown_name(request.file_name),
            geometry=geometry,
            material_id=alloy.id,
            quantity=request.quantity,
            option_ids=[one.id for one in finishes],
            price=present.price(price, self._currency),
            price_table_version=price.table_version,
            currency=self._currency,
            created_at=datetime.now(UTC),
        )

    def _price_of(self, part: CastPart, choice: Choice) -> dict[str, Any]:
        alloy, finishes = self._chosen(choice)
        price = shell.price(part, alloy, choice.quantity, finishes, self._table)
        chosen = {"material_id": alloy.id, "post_processing_option_ids": [one.id for one in finishes]}
        return chosen | present.price(price, self._currency) | {"currency": self._currency}

    def _chosen(self, request: Choice | QuoteRequest) -> tuple[Alloy, list[Finish]]:
        """Return the material and the finishes that a request names."""
        option_ids = request.post_processing_option_ids or []
        finishes = [_finish(self._table.finishes, option_id) for option_id in option_ids]
        return _alloy(self._table.alloys, request.material_id), finishes


def _alloy(alloys: Sequence[Alloy], material_id: str) -> Alloy:
    for alloy in alloys:
        if alloy.id == material_id.lower():
            return alloy
    raise InvalidOption(f"material_id is {material_id[:80]!r}, which is no id that GET /materials lists")


def _finish(finishes: Sequence[Finish], option_id: str) -> Finish:
    for finish in finishes:
        if finish.id == option_id.lower():
            return finish
    raise InvalidOption(
        f"post_processing_option_ids has {option_id[:80]!r}, which is no id that GET /post-processing lists"
    )


def _part(geometry: dict[str, Any]) -> CastPart:
    """Read a part; one larger than its box or with less surface than a ball is refused: a wrong unit."""
    part = present.part(geometry)
    x, y, z = (float(side) for side in part.box_mm)
    room_cm3 = x * y * z / MM3_PER_CM3
    if float(part.volume_cm3) > BOX_FILLED * room_cm3:
        raise InvalidOption(
            f"volume_cm3 is {float(part.volume_cm3):g}, more than the bounding box holds ({room_cm3:g})"
        )
    ball_cm2 = (36 * math.pi * float(part.volume_cm3) ** 2) ** (1 / 3)
    if float(part.surface_area_cm2) < BALL_COVERED * ball_cm2:
        raise InvalidOption(
            f"surface_area_cm2 is {float(part.surface_area_cm2):g}, less than a ball of the volume has "
            f"({ball_cm2:g})"
        )
    return part
