"""JSON bodies are taken at their word: a number that comes as text is text.

The framework reads a body as it reads a path or a query, where all is text, and makes numbers of texts that
look like some. Forms have nothing but text, and are read by `forms`.
"""

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

EXACT = 2.0**53
"""Up to here every whole number is one of floating point."""
PLACE = re.compile(r" - at `(?:\$\.?)?(.*)`$")


async def check(request: Request[Any, Any, Any], shape: type[msgspec.Struct]) -> None:
    """Look at a body again that the framework has read into `shape`.

    Raises
    ------
    ValidationException
        Something is of another kind than `shape` has there; told as the framework tells what it finds.
    """
    try:
        msgspec.convert(_with_whole_numbers(await request.json()), shape, strict=True)
    except msgspec.ValidationError as error:
        found = PLACE.search(str(error))
        problem = {"message": PLACE.sub("", str(error)), "key": (found[1] if found else "") or "data"}
        raise ValidationException(extra=[problem]) from None


def _with_whole_numbers(found: Any) -> Any:
    """Write whole numbers as such: to JSON 5.0 is as whole as 5."""
    if isinstance(found, dict):
        return {name: _with_whole_numbers(one) for name, one in found.items()}
    if isinstance(found, list):
        return [_with_whole_numbers(one) for one in found]
    if isinstance(found, float) and found.is_integer() and abs(found) < EXACT:
        return int(found)
    return found
