"""The same file and the same options give the same bytes, in this process and in any other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import resources
from tests.support import tessellated, whole_result
from tests.support.corpus import CORPUS, brep

SAMPLE = resources.path("sample_parts/gear_housing.step")
CASTING = "real/casting/gehause_rohteil.stp"
"""87 faces, of which triangles give surfaces of extrusion back as free form: there is much to differ in."""

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def test_a_fresh_process_with_other_hashes_and_threads_gives_the_bytes_of_one_that_has_run_others(
    tmp_path: Path,
) -> None:
    """The one here has run other tests, then another part, and at last one for the second time."""
    files = {SAMPLE: 8.0}  # with the longest edge of a mesh, mm: left alone it has many times the triangles
    if CORPUS.is_dir():
        (solid,) = brep(CASTING).bodies
        as_triangles = tessellated.write_glb(solid, tmp_path / "casting.glb")
        files = {as_triangles: 60.0, SAMPLE: 8.0}
    environment = {**os.environ, "PYTHONHASHSEED": "1", "NUMBA_NUM_THREADS": "1"}
    words = [str(word) for file in files.items() for word in file]
    command = [sys.executable, "-m", "tests.support.whole_result", *words]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
    elsewhere = dict(zip(files, done.stdout.split(b"\0")[:-1], strict=True))
    first, *_ = files
    for path in (first, *reversed(files)):
        assert elsewhere[path].count(b'"fid"') > 10  # there is something to differ in
        assert whole_result.of(path, files[path]) == elsewhere[path], path.name
