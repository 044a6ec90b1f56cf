"""Limits of the quoting API, where the document tells them."""

import json

import msgspec
import pytest

import resources
from server.quoting.schemas import LARGEST_QUANTITY, Choice


def test_the_largest_quantity_is_that_of_the_price_table_and_one_more_is_refused() -> None:
    table = json.loads(resources.path("catalog/shell_casting.json").read_text("utf-8"))
    assert table["largest_quantity"] == LARGEST_QUANTITY
    chosen = {"material_id": "x", "quantity": LARGEST_QUANTITY}
    assert msgspec.convert(chosen, Choice).quantity == 100_000
    with pytest.raises(msgspec.ValidationError, match="100000"):
        msgspec.convert(chosen | {"quantity": LARGEST_QUANTITY + 1}, Choice)
