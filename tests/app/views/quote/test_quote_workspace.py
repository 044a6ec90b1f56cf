"""The Quote workspace, with a server that is made up: what a user chooses there and sees then."""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.client import errors
from app.client.cancel import Cancel
from app.client.casting import (
    Breakdown,
    CastBox,
    CastGeometry,
    Choice,
    Converted,
    Finish,
    Material,
    Price,
    Quote,
    QuotePage,
    Tooling,
)
from app.client.errors import Failure, Reason
from app.client.models import Box, Geometry, PartForm
from app.client.uploads import Progress
from app.state.session import Session
from app.state.settings import Settings
from app.views.quote import document
from app.views.quote.break_curve import BreakCurve, Point
from app.views.quote.material_table import LEAD_TIME, MASS, NAME, UNIT_PRICE
from app.views.quote.price_bar import PriceBar
from app.views.quote.workspace import QuoteWorkspace
from app.views.theme.tokens import LIGHT
from app.views.window_context import WindowContext
from tests.app.views.inspect import parts

GEOMETRY = CastGeometry(
    volume_cm3=100, surface_area_cm2=300, bounding_box=CastBox(x_mm=250, y_mm=90, z_mm=40)
)


def material(key: str, density: float, size: str = "300mm x 195mm x 290mm") -> Material:
    return Material(
        id=key,
        name=key.title(),
        description=f"About {key}.",
        density_kg_m3=density,
        cost_per_kg=4.5,
        maximum_part_size_mm=size,
        family=key,
        currency="USD",
    )


MATERIALS = (
    material("bronze", 8000, "100mm x 100mm x 100mm"),
    material("aluminum", 2700),
    material("iron", 7100),
)
BLASTING = Finish(id="blast", name="Blasting", description="", pricing_model="per_part", cost_per_unit=2)
ANODIZING = Finish(
    id="anodize",
    name="Anodizing",
    description="",
    pricing_model="per_order",
    cost_per_unit=95,
    suits=("aluminum",),
)


TOOLING = Tooling(
    method="wax_die",
    name="wax die",
    cost=1245.0,
    sentence="A wax die at 1,245.00 is cheaper from 9 parts on.",
)


def price_of(choice: Choice) -> dict[str, Any]:
    """Price by a rule that a test can work out: bronze 20, iron 10, aluminum 8, a batch 40, blasting 2."""
    metal = {"aluminum": 8.0, "iron": 10.0, "bronze": 20.0}[choice.material_id]
    finishing = 2.0 * ("blast" in choice.option_ids)
    shell = 40.0 / choice.quantity
    unit = metal + finishing + shell
    return {
        "unit_price": unit,
        "total_price": unit * choice.quantity,
        "breakdown": Breakdown(
            metal_cost=metal, shell_cost=shell, labor_cost=0, post_processing_cost=finishing, margin=0
        ),
        "lead_time_days": 9,
        "currency": "USD",
    }


class Foundry:
    """Answers what a client asks of a server that casts."""

    def __init__(self, *, has_preview: bool = True, refuses: Failure | None = None) -> None:
        self.has_preview = has_preview
        self.refuses = refuses
        self.kept: list[Quote] = []
        self.asked: list[Choice] = []
        self.is_slow = False
        self.n_read = 0
        self.units: list[str | None] = []
        """Which unit was said with each file that was read."""
        self.extra: dict[str, Any] = {}
        """Further members of every price."""
        self.metals = MATERIALS
        self.geometries: list[CastGeometry] = []
        self.geometry = GEOMETRY

    def convert(
        self, path: Path, options: dict[str, Any], *, progress: Progress, cancel: Cancel
    ) -> Converted:
        self.n_read += 1
        self.units.append(options.get("unit"))
        if self.refuses is not None:
            raise self.refuses
        progress(7, 7)
        if self.is_slow and cancel.wait(10.0):
            raise errors.cancelled()
        return Converted(geometry=self.geometry, glb_url="", glb_base64="")

    def materials(self, *, cancel: Cancel) -> tuple[Material, ...]:
        return self.metals

    def post_processing(self, *, cancel: Cancel) -> tuple[Finish, ...]:
        return BLASTING, ANODIZING

    def prices(self, geometry: CastGeometry, choices: Sequence[Choice]) -> tuple[Price, ...] | None:
        self.asked += choices
        self.geometries.append(geometry)
        return tuple(Price(**price_of(one), **self.extra) for one in choices) if self.has_preview else None

    def make_quote(self, file_name: str, geometry: CastGeometry, **chosen: Any) -> Quote:
        choice = Choice(chosen["material_id"], chosen["quantity"], tuple(chosen["option_ids"]))
        price = price_of(choice)
        quote = Quote(
            id=f"q{len(self.kept)}",
            status="draft",
            file_name=file_name,
            material_id=choice.material_id,
            quantity=choice.quantity,
            post_processing_option_ids=choice.option_ids,
            created_at="2026-11-22T10:00:00Z",
            **price,
            **self.extra,
        )
        self.kept.append(quote)
        return quote

    def quotes(self, limit: int) -> QuotePage:
        return QuotePage(quotes=tuple(reversed(self.kept)))


@pytest.fixture
def context(qtbot: QtBot, tmp_path: Path) -> Iterator[WindowContext]:
    made = WindowContext(Settings(tmp_path))
    yield made
    made.close()


def shown(qtbot: QtBot, context: WindowContext, foundry: Foundry, tmp_path: Path) -> QuoteWorkspace:
    context.connect_to(foundry)  # type: ignore[arg-type]
    context.session = Session(foundry, tmp_path / "lever.step")  # type: ignore[arg-type]
    workspace = QuoteWorkspace(context, LIGHT)
    qtbot.addWidget(workspace)
    workspace.show()
    return workspace


def priced(qtbot: QtBot, workspace: QuoteWorkspace) -> None:
    def has_all() -> bool:
        draft = workspace.pricing.draft
        return draft is not None and not draft.missing(workspace.pricing.wanted())

    qtbot.waitUntil(has_all)


def cell(workspace: QuoteWorkspace, row: int, column: int) -> str:
    model = workspace.materials.model()
    return str(model.index(row, column).data())


def texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel)]


def test_every_metal_shows_what_the_part_costs_in_it_and_one_that_is_too_small_why(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    workspace = shown(qtbot, context, Foundry(), tmp_path)
    priced(qtbot, workspace)
    assert [cell(workspace, row, NAME) for row in range(3)] == ["Bronze", "Aluminum", "Iron"]
    assert [cell(workspace, row, UNIT_PRICE) for row in range(3)] == ["too large", "$48.00", "$50.00"]
    assert cell(workspace, 1, LEAD_TIME) == "9 days"
    bronze = workspace.materials.model().index(0, NAME)
    assert "250.0 x 90.0 x 40.0 mm" in bronze.data(3)  # the tool tip
    assert not bronze.flags().value & 0x21  # neither to be selected nor enabled


def test_more_parts_cost_less_each_and_a_finish_more(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    workspace = shown(qtbot, context, Foundry(), tmp_path)
    priced(qtbot, workspace)
    assert "$48.00" in texts(workspace.card)
    workspace.card.quantity.setValue(20)
    qtbot.waitUntil(lambda: "$10.00" in texts(workspace.card))
    workspace.finishes._boxes["blast"].click()
    qtbot.waitUntil(lambda: "$12.00" in texts(workspace.card))
    assert "$240.00 for 20  ·  ready in 9 days" in texts(workspace.card)
    assert "Post-processing" in texts(workspace.card)


def test_a_finish_that_does_not_suit_the_metal_cannot_be_ticked(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    workspace = shown(qtbot, context, Foundry(), tmp_path)
    priced(qtbot, workspace)
    anodizing = workspace.finishes._boxes["anodize"]
    assert anodizing.isEnabled()
    workspace.materials.selectRow(2)
    assert not anodizing.isEnabled()
    assert anodizing.toolTip() == "Anodizing is for aluminum, not for iron."
    assert anodizing.toolTip() in texts(workspace.finishes)  # and beside it, for all to see
    workspace.materials.selectRow(1)
    assert anodizing.isEnabled()
    assert not any("not for iron" in text for text in texts(workspace.finishes))


def test_looking_keeps_no_quote_and_saving_keeps_one(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    assert foundry.kept == []
    workspace.card.save.click()
    qtbot.waitUntil(lambda: workspace.saved.topLevelItemCount() == 1)
    line = workspace.saved.topLevelItem(0)
    assert line is not None
    assert [line.text(column) for column in range(5)] == [
        "lever.step",
        "Aluminum",
        "1",
        "$48.00",
        "2026-11-22",
    ]


def test_a_price_is_asked_for_once(qtbot: QtBot, context: WindowContext, tmp_path: Path) -> None:
    foundry = Foundry()
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    workspace.materials.selectRow(2)
    priced(qtbot, workspace)
    workspace.materials.selectRow(1)
    qtbot.wait(300)
    assert len(foundry.asked) == len(set(foundry.asked))


def test_a_server_that_keeps_every_price_is_asked_for_none_unless_the_user_says_so(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry(has_preview=False)
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: workspace.pricing.keeps_every_price)
    assert any("by keeping a quote" in text for text in texts(workspace.card))
    assert foundry.kept == []
    workspace.card.save.click()
    qtbot.waitUntil(lambda: "$48.00" in texts(workspace.card))
    assert len(foundry.kept) == 1


def test_a_part_that_cannot_be_quoted_says_why_and_what_to_do(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    too_large = Failure(Reason.INVALID, "The part is 400.0 mm long.", "Quote a smaller one.")
    workspace = shown(qtbot, context, Foundry(refuses=too_large), tmp_path)
    qtbot.waitUntil(lambda: any("400.0 mm long" in text for text in texts(workspace)))
    assert any("Quote a smaller one." in text for text in texts(workspace))


def test_reading_a_part_can_be_cancelled_and_asked_for_again(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    foundry.is_slow = True
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: foundry.n_read == 1)
    assert workspace.waiting.words.text() == "lever.step is read …"
    assert workspace.waiting.isVisible()
    workspace.waiting.cancel_button.click()
    assert "was not read to its end" in workspace.waiting.words.text()
    assert not workspace.waiting.cancel_button.isVisible()
    workspace.hide()
    workspace.show()
    assert foundry.n_read == 1  # not until it is asked for
    foundry.is_slow = False
    workspace.waiting.again_button.click()
    priced(qtbot, workspace)
    assert foundry.n_read == 2
    assert workspace.materials.isVisible()


def test_another_part_ends_the_reading_of_the_one_before(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    foundry.is_slow = True
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: foundry.n_read == 1)
    foundry.is_slow = False
    context.show_part(Session(foundry, tmp_path / "bracket.step"))  # type: ignore[arg-type]
    priced(qtbot, workspace)
    assert workspace.pricing.file_name == "bracket.step"


def test_a_part_that_was_measured_is_not_read_once_more(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry(refuses=Failure(Reason.INVALID, "It is too large.", ""))
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: workspace.pricing.failure is not None)
    measured = Geometry(volume_cm3=12, surface_area_cm2=50, bounding_box_mm=Box(x=60, y=50, z=40))
    context._become(replace(parts.judged(), geometry=measured))
    priced(qtbot, workspace)
    draft = workspace.pricing.draft
    assert draft is not None
    assert (draft.geometry.volume_cm3, draft.geometry.surface_area_cm2) == (12, 50)
    assert draft.geometry.sides_mm == (60, 50, 40)
    assert foundry.n_read == 1


def test_a_part_that_fits_no_metal_says_so_over_the_table(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    foundry.geometry = CastGeometry(
        volume_cm3=100, surface_area_cm2=300, bounding_box=CastBox(x_mm=500, y_mm=90, z_mm=40)
    )
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: workspace.pricing.draft is not None)
    assert workspace._warning.isVisible()
    assert workspace._warning_words.text() == (
        "No metal is cast this large: the part is 500.0 × 90.0 × 40.0 mm, "
        "castings are made up to 300 × 195 × 290 mm."
    )
    assert not workspace.findings_button.isVisible()
    assert {cell(workspace, row, UNIT_PRICE) for row in range(3)} == {"too large"}


def test_the_warning_leads_to_what_fails_when_the_part_is_cast(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    workspace = shown(qtbot, context, Foundry(), tmp_path)
    priced(qtbot, workspace)
    assert not workspace._warning.isVisible()
    context._become(parts.judged())
    workspace._warning.setVisible(True)
    with qtbot.waitSignal(context.workspace_chosen) as chosen:
        workspace.findings_button.click()
    assert chosen.args == ["inspect"]
    assert context.verdict is not None
    assert context.verdict[0] == "casting"


@pytest.mark.parametrize(
    ("volume_cm3", "mass"), [(1000, "2.70 kg"), (10, "27.0 g"), (0.001, "2.70 mg"), (0.00001, "0.0270 mg")]
)
def test_a_mass_is_shown_in_three_figures_of_the_unit_that_suits_it(
    qtbot: QtBot, context: WindowContext, tmp_path: Path, volume_cm3: float, mass: str
) -> None:
    foundry = Foundry()
    foundry.geometry = CastGeometry(
        volume_cm3=volume_cm3, surface_area_cm2=3, bounding_box=CastBox(x_mm=9, y_mm=9, z_mm=9)
    )
    workspace = shown(qtbot, context, foundry, tmp_path)
    qtbot.waitUntil(lambda: workspace.pricing.draft is not None)
    assert cell(workspace, 1, MASS) == mass


def test_the_table_of_metals_asks_for_room_for_all_of_them(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    workspace = shown(qtbot, context, Foundry(), tmp_path)
    workspace.resize(1200, 800)
    priced(qtbot, workspace)
    table = workspace.materials
    qtbot.waitUntil(lambda: table.height() == table.sizeHint().height())
    assert not table.verticalScrollBar().isVisible()
    assert table.viewport().height() - table.rowViewportPosition(2) - table.rowHeight(2) in range(0, 3)


def test_what_costs_next_to_nothing_is_no_nothing(qtbot: QtBot) -> None:
    bar = PriceBar(LIGHT)
    qtbot.addWidget(bar)
    costs = Breakdown(metal_cost=0.3, shell_cost=60, labor_cost=39.7, post_processing_cost=0, margin=0)
    bar.show_breakdown(costs, "USD")
    assert {"< 1 %", "60 %", "40 %"} <= set(texts(bar))


def test_clicking_a_point_of_the_curve_chooses_its_quantity(qtbot: QtBot) -> None:
    curve = BreakCurve(LIGHT)
    qtbot.addWidget(curve)
    curve.resize(400, 240)
    curve.show_points((Point(1, 48.0), Point(10, 12.0), Point(100, 8.4)), 1, "USD")
    left, middle, right = curve.places()
    assert middle.x() == pytest.approx((left.x() + right.x()) / 2)  # by the logarithm
    assert left.y() < middle.y() < right.y()
    with qtbot.waitSignal(curve.quantity_chosen) as chosen:
        qtbot.mouseClick(curve, Qt.MouseButton.LeftButton, pos=middle.toPoint())
    assert chosen.args == [10]
    with qtbot.assertNotEmitted(curve.quantity_chosen):
        qtbot.mouseClick(curve, Qt.MouseButton.LeftButton, pos=QPoint(round(middle.x()), 20))


def test_the_page_says_every_amount_and_a_price_that_is_no_quote_says_so(tmp_path: Path) -> None:
    choice = Choice("iron", 20, ("blast",))
    page = document.Page(
        file_name="<lever>.step",
        quote_id=None,
        material="Iron",
        finishes=("Blasting",),
        quantity=20,
        geometry=GEOMETRY,
        price=Price(**price_of(choice)),
        currency="USD",
        warning="It fails.",
    )
    text = document.html(page)
    for words in ("&lt;lever&gt;.step", "$14.00", "$280.00", "$2.00", "250.0 × 90.0 × 40.0 mm", "It fails."):
        assert words in text
    assert "not saved as a quote" in text
    document.write(page, tmp_path / "quote.pdf")
    assert (tmp_path / "quote.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(OSError, match="No such file"):
        document.write(page, tmp_path / "gone" / "quote.pdf")


def test_tooling_has_lines_of_its_own_in_the_card_and_none_where_it_was_not_sent(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    foundry.extra = {"tooling": TOOLING, "total_with_tooling": 1293.0}
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    assert "Tooling, once: wax die  ·  $1,245.00  ·  $1,293.00 with tooling" in texts(workspace.card)
    assert TOOLING.sentence in texts(workspace.card)
    assert workspace.card._tooling.isVisible()
    assert workspace._curve_words.isVisible()
    workspace.card.save.click()
    qtbot.waitUntil(lambda: workspace.saved.topLevelItemCount() == 1)
    assert workspace.saved.topLevelItem(0).text(3) == "$1,293.00"  # what the order costs altogether
    assert all(one.with_tooling == pytest.approx(1293.0 / one.quantity) for one in workspace.curve._points)
    foundry.extra = {}
    workspace.card.quantity.setValue(3)
    priced(qtbot, workspace)
    assert not workspace.card._tooling.isVisible()


def test_a_lead_time_by_arrangement_is_no_number_of_days(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    foundry.extra = {"is_lead_time_by_arrangement": True}
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    assert "$48.00 for 1  ·  lead time by arrangement" in texts(workspace.card)
    assert cell(workspace, 1, LEAD_TIME) == "by arrangement"
    assert not workspace._curve_words.isVisible()


def test_a_metal_that_the_part_is_too_heavy_for_is_not_called_too_small(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    # 100 cm³: 0.27 kg of aluminum, 0.71 kg of iron; bronze is too small
    foundry.metals = tuple(replace(one, maximum_part_mass_kg=0.7) for one in MATERIALS)
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    assert [cell(workspace, row, UNIT_PRICE) for row in range(3)] == ["too large", "$48.00", "too heavy"]


def test_what_is_quoted_as_one_casting_is_said_once_the_analysis_knows_it(
    qtbot: QtBot, context: WindowContext, tmp_path: Path
) -> None:
    foundry = Foundry()
    workspace = shown(qtbot, context, foundry, tmp_path)
    priced(qtbot, workspace)
    n_asked = len(foundry.geometries)
    assert foundry.geometries[-1].form is None
    said = "Quoted as one casting, though the part is sheet metal."
    assert said not in texts(workspace.card)
    foundry.extra = {"notes": (said,)}
    measured = Geometry(volume_cm3=100, surface_area_cm2=300, bounding_box_mm=Box(x=250, y=90, z=40))
    form = PartForm(form="sheet", sentence="A bent sheet.")
    context._become(replace(parts.judged(), geometry=measured, form=form))
    qtbot.waitUntil(lambda: len(foundry.geometries) > n_asked)
    priced(qtbot, workspace)
    assert foundry.geometries[-1].form == "sheet"
    assert said in texts(workspace.card)


def test_the_curve_leaves_room_for_prices_with_tooling(qtbot: QtBot) -> None:
    curve = BreakCurve(LIGHT)
    qtbot.addWidget(curve)
    curve.resize(400, 240)
    curve.show_points((Point(1, 48.0, 96.0), Point(10, 12.0, 16.8)), 1, "USD")
    with_tooling, unit = curve.places_with_tooling(), curve.places()
    assert curve._frame().top() <= with_tooling[0].y() < unit[0].y()
    bottom = curve._frame().bottom()
    assert bottom - with_tooling[0].y() == pytest.approx(2 * (bottom - unit[0].y()))
    curve.show_points((Point(1, 48.0), Point(10, 12.0)), 1, "USD")
    assert curve.places_with_tooling() == ()


def test_the_page_says_tooling_lead_time_and_one_casting() -> None:
    said = "Quoted as one casting, though the part is an assembly of 7 bodies."
    extra = {"tooling": TOOLING, "total_with_tooling": 1525.0, "is_lead_time_by_arrangement": True}
    page = document.Page(
        file_name="lever.step",
        quote_id="q",
        material="Iron",
        finishes=(),
        quantity=20,
        geometry=GEOMETRY,
        price=Price(**price_of(Choice("iron", 20)), **extra, notes=(said,)),
        currency="USD",
        warning=None,
    )
    text = document.html(page)
    for words in (
        "Tooling, once",
        "wax die",
        "$1,245.00",
        "$1,525.00",
        TOOLING.sentence,
        said,
        "by arrangement, more than 9 days",
    ):
        assert words in text
    bare = document.html(dataclasses.replace(page, price=Price(**price_of(Choice("iron", 20)))))
    assert "Tooling" not in bare
    assert "9 days" in bare
    assert "arrangement" not in bare


@pytest.mark.parametrize(("name", "unit"), [("lever.stl", "in"), ("lever.step", None)])
def test_a_file_without_a_unit_is_quoted_in_the_one_that_was_chosen_for_it(
    qtbot: QtBot, context: WindowContext, tmp_path: Path, name: str, unit: str | None
) -> None:
    foundry, path = Foundry(), tmp_path / name
    path.write_text("ISO-10303-21;")
    context.connect_to(foundry)  # type: ignore[arg-type]
    context.session = Session(foundry, path, unit_of=lambda _: "in")  # type: ignore[arg-type]
    workspace = QuoteWorkspace(context, LIGHT)
    qtbot.addWidget(workspace)
    workspace.show()
    priced(qtbot, workspace)
    assert foundry.units == [unit]
