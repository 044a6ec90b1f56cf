"""Parts that crash a worker, hang it, or eat its memory, and a disk that is full."""

import subprocess
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx

from bench.faults import books, sending
from bench.faults.outcome import Outcome
from bench.faults.watch import Watch
from tests.faults.site import Site, started

CRASHES = 10
TIME_LIMIT_S = 20
HANGS = 4
MEMORY_MB = 1200
GLUTTONS = 4
DISK_MB = 64
LEFT_KB = 48
"""On the disk that is nearly full: room to accept a job, and none for the result of a real part."""
STUCK_S = 12.0
"""How long the disk stays so: a job that finds no room tries again after five seconds."""
REFUSALS = 20


def of_crashes(folder: Path) -> Outcome:
    """Have workers die of SIGSEGV, among jobs and looks that are fine."""
    return _bad_among_good(folder, "crash", CRASHES, 422, {})


def of_hangs(folder: Path) -> Outcome:
    """Have workers hold the interpreter's lock in C code, for ever."""
    return _bad_among_good(folder, "hold", HANGS, 504, {"time_limit_s": str(TIME_LIMIT_S)})


def of_memory(folder: Path) -> Outcome:
    """Have workers take memory without end."""
    return _bad_among_good(folder, "eat", GLUTTONS, 422, {"worker_memory_mb": str(MEMORY_MB)})


def _bad_among_good(folder: Path, wish: str, n_bad: int, status: int, settings: dict[str, str]) -> Outcome:
    good, bad = [], []
    with started(folder, sending.PROGRAM, **settings) as site:
        with sending.customer(site) as client, Watch(site, client) as watch:
            looks: list[int] = []
            looking = threading.Thread(target=_look, args=(client, sending.act(wish), looks))
            looking.start()
            for at in range(n_bad):
                bad.append(sending.accepted(client, sending.act(wish)))
                good.append(sending.accepted(client, sending.drawn(folder, at) if at % 2 else sending.act()))
            looking.join()
            books.wait(site)
            found = books.problems(site, client, good, bad)
            found += _of_results(client, bad, status)
            if looks != [status]:
                found.append(f"the quick look answered {looks}, not {status}")
    did = f"{n_bad} jobs and a quick look that {wish}, among {len(good)} that are fine"
    return Outcome.watched(did, found, watch)


def _look(client: httpx.Client, part: bytes, looks: list[int]) -> None:
    looks.append(sending.look(client, part).status_code)


def _of_results(client: httpx.Client, bad: list[str], status: int) -> list[str]:
    answers = Counter(client.get(f"{sending.JOBS}/{job}/result").status_code for job in bad)
    return [f"{n} results of bad jobs answered {other}" for other, n in answers.items() if other != status]


def of_a_full_disk(folder: Path) -> Outcome:
    """Fill the disk of the data folder while jobs run, then quite, then make room again."""
    data = folder / "data"
    data.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(data)]
    if subprocess.run(mounting, capture_output=True).returncode:
        return Outcome("nothing", ("no small disk can be made here: it takes `mount`, or `unshare`",))
    try:
        return _on_a_small_disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(data)], check=True)


def _on_a_small_disk(folder: Path) -> Outcome:
    found: list[str] = []
    with started(folder, sending.PROGRAM) as site:
        with sending.customer(site) as client, Watch(site, client) as watch:
            jobs = [
                sending.accepted(client, sending.drawn(folder, 0)),
                sending.accepted(client, sending.act()),
            ]
            books.wait(site)
            # the next ones run while room goes
            jobs += [sending.accepted(client, sending.act("sleep 2")) for _ in range(2)]
            _fill(site, LEFT_KB)
            late = sending.analyze(client, sending.drawn(folder, 1))
            if late.status_code == 202:
                jobs.append(late.json()["job_id"])
            elif late.status_code != 503:
                found.append(f"with {LEFT_KB} kB left: {late.status_code} {late.text}")
            time.sleep(STUCK_S / 2)
            _fill(site, 0)
            refused = Counter(
                sending.analyze(client, sending.drawn(folder, at)).status_code
                for at in range(2, 2 + REFUSALS)
            )
            refused += Counter(sending.look(client, sending.drawn(folder, 99)).status_code for _ in range(3))
            found += [
                f"on the full disk: {n} answers {status}" for status, n in refused.items() if status != 503
            ]
            time.sleep(STUCK_S / 2)
            for ballast in site.data_dir.glob("ballast-*"):
                ballast.unlink()
            jobs.append(sending.accepted(client, sending.drawn(folder, 100)))
            books.wait(site)
            found += books.problems(site, client, jobs, ())
    did = (
        f"disk nearly full, then full, then free: {len(jobs)} jobs accepted, {refused[503]} requests refused"
    )
    return Outcome.watched(did, found, watch)


def _fill(site: Site, left_kb: int) -> None:
    """Leave so much room on the disk."""
    ballast = site.data_dir / f"ballast-{left_kb}"
    with ballast.open("wb", buffering=0) as file:  # what is buffered would be written at the end, and fail
        with suppress(OSError):
            while file.write(bytes(1024)):
                pass
        file.truncate(max(0, file.tell() - 1024 * left_kb))
