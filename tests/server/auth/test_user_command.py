"""Users from the terminal."""

import io
from collections.abc import Callable

import pytest

from server.auth.user_command import main
from tests.server.application import Client
from tests.server.dashboard.test_routes import PASSWORD, forgetful, make_key, send, sign_up
from tests.server.databases import execute, url_of

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Client]) -> Client:
    return serve_all(open_sign_up=1)


@pytest.fixture
def browser(server: Client) -> Client:
    """Give a browser whose user has signed up, the only one that the server knows."""
    client = forgetful(server)
    sign_up(client)
    return client


@pytest.fixture
def folder(server: Client) -> list[str]:
    """Return the words that name the server's folder."""
    return ["--data-dir", str(server.services.settings.data_dir)]


def set_password(monkeypatch: pytest.MonkeyPatch, folder: list[str], name: str, password: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    return main(["password", name, *folder])


def test_users_are_listed_with_their_plans(browser: Client, folder: list[str], capsys: Capture) -> None:
    assert main(["list", *folder]) == 0
    listed = capsys.readouterr().out
    assert "ada" in listed
    assert "free" in listed
    assert "argon2" not in listed


def test_a_password_that_was_forgotten_is_set_anew_and_every_session_ends(
    browser: Client, folder: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert set_password(monkeypatch, folder, "ada", "another battery") == 0
    assert "signed out everywhere" in capsys.readouterr().out
    assert browser.get("/dashboard/api").url.path == "/dashboard/sign-in"
    fields = {"username": "ada", "password": PASSWORD}
    assert send(browser, "/dashboard/sign-in", "/dashboard/sign-in", **fields).status_code == 422
    fields["password"] = "another battery"
    assert send(browser, "/dashboard/sign-in", "/dashboard/sign-in", **fields).url.path == "/dashboard/api"


def test_a_plan_holds_from_the_next_request_on(browser: Client, folder: list[str], capsys: Capture) -> None:
    key = make_key(browser)
    assert main(["plan", "ada", "pro", *folder]) == 0
    assert capsys.readouterr().out == "ada is on the plan pro\n"
    assert browser.get("/api/v1/usage", headers={"X-API-Key": key}).json()["plan"] == "pro"
    page = browser.get("/dashboard/api").text
    assert "0 of 5,000" in page
    assert "billed by the unit" in page
    assert main(["plan", "nobody", "pro", *folder]) == 2
    assert "there is no user 'nobody'" in capsys.readouterr().err


def test_what_cannot_be_set_is_a_sentence(
    browser: Client, folder: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for name, password, said in (
        ("nobody", "another battery", "there is no user 'nobody'"),
        ("ada", "short", "needs 10 or more"),
        ("ada", "", "needs 10 or more"),
    ):
        assert set_password(monkeypatch, folder, name, password) == 2
        assert said in capsys.readouterr().err
        assert browser.get("/dashboard/api").url.path == "/dashboard/api"


def test_what_is_agreed_on_takes_the_place_of_the_plan_until_the_next_one(
    browser: Client, folder: list[str], capsys: Capture
) -> None:
    headers = {"X-API-Key": make_key(browser)}
    agreed = ["--included", "dfm.analyze=250000", "--overage", "dfm.analyze=0.03"]
    assert main(["plan", "ada", "enterprise", *agreed, *folder]) == 0
    quick, analyze = browser.get("/api/v1/usage", headers=headers).json()["meters"]
    assert (quick["included"], quick["unit_price"]) == (1_000_000, None)
    assert (analyze["included"], analyze["unit_price"], analyze["hard_cap"]) == (250_000, "0.03", None)
    assert main(["plan", "ada", "pro", *folder]) == 0
    analyze = browser.get("/api/v1/usage", headers=headers).json()["meters"][1]
    assert (analyze["included"], analyze["unit_price"]) == (5_000, "0.06")


def test_what_is_no_arrangement_is_refused(browser: Client, folder: list[str], capsys: Capture) -> None:
    for plan, option, text, message in (
        ("enterprise", "--included", "analyze=5", "it takes dfm.quick_info=… or dfm.analyze=…"),
        ("enterprise", "--included", "dfm.analyze=-5", "no number of units"),
        ("enterprise", "--overage", "dfm.analyze=cheap", "no amount of money"),
        ("free", "--overage", "dfm.analyze=1", "has no arrangements"),
    ):
        assert main(["plan", "ada", plan, option, text, *folder]) == 2
        assert message in capsys.readouterr().err


def test_a_plan_that_is_paid_for_is_not_changed_here(
    browser: Client, server: Client, folder: list[str], capsys: Capture
) -> None:
    execute(url_of(server.services.settings), "UPDATE accounts SET subscription_id = 'sub_1'")
    assert main(["plan", "ada", "pro", *folder]) == 2
    assert "pays for a subscription" in capsys.readouterr().err
