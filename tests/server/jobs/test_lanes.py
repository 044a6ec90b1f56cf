"""How the workers of the two lanes are run."""

import subprocess
import sys
from pathlib import Path

from server.jobs import lanes
from server.jobs.functions import THE_ENGINES
from server.settings import Settings

HEAVY = ("numba", "scipy", "engine.evidence", "engine.recognition", "engine.rules.evaluate")
"""What measures and judges, and takes as long to load as the kernel."""


def test_analyses_give_way_to_quick_answers_and_less_so_on_ones_own_machine(tmp_path: Path) -> None:
    shared = Settings(data_dir=tmp_path)
    own = shared.with_changes(local_key="svc_live_" + "a" * 40)
    assert (
        lanes.interactive(shared, THE_ENGINES).niceness == lanes.interactive(own, THE_ENGINES).niceness == 0
    )
    assert 0 < lanes.batch(own, THE_ENGINES).niceness < lanes.batch(shared, THE_ENGINES).niceness


def test_workers_load_what_the_functions_name_and_write_their_log_into_the_data_folder(
    tmp_path: Path,
) -> None:
    for lane in (lanes.interactive, lanes.batch):
        options = lane(Settings(data_dir=tmp_path, worker_memory_mb=700), THE_ENGINES)
        assert options.preload == (*THE_ENGINES.preload, *THE_ENGINES.preload_further)
        assert (options.memory_mb, options.log) == (700, tmp_path / "worker.log")
        unlimited = lane(Settings(data_dir=tmp_path), THE_ENGINES)
        assert unlimited.memory_mb is None


def test_on_ones_own_machine_a_worker_is_ready_when_it_can_read_and_loads_the_rest_later(
    tmp_path: Path,
) -> None:
    own = Settings(data_dir=tmp_path, local_key="svc_live_" + "a" * 40)
    for lane in (lanes.interactive, lanes.batch):
        assert lane(own, THE_ENGINES).preload == THE_ENGINES.preload
    loaded = ", ".join(THE_ENGINES.preload)
    code = f"import sys, {loaded}; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
