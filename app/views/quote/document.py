"""A quote as a page to hand on."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.client.casting import CastGeometry, Price
from app.state import size_words
from app.state.money import spelled
from app.views import paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Everything that stands on it."""

    file_name: str
    quote_id: str | None
    """None: of a price that no quote was saved for."""
    material: str
    finishes: tuple[str, ...]
    quantity: int
    geometry: CastGeometry | None
    price: Price
    currency: str | None
    warning: str | None


def write(page: Page, path: Path) -> None:
    """Write the page as PDF; raises OSError where the file cannot be written."""
    path.open("wb").close()  # Qt reports nothing that goes wrong
    document = paper.blank()
    document.setHtml(html(page))
    paper.write(document, path, page.file_name)


def html(page: Page) -> str:
    """Return the page in the plain HTML that Qt lays out."""
    costs = page.price.breakdown
    title = _tr("Quote") if page.quote_id else _tr("Price, not saved as a quote")
    rows = [
        (_tr("Metal"), page.material),
        (_tr("Post-processing"), ", ".join(page.finishes) or _tr("none")),
        (_tr("Quantity"), f"{page.quantity:,}"),
        *_size(page.geometry),
        (_tr("Lead time"), _lead_time(page.price)),
    ]
    amounts = [
        (_tr("Metal"), costs.metal_cost),
        (_tr("Ceramic shell"), costs.shell_cost),
        (_tr("Labor"), costs.labor_cost),
        (_tr("Post-processing"), costs.post_processing_cost),
        (_tr("Margin"), costs.margin),
    ]
    prices = [(name, spelled(amount, page.currency)) for name, amount in amounts]
    prices.append((f"<b>{_tr('One part')}</b>", f"<b>{spelled(page.price.unit_price, page.currency)}</b>"))
    total = _tr("{n} parts").format(n=f"{page.quantity:,}")
    prices.append((f"<b>{total}</b>", f"<b>{spelled(page.price.total_price, page.currency)}</b>"))
    said = (*page.price.notes, *filter(None, [page.warning]))
    notes = "".join(f"<p>{escape(note)}</p>" for note in said)
    number = f"<p class='muted'>{_tr('Number')} {escape(page.quote_id)}</p>" if page.quote_id else ""
    return (
        f"<h1>{title}</h1><h2>{escape(page.file_name)}</h2>{number}"
        f"{_table((name, escape(value)) for name, value in rows)}"
        f"<h3>{_tr('What one part costs')}</h3>{_table(prices)}"
        f"{_tooling(page.price, page.currency)}{notes}"
    )


def _lead_time(price: Price) -> str:
    if price.is_lead_time_by_arrangement:
        return _tr("by arrangement, more than {n} days").format(n=price.lead_time_days)
    return _tr("{n} days").format(n=price.lead_time_days)


def _tooling(price: Price, currency: str | None) -> str:
    """Return what making the patterns costs, which is charged once; nothing where it was not sent."""
    tooling = price.tooling
    if tooling is None:
        return ""
    rows = [(escape(tooling.name), spelled(tooling.cost, currency))]
    if price.total_with_tooling is not None:
        total = spelled(price.total_with_tooling, currency)
        rows.append((f"<b>{_tr('Order with tooling')}</b>", f"<b>{total}</b>"))
    return f"<h3>{_tr('Tooling, once')}</h3>{_table(rows)}<p>{escape(tooling.sentence)}</p>"


def _size(geometry: CastGeometry | None) -> list[tuple[str, str]]:
    if geometry is None:
        return []
    return [
        (_tr("Size"), size_words.sides(geometry.sides_mm)),
        (_tr("Volume"), size_words.volume(geometry.volume_cm3)),
    ]


def _table(rows: Iterable[tuple[str, str]]) -> str:
    lines = "".join(f"<tr><td>{name}</td><td align='right'>{value}</td></tr>" for name, value in rows)
    return f"<table width='100%' cellspacing='0'>{lines}</table>"


def _tr(text: str) -> str:
    return QCoreApplication.translate("QuotePage", text)
