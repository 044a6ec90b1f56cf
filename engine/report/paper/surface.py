"""What was measured over the whole surface, in a printed report: each layer from two sides."""

from collections.abc import Iterator

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table

from engine.report import explanations
from engine.report.document import Map, Report
from engine.report.paper.kept import Kept
from engine.report.paper.legend_bar import LegendBar
from engine.report.paper.looks import BARE
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
    highest = max((picture.height for picture, _ in shown), default=high)
    cells: list[list[Flowable | str]] = [[picture, setter.small(side)] for picture, side in shown]
    cells += [[""]] * (2 - len(cells))
    bar = LegendBar(one.heatmap, LEGEND_WIDTH - 4 * mm, highest, setter.units)
    return Table([[*cells, bar]], colWidths=[room, room, LEGEND_WIDTH], style=BARE)
