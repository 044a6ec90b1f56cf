"""Every failure is a sentence for people with a next step."""

import json
import ssl

import httpx
import pytest

from app.client import errors
from app.client.errors import Reason

HOST = "parts.example"


def body(**members: object) -> bytes:
    return json.dumps({"error": "A sentence of the server.", "code": "slug"} | members).encode()


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (400, Reason.INVALID),
        (401, Reason.KEY),
        (402, Reason.QUOTA),
        (404, Reason.MISSING),
        (405, Reason.MISSING),
        (409, Reason.CONFLICT),
        (413, Reason.TOO_LARGE),
        (422, Reason.INVALID),
        (429, Reason.BUSY),
        (500, Reason.SERVER),
        (503, Reason.BUSY),
        (504, Reason.MESHING_TOO_LONG),
    ],
)
def test_every_status_is_reported_in_the_servers_words_with_a_next_step(status: int, reason: Reason) -> None:
    failure = errors.of_answer(status, {}, body(request_id="req_1"), HOST)
    assert failure.reason is reason
    assert failure.sentence == "A sentence of the server."
    assert failure.next_step.endswith(".")
    assert (failure.status, failure.code, failure.request_id) == (status, "slug", "req_1")


def test_a_server_that_says_nothing_is_reported_in_our_words() -> None:
    failure = errors.of_answer(413, {}, b"<html>too large</html>", HOST)
    assert failure.sentence == "The file is too large for the server."
    assert errors.of_answer(413, {}, body(), HOST).sentence == "A sentence of the server."


def test_a_used_up_plan_leads_to_the_plans_but_never_to_a_script() -> None:
    link = "https://parts.example/plans"
    assert errors.of_answer(402, {}, body(upgrade_url=link), HOST).upgrade_url == link
    assert errors.of_answer(402, {}, body(upgrade_url="javascript:alert(1)"), HOST).upgrade_url is None
    assert errors.of_answer(402, {}, body(), HOST).upgrade_url is None


def test_a_plan_that_is_used_up_says_how_much_of_it() -> None:
    headers = {"x-ratelimit-limit": "25", "x-ratelimit-remaining": "0", "x-billing-tier": "free"}
    failure = errors.of_answer(402, httpx.Headers(headers), body(), HOST)
    assert failure.next_step == "25 of 25 units of the plan free are used; choose a larger plan."
    headers["x-ratelimit-limit"] = "many"
    assert errors.of_answer(402, httpx.Headers(headers), body(), HOST).next_step == "Choose a larger plan."


def test_what_is_wrong_with_a_rule_pack_is_listed_problem_by_problem() -> None:
    failure = errors.of_answer(422, {}, body(problems=["rules[0].metric: found x", "key: found 1"]), HOST)
    assert failure.problems == ("rules[0].metric: found x", "key: found 1")
    assert errors.of_answer(422, {}, body(problems="none"), HOST).problems == ()


def test_a_busy_server_says_when_to_come_again() -> None:
    failure = errors.of_answer(503, {"retry-after": "7"}, body(), HOST)
    assert failure.retry_after_s == 7
    assert "7 s" in failure.next_step
    dated = errors.of_answer(503, {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, body(), HOST)
    assert dated.retry_after_s == 0
    assert errors.of_answer(503, {"retry-after": "soon"}, body(), HOST).retry_after_s is None


@pytest.mark.parametrize("status", [302, 400, 404, 418])
def test_a_page_of_another_server_is_no_answer_of_sprue(status: int) -> None:
    page = b"<html>nginx</html>"
    assert errors.of_answer(status, {}, page, HOST).reason is Reason.NOT_SPRUE
    if status != 302:
        assert errors.of_answer(status, {}, body(), HOST).reason is not Reason.NOT_SPRUE


def of(error: Exception, cause: Exception | None = None) -> errors.Failure:
    error.__cause__ = cause
    return errors.of_transport(error, HOST)


def test_each_way_not_to_get_an_answer_has_its_reason() -> None:
    refused = of(httpx.ConnectError("refused"))
    assert refused.reason is Reason.UNREACHABLE
    assert HOST in refused.sentence
    assert of(httpx.ReadTimeout("slow")).reason is Reason.TIMEOUT
    assert of(httpx.ConnectTimeout("slow")).reason is Reason.UNREACHABLE
    assert of(httpx.RemoteProtocolError("cut")).reason is Reason.UNREACHABLE
    assert of(httpx.UnsupportedProtocol("ftp")).reason is Reason.NOT_SPRUE


def test_a_certificate_that_is_not_trusted_is_distinguished_from_a_server_that_is_not_there() -> None:
    distrust = ssl.SSLCertVerificationError(1, "certificate verify failed")
    distrust.verify_message = "certificate has expired"
    failure = of(httpx.ConnectError("failed"), distrust)
    assert failure.reason is Reason.TLS
    assert "certificate has expired" in failure.sentence
    assert of(httpx.ConnectError("failed"), OSError("refused")).reason is Reason.UNREACHABLE
    assert of(httpx.ConnectError("failed"), ssl.SSLError("wrong version")).reason is Reason.TLS


def test_a_defect_of_a_hosted_server_is_for_its_operator_with_the_request_id() -> None:
    failure = errors.of_answer(500, {}, body(request_id="req_42"), HOST)
    assert failure.next_step == "Try again; if it happens again, tell its operator the request id req_42."
    assert failure.log is None


def test_a_defect_of_the_engine_on_this_computer_is_reported_only_in_its_log() -> None:
    failure = errors.of_answer(500, {}, body(request_id="req_42", log="/var/log/worker.log"), HOST)
    assert "operator" not in str(failure)
    assert "req_42" not in str(failure)
    assert failure.next_step == "Save the log, and send it to us with the part."
    assert failure.log == "/var/log/worker.log"
