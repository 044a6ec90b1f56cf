"""Puts the machines that somebody has in the place of those that packs go by."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.errors import InvalidOption
from engine.model.rulepack import Configuration, Machine, RulePack

BuildVolumes = Mapping[str, tuple[float, float, float]]
"""Sides of the largest box, ascending, by `pack/configuration` or `pack`; the first is the closer name."""


def check(known: Sequence[RulePack], volumes: BuildVolumes) -> None:
    """Raise InvalidOption unless every volume is of a process there is."""
    names = [f"{pack.key}/{each.key}" for pack in known for each in pack.configurations]
    for name in volumes:
        if not any(found == name or found.startswith(f"{name}/") for found in names):
            raise InvalidOption(
                f"build_volumes names {name[:80]!r}, which is no process; processes are {', '.join(names)}"
            )


def put(packs: Sequence[RulePack], volumes: BuildVolumes) -> tuple[RulePack, ...]:
    """Return the packs with these volumes: what a machine is not asked about, as weight, stays the pack's."""
    return tuple(
        replace(
            pack, configurations=tuple(_equipped(pack.key, each, volumes) for each in pack.configurations)
        )
        for pack in packs
    )


def _equipped(pack_key: str, configuration: Configuration, volumes: BuildVolumes) -> Configuration:
    largest_mm = volumes.get(f"{pack_key}/{configuration.key}", volumes.get(pack_key))
    if largest_mm is None:
        return configuration
    machine = replace(configuration.machine or Machine(), largest_mm=largest_mm, source="")
    return replace(configuration, machine=machine)
