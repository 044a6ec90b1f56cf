"""Whole-part evidence that rules rest on: one file for each kind, gathered into one `Evidence`."""

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.evidence import (
    build_direction,
    cut_grooves,
    cutouts,
    flanks,
    marks,
    overhang,
    setups,
    sharp_corners,
    sheet,
    thin_shell,
    thin_stretches,
    tool_access,
    trapped_volume,
    turned,
    turned_profiles,
    uniformity,
)
from engine.graph import drawn_threads
from engine.model.analysis import Recognition
from engine.model.evidence import DrawnThread, Evidence
from engine.model.part import EdgeId
from engine.progress import Progress
from engine.run_context import RunContext


class Finder(NamedTuple):
    """How one kind of evidence is found."""

    lost: str
    """What there will not be where it fails, as a clause."""
    find: Callable[..., Any]
    """Takes the run's context and what it needs."""
    needs: tuple[str, ...] = ()
    """`recognition`, or other kinds of evidence by name, in the order of the arguments."""


def _threads(context: RunContext) -> tuple[DrawnThread, ...]:
    return context.once(drawn_threads.find)


def _sharp_corners(_: RunContext, edges_of_corner: dict[EdgeId, tuple[EdgeId, ...]]) -> tuple[EdgeId, ...]:
    return tuple(edges_of_corner)


FINDERS: dict[str, Finder] = {
    "threads": Finder("drawn threads were not found", _threads),
    "edges_of_corner": Finder("sharp corners were not found", sharp_corners.find, ("threads",)),
    "sharp_corners": Finder("sharp corners were not found", _sharp_corners, ("edges_of_corner",)),
    "corners_in_cuts": Finder(
        "corners in cuts were not found",
        sharp_corners.within_cuts,
        ("recognition", "edges_of_corner", "groove_of_face"),
    ),
    "flank_of_vertex": Finder("the flanks of outer edges were not found", flanks.find, ("threads",)),
    "groove_of_face": Finder("cut grooves were not found", cut_grooves.find, ("recognition",)),
    "marks": Finder("marks were not found", marks.find, ("recognition",)),
    "section_changes": Finder(
        "changes of section were not measured",
        uniformity.measure,
        ("recognition", "flank_of_vertex", "marks", "groove_of_face"),
    ),
    "thin_stretches": Finder(
        "stretches of thin wall were not measured", thin_stretches.measure, ("flank_of_vertex",)
    ),
    "sheets": Finder("sheet metal was not looked for", sheet.find, ("recognition",)),
    "cutouts": Finder("cut-outs were not found", cutouts.find, ("recognition", "sheets")),
    "shells": Finder("thin shells were not looked for", thin_shell.find, ("recognition", "flank_of_vertex")),
    "turned": Finder("turned bodies were not found", turned.find),
    "turned_profiles": Finder(
        "the outlines of turned bodies were not found", turned_profiles.find, ("recognition",)
    ),
    "tool_access": Finder(
        "the reach of tools was not found", tool_access.find, ("recognition", "turned", "threads")
    ),
    "setups": Finder("setups were not counted", setups.find, ("tool_access",)),
    "build": Finder("the build direction was not chosen", build_direction.choose),
    "overhangs": Finder("overhangs were not found", overhang.find, ("build",)),
    "traps": Finder("trapped volumes were not found", trapped_volume.find, ("recognition",)),
}
"""By name in `Evidence`."""


class Search:
    """Kinds of evidence as attributes, each found when it is first asked for.

    One that failed is a `FailedStage`, and so is what rests on it.
    """

    def __init__(self, context: RunContext, recognition: Recognition, progress: Progress) -> None:
        """Take the part with its features."""
        self.context = context
        self.recognition = recognition
        self.progress = progress

    def __getattr__(self, name: str) -> Any:
        if name not in FINDERS:
            raise AttributeError(name)
        lost, find, needs = FINDERS[name]
        stage = find.__module__.removeprefix("engine.")
        inputs = [getattr(self, need) for need in needs]
        found = self.progress.attempt(stage, lost, find, self.context, *inputs)
        setattr(self, name, found)
        return found


def gather(context: RunContext, recognition: Recognition, progress: Progress) -> Evidence:
    """Gather every kind of evidence, each by itself: asking for one that failed raises StageFailed."""
    search = Search(context, recognition, progress)
    return Evidence(**{name: getattr(search, name) for name in FINDERS})
