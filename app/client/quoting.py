"""Casting: what it is made of, what it costs, and the quotes that are kept."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from app.client.cancel import Cancel
from app.client.casting import CastGeometry, Choice, Converted, Finish, Material, Price, Quote, QuotePage
from app.client.errors import Failure
from app.client.uploads import Progress
from app.client.wire import MISSING_ROUTE, Wire, once, path_part


class Quoting(Wire):
    """From a part to its price."""

    def convert(
        self,
        file: Path,
        options: Mapping[str, str | float] | None = None,
        *,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> Converted:
        """Turn a part into the geometry that is quoted; of `options`, `unit` is of a file that has none."""
        answer = self._upload("/convert", file, options or {}, progress, cancel, key=False)
        return self._read(answer, Converted)

    def materials(self, *, cancel: Cancel | None = None) -> tuple[Material, ...]:
        """Return the materials that can be cast."""
        return self._list("/materials", "materials", Material, cancel)

    def post_processing(self, *, cancel: Cancel | None = None) -> tuple[Finish, ...]:
        """Return what can be done to a casting."""
        return self._list("/post-processing", "post_processing_options", Finish, cancel)

    def prices(
        self, geometry: CastGeometry, choices: Sequence[Choice], *, cancel: Cancel | None = None
    ) -> tuple[Price, ...] | None:
        """Price choices in their order and keep no quote; None where the server prices nothing without."""
        body = {
            "geometry": msgspec.to_builtins(geometry),
            "choices": [
                {
                    "material_id": one.material_id,
                    "quantity": one.quantity,
                    "post_processing_option_ids": list(one.option_ids),
                }
                for one in choices
            ],
        }
        try:
            answer = self._connection.send(
                "POST", "/quotes/preview", cancel=cancel, is_repeatable=True, json=body
            )
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return None
            raise
        return self._inner(answer, "prices", tuple[Price, ...])

    def make_quote(
        self,
        file_name: str,
        geometry: CastGeometry,
        material_id: str,
        quantity: int,
        option_ids: Sequence[str] = (),
    ) -> Quote:
        """Price a part; the quote stays on the account as a draft."""
        body = {
            "file_name": file_name,
            "geometry": msgspec.to_builtins(geometry),
            "material_id": material_id,
            "quantity": quantity,
            "post_processing_option_ids": list(option_ids),
        }
        answer = self._connection.send("POST", "/quotes", is_repeatable=True, headers=once(), json=body)
        return self._inner(answer, "quote", Quote)

    def quote(self, quote_id: str) -> Quote:
        """Return a quote as it was made."""
        answer = self._connection.send("GET", f"/quotes/{path_part(quote_id)}", is_repeatable=True)
        return self._inner(answer, "quote", Quote)

    def quotes(self, limit: int = 20, starting_after: str | None = None) -> QuotePage | None:
        """Return quotes, newest first; None where the server does not list them."""
        return self._page("/quotes", QuotePage, limit, starting_after)
