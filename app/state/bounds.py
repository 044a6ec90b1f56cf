"""The limit of a tier as people type it: `3`, `wall_min_mm`, or `wall_min_mm × 0.5`."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

NAME = r"[A-Za-z_][A-Za-z0-9_]{0,63}"
TIMES = re.compile(rf"({NAME})\s*[×x*·]\s*(\S+)|(\S+)\s*[×x*·]\s*({NAME})")


def text(bound: Any) -> str:
    """Return a bound as it is typed; one that is none comes out as it is, to be corrected."""
    if isinstance(bound, dict):
        name, factor = str(bound.get("param", "")), bound.get("factor")
        return name if factor is None else f"{name} × {_plain(factor)}"
    return "" if bound is None else _plain(bound)


def read(typed: str, parameters: Iterable[str]) -> Any:
    """Read a bound; raises ValueError with a sentence where it is neither a number nor a parameter."""
    typed = typed.strip()
    if not typed:
        raise ValueError("A limit is a number, a parameter, or a parameter × a number.")
    found = TIMES.fullmatch(typed)
    if found is not None:
        name, factor = found[1] or found[4], _number(found[2] or found[3])
        if factor is not None:
            return {"param": _known(name, parameters), "factor": factor}
    number = _number(typed)
    return number if number is not None else {"param": _known(typed, parameters)}


def value(bound: Any, parameters: Mapping[str, float]) -> float | None:
    """Return the number a bound stands for; None where it refers to a parameter there is not."""
    if not isinstance(bound, dict):
        return float(bound) if isinstance(bound, int | float) and not isinstance(bound, bool) else None
    found = parameters.get(str(bound.get("param")))
    return None if found is None else found * float(bound.get("factor", 1.0))


def parameters_of(rule: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parameters a rule refers to, in its tiers first, then in its conditions."""
    found: list[str] = []
    for clause in _clauses(rule):
        bound = clause.get("rhs")
        if isinstance(bound, dict) and isinstance(bound.get("param"), str):
            found.append(bound["param"])
    return tuple(dict.fromkeys(found))


def _clauses(rule: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    tiers = [one for one in rule.get("tiers") or () if isinstance(one, dict)]
    yield from tiers
    selector = rule.get("selector")
    for holder in (*tiers, selector if isinstance(selector, dict) else {}):
        yield from (one for one in holder.get("where") or () if isinstance(one, dict))


def _known(name: str, parameters: Iterable[str]) -> str:
    if name not in set(parameters):
        raise ValueError(f"{name} is neither a number nor a parameter of this pack.")
    return name


def _number(typed: str) -> float | None:
    try:
        found = float(typed.replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _plain(number: Any) -> str:
    return f"{number:g}" if isinstance(number, int | float) and not isinstance(number, bool) else str(number)
