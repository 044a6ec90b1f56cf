"""Parts that crash, hang or eat: each costs its own job and nothing else."""

from pathlib import Path

import pytest

from tests.faults.site import Site, answering, assert_books_balance, assert_results, finished, started
from tests.server.acting import part
from tests.server.asking import assert_problem, job_of, result

CRASHED = ("kernel_error", 422, "crashed")
TOO_LONG = ("meshing_timeout", 504, "a coarser max_edge is the remedy")
TOO_BIG = ("kernel_error", 422, "of memory")


@pytest.mark.slow
def test_bad_parts_end_with_their_reason_and_good_ones_between_them_are_done(site: Site) -> None:
    """A crash (SIGSEGV), a hang that holds the interpreter's lock, and a part that eats all memory."""
    acts = {"crash": CRASHED, "hold": TOO_LONG, "eat": TOO_BIG}
    with site.client() as client, answering(site):
        bad, good = [], []
        for act in acts:
            bad.append(job_of(client, act))
            good.append(job_of(client))
        ended = finished(site, client, bad + good)
        assert [ended[job_id]["status"] for job_id in bad] == ["error"] * 3
        assert [ended[job_id]["status"] for job_id in good] == ["done"] * 3
        for job_id, (code, status, words) in zip(bad, acts.values(), strict=True):
            assert_problem(result(client, job_id), status, code, words)
            assert words in ended[job_id]["error"]
        assert_results(client, good)
        assert_books_balance(site, bad + good)


@pytest.mark.slow
def test_a_part_that_crashes_where_names_are_read_is_done_without_them_and_counted_once(
    tmp_path: Path,
) -> None:
    act = "crash-at-names"
    with started(tmp_path, batch_workers=1) as site, site.client() as client, answering(site):
        job = job_of(client, act)
        ended = finished(site, client, [job])
        assert ended[job]["status"] == "done"
        assert_results(client, [job])
        assert_books_balance(site, [job])
        for path in ("convert", "dfm/quick-info"):
            answer = client.post(f"/api/v1/{path}", files={"file": ("a.step", part(act))})
            assert answer.status_code == 200
        assert site.rows("SELECT SUM(used) FROM usage_counters WHERE meter = 'dfm.quick_info'") == [(1,)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "act", "expected"),
    [
        ("convert", "eat", TOO_BIG),
        ("dfm/quick-info", "crash", CRASHED),
        ("dfm/quick-info", "hold", TOO_LONG),
        ("dfm/quick-info", "eat", TOO_BIG),
    ],
)
def test_who_waits_for_a_bad_part_is_reported_and_the_next_is_served(
    site: Site, path: str, act: str, expected: tuple[str, int, str]
) -> None:
    code, status, words = expected
    with site.client() as client, answering(site):
        answer = client.post(f"/api/v1/{path}", files={"file": ("a.step", part(act))})
        assert_problem(answer, status, code, words)
        good = client.post(f"/api/v1/{path}", files={"file": ("a.step", part())})
        assert good.status_code == 200
    quick_looks = site.rows("SELECT COUNT(*) FROM meter_events WHERE meter = 'dfm.quick_info'")[0][0]
    used = site.rows("SELECT SUM(used) FROM usage_counters WHERE meter = 'dfm.quick_info'")[0][0]
    assert quick_looks == (used or 0)
    assert list((site.data_dir / "uploads").iterdir()) == []
