"""Words in the units of the report, tables as wide as the page, and pictures as they are."""

import io

import pypdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from engine.report.gallery import Closeup
from engine.report.paper import looks
from engine.report.paper.typesetter import Typesetter

WIDTH = 500.0


@pytest.fixture(autouse=True)
def fonts() -> None:
    looks.set_up()


def text_on_page(flowable) -> str:
    file = io.BytesIO()
    canvas = Canvas(file)
    flowable.wrapOn(canvas, WIDTH, 800.0)
    flowable.drawOn(canvas, 20.0, 20.0)
    canvas.save()
    return pypdf.PdfReader(file).pages[0].extract_text()


def test_words_are_in_the_units_of_the_report() -> None:
    assert Typesetter(WIDTH, "mm").text("25.4 mm wide").getPlainText() == "25.4\u00a0mm wide"
    assert Typesetter(WIDTH, "in").text("25.4 mm wide").getPlainText() == "1.000\u00a0in wide"


@pytest.mark.parametrize(("units", "label"), [("mm", "1.27 mm"), ("in", "0.0500 in")])
def test_what_was_measured_is_written_over_a_picture_in_the_units_of_the_report(units, label) -> None:
    closeup = Closeup(Image.new("RGB", (60, 40), "white"), "1.27 mm", (0.5, 0.5))
    assert text_on_page(Typesetter(WIDTH, units).picture(closeup, 120.0, 120.0)).strip() == label


@pytest.mark.parametrize("at", [(0.0, 0.0), (1.0, 1.0), (0.5, 0.02)])
def test_words_over_a_picture_stay_within_it(at) -> None:
    closeup = Closeup(Image.new("RGB", (60, 40), "white"), "1.27 mm", at)
    picture = Typesetter(WIDTH, "mm").picture(closeup, 120.0, 120.0)
    boxes = []

    class Pen(Canvas):
        def roundRect(self, x, y, width, height, *_, **__) -> None:  # noqa: N802
            boxes.append((x, y, x + width, y + height))

    picture.drawOn(Pen(io.BytesIO()), 0.0, 0.0)
    ((left, bottom, right, top),) = boxes
    assert left >= 0.0
    assert bottom >= 0.0
    assert right <= picture.width
    assert top <= picture.height


@pytest.mark.parametrize(
    ("width", "height", "size"), [(120.0, 120.0, (120.0, 80.0)), (120.0, 40.0, (60.0, 40.0))]
)
def test_a_picture_keeps_its_shape_within_the_room_it_has(width, height, size) -> None:
    picture = Typesetter(WIDTH, "mm").picture(Image.new("RGB", (60, 40)), width, height)
    assert picture.wrap(0.0, 0.0) == pytest.approx(size)


def test_a_table_is_as_wide_as_the_page_whatever_its_shares_are() -> None:
    setter = Typesetter(WIDTH, "mm")
    for shares in ((1.0, 1.0), (3.0, 5.0)):
        assert setter.table([["a", "b"]] * 3, shares).wrap(WIDTH, 800.0)[0] == pytest.approx(WIDTH)


def n_rows_of(parts) -> list[int]:
    return [len(part._cellvalues) for part in parts]


def test_no_row_of_a_table_is_left_alone_at_the_foot_of_a_page() -> None:
    setter = Typesetter(WIDTH, "mm")
    table = setter.table([["words"]] * 12, (1.0,))
    _, height = table.wrap(WIDTH, 800.0)
    row = height / 12
    assert n_rows_of(table.split(WIDTH, 6.5 * row)) == [6, 7], "the head stands again in the second"
    assert table.split(WIDTH, 2.5 * row) == []
    assert n_rows_of(table.split(WIDTH, 11.5 * row)) == [10, 3]


def test_a_remark_stays_with_the_last_row() -> None:
    setter = Typesetter(WIDTH, "mm")
    table = setter.table([["a", "b"]] * 12, (1.0, 1.0), remark="And 5 more.")
    _, height = table.wrap(WIDTH, 800.0)
    first, second = table.split(WIDTH, height - 2.0)
    assert n_rows_of([first, second])[1] == 3, "the head, the last row and the remark"
    assert "And 5 more." in text_on_page(second)
