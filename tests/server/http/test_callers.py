"""Who asks: behind a trusted proxy whoever it names, else whoever connects."""

import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from server.http.callers import address_of, subscriber_of
from server.settings import InvalidSetting, Settings
from tests.server.asking import PLAIN
from tests.support import programs

ROOT = Path(__file__).parents[3]
TRUSTED = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("127.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),  # the left one the caller wrote itself
        ("127.0.0.1", "198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("::ffff:127.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("fd00::1", "[2001:db8::7]:443", "2001:db8::7"),
        ("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # no proxy of ours
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "nobody", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.7, nobody", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.7,", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.700", "127.0.0.1"),
        ("testclient", "203.0.113.7", "testclient"),
    ],
)
def test_a_caller_is_the_last_one_that_no_trusted_proxy_is(peer: str, forwarded: str, expected: str) -> None:
    assert address_of(peer, forwarded, TRUSTED) == expected


def test_without_trusted_proxies_the_header_is_ignored() -> None:
    assert address_of("127.0.0.1", "203.0.113.7", ()) == "127.0.0.1"


def test_rates_are_counted_by_subscriber() -> None:
    assert subscriber_of("2001:db8:0:1::1") == subscriber_of("2001:db8:0:1:ffff::9")
    assert subscriber_of("2001:db8:0:1::1") != subscriber_of("2001:db8:0:2::1")
    assert subscriber_of("203.0.113.7") != subscriber_of("203.0.113.8")


@pytest.mark.parametrize("text", ["nginx", "10.0.0.1/8", "10.0.0.0/33"])
def test_a_setting_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidSetting, match=r"SPRUE_TRUSTED_PROXIES is .*it takes addresses like"):
        _ = Settings(trusted_proxies=text).trusted_networks


@pytest.mark.parametrize(("trusted", "last"), [("", 429), ("127.0.0.1", 422)])
def test_a_neighbor_resets_no_rate_by_a_header_and_users_of_a_proxy_are_distinguished(
    tmp_path: Path, trusted: str, last: int
) -> None:
    """Over a socket: uvicorn believes 127.0.0.1 by default."""
    program = [sys.executable, "-m", "tests.support.acting_server"]
    with programs.start(
        [*program, "--port", "0", "--data-dir", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PATH": "/usr/bin:/bin", "SPRUE_TRUSTED_PROXIES": trusted},
    ) as server:
        try:
            assert server.stdout is not None
            site = server.stdout.readline().removeprefix("serving ").strip().removesuffix("/api/v1")
            with httpx.Client(base_url=site, timeout=20, verify=PLAIN) as client:
                page = client.get("/dashboard/sign-up").text
                token = re.findall('name="_csrf_token" value="([^"]+)"', page)[0]
                form = {"_csrf_token": token, "username": "ada", "password": "guess"}
                found = [
                    client.post(
                        "/dashboard/sign-in", data=form, headers={"X-Forwarded-For": f"203.0.113.{n}"}
                    ).status_code
                    for n in range(11)
                ]
        finally:
            server.terminate()
            server.wait(20)
    assert found == [422] * 10 + [last]
