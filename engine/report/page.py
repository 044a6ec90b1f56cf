"""The page: one self-contained file about one part, with the part in it, for whoever has to change it."""

import base64
import hashlib
import io
from functools import cache, partial
from importlib.resources import files

import jinja2
from markupsafe import Markup
from PIL import Image, WebPImagePlugin  # noqa: F401 - else Pillow loads all its formats to write one

import resources
from engine.report import body_groups, explanations, gallery, inches, legend_drawing, wording
from engine.report.document import Report
from engine.report.shape import Shape
from engine.stages import available

FOLDER = files("engine.report")
QUALITY = 86
"""Of the pictures, of 100: lines and shades stay clean, at a fourth of the size without loss."""
MOST_NAMED = 40
"""Faces that no feature explains, by their numbers."""


def write(report: Report, carried: Shape | None, units: str = inches.METRIC) -> str:
    """Write the page.

    Parameters
    ----------
    carried
        The part, for the viewer; None: pictures alone.
    units
        `mm` or `in`, at first; the reader can change it.

    Returns
    -------
    str
        HTML that needs no other file. Every name in it is escaped. Without scripts, or without WebGL, its
        pictures say what the viewer would show.
    """
    analysis = report.analysis
    body = _template().render(
        title=report.title,
        analysis=analysis,
        part=analysis.assessed.prepared.part,
        facts=tuple(explanations.facts(report)),
        chapters=report.chapters,
        targets=report.targets,
        most_closeups=gallery.MOST_CLOSEUPS,
        hero=report.hero,
        maps=report.maps,
        kinds=report.kinds,
        patterns=available(lambda: analysis.assessed.patterns),
        bodies=body_groups.listing(report.bodies),
        about_bodies=explanations.bodies(report),
        unchecked=report.unchecked,
        unchecked_in_words=explanations.unchecked(report, MOST_NAMED),
        measured_in_words=tuple(explanations.measured(report)),
        remark=partial(explanations.remark, report),
    )
    scripts = (
        [resources.path(name).read_text("utf-8") for name in resources.REPORT_SCRIPTS]
        if carried is not None
        else []
    )
    return _frame().render(
        style=(FOLDER / "page.css").read_text("utf-8"),
        title=report.title,
        body=Markup(inches.in_both(body, units)),
        units=units,
        shape=carried,
        scripts=scripts,
        digests=[digest(script) for script in scripts],
    )


def digest(script: str) -> str:
    """Return what a content policy names a script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def warm() -> None:
    """Compile both templates ahead of the first page."""
    _template()
    _frame()


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {
        "number": wording.number,
        "measured": wording.measured,
        "limit": wording.limit,
        "margin": wording.margin,
        "picture": address,
        "in_label": _label,
        "legend": legend_drawing.write,
    }
    environment.globals |= {
        "WORD_OF_SEVERITY": wording.WORD_OF_SEVERITY,
        "VERB_OF_SEVERITY": wording.VERB_OF_SEVERITY,
        "counted": wording.counted,
        "sides": wording.sides,
        "counts_in_words": wording.counts_in_words,
        "split_enumeration": wording.split_enumeration,
        "folded": wording.folded,
        "and_more": wording.and_more,
        "limits_in_words": explanations.limits,
        "bare": _bare,
    }
    return environment


@cache
def _template() -> jinja2.Template:
    """Return the template of what is read; a worker compiles it once."""
    return _environment().from_string((FOLDER / "page.html").read_text("utf-8"))


@cache
def _frame() -> jinja2.Template:
    """Return the template of what is round it."""
    return _environment().from_string((FOLDER / "frame.html").read_text("utf-8"))


def _bare(number: str, unit: str) -> Markup:
    """Return a number or a heading of a column whose unit stands elsewhere, with what it is in inches."""
    if unit not in inches.IN_INCHES:
        return Markup.escape(number)
    other = inches.column(number, unit) if unit in number else inches.bare(number, unit)
    return Markup('<span data-in="{}">{}</span>').format(other, number)


def _label(text: str) -> Markup:
    """Return the label of a pattern, with what it is in inches."""
    return Markup('<span data-in="{}">{}</span>').format(inches.label(text), text)


def address(image: Image.Image) -> str:
    """Return a picture as a data address."""
    file = io.BytesIO()
    image.save(file, "WEBP", quality=QUALITY, method=4)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()
