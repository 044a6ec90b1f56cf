"""What was measured over the whole surface, in a printed report: each layer from two sides."""

from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from engine.report import explanations
from engine.report.document import Map, Report
from engine.report.paper.kept import Kept
from engine.report.paper.legend_bar import LegendBar
from engine.report.paper.looks import BARE, PLAIN
from engine.report.paper.typesetter import Typesetter

LEGEND_WIDTH = 36 * mm
PICTURE_HEIGHT = 54 * mm


def layers(report: Report, setter: Typesetter) -> Iterator[Flowable]:
    """Set every layer that has pictures."""
    for at, one in enumerate(report.maps):
        layer, limits = one.heatmap.layer, explanations.limits(one.heatmap.limits)
        about = f"{layer.doc} {limits}." if limits else layer.doc
        heading = [setter.heading("Measured over the whole surface")] if at == 0 else []
        yield Kept(
            [*heading, setter.heading(layer.title, 1), setter.small(about), Spacer(1, 3), _row(one, setter)]
        )


def _row(one: Map, setter: Typesetter) -> Flowable:
    room = (setter.width - LEGEND_WIDTH) / 2
    wide, high = (room - 3 * mm) * min(1.0, setter.map_scale), PICTURE_HEIGHT * setter.map_scale
    shown = [(setter.picture(image, wide, high), side) for image, side in one.pictures]
    if one.heatmap.scale is None:
        return _above_legend(one, setter, shown)
    highest = max((picture.height for picture, _ in shown), default=high)
    cells: list[list[Flowable | str]] = [[picture, setter.small(side)] for picture, side in shown]
    cells += [[""]] * (2 - len(cells))
    bar = LegendBar(one.heatmap, LEGEND_WIDTH - 4 * mm, highest, setter.units)
    return Table([[*cells, bar]], colWidths=[room, room, LEGEND_WIDTH], style=BARE)


def _above_legend(one: Map, setter: Typesetter, shown: Sequence[tuple[Flowable, str]]) -> Flowable:
    """Set pictures over a legend that names many colors."""
    half = setter.width / 2
    cells = [[picture, setter.small(side)] for picture, side in shown]
    legend = LegendBar(one.heatmap, setter.width, 0.0, setter.units)
    rows: list[list[Any]] = [[*cells, *[""] * (2 - len(cells))], [legend, ""]]
    return Table(rows, colWidths=[half, half], style=TableStyle([*PLAIN, ("SPAN", (0, 1), (1, 1))]))
