"""Legends on paper: as high as the pictures beside them, in the units of the report, columns of swatches."""

import io

import pypdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from engine import heatmaps
from engine.report.paper import looks
from engine.report.paper.legend_bar import COLUMN_WIDTH, LONGEST, LegendBar
from tests.support import analyses, layer_limits

WIDTH = 90.0


@pytest.fixture(autouse=True)
def fonts() -> None:
    looks.set_up()


def heatmap(name: str):
    tray = analyses.tray()
    tray = analyses.with_features(tray, analyses.fin(tray))
    limits = layer_limits.judged(tray, fail=1.27, warn=2.54) if name == "thickness" else None
    return next(each for each in heatmaps.HEATMAPS if each.LAYER.name == name).color(tray, limits)


def words(bar: LegendBar) -> str:
    file = io.BytesIO()
    canvas = Canvas(file)
    bar.drawOn(canvas, 20.0, 20.0)
    canvas.save()
    return pypdf.PdfReader(file).pages[0].extract_text()


@pytest.mark.parametrize(
    ("units", "said"), [("mm", "fail below 1.27"), ("in", "fail below 0.05"), ("in", "warn below 0.1")]
)
def test_limits_are_in_the_units_of_the_report(units, said) -> None:
    assert said in words(LegendBar(heatmap("thickness"), WIDTH, 120.0, units)).splitlines()


def test_it_is_as_high_as_what_stands_beside_it_within_reason() -> None:
    def height(beside: float) -> float:
        return LegendBar(heatmap("thickness"), WIDTH, beside, "mm").wrap(0.0, 0.0)[1]

    assert height(120.0) == pytest.approx(120.0)
    assert height(10.0) > 60.0, "numbers have to be read"
    assert height(1000.0) < LONGEST + 60.0


def test_swatches_alone_stand_in_as_many_columns_as_there_is_room_for() -> None:
    shown = heatmap("features")
    n = len(shown.swatches)
    assert n == 3
    heights = [
        LegendBar(shown, columns * COLUMN_WIDTH + 1.0, 0.0, "mm").wrap(0.0, 0.0)[1] for columns in (1, 2, 3)
    ]
    assert heights == pytest.approx([heights[2] * 3, heights[2] * 2, heights[2]])
    assert all(each.label in words(LegendBar(shown, 500.0, 0.0, "mm")) for each in shown.swatches)
