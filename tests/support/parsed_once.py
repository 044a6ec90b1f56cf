"""Signatures of handlers that are parsed once a process, not once an application.

Litestar parses those of all handlers whenever an application is made: a third of what that takes. A server
makes one; tests make hundreds, of the same handlers.
"""

from collections import defaultdict
from collections.abc import Callable
from types import CodeType
from typing import Any

from litestar.utils.signature import ParsedSignature

_parse = ParsedSignature.from_fn
_of_code: defaultdict[CodeType, list[tuple[list[Any], ParsedSignature]]] = defaultdict(list)
"""What was parsed of each piece of code, beside what else its signature comes from."""


def parse_once() -> None:
    """Have Litestar parse nothing anew from now on."""
    ParsedSignature.from_fn = _parsed  # type: ignore[assignment,method-assign]


def _parsed(function: Callable[..., Any], names: dict[str, Any]) -> ParsedSignature:
    """Return the signature of a function; its annotations use these names beside those of its module."""
    code = getattr(function, "__code__", None)
    if code is None:  # a class, or an object that can be called
        return _parse(function, names)
    declared = [function.__annotations__, function.__defaults__, function.__kwdefaults__, dict(names)]
    for before, parsed in _of_code[code]:
        if before == declared:
            return parsed
    parsed = _parse(function, names)
    _of_code[code].append((declared, parsed))
    return parsed
