"""The report on paper says what the page says, on full pages of the size that was asked for."""

import dataclasses
import io
import re
from functools import cache

import numpy as np
import pypdf
import pytest
from reportlab.platypus import PageBreak

from engine import report
from engine.errors import InvalidOption
from engine.model.part import FaceId
from engine.model.rulepack import Severity
from engine.render import scene
from engine.report import gallery, paper
from engine.report.body_groups import BodyGroup
from tests.engine.report.paper import filled
from tests.support import analyses, layer_limits, small_pictures

POINTS_OF_PAPER = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}


def tray_with_fin(name="tray.step"):
    tray = analyses.tray(name=name)
    return analyses.with_features(tray, analyses.fin(tray))


@cache
def drawn():
    """Return the tray as it is lit, and the pictures of its layers, which are those of every report here."""
    tray = tray_with_fin()
    lit = scene.build(tray.assessed.prepared.mesh, with_soft_light=False)
    limits = {"thickness": layer_limits.judged(tray, fail=1.5, warn=2.5)}
    return lit, gallery.heatmap_views(lit, tray, limits, width=200)


def built(*findings, name="tray.step"):
    analysis = dataclasses.replace(tray_with_fin(name), verdicts=(analyses.verdict(*findings),))
    return report.build(analysis, *drawn(), name)


def thin_places():
    """Return findings at every flat face of the tray, none like another."""
    tray = analyses.tray()
    n = len(tray.assessed.prepared.part.faces)
    return [
        analyses.finding(
            Severity.FAIL if face % 2 else Severity.WARNING,
            fid=face,
            faces=(face,),
            value=1.0 + 0.1 * face,
            margin=-1.5 + 0.1 * face,
            witness=None,
        )
        for face in range(n)
    ]


@pytest.fixture(scope="module", autouse=True)
def _small_pictures():
    with small_pictures.drawn_and_fitted():
        yield


@pytest.fixture
def _laid_out_once():
    """For tests that do not ask how full pages are."""
    with small_pictures.drawn():
        yield


@pytest.fixture(scope="module")
def made():
    fin = analyses.fin(analyses.tray())
    return built(analyses.finding(fid=fin.fid, faces=fin.faces))


@pytest.fixture(scope="module")
def written(made) -> bytes:
    return paper.write(made)


def pages_of(content: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(content)).pages)


@cache
def text_of(content: bytes) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages_of(content)))


@pytest.fixture(scope="module")
def letter_in_inches(made) -> bytes:
    return paper.write(made, "letter", "in")


def test_pages_are_as_large_as_asked(written, letter_in_inches) -> None:
    for size, content in (("a4", written), ("letter", letter_in_inches)):
        for page in pages_of(content):
            width, height = POINTS_OF_PAPER[size]
            assert float(page.mediabox.width) == pytest.approx(width, abs=0.1)
            assert float(page.mediabox.height) == pytest.approx(height, abs=0.1)


def test_it_says_what_was_found_where_and_what_to_change(written) -> None:
    text = text_of(written)
    for described in (
        "tray.step",
        "120 × 80.0 × 30.0 mm",
        "1 body, 15 faces",
        "Can it be made?",
        "Fin 0 is 1.20 mm thick; investment casting needs at least 2.50 mm.",
        "1.20 ± 0.010 mm",
        "at least 2.50 mm",
        "−1.30 mm (−52 %)",
        "What to change: Thin metal freezes before the mold fills.",
        "Wall thickness",
        "fail below 1.5",
        "warn below 2.5",
        "1 Fin",
        "Not checked",
        "How it was measured",
    ):
        assert described in text, described


def test_in_inches_every_length_is_in_inches(letter_in_inches) -> None:
    text = text_of(letter_in_inches)
    for described in (
        "4.72 × 3.150 × 1.181 in",
        "0.0472 ± 0.0004 in",
        "at least 0.0984 in",
        "fail below 0.0591",
    ):
        assert described in text, described
    assert not re.search(r"\d mm\b", text)


@pytest.mark.usefixtures("_laid_out_once")
def test_every_issue_has_its_picture_and_nothing_is_cropped() -> None:
    report_of_many = built(*thin_places())
    pages = pages_of(paper.write(report_of_many))
    pictures = [image.image for page in pages for image in page.images]
    shown = [
        entry
        for chapter in report_of_many.chapters
        for section in chapter.sections
        for entry in (section.first, *section.next)
    ]
    drawn = [entry.closeup.image for entry in shown if entry.closeup is not None]
    maps = [image for one in report_of_many.maps for image, _ in one.pictures]
    assert len(drawn) > 6
    assert len(pictures) == len(drawn) + len(maps) + 1
    shapes = {round(image.width / image.height, 1) for image in (*drawn, *maps)}
    assert {round(image.width / image.height, 1) for image in pictures} <= shapes


def with_walls(report_of_tray, count):
    """Return a report that lists so many walls."""
    (table,) = report_of_tray.kinds
    rows = tuple((str(face), *table.rows[0][1:]) for face in range(count))
    return dataclasses.replace(report_of_tray, kinds=(dataclasses.replace(table, rows=rows, count=count),))


@pytest.mark.parametrize(
    ("size", "units", "n_walls", "n_issues"),
    [
        ("a4", "mm", 1, 0),
        ("letter", "in", 25, 0),
        ("a4", "mm", 25, 1),
        ("letter", "in", 1, 1),
        ("a4", "mm", 1, 5),
        ("letter", "in", 25, 5),
        ("a4", "mm", 25, 14),
        ("letter", "in", 1, 14),
    ],
)
def test_no_page_is_half_empty(size, units, n_walls, n_issues) -> None:
    """Every two of paper, walls and issues are there together."""
    made = with_walls(of_issues(n_issues), n_walls)
    *others, last = filled.lowest_marks(paper.write(made, size, units))
    assert min(others, default=1.0) >= filled.LEAST
    assert last >= filled.LEAST_OF_LAST


@cache
def of_issues(count: int):
    return built(*thin_places()[:count])


def test_a_page_that_is_left_early_is_seen_by_the_measure(made, monkeypatch) -> None:
    monkeypatch.setattr(paper.story.overview, "processes", lambda *_: [PageBreak()])
    assert filled.lowest_marks(paper.write(made))[0] < filled.LEAST


BOLTS = BodyGroup(
    "M6 <bolt>",
    np.array([25.4, 10.0, 10.0]),
    ((FaceId(0),), (FaceId(1),)),
    {"Casting · Sand": Severity.FAIL},
    {"Casting": Severity.FAIL, "CNC machining": Severity.PASS},
)


@pytest.mark.usefixtures("_laid_out_once")
def test_the_bodies_of_an_assembly_are_listed_with_their_count_and_what_makes_them(made, written) -> None:
    text = text_of(paper.write(dataclasses.replace(made, bodies=(BOLTS,)), units="in"))
    assert re.search(r"M6 <bolt> 2 1\.000 × 0\.394 × 0\.394 in \S Fail Casting .*Pass CNC machining", text)
    assert "Bodies" not in text_of(written).replace("Bodies, faces", "")


@pytest.mark.usefixtures("_laid_out_once")
def test_what_a_message_enumerates_is_listed_below_it_and_folded_after_a_few() -> None:
    steps = "; ".join(f"setup {at}, from +X, is needed for hole {at}" for at in range(2, 11))
    message = f"Turned to 10 orientations. S{steps[1:]}."
    text = text_of(paper.write(built(dataclasses.replace(analyses.finding(), message=message))))
    said = "Turned to 10 orientations. · Setup 2, from +X, is needed for hole 2 · Setup 3"
    assert said in text
    assert "· Setup 4, from +X, is needed for hole 4 And 6 more; the result file lists them all." in text
    assert "hole 5" not in text


def test_a_hundred_kinds_of_bodies_take_a_page_and_not_a_dozen(made, written) -> None:
    packs = {"Casting": Severity.FAIL, "CNC machining": Severity.PASS, "Sheet metal": Severity.WARNING}
    kinds = [dataclasses.replace(BOLTS, name=f"bolt {at}", severity_of_pack=packs) for at in range(100)]
    last = dataclasses.replace(BOLTS, name="nut", severity_of_pack=dict.fromkeys(packs, Severity.FAIL))
    n_without = len(pages_of(written))
    differing = paper.write(dataclasses.replace(made, bodies=(*kinds, last)))
    assert len(pages_of(differing)) <= n_without + 1
    text = text_of(differing)
    assert "nut" in text, "what fails everywhere is listed first"
    assert "bolt 18" in text
    assert "bolt 19" not in text
    assert "And 81 more; the result file lists them all." in text
    alike = text_of(paper.write(dataclasses.replace(made, bodies=tuple(kinds))))
    said = "judged alike. Fails: Casting. Warns: Sheet metal. Passes: CNC machining."
    assert said in alike
    assert alike.count("Sheet metal") == text_of(written).count("Sheet metal") + 1
    assert said not in text


def test_pages_are_numbered_and_chapters_are_in_the_outline(written) -> None:
    reader = pypdf.PdfReader(io.BytesIO(written))
    n = len(reader.pages)
    for at, page in enumerate(reader.pages):
        assert f"{at + 1} of {n}" in page.extract_text()
    titles = [each.title for each in reader.outline if not isinstance(each, list)]
    assert titles[0] == "Can it be made?"
    assert {"Features", "Not checked", "How it was measured"} <= set(titles)
    assert reader.metadata.title == "tray.step – manufacturability"


def test_the_same_report_is_the_same_bytes(made, written) -> None:
    assert paper.write(made) == written


@pytest.mark.usefixtures("_laid_out_once")
def test_notes_on_accepted_issues_are_a_table_and_none_are_none(made, written) -> None:
    note = paper.Note("Casting, sand", "Minimum wall", "The fin is thin.", "Agreed with <the> foundry & us")
    text = text_of(paper.write(made, notes=[note]))
    assert "Accepted issues" in text
    assert "Agreed with <the> foundry & us" in text
    assert "Accepted issues" not in text_of(written)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("a5", "mm"), "paper is 'a5'; it can be a4 or letter"),
        (("a4", "cm"), "units is 'cm'; it can be mm or in"),
    ],
)
def test_other_papers_and_units_are_refused(made, asked, sentence) -> None:
    with pytest.raises(InvalidOption, match=re.escape(sentence)):
        paper.write(made, *asked)


OTHERS = ("корпус Ø20.step", "齿轮箱.step", "ハウジング.step", "a" * 200, "🔧.step")


@pytest.mark.usefixtures("_laid_out_once")
@pytest.mark.parametrize(
    ("name", "shown"),
    [("<b>bold</b> & <br/>.step", "<b>bold</b> & <br/>.step"), (" and ".join(OTHERS), "корпус Ø20.step")],
)
def test_any_name_can_be_printed(name, shown) -> None:
    text = text_of(paper.write(built(analyses.finding(message=name), name=name)))
    assert text.count(shown) > 1
