"""What runs in the child process: a file in, a folder of results out."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from engine import artifacts, options, pipeline, present
from engine.errors import InvalidOption, OutsideEnvelope, UnreadableFile
from engine.model.part import Part
from engine.model.rulepack import RulePack
from engine.progress import Progress
from engine.raycast import warm as raycast_warm
from engine.render import warm as render_warm
from engine.rules import packs

ANCHOR = "casting/investment"
"""The configuration whose limits color the heatmaps unless the caller names one."""


def analyze(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Analyze one file.

    Parameters
    ----------
    arguments : dict
        `file` and `folder` (made if it is not there); `max_edge_mm`, `curvature`, `pull`,
        `alpha_min_deg`, `alpha_warn_deg` as `engine.options` reads them; optionally `filename` (as the
        user knows it), `packs` (`pack` or `pack/configuration`; all when empty) and `build_volume_mm`.

    Returns
    -------
    dict
        `seconds_of_stage`. Everything else is in the folder.
    """
    file, folder = Path(arguments["file"]), Path(arguments["folder"])
    _check_file(file)
    mesh_options = options.mesh_options(arguments["max_edge_mm"], arguments["curvature"])
    pull_options = options.pull_options(
        arguments["pull"], arguments["alpha_min_deg"], arguments["alpha_warn_deg"]
    )
    chosen = choose(packs.shipped(), arguments.get("packs", ()))
    prepared = pipeline.prepare(file, mesh_options, progress)
    _check_size(prepared.part, arguments.get("build_volume_mm"))
    analysis = pipeline.assess(prepared, pull_options, chosen, progress)
    folder.mkdir(parents=True, exist_ok=True)
    artifacts.write(analysis, arguments.get("filename", file.name), _anchor(chosen), folder, progress)
    return {"seconds_of_stage": progress.seconds_of_stage}


def describe(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Read one file, named by `file`, and tell its size and counts; nothing is measured."""
    file = Path(arguments["file"])
    _check_file(file)
    part, mesh = pipeline.describe(file, progress)
    return {
        "name": part.name,
        "geometry": present.geometry(part),
        "stats": present.stats(part, mesh, 0),
        "notes": list(part.notes),
    }


def warm(arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Compile or load what would be on first use: whoever gets the answer has a process that is ready."""
    # whoever analyzes exact parts alone does not load segmentation
    from engine.segment import warm as segment_warm

    progress.stage("warming up")
    raycast_warm.warm()
    render_warm.warm()
    segment_warm.warm()
    progress.done()
    return {}


def choose(shipped: Sequence[RulePack], names: Sequence[str]) -> tuple[RulePack, ...]:
    """Return the packs that are named, with the configurations that are named; all when none is.

    Raises
    ------
    InvalidOption
        There is no pack or configuration of a name.
    """
    if not names:
        return tuple(shipped)
    known = [f"{pack.key}/{configuration.key}" for pack in shipped for configuration in pack.configurations]
    asked = {name for name in known if name in names or name.split("/")[0] in names}
    for name in names:
        if not any(found == name or found.startswith(f"{name}/") for found in known):
            raise InvalidOption(f"there is no rule pack {name!r}; there are {', '.join(known)}")
    return tuple(
        replace(pack, configurations=kept)
        for pack in shipped
        if (kept := tuple(one for one in pack.configurations if f"{pack.key}/{one.key}" in asked))
    )


def _check_file(file: Path) -> None:
    if not file.is_file():
        raise UnreadableFile("it is a folder" if file.is_dir() else "there is no such file")
    if not os.access(file, os.R_OK):
        raise UnreadableFile("it may not be read by this user")


def _check_size(part: Part, build_volume_mm: float | None) -> None:
    if build_volume_mm is not None and np.max(part.size_mm) > build_volume_mm:
        sides = " × ".join(f"{side:.4g}" for side in part.size_mm)
        raise OutsideEnvelope(
            f"the part is {sides} mm; the build volume is {build_volume_mm:g} mm a side. "
            "Is the file's unit the one that was meant?"
        )


def _anchor(chosen: Sequence[RulePack]) -> tuple[RulePack, str] | None:
    """Return the pack and configuration that color the heatmaps: `ANCHOR`, else the first there is."""
    found = [(pack, one.key) for pack in chosen for one in pack.configurations]
    for pack, configuration in found:
        if f"{pack.key}/{configuration}" == ANCHOR:
            return pack, configuration
    return found[0] if found else None
