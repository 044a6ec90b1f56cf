"""Whole-part evidence that rules rest on: one file for each kind, gathered into one `Evidence`."""

from collections.abc import Callable
from typing import Any, TypeVar

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
from engine.progress import Progress
from engine.run_context import RunContext

T = TypeVar("T")


def gather(context: RunContext, recognition: Recognition, progress: Progress) -> Evidence:
    """Gather every kind of evidence, each by itself: asking for one that failed raises StageFailed."""

    def find(lost: str, look: Callable[..., T], *inputs: Any) -> T:
        stage = look.__module__.removeprefix("engine.")
        return progress.attempt(stage, lost, look, *inputs)

    threads = find("drawn threads were not found", _threads, context)
    corners = find("sharp corners were not found", sharp_corners.find, context, threads)
    flank_of_vertex = find("the flanks of outer edges were not found", flanks.find, context, threads)
    grooves = find("cut grooves were not found", cut_grooves.find, context, recognition)
    sides = find("marks were not found", marks.find, context, recognition)
    lathe_work = find("turned bodies were not found", turned.find, context)
    access = find(
        "the reach of tools was not found", tool_access.find, context, recognition, lathe_work, threads
    )
    build = find("the build direction was not chosen", build_direction.choose, context)
    sheets = find("sheet metal was not looked for", sheet.find, context, recognition)
    return Evidence(
        sharp_corners=find("sharp corners were not found", tuple, corners),
        corners_in_cuts=find(
            "corners in cuts were not found",
            sharp_corners.within_cuts,
            context,
            recognition,
            corners,
            grooves,
        ),
        edges_of_corner=corners,
        flank_of_vertex=flank_of_vertex,
        threads=threads,
        groove_of_face=grooves,
        mark_of_face=sides,
        section_changes=find(
            "changes of section were not measured",
            uniformity.measure,
            context,
            recognition,
            flank_of_vertex,
            sides,
            grooves,
        ),
        thin_stretches=find(
            "stretches of thin wall were not measured", thin_stretches.measure, context, flank_of_vertex
        ),
        sheets=sheets,
        cutouts=find("cut-outs were not found", cutouts.find, context, recognition, sheets),
        shells=find(
            "thin shells were not looked for", thin_shell.find, context, recognition, flank_of_vertex
        ),
        turned=lathe_work,
        turned_profiles=find(
            "the outlines of turned bodies were not found", turned_profiles.find, context, recognition
        ),
        tool_access=access,
        setups=find("setups were not counted", setups.find, context, access),
        build=build,
        overhangs=find("overhangs were not found", overhang.find, context, build),
        traps=find("trapped volumes were not found", trapped_volume.find, context, recognition),
    )


def _threads(context: RunContext) -> tuple[DrawnThread, ...]:
    return context.once(drawn_threads.find)
