"""Limits that anchor a layer's colors under a verdict: below `fail` is red, below `warn` amber.

The pack's document tells them, whether anything breaks them or not. Where there is none, as with a server
that does not list its packs, the findings tell those that are broken. A draft layer that no rule bounds has
the angle at which the pull was chosen.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.client.models import Json, Result
from app.state import limits


@dataclass(frozen=True, slots=True)
class Limits:
    """Below `fail` is red, below `warn` amber; None: there is no such limit. `source` is for people."""

    fail: float | None = None
    warn: float | None = None
    source: str = ""

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self.fail is not None or self.warn is not None


NONE = Limits()


def of_result(
    result: Result, layer: str, verdict: tuple[str, str] | None, packs: Mapping[str, Json] | None = None
) -> Limits:
    """Return the limits of a layer; `NONE` where nothing bounds it from below.

    `packs` are documents by key. Without a verdict only the pull counts.
    """
    found = NONE
    if verdict is not None:
        pack = (packs or {}).get(verdict[0])
        if pack is None:
            found = of_findings(result, layer, verdict)
        else:
            found = of_pack(pack, verdict[1], layer)
    return found or (of_pull(result) if layer == "draft" else NONE)


def of_pack(
    pack: Json, configuration_key: str, layer: str, overrides: Mapping[str, float] | None = None
) -> Limits:
    """Return the limits that a pack sets to a layer, maybe with other parameters than its own."""
    warn, fail = limits.of_layer(pack, configuration_key, layer, overrides)
    configurations = pack.get("configurations")
    configuration = configurations.get(configuration_key) if isinstance(configurations, dict) else None
    names = (one.get("name") if isinstance(one, dict) else None for one in (pack, configuration))
    return _limits(fail, warn, " · ".join(str(one) for one in names if one))


def of_findings(result: Result, layer: str, verdict: tuple[str, str]) -> Limits:
    """Return the limits that findings say are broken; one that nothing breaks is not known here."""
    metrics = limits.METRICS_OF_LAYER.get(layer, ())
    told: dict[str, float] = {}
    for pack in result.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) != verdict:
                continue
            for rule in configuration.result.rules:
                for finding in rule.findings if rule.metric in metrics else ():
                    if finding.threshold is None or finding.value is None:
                        continue
                    if finding.value <= finding.threshold:
                        told[finding.severity] = max(finding.threshold, told.get(finding.severity, 0.0))
    return _limits(told.get("fail"), told.get("warning"), _name(result, verdict))


def of_pull(result: Result) -> Limits:
    """Return the angle below which the pull calls draft low; `NONE` where the server does not tell."""
    angle = result.features.manufacturability.alpha_warn_deg
    return NONE if angle is None or angle <= 0.0 else Limits(None, angle, "pull direction")


def _limits(fail: float | None, warn: float | None, source: str) -> Limits:
    """Leave out a warning that is no looser than the fail; it says nothing."""
    if fail is not None and warn is not None and warn <= fail:
        warn = None
    return NONE if fail is None and warn is None else Limits(fail, warn, source)


def _name(result: Result, verdict: tuple[str, str]) -> str:
    for pack in result.packs:
        for configuration in pack.configurations:
            if (pack.module_key, configuration.configuration_key) == verdict:
                return " · ".join(one for one in (pack.name, configuration.name) if one)
    return ""
