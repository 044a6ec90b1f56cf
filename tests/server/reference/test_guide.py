"""The guide's examples, run as they stand, one after the other, against a server of their own."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from server.reference import guide
from server.webhooks import schedule, signature
from tests.contract import parts
from tests.contract.conftest import SERVE_LAZY
from tests.server.asking import PLAIN
from tests.support import blob_server, chromium, programs
from tests.support.chromium import Browser

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```(sh|python|js)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(words: list[str], folder: Path, **environment: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | environment | {"PATH": path} | no_authorities(folder),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def no_authorities(folder: Path) -> dict[str, str]:
    """Return the variable that spares programs reading whom the system trusts: no call here is over TLS."""
    return {"SSL_CERT_DIR": str(folder)}


def script(folder: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a script of the folder, forked: the interpreter and the library are there already."""
    variables = os.environ | environment | no_authorities(folder)
    return programs.run("tests.support.script", *words, cwd=folder, env=variables)


def assert_pipeline_ends_by_the_verdict(folder: Path, key: str) -> None:
    """Run the script of the guide where the part can be made, and where there is none."""

    def status(part: str, *judged_by: str) -> int:
        return script(folder, "check_part.py", part, *judged_by, SPRUE_API_KEY=key).returncode

    (folder / "nothing.step").write_text("ISO-10303-21;\nEND-ISO-10303-21;\n")
    assert status("part.step", "casting", "investment") == 0
    assert status("part.step", "casting", "sand") == 1
    assert status("nothing.step", "casting", "sand") == 2


def assert_page_of_another_site_reads_artifacts(browser: Browser, script: str, result: bytes) -> None:
    """Run the script of the guide in a page of a site that has the result at its path."""
    site = {"/": b"<title>Another site</title>", "/checks/4711": result}
    with blob_server.serving(site) as url, browser.page() as page:
        page.open(url)
        magic = "String.fromCharCode(...new Uint8Array(heatmap, 0, 4))"
        assert page.ask(f"(async () => {{ {script}\nreturn {magic}; }})()") == "glTF"
        server = json.loads(result)["artifacts"]["thickness_glb"].partition("/artifacts/")[0]
        asked = f"fetch('{server}/dashboard/sign-in').then(() => 'read', () => 'kept from it')"
        assert page.ask(asked) == "kept from it"


@pytest.mark.slow
def test_every_example_of_the_guide_works_word_for_word(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    parts.thin_plate(tmp_path).rename(tmp_path / "part.step")
    data = str(tmp_path / "data")
    command = [*SERVE_LAZY, "--port", "0", "--data-dir", data]
    with programs.start(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            base_url = server.stdout.readline().removeprefix("serving ").strip()
            key = programs.run("sprue", "keys", "create", "--data-dir", data, cwd=ROOT).stdout.strip()
            source = guide.SOURCE.read_text("utf-8").replace("{base_url}", base_url)
            shell = "\n".join(text for language, text in BLOCK.findall(source) if language == "sh")
            python = "\n".join(text for language, text in BLOCK.findall(source) if language == "python")
            javascript = "\n".join(text for language, text in BLOCK.findall(source) if language == "js")
            said = run(["bash", "-e", "-o", "pipefail", "-c", shell], tmp_path, SPRUE_API_KEY=key)
            (tmp_path / "in_python.py").write_text(python)
            reported = script(tmp_path, "in_python.py", SPRUE_API_KEY=key)
            assert reported.returncode == 0, reported.stderr
            assert_pipeline_ends_by_the_verdict(tmp_path, key)
            if chromium.EXECUTABLE is not None:
                result = (tmp_path / "result.json").read_bytes()
                browser = request.getfixturevalue("chromium_browser")
                assert_page_of_another_site_reads_artifacts(browser, javascript, result)
        finally:
            server.terminate()
    assert '"volume_cm3":' in said
    assert "casting investment" in said
    assert '"module_key":"mill"' in said.replace(" ", "")
    assert '"unit_price":' in said
    assert '"deliveries":[]' in said
    assert "cannot be cast in sand" in said
    assert re.search(r"part\.step: .*\n    fail at \[.*\] mm: ", said)
    assert "97 analyses left" in reported.stdout  # of a hundred: by curl, by the pipeline, in Python
    assert "the same: True" in reported.stdout
    assert (tmp_path / "thickness.glb").read_bytes()[:4] == b"glTF"


def test_the_receiver_of_the_guide_believes_what_is_signed_and_nothing_else(tmp_path: Path) -> None:
    """Its program is taken from the guide, and sent to as a server sends."""
    program = re.findall(
        r"^cat > receiver.py <<'END'\n(.*?)^END$", guide.SOURCE.read_text("utf-8"), re.M | re.S
    )[0]
    (tmp_path / "receiver.py").write_text(program)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = '{"type":"webhook.test","data":{"webhook_id":"7"}}'
    sent = signature.headers([secret], "event", body, datetime.now(UTC))
    with subprocess.Popen(
        [sys.executable, "receiver.py"],
        cwd=tmp_path,
        env=os.environ | {"SPRUE_WEBHOOK_SECRET": secret, "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as receiver:
        try:
            answers = [post(port, sent, each) for each in (body, body.replace("7", "8"), body)]
        finally:
            receiver.terminate()
        assert receiver.stdout is not None
        printed = receiver.stdout.read()
    assert answers == [204, 401, 204]
    assert printed == "webhook.test {'webhook_id': '7'}\n"


def post(port: int, headers: dict[str, str], body: str) -> int:
    """Post to a program of this machine as soon as it listens."""
    url, deadline = f"http://127.0.0.1:{port}/", time.monotonic() + 30
    while True:
        try:
            return httpx.post(url, headers=headers, content=body, verify=PLAIN).status_code
        except httpx.ConnectError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_the_guide_names_the_waits_between_attempts_that_the_server_keeps() -> None:
    assert schedule.WAITS_S == (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600)
    source = " ".join(guide.SOURCE.read_text("utf-8").split())
    assert "tried again after 5 seconds, 5 and 30 minutes, 2, 5, 8 and 8 hours" in source


def test_the_guide_speaks_of_this_server(client: TestClient[Any]) -> None:
    page = client.get("/docs/guide").text
    assert "API=http://sprue.test/api/v1\n" in page
    assert "{base_url}" not in page
    assert '<a href="#quote-a-casting">Quote a casting</a>' in page
    assert 'id="quote-a-casting"' in page
