"""`docs/billing.md` from keys to a first invoice, its commands as they are written; Stripe is the fake."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.site import ROOT, START_TIMEOUT_S, TIMEOUT_S, free_port, until
from tests.server.asking import PLAIN, job_of, submit
from tests.server.dashboard.test_routes import make_key, send, sign_up
from tests.server.databases import execute, rows
from tests.support import stripe_server
from tests.support.forked import FORKED
from tests.support.stripe_account import SECRET
from tests.support.stripe_server import KEY, StripeServer

GUIDE = (ROOT / "docs/billing.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
PAGE = "/dashboard/billing"
SHIM = f"""#!/bin/sh
cd {ROOT}
if [ "$1" = serve ]; then
    exec {" ".join(FORKED)} tests.support.acting_server
fi
exec {" ".join(FORKED)} sprue "$@"
"""


class Operator:
    """Who follows the guide in one shell, on a machine of its own."""

    def __init__(self, folder: Path, fake: StripeServer) -> None:
        self.data_dir = folder / "data"
        self.port = free_port()
        self._folder = folder
        (folder / "sprue").write_text(SHIM)
        (folder / "sprue").chmod(0o755)
        self._kept = folder / "shell"
        names = {"SPRUE_DATA_DIR": self.data_dir, "SPRUE_PORT": self.port, "SPRUE_STRIPE_API_URL": fake.url}
        exports = "".join(f"export {name}='{value}'\n" for name, value in names.items())
        self._kept.write_text(f"export PATH='{folder}':\"$PATH\"\n{exports}")

    def run(self, block: str) -> list[str]:
        """Run commands; return the lines they printed."""
        script = f"set -eu\n. {self._kept}\n{self._here(block)}\nexport -p > {self._kept}\n"
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    @contextmanager
    def serving(self, command: str) -> Iterator[httpx.Client]:
        """Run the server for a while; yield a browser."""
        with (self._folder / "log").open("wb") as log:
            script = f". {self._kept}\nexec {command}"
            server = subprocess.Popen(["bash", "-c", script], stdout=log, stderr=log)
        url = f"http://127.0.0.1:{self.port}"
        try:
            until(lambda: _answers(url), "the server does not start", START_TIMEOUT_S)
            with httpx.Client(
                base_url=url, timeout=TIMEOUT_S, verify=PLAIN, follow_redirects=True
            ) as browser:
                yield browser
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)

    def _here(self, block: str) -> str:
        lines = [line for line in block.splitlines() if not line.startswith("pip install")]
        text = "\n".join(lines).replace("sk_test_…", KEY).replace("whsec_…", SECRET)
        return text.replace("/etc/sprue", str(self._folder / "etc"))


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=5, verify=PLAIN).status_code == 200
    except httpx.TransportError:
        return False


KEYS, NOTICES, BY_ARRANGEMENT = BLOCKS


@pytest.fixture(scope="module")
def fake() -> Iterator[StripeServer]:
    with stripe_server.serving() as server:
        yield server


@pytest.fixture(scope="module")
def operator(tmp_path_factory: pytest.TempPathFactory, fake: StripeServer) -> Operator:
    """Follow the guide until Stripe has what is sold."""
    found = Operator(tmp_path_factory.mktemp("operator"), fake)
    assert found.run(KEYS)
    return found


def test_an_operator_comes_from_keys_to_a_first_invoice(operator: Operator, fake: StripeServer) -> None:
    assert {each["event_name"] for each in fake.meters.values()} == {
        "dfm_quick_info_overage",
        "dfm_analyze_overage",
    }
    before = len(fake.requests)
    assert operator.run("sprue billing sync")
    assert not [each for each in fake.requests[before:] if each.startswith("POST")], "it is all there"

    *first, serve = NOTICES.strip().splitlines()
    assert "nothing contradicts" in operator.run("\n".join(first))
    with operator.serving(serve) as browser:
        fake.webhook_url = f"{browser.base_url}/webhooks/stripe"
        sign_up(browser)  # type: ignore[arg-type]
        page = send(browser, PAGE, f"{PAGE}/checkout", plan="starter")  # type: ignore[arg-type]
        [url] = re.findall(r'content="0; url=([^"]+)"', page.text)
        fake.complete(url.rsplit("/", 1)[1])
        back = fake.sessions[url.rsplit("/", 1)[1]]["success_url"]
        assert '<span class="plan">Starter</span>' in browser.get(back).text

        browser.headers["X-API-Key"] = make_key(browser)  # type: ignore[arg-type]
        database = f"sqlite+aiosqlite:///{operator.data_dir}/sprue.db"
        job_of(browser)
        execute(database, "UPDATE usage_counters SET used = included")
        assert [submit(browser).status_code for _ in range(3)] == [202] * 3
        [(customer,)] = rows(database, "SELECT customer_id FROM accounts WHERE name = 'ada'")
        until(lambda: fake.units(customer, "dfm_analyze_overage") == 3, "units are not reported", 30.0)
        usage = browser.get("/api/v1/usage").json()
        assert (usage["plan"], usage["spent"]) == ("starter", "0.75")
        assert "Coming charge: <b>0.75 USD</b>" in browser.get(PAGE).text
        table = browser.get(f"{PAGE}/usage.csv").text.splitlines()
        assert table[1].endswith("dfm.analyze,4,3,0.75,USD")
        checked = "\n".join(operator.run("sprue billing check"))
        assert "differ" not in checked
        [invoice] = fake.invoices.values()
        assert str(invoice["number"]) in browser.get(PAGE).text

        fake.change(next(iter(fake.subscriptions_)), status="canceled")
        until(lambda: browser.get("/api/v1/usage").json()["plan"] == "free", "the plan does not end", 30.0)
        operator.run(BY_ARRANGEMENT)
        assert browser.get("/api/v1/usage").json()["plan"] == "enterprise"


def test_check_differs_where_stripe_has_not_what_the_guide_makes(
    operator: Operator, fake: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert operator.run("sprue billing check")
    monkeypatch.setitem(next(iter(fake.meters.values())), "status", "inactive")
    with pytest.raises(AssertionError, match="dfm_quick_info_overage"):
        operator.run("sprue billing check")
