"""A batch as one page to forward: every part with its portrait, its verdicts side by side, and why."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from app.state import batch_rows, size_words
from app.state.batch_rows import Judgment, Offered
from app.state.session import Session
from app.state.suitability import Suit
from app.views.batch import verdict_words

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1b1f24; --faint: #545e68; --line: #d3d8de;
  --fail: #c62828; --warning: #a65500; --pass: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --ground: #181b20; --ink: #e6e9ed; --faint: #a0a9b4;
  --line: #3a414b; --fail: #ff7b72; --warning: #e3a13c; --pass: #6cc070; } }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem; background: var(--ground); color: var(--ink); }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } p { margin: 0 0 1rem; color: var(--faint); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .7rem; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--ground); vertical-align: bottom; }
img { width: 150px; height: 100px; border-radius: 4px; background: #fff; display: block; }
td { min-width: 6rem; } td.name { font-weight: 600; overflow-wrap: anywhere; } td.why { min-width: 15rem; }
small { display: block; font-weight: 400; color: var(--faint); }
.fail { color: var(--fail); } .warning { color: var(--warning); } .pass { color: var(--pass); }
.out { color: var(--faint); }
@media print { th { position: static; } tr { break-inside: avoid; } }
"""


def html(
    parts: Sequence[Session], processes: Sequence[Offered], portraits: Mapping[Session, bytes], date: str
) -> str:
    """Return the page, its rows in the order given; nothing in it is loaded from elsewhere."""
    heads = ["", _tr("Part"), _tr("Suits best"), _tr("Why"), *(one.variant or one.pack for one in processes)]
    judged = {part: batch_rows.judgment(part) for part in parts}
    n_failed = sum(batch_rows.urgency_of_part(part, judged[part])[0] <= batch_rows.FAILS for part in parts)
    lead = _tr("{n} parts, {failing} of them fail or could not be judged. {date}").format(
        n=len(parts), failing=n_failed, date=date
    )
    rows = "".join(
        f"<tr>{''.join(_cells(part, judged[part], processes, portraits.get(part)))}</tr>" for part in parts
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(_tr("Batch of parts"))}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(_tr('Batch of parts'))}</h1><p>{escape(lead)}</p>"
        f'<div class="scroll"><table><thead><tr>{"".join(f"<th>{escape(one)}</th>" for one in heads)}</tr>'
        f"</thead><tbody>{rows}</tbody></table></div></html>\n"
    )


def _cells(
    part: Session, judged: Judgment | None, processes: Sequence[Offered], portrait: bytes | None
) -> Iterable[str]:
    image = ""
    if portrait is not None:
        data = base64.b64encode(portrait).decode("ascii")
        image = f'<img src="data:image/png;base64,{data}" alt="{escape(part.path.name)}">'
    yield f"<td>{image}</td>"
    yield f'<td class="name">{escape(part.path.name)}{_facts(part)}</td>'
    if judged is None:
        words = _tr("Not judged") if part.now.failure is not None else _tr("Not judged yet")
        yield f'<td class="{"fail" if part.now.failure is not None else "out"}">{escape(words)}</td>'
    else:
        yield _verdict(judged.best, with_label=True)
    yield f'<td class="why">{escape(batch_rows.reason(part, judged))}</td>'
    for one in processes:
        yield _verdict(None if judged is None else judged.under(one.process), with_label=not one.variant)


def _facts(part: Session) -> str:
    """Return size and form, below the name."""
    result = part.now.result
    if result is None:
        return ""
    words = []
    if result.geometry is not None:
        words.append(size_words.sides(result.geometry.sides_mm))
        words.append(size_words.volume(result.geometry.volume_cm3))
    if result.form is not None:
        words.append(result.form.form)
    return f"<small>{escape(', '.join(words))}</small>"


def _verdict(suit: Suit | None, *, with_label: bool) -> str:
    if suit is None:
        return "<td></td>"
    words = verdict_words.of_suit(suit, with_label=with_label)
    if suit.is_out:
        return f'<td class="out">{escape(words)}</td>'
    mark = {"fail": "✕", "warning": "▲", "pass": "✓"}[suit.severity]
    return f'<td class="{suit.severity}">{mark} {escape(words)}</td>'


def _tr(text: str) -> str:
    return QCoreApplication.translate("BatchPage", text)
