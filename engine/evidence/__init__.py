"""Whole-part evidence that rules rest on: one file for each kind, gathered into one `Evidence`."""

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
    uniformity,
)
from engine.graph import drawn_threads
from engine.model.analysis import PreparedPart, Recognition
from engine.model.evidence import Evidence


def gather(prepared: PreparedPart, recognition: Recognition) -> Evidence:
    """Gather every kind of evidence."""
    threads = drawn_threads.find(prepared.part, prepared.graph)
    corners = sharp_corners.find(prepared, threads)
    flank_of_vertex = flanks.find(prepared, threads)
    grooves = cut_grooves.find(prepared, recognition)
    sides = marks.find(prepared, recognition)
    lathe_work = turned.find(prepared)
    access = tool_access.find(prepared, recognition, lathe_work, threads)
    build = build_direction.choose(prepared)
    sheets = sheet.find(prepared, recognition)
    return Evidence(
        sharp_corners=tuple(corners),
        corners_in_cuts=sharp_corners.within_cuts(prepared, recognition, corners, grooves),
        edges_of_corner=corners,
        flank_of_vertex=flank_of_vertex,
        threads=threads,
        groove_of_face=grooves,
        mark_of_face=sides,
        section_changes=uniformity.measure(prepared, recognition, flank_of_vertex, sides, grooves),
        thin_stretches=thin_stretches.measure(prepared, flank_of_vertex),
        sheets=sheets,
        cutouts=cutouts.find(prepared, recognition, sheets),
        shells=thin_shell.find(prepared, recognition, flank_of_vertex),
        turned=lathe_work,
        tool_access=access,
        setups=setups.find(prepared, access),
        build=build,
        overhangs=overhang.find(prepared, build),
        traps=trapped_volume.find(prepared, recognition),
    )
