"""The page can be forwarded: complete, self-contained, safe, worst first."""

import base64
import dataclasses
import hashlib
import io
import json
import re
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pytest
from PIL import Image

import resources
from engine import report
from engine.model.arrays import frozen
from engine.model.order import ProcessOrder, RankedConfiguration
from engine.model.part import BodyId
from engine.model.pattern import Pattern, PatternForm
from engine.model.rulepack import FormFit, Severity
from engine.render import scene
from engine.report import gallery
from engine.report import page as page_module
from tests.support import analyses, layer_limits

pytestmark = pytest.mark.usefixtures("small_pictures")

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(2)">&amp;'


class Elements(HTMLParser):
    """Collects what a browser would make of the page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text, self.attributes, self.open = [], "", [], []
        self.scripts, self.blocks = [], {}
        self._block = None
        self.feed(page)
        assert self.open == [], "not all elements are closed"

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "script":
            self._block = dict(attrs).get("id")
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            if self._block is None:
                self.scripts.append(data)
            else:
                self.blocks[self._block] = data
        elif self.open and self.open[-1] != "style":
            self.text += data


def ours() -> list[str]:
    """Return the scripts that we ship for the page."""
    return [resources.path(name).read_text("utf-8") for name in resources.REPORT_SCRIPTS]


@cache
def drawn(assessed):
    """Return a tray as it is lit, and the pictures of its layers, which are those of all its pages."""
    tray = dataclasses.replace(analyses.tray(), assessed=assessed)
    lit = scene.build(assessed.prepared.mesh, with_soft_light=False)
    limits = {"thickness": layer_limits.judged(tray, fail=1.5, warn=2.5)}
    return lit, gallery.heatmap_views(lit, tray, limits, width=160)


def page_of(analysis, filename="tray.step"):
    return report.write(analysis, *drawn(analysis.assessed), filename)


@cache
def tray_with_fin(name):
    tray = analyses.tray(name=name)
    return analyses.with_features(tray, analyses.fin(tray))


def judged(*findings, name="tray", **changes):
    return dataclasses.replace(tray_with_fin(name), verdicts=(analyses.verdict(*findings),), **changes)


@pytest.fixture(scope="module")
def page():
    tray = analyses.tray()
    fin = analyses.fin(tray)
    return page_of(judged(analyses.finding(fid=fin.fid, faces=fin.faces)))


def test_a_hostile_name_is_shown_and_not_run() -> None:
    finding = analyses.finding(message=HOSTILE, advice=HOSTILE)
    shown = Elements(page_of(judged(finding, name=HOSTILE), filename=HOSTILE))
    assert shown.scripts == ours()
    assert set(shown.blocks) == {"shape-facts", "shape-data"}
    assert not [name for name, _ in shown.attributes if name.startswith("on")]
    assert shown.text.count(HOSTILE) >= 4


def test_the_page_needs_nothing_from_elsewhere(page) -> None:
    sources = [
        value for name, value in Elements(page).attributes if name in ("src", "href", "srcset", "xlink:href")
    ]
    assert len(sources) > 8
    for source in sources:
        assert source.startswith(("data:image/webp;base64,", "#")), source[:60]
    without_scripts = page
    for script in ours():
        without_scripts = without_scripts.replace(script, "")
    assert not re.search(r"https?:|@import|url\(", without_scripts)


def test_the_page_lets_a_browser_run_our_scripts_and_load_nothing(page) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in ours()]
    assert rules == {
        "default-src": "'none'",
        "img-src": "data:",
        "style-src": "'unsafe-inline'",
        "script-src": " ".join(f"'sha256-{digest}'" for digest in digests),
    }


def test_a_page_without_its_part_runs_nothing_and_keeps_its_pictures() -> None:
    analysis = judged(analyses.finding())
    built = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    made = page_module.write(report.build(analysis, built, ()), None)
    assert Elements(made).scripts == []
    assert "script-src" not in made
    assert 'alt="Close-up of Minimum wall thickness' in made


def test_quantities_carry_what_they_are_in_inches_and_the_other_way_about() -> None:
    analysis = judged(analyses.finding())
    built = scene.build(analysis.assessed.prepared.mesh, with_soft_light=False)
    made = report.build(analysis, built, ())
    metric, imperial = page_module.write(made, None), page_module.write(made, None, "in")
    assert '<span data-in="4.72 × 3.150 × 1.181 in">120 × 80.0 × 30.0 mm</span>' in metric
    assert (
        '<span data-in="4.72 × 3.150 × 1.181 in" data-mm="120 × 80.0 × 30.0 mm">'
        "4.72 × 3.150 × 1.181 in</span>" in imperial
    )
    assert ("4.72 × 3.150 × 1.181 in" in Elements(metric).text, "120 × 80.0" in Elements(imperial).text) == (
        False,
        False,
    )


def test_places_of_the_page_lead_to_the_part(page) -> None:
    shown = Elements(page)
    led = {value for name, value in shown.attributes if name == "data-fly"}
    targets = json.loads(shown.blocks["shape-facts"])["targets"]
    assert led == set(targets)
    assert {"issue-1", f"face-{analyses.fin(analyses.tray()).fid}"} <= led


def test_every_link_leads_somewhere(page) -> None:
    shown = Elements(page)
    anchors = {value for name, value in shown.attributes if name == "id"}
    links = [value[1:] for name, value in shown.attributes if name == "href"]
    assert links
    assert set(links) <= anchors


def test_the_pictures_are_pictures(page) -> None:
    for found in re.findall(r'src="data:image/webp;base64,([^"]+)"', page):
        assert Image.open(io.BytesIO(base64.b64decode(found))).size[0] > 50


def test_the_header_says_the_parts_facts(page) -> None:
    text = Elements(page).text
    for fact in ("tray.step", "120 × 80.0 × 30.0 mm", "89.6 cm³", "436 cm²", "1 body, 15 faces", "+Z"):
        assert fact in text, fact


def test_a_finding_is_reported_with_value_limit_margin_and_advice_and_shown(page) -> None:
    text = Elements(page).text
    for described in (
        "1.20 ± 0.010 mm",
        "at least 2.50 mm",
        "−1.30 mm (−52 %)",
        "Thin metal freezes before the mold fills.",
        "Fin 0 is 1.20 mm thick; investment casting needs at least 2.50 mm.",
    ):
        assert described in text, described
    assert 'alt="Close-up of Minimum wall thickness' in page
    assert "Too close to call" not in text


def test_what_a_message_enumerates_is_a_list_that_is_folded_after_a_few() -> None:
    steps = "; ".join(f"setup {at}, from +X, is needed for hole {at}" for at in range(2, 11))
    page = page_of(judged(analyses.finding(message=f"Turned to 10 orientations. S{steps[1:]}.")))
    said, folded = page.split('<p class="said">')[1].split("</details>")[0].split("<details>")
    assert said.startswith("Turned to 10 orientations.</p>")
    assert [len(re.findall("<li>", each)) for each in (said, folded)] == [3, 6]
    assert "<li>Setup 10, from +X, is needed for hole 10</li>" in folded
    assert "<summary>6 more</summary>" in folded


def test_worse_findings_stand_above_milder_ones() -> None:
    findings = [
        analyses.finding(Severity.WARNING, message="a warning", fid=1, faces=(1,)),
        analyses.finding(message="a near miss", fid=2, faces=(2,), margin=-0.1, value=2.4),
        analyses.finding(message="far off", fid=3, faces=(3,), margin=-2.0, value=0.5),
    ]
    text = re.sub(r"\s+", " ", Elements(page_of(judged(*findings))).text)
    assert "fails at 2 places, warns at 1 place" in text
    places = [text.index(described) for described in ("far off", "2.40 ± 0.010 mm", "1.20 ± 0.010 mm")]
    assert places == sorted(places)
    assert text.index("face 3") < text.index("face 2") < text.index("face 1")


def thin_places(severity=Severity.FAIL, count=6):
    """Return as many findings, none like another."""
    tray = analyses.tray()
    points = [(0, 40, 15), (120, 40, 15), (60, 0, 15), (60, 80, 15), (60.0, 40, 15), (60, 40, 0)][:count]
    return [
        analyses.finding(
            severity,
            fid=(fid := analyses.face_at(tray, point)),
            faces=(fid,),
            location=frozen(point),
            value=1.0 + 0.1 * at,
            margin=-1.5 + 0.1 * at,
            witness=None,
        )
        for at, point in enumerate(points)
    ]


@pytest.fixture(scope="module")
def of_thin_places():
    return page_of(judged(*thin_places()))


def closeups_of(page):
    return re.findall(r'alt="Close-up', page)


def test_every_failing_place_has_its_close_up_and_of_warnings_the_worst(of_thin_places) -> None:
    assert len(closeups_of(of_thin_places)) == 6
    assert len(closeups_of(page_of(judged(*thin_places(Severity.WARNING))))) == 1


def test_failing_places_that_the_page_has_no_picture_for_are_counted(of_thin_places, monkeypatch) -> None:
    monkeypatch.setattr(gallery, "MOST_CLOSEUPS", 4)
    page = page_of(judged(*thin_places()))
    assert len(closeups_of(page)) == 4
    assert "2 failing places here without a picture: the page draws the 4 worst of the part." in page
    assert "without a picture" not in of_thin_places


def test_what_every_rule_asked_is_reported_with_its_source_passes_among_them() -> None:
    def described(*findings):
        made = analyses.verdict(*findings)
        rule = dataclasses.replace(made.configurations[0].rules[0], source="Foundry guides, table 3.")
        configuration = dataclasses.replace(made.configurations[0], rules=(rule,))
        pack = dataclasses.replace(made, configurations=(configuration,))
        return Elements(page_of(dataclasses.replace(judged(), verdicts=(pack,)))).text

    failing, passing = described(analyses.finding()), described()
    assert failing.count("Foundry guides, table 3.") == 2
    assert "Source of the limit: Foundry guides, table 3." in failing
    assert passing.count("Foundry guides, table 3.") == 1
    assert "Every wall is thick enough." in passing


def test_what_is_too_close_to_call_is_said_to_be() -> None:
    text = Elements(page_of(judged(analyses.finding(is_decided=False)))).text
    assert "Too close to call" in text


def test_what_was_not_checked_is_said_with_the_reason() -> None:
    made = analyses.verdict(analyses.finding())
    rule = dataclasses.replace(
        made.configurations[0].rules[0], n_skipped=3, reason="3 walls are too rough to measure"
    )
    configuration = dataclasses.replace(made.configurations[0], rules=(rule,))
    pack = dataclasses.replace(made, configurations=(configuration,))
    text = Elements(page_of(dataclasses.replace(judged(), verdicts=(pack,)))).text
    assert "3 walls are too rough to measure" in text


def behind_gates(*are_closed):
    """Return the page of a pack of three rules, the first of them a gate; one configuration for each entry.

    One of the rules behind the gate fails, the other does not apply.
    """
    made = analyses.verdict(analyses.finding()).configurations[0]
    (thin,) = made.rules
    gate = dataclasses.replace(thin, key="applicability", name="Applicability", message="It is no sheet.")
    idle = dataclasses.replace(
        analyses.verdict().configurations[0].rules[0],
        key="depth",
        name="Depth of holes",
        reason="There is no hole.",
        is_applicable=False,
    )
    verdicts = tuple(
        dataclasses.replace(
            made,
            key=f"c{at}",
            name=f"c{at}",
            gate="applicability" if is_closed else "",
            rules=(gate, thin, idle),
        )
        for at, is_closed in enumerate(are_closed)
    )
    pack = dataclasses.replace(analyses.verdict(), configurations=verdicts)
    return page_of(dataclasses.replace(judged(), verdicts=(pack,)))


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", Elements(page).text)


def folded_of(page: str) -> str:
    """Return the words of the fold behind a gate that failed; empty where there is none."""
    folds = re.findall(r"<details>.*?</details>", page, re.DOTALL)
    return " ".join(text_of(fold) for fold in folds if "more rules judged" in fold)


def articles_of(page: str) -> list[str]:
    return [text_of(one) for one in re.findall(r"<article.*?</article>", page, re.DOTALL)]


def test_behind_a_gate_that_failed_all_rules_are_folded_and_counted() -> None:
    page = behind_gates(True, True)
    (article,) = articles_of(page)
    assert "Applicability" in article
    folded = folded_of(page)
    assert folded.count("2 more rules judged: 1 fails") == 1
    assert "Minimum wall thickness" in folded
    assert "Depth of holes" in folded
    assert folded.count("nothing to check") == 2
    assert text_of(page).count("Minimum wall thickness") == 1
    assert text_of(page).count("Does not suit the part; 2 more rules judged: 1 fails") == 2
    assert "There is no hole." not in text_of(page).partition("Not checked")[2]


def test_a_configuration_whose_gate_is_open_is_reported_in_full_beside_one_that_is_folded() -> None:
    page = behind_gates(True, False)
    assert sorted(article.split(" fails at")[0] for article in articles_of(page)) == [
        " Fail Applicability",
        " Fail Minimum wall thickness",
    ]
    assert "c1: fails" in articles_of(page)[1]
    assert "c0: fails" not in next(one for one in articles_of(page) if "Minimum wall" in one)
    assert text_of(page).count("folded below") == 2
    assert "Minimum wall thickness" in folded_of(page)


def test_nothing_is_folded_where_no_gate_failed() -> None:
    page = behind_gates(False, False)
    assert folded_of(page) == ""
    assert len(articles_of(page)) == 2


def test_faces_that_no_feature_explains_are_named() -> None:
    analysis = judged()
    unexplained = analysis.assessed.recognition.unexplained_faces
    text = Elements(page_of(analysis)).text
    assert f"No recognized feature explains {len(unexplained)} faces, 25 % of the surface" in text
    assert f"did not look there: {', '.join(str(face) for face in unexplained)}." in text


def test_every_pack_and_configuration_has_its_verdict_the_best_first() -> None:
    packs = tuple(
        analyses.verdict(*findings, pack=pack, configuration=configuration)
        for pack, configuration, findings in (
            ("casting", "sand", [analyses.finding()]),
            ("additive", "dmls", [analyses.finding(Severity.WARNING)]),
            ("cnc", "3-axis", []),
        )
    )
    best_first = (("cnc", "3-axis"), ("additive", "dmls"), ("casting", "sand"))
    ranked = tuple(
        RankedConfiguration(*keys, misfit, "", FormFit.POSSIBLE, 0, 0.0, 0, (), "")
        for keys, misfit in zip(best_first, ("", "", "Does not fit: it is too long."), strict=True)
    )
    order = ProcessOrder(ranked, "Cnc is first: nothing fails.")
    page = page_of(dataclasses.replace(judged(), verdicts=packs, order=order))
    assert "Cnc is first: nothing fails." in page
    assert page.count("Does not fit: it is too long.") == 1
    chips = re.findall(r'class="chip (\w+)"><span class="name">([^<]+)<', page)
    assert chips == [("pass", "3-axis"), ("warning", "Dmls"), ("fail", "Sand")]


def test_a_rule_with_nothing_to_check_is_no_pass() -> None:
    made = analyses.verdict()
    passed = made.configurations[0].rules[0]
    idle = dataclasses.replace(passed, key="depth", is_applicable=False, reason="There is no hole.")
    counts = {Severity.PASS: 2}

    def described(*rules) -> str:
        judged_ = dataclasses.replace(made.configurations[0], rules=rules, count_of_severity=counts)
        pack = dataclasses.replace(made, configurations=(judged_,))
        return page_of(dataclasses.replace(judged(), verdicts=(pack,)))

    assert ">0 fail, 0 warn, 1 pass. 1 with nothing to check.<" in described(passed, idle)
    assert ">0 fail, 0 warn, 2 pass. <" in described(passed, dataclasses.replace(passed, key="depth"))


def test_features_are_listed_by_kind_with_their_dimensions(page) -> None:
    text = re.sub(r"\s+", " ", Elements(page).text)
    assert "1 Fin" in text
    assert "thickness, mm" in text
    assert re.search(r"1\.20 ?22\.0 ?70\.0", text)


def test_patterns_are_reported_as_on_a_drawing() -> None:
    analysis = judged()
    pattern = Pattern(
        form=PatternForm.MIRRORED,
        kind="FIN",
        features=(0,),
        body=BodyId(0),
        label="2 × fin 1.2, mirrored",
        center=np.zeros(3),
        directions=np.zeros((0, 3)),
        uncertainty_mm=0.0,
    )
    described = dataclasses.replace(
        analysis, assessed=dataclasses.replace(analysis.assessed, patterns=(pattern,))
    )
    assert "2 × fin 1.2, mirrored" in Elements(page_of(described)).text
    assert "mirrored" not in Elements(page_of(analysis)).text


def test_the_limits_of_the_colors_are_named(page) -> None:
    assert "Limits of Casting · Investment" in Elements(page).text


def test_a_part_without_verdicts_or_features_still_makes_a_page() -> None:
    text = Elements(page_of(analyses.tray())).text
    assert "None were recognized." in text
    assert "Can it be made?" not in text


def test_the_same_analysis_gives_the_same_page() -> None:
    analysis = judged(analyses.finding())
    first = page_of(analysis)
    drawn.cache_clear()
    assert page_of(analysis) == first
