"""The model of capacity, against figures that are easily multiplied."""

import pytest

from bench.hosted.capacity import BUSY, Figures, needs_of

FIGURES = Figures(
    analysis_s=BUSY * 3.0,
    worker_s=BUSY * 0.6,
    web_s=BUSY * 0.36,
    database_s=BUSY * 0.036,
    store_s=1.0,
    bucket_bytes=1e6,
    n_objects=10,
    database_bytes=1e3,
    claim_s=0.01,
)


def test_cores_hosts_and_bytes_grow_with_the_rate() -> None:
    one, many = needs_of(FIGURES, 1_000), needs_of(FIGURES, 100_000)
    assert one.worker_cores == pytest.approx(1.0)  # 3.6 s of each of 1,000 parts in an hour
    assert many.worker_cores == pytest.approx(100.0)
    assert (one.n_worker_hosts, one.n_web_hosts) == (1, 1)
    assert (many.n_worker_hosts, many.n_web_hosts) == (7, 3)  # 100 cores by 16, 10 by 4
    assert (one.n_connections, many.n_connections) == (18 + 15, 7 * 18 + 3 * 15)
    assert one.bucket_bytes == pytest.approx(24e9)
    assert one.database_bytes == pytest.approx(24e6)
    assert many.bytes_a_second == pytest.approx(100_000 / 3600 * 1e6)


def test_what_is_exhausted_first_follows_from_the_figures() -> None:
    many = needs_of(FIGURES, 100_000)
    assert many.loads["the lock of claims"] == pytest.approx(0.2778, abs=1e-4)
    assert many.loads["connections of PostgreSQL"] == pytest.approx(171 / 97)
    assert many.first == "connections of PostgreSQL"
    slow = Figures(**{name: getattr(FIGURES, name) for name in Figures.__slots__} | {"claim_s": 0.1})
    assert needs_of(slow, 100_000).first == "the lock of claims"
