"""Processes are killed while they work: the workers, then the server."""

import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path

import httpx

from bench.faults import books, sending
from bench.faults.outcome import Outcome
from bench.faults.watch import Watch
from tests.faults.site import Site, started

WORKER_KILLS, SERVER_KILLS = 100, 10
REAL_EVERY = 3
"""Of the jobs under kills every third is a real analysis; the others write a result after half a second."""
LOOK_EVERY = 4
"""Kills of workers for a quick look at a real part."""
ROUND = 4
"""Jobs that are being sent while the server is killed."""
SEED = 5


def of_workers(folder: Path) -> Outcome:
    """Kill workers of both lanes at random."""
    chance = random.Random(SEED)
    sent: list[str] = []
    looks: list[int] = []
    threads = []
    kills = 0
    with started(folder, sending.PROGRAM, max_queued_of_account="1000") as site:
        with sending.customer(site) as client, Watch(site, client) as watch:
            pause_s = _seconds_of_a_job(client, sent, folder)  # kills come about as often as jobs end
            while kills < WORKER_KILLS:
                if len(site.rows("SELECT 1 FROM jobs WHERE status = 'queued'")) < 2:
                    sent.append(sending.accepted(client, _part(folder, len(sent))))
                if kills == LOOK_EVERY * len(threads):
                    part = sending.drawn(folder, 5000 + kills)
                    threads.append(threading.Thread(target=_look, args=(client, part, looks)))
                    threads[-1].start()
                time.sleep(chance.uniform(0, pause_s))
                kills += _kill(chance.choice(site.workers() or [0]))
            for thread in threads:
                thread.join()
            books.wait(site)
            found = books.problems(site, client, sent, ())
            found += _looks(site, looks)
    did = (
        f"{kills} workers killed, under {len(sent)} jobs and {len(looks)} quick looks, "
        f"{looks.count(503)} of which were asked to come again"
    )
    return Outcome.watched(did, found, watch)


def of_the_server(folder: Path) -> Outcome:
    """Kill the server while jobs wait, run and are being sent; senders try again with the same key."""
    chance = random.Random(SEED)
    sent: list[str] = []
    longest_s = 0.0
    with started(folder, sending.PROGRAM, max_queued_of_account="1000") as site:
        with sending.customer(site) as client:
            for at in range(SERVER_KILLS):
                threads = [
                    threading.Thread(target=_send, args=(client, folder, ROUND * at + each, sent))
                    for each in range(ROUND)
                ]
                for thread in threads:
                    thread.start()
                    time.sleep(chance.uniform(0, 0.1))
                time.sleep(chance.uniform(0, 1.5))
                site.kill()
                began = time.monotonic()
                site.start()
                longest_s = max(longest_s, time.monotonic() - began)
                for thread in threads:
                    thread.join()
            books.wait(site)
            found = books.problems(site, client, sent, ())
        if len(sent) != SERVER_KILLS * ROUND:
            found.append(f"{len(sent)} answers to {SERVER_KILLS * ROUND} requests")
    did = f"server killed {SERVER_KILLS} times, under {len(sent)} jobs; it was back after {longest_s:.1f} s"
    return Outcome(did, tuple(found))


def _seconds_of_a_job(client: httpx.Client, sent: list[str], folder: Path) -> float:
    """Return how long a real analysis takes that nobody disturbs."""
    began = time.monotonic()
    sent.append(sending.accepted(client, sending.drawn(folder, 9999)))
    while client.get(f"{sending.JOBS}/{sent[-1]}").json()["status"] != "done":
        if time.monotonic() - began > sending.LONG_S:
            raise RuntimeError("the first analysis does not end")
        time.sleep(0.05)
    return time.monotonic() - began


def _part(folder: Path, number: int) -> bytes:
    return sending.act("sleep 0.5") if number % REAL_EVERY else sending.drawn(folder, number)


def _look(client: httpx.Client, part: bytes, looks: list[int]) -> None:
    looks.append(sending.look(client, part).status_code)


def _send(client: httpx.Client, folder: Path, number: int, sent: list[str]) -> None:
    sent.append(sending.accepted(client, _part(folder, number), f"request-{number}"))


def _kill(pid: int) -> bool:
    """Kill a process; False where it is gone already."""
    try:
        if pid:
            os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return bool(pid)


def _looks(site: Site, looks: list[int]) -> list[str]:
    """Compare the units of quick looks with their answers: one that failed costs nothing."""
    counts = Counter(looks)
    units = site.rows("SELECT count(*) FROM meter_events WHERE meter = 'dfm.quick_info'")[0][0]
    found = [] if units == counts[200] else [f"{units} units of quick-info, {counts[200]} answers"]
    # whose worker was killed at each try is asked to come again
    return found + [
        f"{n} quick looks answered {status}" for status, n in counts.items() if status not in (200, 503)
    ]
