"""Whole-part evidence that rules rest on: one file for each kind, gathered into one `Evidence`."""

from engine.evidence import sharp_corners, uniformity
from engine.model.analysis import PreparedPart, Recognition
from engine.model.evidence import Evidence


def gather(prepared: PreparedPart, recognition: Recognition) -> Evidence:
    """Gather every kind of evidence."""
    corners = sharp_corners.find(prepared)
    return Evidence(
        sharp_corners=tuple(corners),
        corners_in_holes=sharp_corners.within_holes(prepared, recognition, corners),
        edges_of_corner=corners,
        section_changes=uniformity.measure(prepared),
    )
