"""The page in a real browser: the part is there, turns, is cut, leads to places, and needs no network."""

import io
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import resources
from engine import tasks
from engine.progress import Progress
from server.storage import content_policy
from tests.support import chromium, draw, small_pictures
from tests.support.chromium import Page

pytestmark = [
    pytest.mark.skipif(chromium.EXECUTABLE is None, reason="there is no Chromium on this machine"),
    pytest.mark.usefixtures("coarse_hollows"),
]

WIDE, HIGH = 1400, 900
DENSITY = 0.5
"""Pixels a point: the processor draws the part, a quarter of it as it would be on a screen."""
MAX_EDGE_MM, MOST_BYTES = 8.0, 4_500_000
"""Left alone, the sample has twice the triangles and larger pictures; its page is a megabyte larger, and six
may be had."""


def analyzed(file: Path, folder: Path, *packs: str, curvature: float | None = None) -> Path:
    """Analyze a part, and return its page; its pictures are small, and what is printed is laid out once."""
    arguments: dict[str, Any] = {
        "file": str(file),
        "folder": str(folder),
        "max_edge_mm": MAX_EDGE_MM,
        "curvature": curvature,
        "pull": "cardinal",
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "packs": list(packs),
    }
    with small_pictures.drawn():
        tasks.analyze(arguments, Progress())
    return folder / "report.html"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Analyze the sample part, and return its page."""
    sample = resources.path("sample_parts/gear_housing.step")
    return analyzed(sample, tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def browsing() -> Iterator[chromium.Browser]:
    with chromium.running(chromium.WEBGL) as browser:
        yield browser


def opened_from_disk(opened: Page, report: Path) -> None:
    """Open a page from the disk, and wait for its viewer."""
    opened.resize(WIDE, HIGH, density=DENSITY)
    opened.watch_requests()
    opened.open(report.as_uri())
    opened.until("!!window.sprueViewer && !window.sprueViewer.flight")


@pytest.fixture(scope="module")
def shared(browsing: chromium.Browser, report: Path) -> Iterator[Page]:
    """Open the page once; nothing goes wrong in it, and it asks no network, as long as it is open."""
    with browsing.page() as opened:
        opened_from_disk(opened, report)
        yield opened
        assert opened.complaints == []
        assert {url.split(":")[0] for url in opened.requests} <= {"file", "data"}
        assert [url for url in opened.requests if url.startswith("file:")] == [report.as_uri()]


@pytest.fixture
def page(shared: Page) -> Page:
    """Return the page as it is when it was opened, to somebody who wants no motion until the next resize."""
    shared.resize(WIDE, HIGH, density=DENSITY)
    shared._call(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}]
    )
    shared.ask(
        "(({ facts }) => { document.documentElement.dataset.theme = 'light'; sprueViewer.setTheme('light');"
        " sprueViewer.unitBox.querySelector('input[value=mm]').checked = true; sprueViewer.setInches(false);"
        " sprueViewer.setCut({ isOn: false, axis: 0 }); sprueViewer.outlineOf(null);"
        " sprueViewer.setLayer(facts.layers[0].name); sprueViewer.home(false); scrollTo(0, 0);"
        " })(sprueViewer)"
    )
    settle(shared)
    return shared


def settle(page: Page) -> None:
    page.until("!window.sprueViewer.flight && !window.sprueViewer.isDue")
    page.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def stage(page: Page) -> np.ndarray:
    """Return what is drawn right of the legend, as (H, W, 3)."""
    settle(page)
    whole = np.asarray(Image.open(io.BytesIO(page.pixels(".stage canvas"))).convert("RGB")).astype(int)
    return whole[:, round(240 * DENSITY) :]


def n_colored(pixels: np.ndarray) -> int:
    """Count pixels that are far from gray: those of heatmaps and outlines."""
    return int(((pixels.max(axis=2) - pixels.min(axis=2)) > 60).sum())


def n_accent(pixels: np.ndarray) -> int:
    """Count pixels of the color of outlines."""
    return int((np.abs(pixels - [11, 107, 255]).max(axis=2) < 25).sum())


def pose(page: Page) -> list[float]:
    settle(page)
    found: list[float] = page.ask(
        "(({ target, turn, rise, span }) => [...target.toArray(), turn, rise, span])(sprueViewer.pose)"
    )
    return found


def test_the_part_is_there_and_the_file_is_small_enough_to_forward(page: Page, report: Path) -> None:
    assert report.stat().st_size < MOST_BYTES
    pixels = stage(page)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 500
    share = (np.abs(pixels - pixels[4, -4]).max(axis=2) > 40).mean()
    assert 0.1 < share < 0.9, "a part as large as its window, with room round it"


def has_room_on_the_right(page: Page) -> bool:
    pixels = stage(page)
    border = pixels[:, -max(pixels.shape[1] // 30, 4) :]
    return bool(np.abs(border - border[:, -1:]).max() < 12)


def test_the_part_has_room_on_the_right_in_every_view(page: Page) -> None:
    """The lens makes what is near larger; the window is narrow enough for the width to count."""
    page.resize(1250, HIGH, density=DENSITY)
    for view in range(7):
        page.ask(f"sprueViewer.view({view}, false)")
        assert has_room_on_the_right(page), view


def test_a_view_fits_a_window_of_another_size_until_it_is_turned(page: Page) -> None:
    fitted = pose(page)
    page.resize(1250, HIGH, density=DENSITY)
    assert has_room_on_the_right(page)
    assert pose(page)[-1] > fitted[-1], "so many more millimeters are shown from top to bottom"
    page.ask("sprueViewer.canvas.focus()")
    page.press("ArrowLeft")
    turned = pose(page)
    page.resize(WIDE, HIGH, density=DENSITY)
    assert pose(page) == turned


def test_an_issue_that_is_clicked_is_flown_to_outlined_and_named(page: Page) -> None:
    page.resize(WIDE, HIGH, density=DENSITY)
    before, blue = pose(page), stage(page)
    assert n_accent(blue) == 0
    page.click("article .fly")
    assert page.ask("!!sprueViewer.flight")
    after = pose(page)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) > 0.05
    assert n_accent(stage(page)) > 200
    assert page.text("#viewer .said") != ""
    page.ask("sprueViewer.canvas.focus()")
    page.press("Escape")
    assert n_accent(stage(page)) == 0


def test_a_feature_that_is_clicked_is_flown_to(page: Page) -> None:
    before = pose(page)
    page.click(".features .fly")
    assert page.ask("sprueViewer.flight") == 0, "nobody who wants no motion is shown any"
    assert pose(page) != before
    assert "wall" in page.text("#viewer .said").lower()


def test_dragging_and_keys_turn_the_part(page: Page) -> None:
    before = pose(page)
    page.drag(".stage canvas", (90, 40))
    dragged = pose(page)
    assert dragged[3] < before[3]
    assert dragged[4] > before[4]
    page.press("ArrowLeft")
    assert pose(page)[3] < dragged[3]
    page.press("Home")
    assert pose(page) == pytest.approx(before)


def test_everything_can_be_reached_by_keys_and_has_a_name(page: Page) -> None:
    nameless = page.ask(
        "[...document.querySelectorAll('#viewer :is(button, select, input, canvas), .fly')]"
        ".filter((each) => ![each.ariaLabel, each.textContent, each.closest('label')?.textContent]"
        ".some((words) => words?.trim())).map((each) => each.outerHTML)"
    )
    assert nameless == []
    page.ask("document.querySelector('.skip').focus()")
    assert page.ask("document.activeElement.getBoundingClientRect().width") > 50
    page.press("Enter")
    page.until("location.hash == '#report'")
    assert page.ask("location.hash") == "#report"
    page.ask("document.querySelector('article .fly').focus()")
    before = pose(page)
    page.press("Enter")
    assert pose(page) != before


def test_a_section_takes_a_half_away_and_shows_the_cut(page: Page) -> None:
    whole = stage(page)
    page.click("button[aria-controls=cut-bar]")
    assert page.ask("document.querySelector('#cut-bar').hidden") is False
    cut = stage(page)
    assert np.abs(cut - whole).max(axis=2).mean() > 1.0
    assert n_colored(cut) < 0.85 * n_colored(whole)
    light = np.abs(cut - [237, 240, 245]).max(axis=2) < 4
    assert light.sum() > 300, "the face of the cut is hatched in its own color"
    assert "X = " in page.text("#cut-bar output")
    page.click("button[aria-controls=cut-bar]")
    assert np.abs(stage(page) - whole).max() < 12


def test_each_layer_is_in_its_own_colors_with_a_legend_in_the_units_chosen(page: Page) -> None:
    seen = []
    for name in page.ask("sprueViewer.facts.layers.map((each) => each.name)"):
        page.click(f".choice:has(input[value={name}])")
        pixels = stage(page)
        assert all(np.abs(pixels - other).max(axis=2).mean() > 0.5 for other in seen), name
        seen.append(pixels)
    assert len(seen) == 4
    page.click(".choice:has(input[value=thickness])")
    assert "fail below 0.75 mm" in page.text(".scale")
    page.click(".choice:has(input[value=in])")
    assert "fail below 0.0295 in" in page.text(".scale")
    assert "6.46 × 3.150 × 1.339 in" in page.text(".facts")
    page.click(".choice:has(input[value=mm])")
    assert "164 × 80.0 × 34.0 mm" in page.text(".facts")


def test_what_was_measured_and_legends_beside_pictures_are_in_the_units_chosen(page: Page) -> None:
    def shown(selector: str) -> list[str]:
        visible: list[str] = page.ask(
            f"[...document.querySelectorAll('{selector}')]"
            ".filter((each) => each.getBoundingClientRect().width).map((each) => each.textContent)"
        )
        return visible

    assert "1.20 mm" in shown(".measure")
    assert "fail below 0.75" in shown(".legend text")
    page.click(".choice:has(input[value=in])")
    assert "0.0472 in" in shown(".measure")
    assert not [each for each in shown(".measure") if "mm" in each]
    assert "fail below 0.0295" in shown(".legend text")
    assert "fail below 0.75" not in shown(".legend text")
    assert "mm" not in shown(".legend .unit")


def test_the_limits_of_another_process_color_the_part_anew(page: Page) -> None:
    before = stage(page)
    n = page.ask("document.querySelectorAll('.scale option').length")
    assert n > 2
    page.ask(
        "(() => { const box = document.querySelector('.scale select');"
        " box.value = [...box.options].find((each) => each.text.includes('Sand')).value;"
        " box.dispatchEvent(new Event('change')); })()"
    )
    after = stage(page)
    assert np.abs(after - before).max(axis=2).mean() > 5.0
    assert "fail below 3 mm" in page.text(".scale")


def test_it_is_dark_for_who_likes_it_so_and_at_a_click(page: Page) -> None:
    def brightness() -> float:
        color: str = page.ask("getComputedStyle(document.querySelector('main')).backgroundColor")
        return float(np.mean([int(each) for each in re.findall(r"\d+", color)[:3]]))

    assert brightness() > 240
    page.click("#viewer .bar > button:last-child")
    assert brightness() < 60
    assert stage(page)[4, -4].mean() < 80
    page.click("#viewer .bar > button:last-child")
    assert brightness() > 240


@pytest.fixture(scope="module")
def assembly(browsing: chromium.Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Open the page of two equal blocks with a rod between them."""
    folder = tmp_path_factory.mktemp("assembly")
    block = draw.box((40, 30, 20))
    bodies = draw.compound(
        block, draw.moved(block, (80, 0, 0)), draw.cylinder(5.0, 30.0, (45, 15, 10), (1, 0, 0))
    )
    file = draw.write_step(bodies, folder / "assembly.step")
    report = analyzed(file, folder / "out", "cnc", curvature=24.0)
    with browsing.page() as opened:
        opened_from_disk(opened, report)
        yield opened
        assert opened.complaints == []


def test_equal_bodies_are_one_row_with_their_count_and_a_verdict(assembly: Page) -> None:
    rows = "[...document.querySelectorAll('.bodies > ul > li > div')].map((each) => each.innerText)"
    assembly.ask("document.querySelector('.bodies').open = true")
    blocks, rod = assembly.ask(rows)
    assert "× 2" in blocks
    assert "×" not in rod
    assert all(re.search("passes|warns|fails", words) for words in (blocks, rod))
    assert assembly.text(".bodies > summary") == "3 bodies"
    assert assembly.text("#bodies tr:nth-child(2)").split("\t")[1:3] == ["2", "40.0 × 30.0 × 20.0 mm"]


def test_a_body_is_hidden_shown_alone_and_shown_again_where_a_place_of_it_is_looked_at(
    assembly: Page,
) -> None:
    assembly.ask("document.querySelector('.bodies').open = true; sprueViewer.home(false)")
    n_triangles = "sprueViewer.surface.index.count / 3"
    whole, pixels = assembly.ask(n_triangles), stage(assembly)
    assembly.click(".bodies > ul > li:nth-child(2) > div > input")
    without = assembly.ask(n_triangles)
    assert 0 < without < whole
    assert (np.abs(stage(assembly) - pixels).max(axis=2) > 30).sum() > 300, "the rod's pixels"
    assembly.click(".bodies > ul > li:nth-child(2) > div > button:last-child")
    assert assembly.ask(n_triangles) == whole - without
    far = assembly.ask("sprueViewer.facts.bodies[0].faces[1][0]")
    assert assembly.ask(f"sprueViewer.hidden.has({far})")
    assembly.ask("sprueViewer.bodies.look(sprueViewer.facts.bodies[0], sprueViewer.facts.bodies[0].faces[1])")
    assert not assembly.ask(f"sprueViewer.hidden.has({far})")
    half = assembly.ask(
        "[...document.querySelectorAll('.bodies > ul > li > div > input')]"
        ".map((each) => [each.checked, each.indeterminate])"
    )
    assert half == [[True, True], [True, False]]
    assembly.click(".bodies > button")
    assert assembly.ask(n_triangles) == whole
    assert assembly.ask("sprueViewer.hidden.size") == 0


def test_a_part_of_one_body_has_no_list_of_bodies(page: Page) -> None:
    assert page.ask("document.querySelector('.bodies')") is None


@pytest.fixture
def hosted(report: Path) -> Iterator[str]:
    """Serve the page as the server does, with its content policy; return its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = report.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Security-Policy", content_policy.of("report.html"))
            self.send_header("Set-Cookie", "session=secret")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/artifacts/1/1/report.html?exp=1&sig=2&units=in&theme=dark"
        server.shutdown()


def test_a_link_to_a_hosted_page_opens_at_a_place_in_inches_and_in_the_dark_and_has_no_part_in_the_site(
    browsing: chromium.Browser, hosted: str
) -> None:
    with browsing.page() as opened:
        opened.resize(WIDE, HIGH, density=DENSITY)
        opened.watch_requests()
        opened.open(f"{hosted}#issue-2")
        opened.until("!!window.sprueViewer && !window.sprueViewer.flight")
        assert "6.46 × 3.150 × 1.339 in" in opened.text(".facts")
        assert opened.text("#viewer .said") != ""
        assert opened.ask("document.documentElement.dataset.theme") == "dark"
        assert len(np.unique(stage(opened).reshape(-1, 3), axis=0)) > 500
        assert opened.ask("window.origin") == "null"
        with pytest.raises(chromium.Refused, match=r"SecurityError|sandboxed"):
            opened.ask("document.cookie")
        assert {url for url in opened.requests if url.startswith("http")} == {hosted}
        assert opened.complaints == []


def test_on_a_narrow_window_the_part_stands_above_the_text(page: Page) -> None:
    page.resize(760, 900, density=DENSITY)
    settle(page)
    top, bottom, left = page.ask(
        "(() => { const box = (name) => document.querySelector(name).getBoundingClientRect();"
        " return [box('#viewer').top, box('#viewer').bottom, box('main').left]; })()"
    )
    assert (top, left) == (0, 0)
    assert 250 < bottom < 620
    assert page.ask("document.documentElement.scrollWidth") <= 760


def test_without_webgl_the_pictures_say_it(report: Path) -> None:
    with chromium.browser(chromium.NO_WEBGL) as opened:
        opened.resize(WIDE, HIGH, density=DENSITY)
        opened.open(report.as_uri())
        opened.until("document.readyState === 'complete'")
        assert opened.ask("document.querySelector('#viewer').hidden") is True
        assert opened.ask("document.querySelectorAll('button').length") == 0
        assert opened.ask("document.querySelector('img.hero').getBoundingClientRect().width") > 300
        assert opened.complaints == []


def test_without_scripts_the_pictures_say_it(browsing: chromium.Browser, report: Path) -> None:
    with browsing.page() as opened:
        opened.resize(WIDE, HIGH, density=DENSITY)
        opened.run_no_scripts()
        opened.open(report.as_uri())
        assert opened.ask("document.querySelector('#viewer').hidden") is True
        assert opened.ask("document.querySelector('img.hero').getBoundingClientRect().width") > 300


def test_on_paper_there_is_no_viewer(page: Page) -> None:
    page._call("Emulation.setEmulatedMedia", media="print")
    assert page.ask("getComputedStyle(document.querySelector('#viewer')).display") == "none"
    page._call("Emulation.setEmulatedMedia", media="")
