"""Many requests at the same moment: more than the plan has units, and the same one over and over."""

from collections import Counter
from functools import partial
from pathlib import Path

import httpx

from bench.faults import books, sending
from bench.faults.outcome import Outcome
from bench.faults.watch import Watch
from tests.faults.site import started

AT_ONCE, CAP = 160, 100
REPEATS = 20


def at_the_cap(folder: Path) -> Outcome:
    """Send 160 analyses at once on a plan of 100."""
    with started(folder, sending.PROGRAM) as site:
        with sending.customer(site, "free") as client, Watch(site, client) as watch:
            asks = [partial(sending.analyze, client, sending.act()) for _ in range(AT_ONCE)]
            answers = sending.at_once(asks)
            counts = Counter(answer.status_code for answer in answers)
            books.wait(site)
            good = [answer.json()["job_id"] for answer in answers if answer.status_code == 202]
            found = books.problems(site, client, good, ())
            if counts != {202: CAP, 402: AT_ONCE - CAP}:
                found.append(f"answers {dict(counts)}")
            if sending.analyze(client, sending.act()).status_code != 402:
                found.append("one more was not refused")
    did = f"{AT_ONCE} analyses at once on a plan of {CAP}: {counts[202]} accepted, {counts[402]} answered 402"
    return Outcome.watched(did, found, watch)


def with_one_key(folder: Path) -> Outcome:
    """Send one analysis, one quick look and one quote 20 times at once, each with one idempotency key."""
    with started(folder, sending.PROGRAM) as site:
        with sending.customer(site) as client, Watch(site, client) as watch:
            part = sending.drawn(folder, 0)
            jobs = sending.at_once([partial(sending.accepted, client, part, "analysis")] * REPEATS)
            looks = sending.at_once([partial(sending.look, client, part, "look")] * REPEATS)
            quotes = sending.at_once([partial(_quote, client, _order(client))] * REPEATS)
            books.wait(site)
            found = books.problems(site, client, set(jobs), ())
            if len(set(jobs)) != 1:
                found.append(f"{len(set(jobs))} jobs of one key")
            found += [
                f"quick-info: {look.status_code} {look.text}" for look in looks if look.status_code != 200
            ]
            if len({look.json()["glb_url"].partition("?")[0] for look in looks}) != 1:
                found.append("several looks of one key")
            if len(set(quotes)) != 1 or len(client.get("/api/v1/quotes").json()["quotes"]) != 1:
                found.append(f"{len(set(quotes))} quotes of one key")
            units = Counter(row[0] for row in site.rows("SELECT meter FROM meter_events"))
            if units != {"dfm.analyze": 1, "dfm.quick_info": 1}:
                found.append(f"units {dict(units)}")
    did = f"{REPEATS} times the same analysis, quick look and quote at once, each with one key"
    return Outcome.watched(did, found, watch)


def _order(client: httpx.Client) -> dict[str, object]:
    box = {"x_mm": 60.0, "y_mm": 40.0, "z_mm": 5.0}
    return {
        "file_name": "part.step",
        "geometry": {"volume_cm3": 11.9, "surface_area_cm2": 58.0, "bounding_box": box},
        "material_id": client.get("/api/v1/materials").json()["materials"][0]["id"],
        "quantity": 5,
    }


def _quote(client: httpx.Client, order: dict[str, object]) -> str:
    answer = client.post("/api/v1/quotes", json=order, headers={"Idempotency-Key": "quote"})
    quote: str = answer.raise_for_status().json()["quote"]["id"]
    return quote
