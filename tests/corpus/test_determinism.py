"""The same file and the same options give the same bytes, in this process and in any other."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import resources
from tests.support import whole_result
from tests.support.corpus import CORPUS

FILES: dict[str, tuple[Path, float]] = {
    "sample": (resources.path("sample_parts/gear_housing.step"), 8.0),
    "splines": (CORPUS / "real/casting/0049_control_arm.step", 12.0),
    "triangles": (CORPUS / "glb/nist_ctc_01_asme1_rd.glb", 60.0),
}
"""With the longest edge of their mesh, mm: left alone it has many times the triangles."""

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@cache
def here(name: str) -> bytes:
    """Analyze a file in this process, the first time."""
    return whole_result.of(*FILES[name])


@pytest.mark.parametrize("name", FILES, scope="module")
def test_two_runs_give_the_same_bytes(name: str) -> None:
    if not FILES[name][0].is_file():
        pytest.skip(f"{FILES[name][0]} is absent")
    assert here(name).count(b'"fid"') > 10  # there is something to differ in
    assert whole_result.of(*FILES[name]) == here(name)


def test_a_process_with_other_hashes_and_threads_that_has_cached_nothing_gives_them_too() -> None:
    names = [name for name, (path, _) in FILES.items() if path.is_file()]
    environment = {**os.environ, "PYTHONHASHSEED": "1", "NUMBA_NUM_THREADS": "1"}
    words = [str(word) for name in names for word in FILES[name]]
    command = [sys.executable, "-m", "tests.support.whole_result", *words]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    assert done.stdout.split(b"\0")[:-1] == [here(name) for name in names]
