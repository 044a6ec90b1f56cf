"""Who may be the first user."""

import pytest

from server.dashboard.setup import Setup, is_loopback


@pytest.mark.parametrize(
    ("is_local", "address", "admitted"),
    [
        (True, "127.0.0.1", True),
        (True, "::1", True),
        (True, "192.168.1.7", False),
        (False, "127.0.0.1", False),  # a proxy on the same machine speaks for the world
    ],
)
def test_only_who_sits_at_a_local_server_needs_no_link(is_local: bool, address: str, admitted: bool) -> None:
    setup = Setup(is_local)
    assert setup.admits(address, "") is admitted
    assert setup.admits("203.0.113.9", setup.token)
    assert not setup.admits("203.0.113.9", setup.token[:-1])


@pytest.mark.parametrize(
    ("host", "expected"), [("localhost", True), ("0.0.0.0", False), ("example.org", False)]
)
def test_a_host_is_the_machine_itself_or_not(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
