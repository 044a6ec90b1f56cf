"""Headings stay with the beginning of what is below them."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Table
from reportlab.platypus.flowables import Spacer

from engine.report.paper.kept import Kept

HEIGHT = 200.0


class Block(Flowable):
    """Something of a height that cannot be parted."""

    def __init__(self, height: float) -> None:
        super().__init__()
        self.height = height

    def wrap(self, width, _height):
        return width, self.height

    def draw(self) -> None: ...


def table(n_rows: int) -> Table:
    return Table([["words"]] * n_rows, rowHeights=[20.0] * n_rows)


def split(used: float, *contents: Flowable) -> list[Flowable]:
    """Ask for room in a frame of which so much is used."""
    canvas = Canvas(io.BytesIO())
    frame = Frame(0, 0, 100, HEIGHT, 0, 0, 0, 0)
    if used:
        frame.add(Spacer(1, used), canvas)
        frame.add(Block(0.0), canvas)
        frame._atTop = 0
    return frame.split(Kept(contents), canvas)


def test_what_fits_is_laid_out_piece_by_piece() -> None:
    heading, below = Block(30.0), Block(100.0)
    assert split(60.0, heading, below) == [heading, below]


def test_a_heading_whose_text_does_not_fit_begins_the_next_page() -> None:
    assert split(80.0, Block(30.0), Block(100.0)) == []


@pytest.mark.parametrize(("used", "is_begun"), [(120.0, True), (155.0, False)])
def test_a_heading_stays_where_a_row_of_its_table_fits(used, is_begun) -> None:
    heading, rows = Block(30.0), table(10)
    assert split(used, heading, rows) == ([heading, rows] if is_begun else [])


def test_on_an_empty_page_it_is_laid_out_though_it_never_fits() -> None:
    heading, below = Block(30.0), Block(500.0)
    assert split(0.0, heading, below) == [heading, below]


def test_it_asks_for_the_room_that_its_first_asks_for_above() -> None:
    first = Spacer(1, 5)
    first.spaceBefore = 7.0
    assert Kept([first]).getSpaceBefore() == 7.0
