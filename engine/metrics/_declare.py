"""Declaring a metric: its name, unit and domain beside the function that measures it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.metrics._context import Context
from engine.model.field import Unit
from engine.model.metric import Domain, Measured, MetricInfo

T = TypeVar("T")
Reading = float | Measured | None
"""A number, or one with uncertainty and place; None where the metric does not apply to the thing at all."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: what the catalog says of it, and how it is measured."""

    info: MetricInfo
    measure: Callable[[Any, Context], Reading]


def metric(
    name: str, unit: Unit, of: Domain | str | tuple[str, ...], layer: str = ""
) -> Callable[[Callable[[T, Context], Reading]], Metric]:
    """Declare the decorated function a metric; its docstring is the sentence of the catalog.

    The function is given the thing it measures, and the context of the measuring:

    * `of` the key of a kind, or several: the `Feature` of that kind;
    * `of` `Domain.FEATURE`: any `Feature`;
    * `of` `Domain.FACE`: the `Subject`, which is a face, or a feature with all its faces;
    * `of` `Domain.CORNER`: the `Joint`s of the corner, the longest first;
    * `of` `Domain.PART`: the `Part`.

    `layer` is as of `MetricInfo`. NaN, with a reason in `Measured`, says that the metric applies but could
    not be measured.
    """
    domain = of if isinstance(of, Domain) else Domain.FEATURE
    several = () if isinstance(of, Domain) else (of,) if isinstance(of, str) else of
    kinds = tuple(map(str, several))

    def declare(function: Callable[[T, Context], Reading]) -> Metric:
        sentence = " ".join((function.__doc__ or "").split())
        return Metric(MetricInfo(name, unit, domain, sentence, kinds, layer), function)

    return declare
