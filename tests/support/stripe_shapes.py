"""Whether what the fake of Stripe takes and answers is what the library's own types say."""

import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin

import stripe
from stripe import StripeObject

PRIMITIVE = (int, str, bool, float)


class WrongShape(AssertionError):
    """An object of the fake is not as the library says."""


def checked(kind: type[StripeObject], members: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return the members of an object; raise WrongShape for one that its class lacks, or of another type."""
    annotations = annotations_of(kind)
    for name, value in members.items():
        here = f"{path or kind.__name__}.{name}"
        if name not in annotations:
            raise WrongShape(f"{here} is no member in stripe {stripe.VERSION}")
        if not _fits(annotations[name], value, here):
            raise WrongShape(f"{here} is {value!r}, and should be {annotations[name]}")
    return dict(members)


def unknown_parameters(params: Any, found: Mapping[str, Any]) -> list[str]:
    """Return the names among parameters that a request's TypedDict lacks."""
    return [name for name in found if name not in annotations_of(params)]


def missing_parameters(params: Any, found: Mapping[str, Any]) -> list[str]:
    """Return the names that a request's TypedDict requires, and that are not among its parameters."""
    return [name for name in params.__required_keys__ if name not in found]


def annotations_of(kind: Any) -> dict[str, Any]:
    """Return the annotations of a class and those it stands on, as they are written."""
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        found |= inspect.get_annotations(each)
    return found


def _fits(wanted: Any, value: Any, here: str) -> bool:
    """Whether a value is of a type; what the library writes as text, or as an object named later, passes."""
    if isinstance(wanted, str | typing.ForwardRef):
        return True
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin in (Union, types.UnionType):
        return any(_fits(each, value, here) for each in arguments)
    if origin is Literal:
        return value in arguments
    if wanted is type(None):
        return value is None
    if wanted in PRIMITIVE:
        return type(value) is wanted or (wanted is float and type(value) is int)
    if origin is list:
        return isinstance(value, list) and all(_fits(arguments[0], each, here) for each in value)
    if isinstance(wanted, type) and issubclass(wanted, StripeObject):
        return isinstance(value, dict) and bool(checked(wanted, value, here) or not value)
    return not isinstance(value, PRIMITIVE) or _is_text_of_another(wanted, value)


def _is_text_of_another(wanted: Any, value: Any) -> bool:
    """Whether a text stands for what the library makes of it: a decimal number, or the id of an object."""
    return isinstance(value, str) and ("Decimal" in str(wanted) or "ExpandableField" in str(wanted))
