"""Lines of the log, and what they belong to."""

import asyncio
import json
import logging
from pathlib import Path

import pytest

from server import logs
from server.settings import InvalidSetting
from tests.faults.site import SHARING, started, until
from tests.server.asking import job_of, poll, submit


def line_of(message: str, *values: object, exc_info: object = None) -> dict[str, str]:
    record = logging.LogRecord("sprue.jobs", logging.WARNING, "", 0, message, values, exc_info)  # type: ignore[arg-type]
    text = logs.JsonFormatter().format(record)
    assert "\n" not in text
    found: dict[str, str] = json.loads(text)
    return found


def test_a_line_is_an_object_with_what_was_said_and_nothing_it_does_not_belong_to() -> None:
    found = line_of('job %s: "Ø6"\n', 7)
    assert found.pop("time").endswith("+00:00")
    assert found == {"level": "warning", "logger": "sprue.jobs", "message": 'job 7: "Ø6"\n'}


def test_a_traceback_is_a_member_of_its_line() -> None:
    try:
        raise ZeroDivisionError("by zero")
    except ZeroDivisionError as error:
        found = line_of("failed", exc_info=(type(error), error, error.__traceback__))
    assert found["traceback"].endswith("ZeroDivisionError: by zero")


def test_what_is_bound_ends_with_its_block_and_stays_within_its_task() -> None:
    async def request(number: int) -> list[dict[str, str]]:
        logs.bind(request_id=f"req_{number}")
        await asyncio.sleep(0)
        with logs.bound(job_id="7"):
            inside = line_of("inside")
        return [inside, line_of("after")]

    async def go() -> list[list[dict[str, str]]]:
        return list(await asyncio.gather(*(asyncio.create_task(request(number)) for number in range(2))))

    for number, (inside, after) in enumerate(asyncio.run(go())):
        assert (inside["request_id"], inside["job_id"]) == (f"req_{number}", "7")
        assert after["request_id"] == f"req_{number}"
        assert "job_id" not in after
    assert "request_id" not in line_of("nobody's")


def test_a_form_that_is_none_is_a_sentence() -> None:
    with pytest.raises(InvalidSetting, match="SPRUE_LOG_FORMAT is 'xml'; it is text or json"):
        logs.set_up("xml")


def test_the_lines_of_a_job_lead_from_its_request_to_its_end(tmp_path: Path) -> None:
    with started(tmp_path, SHARING, log_format="json") as site, site.client() as client:
        accepted = submit(client)
        job_id = accepted.json()["job_id"]
        poll(client, job_id)
        failed = job_of(client, "stumble")
        poll(client, failed)
        client.get(f"/api/v1/dfm/jobs/{failed}/result")
        until(lambda: site.log().count("ends after") == 2, "a line is missing")
        text = site.log()
    # what stands there for people at the start is no line of the log
    found = [json.loads(line) for line in text.splitlines() if not line.startswith("keys: ")]
    [entered] = [line for line in found if line["message"] == f"job {job_id} is accepted"]
    assert entered["request_id"] == accepted.headers["x-request-id"]
    [(account_id,)] = site.rows("SELECT account_id FROM jobs WHERE id = ?", job_id)
    assert (entered["job_id"], entered["account_id"]) == (job_id, account_id)
    of_job = [line for line in found if line.get("job_id") == job_id]
    assert {line["request_id"] for line in of_job} == {entered["request_id"]}
    work = [line for line in of_job if "attempt" in line["message"]]
    assert [line["message"].split(": ")[1].split(" after")[0] for line in work] == [
        "attempt 1 begins",
        "attempt 1 ends",
    ]
    assert all(line["account_id"] == account_id for line in work)
    defects = [line for line in found if line["level"] == "error" and line.get("job_id") == failed]
    of_process, of_server = sorted(defects, key=lambda line: line["logger"])
    assert (of_process["logger"], of_server["logger"]) == ("sprue.engine", "sprue.jobs")
    assert "Traceback" in of_process["message"]
    assert of_process["account_id"] == account_id
    assert of_process["request_id"] == of_server["request_id"] != entered["request_id"]
    assert "a secret detail" in of_server["message"]
