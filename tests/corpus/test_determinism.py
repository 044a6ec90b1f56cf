"""The same file and the same options give the same bytes, in this process and in any other."""

import os
import subprocess
import sys
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


def test_a_fresh_process_with_other_hashes_and_threads_gives_the_bytes_of_one_that_has_run_others() -> None:
    """The one here has run other tests, then other parts, and at last one of them for the second time."""
    names = [name for name, (path, _) in FILES.items() if path.is_file()]
    environment = {**os.environ, "PYTHONHASHSEED": "1", "NUMBA_NUM_THREADS": "1"}
    words = [str(word) for name in names for word in FILES[name]]
    command = [sys.executable, "-m", "tests.support.whole_result", *words]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    elsewhere = dict(zip(names, done.stdout.split(b"\0")[:-1], strict=True))
    for name in (names[0], *reversed(names)):
        assert elsewhere[name].count(b'"fid"') > 10  # there is something to differ in
        assert whole_result.of(*FILES[name]) == elsewhere[name], name
