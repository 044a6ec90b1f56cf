"""Webhooks over the API: made, told of jobs and quotes, listed, sent again, deleted."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier

from server.webhooks import schedule, sender, service
from tests.server.application import Client
from tests.server.asking import assert_problem, job_of, poll
from tests.server.keyed import a_key, newly_keyed
from tests.server.quoting.test_routes import quote
from tests.support.receiver import Receiver, receiving

Serve = Callable[..., Client]
HOOKS = "/api/v1/webhooks"
ALL = ["job.completed", "job.failed", "quote.created", "spending.reached"]
NOBODY = "01992f6d-0e5f-7b31-a6d4-1c2b3a495867"


@pytest.fixture(scope="module")
def quick_sender() -> Iterator[None]:
    """Have servers look for webhooks to send all the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sender, "POLL_S", 0.05)
        yield


@pytest.fixture
def receiver(quick_sender: None) -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture(scope="module")
def sending_server(serve_all: Serve, quick_sender: None) -> Client:
    """Serve with leave to send to this machine."""
    return serve_all(webhook_private=1)


@pytest.fixture
def api(sending_server: Client) -> Iterator[Client]:
    """Give the client of that server a key of an account of its own."""
    with newly_keyed(sending_server) as client:
        yield client


def made(client: Client, url: str, events: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """Make a webhook."""
    response = client.post(HOOKS, json={"url": url, "events": events or ALL, **more})
    assert response.status_code == 201, response.text
    webhook: dict[str, Any] = response.json()["webhook"]
    assert response.headers["location"] == f"{HOOKS}/{webhook['id']}"
    return webhook


def again_with(before: Client, client: Client) -> Client:
    """Give a client the key of one before it."""
    client.headers["X-API-Key"] = before.headers["X-API-Key"]
    return client


def deliveries(client: Client, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"{HOOKS}/{webhook['id']}/deliveries").json()["deliveries"]
    return found


def until(client: Client, webhook: dict[str, Any], *statuses: str) -> list[dict[str, Any]]:
    """Wait until deliveries, newest first, have these states."""
    deadline = time.monotonic() + 20
    while True:
        found = deliveries(client, webhook)
        if [each["status"] for each in found] == list(statuses):
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.05)


def test_a_job_that_is_done_and_one_that_fails_and_a_quote_are_told(api: Client, receiver: Receiver) -> None:
    webhook = made(api, f"{receiver.url}/hook")
    done, failed = job_of(api), job_of(api, "empty")
    poll(api, done)
    poll(api, failed)
    offer = quote(api)
    found = receiver.until(3)
    verifier = Verifier(webhook["secret"])
    bodies = {
        body["type"]: body for each in found if (body := verifier.verify(each.body, dict(each.headers)))
    }
    base = "http://sprue.test/api/v1"
    assert bodies["job.completed"]["data"] == {
        "job_id": done,
        "status": "done",
        "quote_id": None,
        "job_url": f"{base}/dfm/jobs/{done}",
        "result_url": f"{base}/dfm/jobs/{done}/result",
    }
    assert bodies["job.failed"]["data"] == {
        "job_id": failed,
        "status": "error",
        "quote_id": None,
        "job_url": f"{base}/dfm/jobs/{failed}",
    }
    assert bodies["quote.created"]["data"] == {
        "quote_id": offer["id"],
        "status": "draft",
        "quote_url": f"{base}/quotes/{offer['id']}",
    }
    for link in (bodies["job.completed"]["data"]["result_url"], bodies["quote.created"]["data"]["quote_url"]):
        assert api.get(link.removeprefix("http://sprue.test")).status_code == 200
    listed = until(api, webhook, *["delivered"] * 3)
    assert {each["event_id"] for each in listed} == {each.headers["webhook-id"] for each in found}
    assert sorted(each["payload"]["type"] for each in listed) == [
        "job.completed",
        "job.failed",
        "quote.created",
    ]


def test_a_job_that_is_cancelled_is_no_event_and_one_computed_again_is_another(
    api: Client, receiver: Receiver
) -> None:
    webhook = made(api, f"{receiver.url}/hook")
    job = job_of(api, "sleep 20")
    poll(api, job, ("running",))
    api.delete(f"/api/v1/dfm/jobs/{job}")
    job = job_of(api)
    poll(api, job)
    receiver.until(1)
    assert api.post(f"/api/v1/dfm/jobs/{job}/recompute", data={"pull": "1,0,0"}).status_code == 202
    receiver.until(2)
    assert {each["payload"]["data"]["job_id"] for each in until(api, webhook, *["delivered"] * 2)} == {job}
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 2


def test_a_job_that_is_done_again_since_its_worker_was_killed_is_one_event(
    api: Client, receiver: Receiver, tmp_path: Path
) -> None:
    webhook = made(api, f"{receiver.url}/hook")
    job = job_of(api, f"die-once {tmp_path / 'died'}")
    poll(api, job)
    assert (tmp_path / "died").exists()
    [delivery] = until(api, webhook, "delivered")
    assert delivery["type"] == "job.completed"
    assert len(receiver.received) == 1


def test_a_quote_that_is_asked_for_twice_with_one_key_is_told_once(api: Client, receiver: Receiver) -> None:
    webhook = made(api, f"{receiver.url}/hook", ["quote.created"])
    api.headers["Idempotency-Key"] = "order 66"
    assert quote(api)["id"] == quote(api)["id"]
    del api.headers["Idempotency-Key"]
    until(api, webhook, "delivered")
    assert len(receiver.received) == 1


def test_a_secret_is_shown_where_it_is_made_and_where_it_is_asked_for_alone(
    api: Client, receiver: Receiver
) -> None:
    webhook = made(api, f"{receiver.url}/hook")
    path = f"{HOOKS}/{webhook['id']}"
    for response in (api.get(HOOKS), api.get(path), api.patch(path, json={"description": "ours"})):
        assert "whsec_" not in response.text
    assert api.get(f"{path}/secret").json() == {"secret": webhook["secret"]}
    changed = api.post(f"{path}/secret").json()["secret"]
    assert changed != webhook["secret"]
    assert api.get(f"{path}/secret").json() == {"secret": changed}
    api.post(f"{path}/test")
    [found] = receiver.until(1)
    for secret in (webhook["secret"], changed):
        Verifier(secret).verify(found.body, dict(found.headers))


def test_a_test_event_comes_whatever_the_webhook_is_for(api: Client, receiver: Receiver) -> None:
    webhook = made(api, f"{receiver.url}/hook", ["job.failed"])
    answer = api.post(f"{HOOKS}/{webhook['id']}/test")
    assert answer.status_code == 202
    assert answer.json()["delivery"]["status"] == "pending"
    [found] = receiver.until(1)
    body = Verifier(webhook["secret"]).verify(found.body, dict(found.headers))
    assert (body["type"], body["data"]) == ("webhook.test", {"webhook_id": webhook["id"]})


def test_a_delivery_is_sent_again_by_hand(api: Client, receiver: Receiver) -> None:
    receiver.statuses.append(410)
    webhook = made(api, f"{receiver.url}/hook")
    path = f"{HOOKS}/{webhook['id']}"
    api.post(f"{path}/test")
    [failed] = until(api, webhook, "failed")
    assert (failed["response_status"], failed["attempts"], failed["next_attempt_at"]) == (410, 1, None)
    again = f"{path}/deliveries/{failed['id']}/resend"
    assert_problem(api.post(again), 409, "webhook_inactive", "switched off")
    assert api.get(path).json()["webhook"]["inactive_reason"] == "gone"
    assert api.patch(path, json={"active": True}).json()["webhook"]["inactive_reason"] is None
    assert api.post(again).status_code == 202
    [delivered] = until(api, webhook, "delivered")
    assert (delivered["response_status"], delivered["attempts"], delivered["error"]) == (204, 2, None)
    assert {each.headers["webhook-id"] for each in receiver.received} == {failed["event_id"]}
    api.post(again)  # also what was delivered
    receiver.until(3)


def test_one_that_is_deleted_gets_nothing_more_and_is_gone(api: Client, receiver: Receiver) -> None:
    kept, gone = made(api, f"{receiver.url}/kept"), made(api, f"{receiver.url}/gone")
    assert api.delete(f"{HOOKS}/{gone['id']}").status_code == 204
    quote(api)
    until(api, kept, "delivered")
    assert [each.path for each in receiver.received] == ["/kept"]
    assert [each["id"] for each in api.get(HOOKS).json()["webhooks"]] == [kept["id"]]
    assert_problem(api.delete(f"{HOOKS}/{gone['id']}"), 404, "webhook_not_found")


def test_events_and_url_can_be_changed_and_the_rest_stays(api: Client, receiver: Receiver) -> None:
    webhook = made(api, f"{receiver.url}/old", ["job.failed"], description="  the   office ")
    assert webhook["description"] == "the office"
    changed = api.patch(
        f"{HOOKS}/{webhook['id']}",
        json={"url": f"{receiver.url}/new", "events": ["quote.created", "quote.created"]},
    ).json()["webhook"]
    del webhook["secret"]
    assert changed == webhook | {"url": f"{receiver.url}/new", "events": ["quote.created"]}
    quote(api)
    [found] = receiver.until(1)
    assert found.path == "/new"


def test_others_can_do_nothing_with_it(api: Client, receiver: Receiver) -> None:
    webhook = made(api, f"{receiver.url}/hook")
    api.post(f"{HOOKS}/{webhook['id']}/test")
    [delivery] = until(api, webhook, "delivered")
    api.headers["X-API-Key"] = a_key(api.services.settings, account="stranger")
    assert api.get(HOOKS).json() == {"webhooks": []}
    for webhook_id in (webhook["id"], NOBODY, "no-id"):
        path = f"{HOOKS}/{webhook_id}"
        for response in (
            api.get(path),
            api.patch(path, json={"active": False}),
            api.delete(path),
            api.get(f"{path}/secret"),
            api.post(f"{path}/secret"),
            api.post(f"{path}/test"),
            api.get(f"{path}/deliveries"),
            api.post(f"{path}/deliveries/{delivery['id']}/resend"),
        ):
            assert_problem(response, 404, "webhook_not_found")
    own = made(api, f"{receiver.url}/own")
    for delivery_id in (delivery["id"], "no-id"):
        resent = api.post(f"{HOOKS}/{own['id']}/deliveries/{delivery_id}/resend")
        assert_problem(resent, 404, "delivery_not_found")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"url": "https://example.test/", "events": []}, "events"),
        ({"url": "https://example.test/", "events": ["job.complete"]}, "job.complete"),
        ({"url": "https://example.test/", "events": ["webhook.test"]}, "webhook.test"),
        ({"url": "https://example.test/"}, "events"),
        ({"url": "", "events": ALL}, "url"),
        ({"url": "ftp://example.test/", "events": ALL}, "'ftp://example.test/'. The URL is no http or https"),
        ({"url": "http://127.0.0.1/", "events": ALL}, "anybody can reach on port 80 or 443"),
        ({"url": "https://example.test:8443/", "events": ALL}, "anybody can reach on port 80 or 443"),
        ({"url": "https://example.test/" + "a" * 2048, "events": ALL}, "url"),
        ({"url": "https://example.test/", "events": ALL, "description": "a" * 201}, "description"),
        ({"url": 7, "events": ALL}, "url"),
    ],
)
def test_what_cannot_be_told_is_refused_with_a_reason(
    client: Client, body: dict[str, Any], words: str
) -> None:
    response = client.post(HOOKS, json=body)
    assert response.status_code == 422, response.text
    assert words in response.json()["error"]
    assert client.get(HOOKS).json() == {"webhooks": []}


def test_an_account_has_as_many_as_may_be_and_no_more(client: Client) -> None:
    client.headers["X-API-Key"] = a_key(client.services.settings, account="many")
    for _ in range(service.MOST_WEBHOOKS):
        made(client, "https://example.test/hook")
    refused = client.post(HOOKS, json={"url": "https://example.test/hook", "events": ALL})
    assert_problem(refused, 422, "invalid_form", "There are 20 webhooks")


def test_nobody_is_flooded_by_hand(client: Client) -> None:
    client.headers["X-API-Key"] = a_key(client.services.settings, account="hasty")
    webhook = made(client, "https://nothing.invalid/hook")
    answers = [client.post(f"{HOOKS}/{webhook['id']}/test") for _ in range(service.BY_HAND_A_MINUTE + 1)]
    assert {each.status_code for each in answers[:-1]} == {202}
    assert_problem(answers[-1], 429, "too_many_tries", "Please wait a minute")
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60


def test_deliveries_come_page_by_page(client: Client) -> None:
    client.headers["X-API-Key"] = a_key(client.services.settings, account="pages")
    webhook = made(client, "https://nothing.invalid/hook")
    for _ in range(3):
        client.post(f"{HOOKS}/{webhook['id']}/test")
    path = f"{HOOKS}/{webhook['id']}/deliveries"
    first = client.get(path, params={"limit": 2}).json()
    rest = client.get(path, params={"limit": 2, "starting_after": first["deliveries"][-1]["id"]}).json()
    assert (first["has_more"], rest["has_more"]) == (True, False)
    ids = [each["id"] for each in first["deliveries"] + rest["deliveries"]]
    assert len(ids) == 3
    assert ids == sorted(ids, reverse=True)
    assert_problem(client.get(path, params={"starting_after": "x"}), 422, "invalid_form")


def test_a_private_receiver_that_is_not_allowed_gets_nothing(serve: Serve, receiver: Receiver) -> None:
    allowing = serve(webhook_private=1)
    webhook = made(allowing, f"{receiver.url}/hook")
    allowing.__exit__(None, None, None)
    client = again_with(allowing, serve())  # the setting was taken back
    quote(client)
    deadline = time.monotonic() + 20
    while not (found := deliveries(client, webhook)) or not found[0]["attempts"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert receiver.received == []
    assert found[0]["response_status"] is None
    assert "anybody can reach" in found[0]["error"]


def test_what_was_on_its_way_when_a_server_ended_is_sent_by_the_next(
    serve: Serve, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "WAITS_S", (0.5,))
    first = serve(webhook_private=1)
    webhook = made(first, f"{receiver.url}/hook")
    receiver.statuses.append(500)
    quote(first)
    receiver.until(1)
    first.__exit__(None, None, None)
    second = again_with(first, serve(webhook_private=1))
    until(second, webhook, "delivered")
    assert len(receiver.received) == 2
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 1


def test_deliveries_are_forgotten_when_jobs_would_be(serve: Serve, receiver: Receiver) -> None:
    client = serve(webhook_private=1, job_hours=1.0 / 3600)
    webhook = made(client, f"{receiver.url}/hook")
    client.post(f"{HOOKS}/{webhook['id']}/test")
    receiver.until(1)
    until(client, webhook)
    assert client.get(f"{HOOKS}/{webhook['id']}").status_code == 200
