"""The dashboard in a real browser: what a new user clicks, from signing up to signing out."""

from collections.abc import Iterator

import httpx
import pytest
from standardwebhooks import Webhook as Verifier

from tests.faults.site import SHARING, Site, started
from tests.server.acting import part
from tests.server.asking import PLAIN
from tests.support import chromium
from tests.support.chromium import Browser, Page
from tests.support.receiver import receiving

pytestmark = pytest.mark.skipif(chromium.EXECUTABLE is None, reason="there is no Chromium on this machine")

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve to users who sign up by themselves."""
    with started(tmp_path_factory.mktemp("dashboard"), SHARING, open_sign_up=1, webhook_private=1) as running:
        yield running


@pytest.fixture
def page(chromium_browser: Browser) -> Iterator[Page]:
    """Open a page that nobody has been to."""
    with chromium_browser.page() as opened:
        yield opened


def sign_up(page: Page, site: Site, name: str) -> None:
    page.open(f"{site.url}/dashboard/api")
    if "/sign-in" in page.ask("location.pathname"):
        page.click("a[href='/dashboard/sign-up']", loads=True)
    page.fill("[name=username]", name)
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=again]", PASSWORD)
    page.click(".door button.primary", loads=True)
    assert page.ask("location.pathname") == "/dashboard/api"


def make_key(page: Page, site: Site, name: str) -> str:
    """Make a key, copy it by its button, and return what the clipboard holds."""
    page.grant(site.url, "clipboardReadWrite", "clipboardSanitizedWrite")
    page.fill("#name", name)
    page.click(".inline button.primary", loads=True)
    page.click("[data-copy=new-key]")
    page.until("document.querySelector('[data-copy=new-key]').textContent == 'Copied'")
    copied: str = page.ask("navigator.clipboard.readText()")
    assert copied == page.text("#new-key")
    return copied


def look(site: Site, key: str) -> httpx.Response:
    return httpx.post(
        f"{site.url}/api/v1/dfm/quick-info",
        headers={"X-API-Key": key},
        files={"file": ("part.step", part())},
        verify=PLAIN,
    )


def test_a_new_user_signs_up_makes_a_key_uses_it_revokes_it_and_signs_out(page: Page, site: Site) -> None:
    sign_up(page, site, "ada")
    key = make_key(page, site, "nightly checks")
    assert look(site, key).status_code == 200

    page.open(f"{site.url}/dashboard/api")
    shown = page.text()
    assert key not in page.ask("document.documentElement.outerHTML")
    assert key[:17] in shown
    assert "nightly checks" in shown
    assert "1 of 1,000" in shown

    page.click(".act a", loads=True)
    assert "Revoke nightly checks?" in page.text()
    assert look(site, key).status_code == 200
    page.click("button.danger", loads=True)
    assert "revoked" in page.text("tbody tr")
    refused = look(site, key)
    assert (refused.status_code, refused.json()["error"]) == (401, "API key has been revoked.")

    page.click(".who button", loads=True)
    assert page.ask("location.pathname") == "/dashboard/sign-in"
    page.open(f"{site.url}/dashboard/api")
    assert page.ask("location.pathname") == "/dashboard/sign-in"
    assert page.complaints == []


def test_the_quick_start_switches_language_and_is_copied_as_it_stands(page: Page, site: Site) -> None:
    sign_up(page, site, "bob")
    page.grant(site.url, "clipboardReadWrite", "clipboardSanitizedWrite")
    assert page.ask("document.getElementById('python').hidden")
    page.click("#tab-python")
    assert page.ask("document.getElementById('curl').hidden")
    page.click("#python [data-copy]")
    page.until("document.querySelector('#python [data-copy]').textContent == 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    assert f'"{site.url}/api/v1"' in copied
    compile(copied, "the example", "exec")
    assert page.complaints == []


def test_no_page_is_wider_than_its_window_and_none_complains(page: Page, site: Site) -> None:
    sign_up(page, site, "eve")
    make_key(
        page, site, "a name that goes on and on, as those do that people give to things they mean to keep"
    )
    for path in ("/dashboard/sign-in", "/dashboard/api", "/dashboard/password"):
        page.open(f"{site.url}{path}")
        for width in (360, 1280):
            page.resize(width)
            assert page.ask("document.documentElement.scrollWidth") <= width, (path, width)
    assert page.complaints == []


def test_a_user_adds_a_webhook_tests_it_and_deletes_it(site: Site, page: Page) -> None:
    with receiving() as receiver:
        sign_up(page, site, "webhooks")
        page.click("nav a[href='/dashboard/webhooks']", loads=True)
        page.fill("[name=url]", f"{receiver.url}/hook")
        page.click("#add button.primary", loads=True)
        assert page.text("h1") == f"{receiver.url}/hook"
        page.click("#secret summary")
        page.until("document.querySelector('#webhook-secret').getBoundingClientRect().width > 0")
        secret = page.text("#webhook-secret")
        page.click(".acts button.primary", loads=True)
        [found] = receiver.until(1)
        Verifier(secret).verify(found.body, dict(found.headers))
        for width in (400, 800, 1600):
            page.resize(width)
            assert page.ask("document.documentElement.scrollWidth <= innerWidth"), width
        page.click("a.danger", loads=True)
        page.click("button.danger", loads=True)
        assert "None yet" in page.text()
        assert page.complaints == []
