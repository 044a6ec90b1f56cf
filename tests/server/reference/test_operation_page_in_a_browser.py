"""The reference and the guide in Chromium: their width, their links, the search, and examples by language."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import httpx
import pytest

from tests.faults.site import SHARING, Site, started
from tests.server.asking import PLAIN
from tests.support import chromium
from tests.support.chromium import Browser, Page

TELEPHONE, BESIDE = 400, 801
"""The narrowest width, and the least at which the contents stand beside the page: others have more room."""
OF_EACH_KIND = (
    "/docs",
    "/docs/guide",
    "/docs/operations/analyze",
    "/docs/operations/getResult",
    "/docs/events/job.failed",
)
"""Pages that show whether what is beside the contents is as wide as it may be: all are laid out alike."""
needs_chromium = pytest.mark.skipif(
    chromium.EXECUTABLE is None, reason="there is no Chromium on this machine"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with started(tmp_path_factory.mktemp("reference"), SHARING) as running:
        yield running


@pytest.fixture(scope="module")
def page(chromium_browser: Browser) -> Iterator[Page]:
    with chromium_browser.page() as opened:
        yield opened


class Anchors(HTMLParser):
    """Where a page leads to, and what on it can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")


@pytest.fixture(scope="module")
def crawled(site: Site) -> dict[str, Anchors]:
    """Return every page of the documents that the guide leads to, by its path."""
    found: dict[str, Anchors] = {}
    waiting = ["/docs/guide"]
    with httpx.Client(base_url=site.url, verify=PLAIN) as client:
        while waiting:
            path = waiting.pop()
            if path in found:
                continue
            answer = client.get(path)
            assert answer.status_code == 200, path
            found[path] = Anchors(answer.text)
            links = (urldefrag(urljoin(path, link)).url for link in found[path].links)
            waiting += [each for each in links if re.match(r"/docs($|/guide$|/operations/|/events/)", each)]
    return found


def test_no_link_of_the_documents_is_broken(site: Site, crawled: dict[str, Anchors]) -> None:
    assert len(crawled) >= 2 + 34 + 4
    with httpx.Client(base_url=site.url, follow_redirects=True, verify=PLAIN) as client:
        answers: dict[str, int] = {}
        for path, anchors in crawled.items():
            assert len(anchors.ids) == len({*anchors.ids}), path
            for link in anchors.links:
                url, fragment = urldefrag(urljoin(path, link))
                assert url.startswith("/"), f"{path} leads away, to {url}"
                if url in crawled:
                    assert not fragment or fragment in crawled[url].ids, f"{path} leads to {link}"
                elif url not in answers:
                    answers[url] = client.get(url).status_code
    pages_of_users = {"/dashboard/api", "/dashboard/billing", "/dashboard/webhooks"}
    assert set(answers) == {"/docs/openapi.json", *pages_of_users}
    assert set(answers.values()) == {200}


@needs_chromium
def test_no_page_is_wider_than_its_window_and_none_complains(
    page: Page, site: Site, crawled: dict[str, Anchors]
) -> None:
    for width, paths in ((BESIDE, OF_EACH_KIND), (TELEPHONE, sorted(crawled))):
        page.resize(width)
        for path in paths:
            page.open(f"{site.url}{path}")
            assert len(page.text()) > 500
            assert page.ask("document.documentElement.scrollWidth") <= width, (path, width)
    assert page.complaints == []


@needs_chromium
def test_the_search_finds_a_member_by_its_name_and_leads_there(page: Page, site: Site) -> None:
    page.open(f"{site.url}/docs")
    page.fill("#search", "pull_dir")
    page.until("document.querySelectorAll('#found a').length > 0")
    assert page.text("#found li").startswith("pull_dir\nGET /dfm/jobs/{job_id}/result")
    page.click("#found a", loads=True)
    assert page.ask("location.pathname + location.hash") == (
        "/docs/operations/getResult#200.features.manufacturability.pull_dir"
    )
    assert page.ask("document.querySelector(':target').querySelector('.name').textContent") == "pull_dir"

    page.fill("#search", "job.failed")
    page.until("document.querySelector('#found code')?.textContent == 'job.failed'")
    page.click("#found a", loads=True)
    assert page.ask("location.pathname") == "/docs/events/job.failed"

    page.fill("#search", "nothing of this name")
    page.until("document.querySelector('#found').innerText == 'Nothing has these words.'")
    assert page.complaints == []


@needs_chromium
def test_the_contents_show_where_one_is_and_the_page_stays_at_its_beginning(page: Page, site: Site) -> None:
    for width in (1600, 400):
        page.resize(width)
        page.open(f"{site.url}/docs/events/webhook.test")
        assert page.ask("scrollY") == 0
        if width == 1600:
            top, bottom, begin, end = page.ask(
                "['[aria-current]', 'nav'].flatMap((each) => {"
                " const box = document.querySelector(`aside ${each}`).getBoundingClientRect();"
                " return [box.top, box.bottom]; })"
            )
            assert begin <= top < bottom <= end
    page.resize(1280)


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_method_and_an_event_have_a_color_that_can_be_read_and_told_apart(
    page: Page, site: Site, scheme: str
) -> None:
    page.resize(1280, scheme=scheme)
    page.open(f"{site.url}/docs")
    names = ["GET", "POST", "PATCH", "DELETE", "EVENT"]
    colors = [
        rgb(
            page,
            f"getComputedStyle([...document.querySelectorAll('main .method')]"
            f".find((each) => each.textContent == '{name}')).color",
        )
        for name in names
    ]
    paper = rgb(page, "getComputedStyle(document.querySelector('.card')).backgroundColor")
    page.resize(1280)
    assert len({*colors}) == len(names)
    assert [name for name, color in zip(names, colors, strict=True) if contrast(color, paper) < 4.5] == []


def rgb(page: Page, script: str) -> tuple[int, ...]:
    """Return the color that a style has in the page."""
    return tuple(int(each) for each in re.findall(r"\d+", page.ask(script))[:3])


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast of two colors by WCAG 2, from 1 to 21; text needs 4.5."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: tuple[int, ...]) -> float:
    parts = [each / 255 for each in color]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@needs_chromium
def test_the_language_of_examples_is_chosen_once_and_an_example_is_copied_as_it_stands(
    page: Page, site: Site
) -> None:
    page.open(f"{site.url}/docs/operations/getUsage")
    page.grant(site.url, "clipboardReadWrite", "clipboardSanitizedWrite")
    assert page.ask("document.getElementById('python').hidden")
    page.click("#tab-python")
    assert page.ask("document.getElementById('shell').hidden")
    page.click("#python [data-copy]")
    page.until("document.querySelector('#python [data-copy]').textContent == 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    compile(copied, "the example", "exec")
    assert f'"{site.url}/api/v1/usage"' in copied

    page.open(f"{site.url}/docs/operations/listJobs")
    assert not page.ask("document.getElementById('python').hidden")
    assert page.complaints == []
