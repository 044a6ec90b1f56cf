"""The same file and the same options give the same bytes, in this process and in any other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import resources
from tests.support import whole_result
from tests.support.corpus import CORPUS

FILES: dict[str, tuple[Path, float | None]] = {
    "sample": (resources.path("sample_parts/gear_housing.step"), 4.0),
    "splines": (CORPUS / "real/casting/0049_control_arm.step", 6.0),
    "triangles": (CORPUS / "glb/nist_ctc_01_asme1_rd.glb", 20.0),
}
"""With the longest edge of their mesh, mm: left alone it has five times the triangles."""

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def in_another_process(path: Path, max_edge_mm: float | None, hash_seed: str, threads: str) -> bytes:
    """Analyze with other hashes, another number of threads, and nothing this process has cached."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "NUMBA_NUM_THREADS": threads}
    command = [sys.executable, "-m", "tests.support.whole_result", str(path), str(max_edge_mm or 0)]
    return subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120).stdout


@pytest.mark.parametrize("name", FILES)
def test_two_processes_and_two_runs_give_the_same_bytes(name: str) -> None:
    path, max_edge_mm = FILES[name]
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    first = whole_result.of(path, max_edge_mm)
    assert first.count(b'"fid"') > 10  # there is something to differ in
    assert whole_result.of(path, max_edge_mm) == first
    assert in_another_process(path, max_edge_mm, "1", "1") == first
