"""Which addresses are everybody's, and which URLs are plain."""

import pytest

from server.fetch.network import NotPublic, authority, check_url, is_public


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "fe80::1",
        "fc00::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "ff02::1",
    ],
)
def test_an_address_that_is_not_everybodys_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_an_address_of_the_open_network_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url", ["https://example.test", "http://example.test:8080/a?b=c", "https://[2606:4700::1111]/a"]
)
def test_a_plain_url_is_let_through(url: str) -> None:
    check_url(url)


@pytest.mark.parametrize(
    "url", ["ftp://example.test/", "https://", "https://a@example.test/", "https://é.test/", "https://a b/"]
)
def test_a_url_that_is_not_plain_is_refused(url: str) -> None:
    with pytest.raises(NotPublic):
        check_url(url)


def test_host_and_port_are_as_they_stand_in_the_url() -> None:
    assert authority("https://Example.test:8443/a") == "Example.test:8443"
