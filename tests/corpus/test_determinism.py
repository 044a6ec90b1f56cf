"""The same file and the same options give the same bytes, in this process and in any other."""

from pathlib import Path

import pytest

import resources
from engine.raycast import threads
from tests.support import programs, tessellated, whole_result
from tests.support.corpus import CORPUS, brep
from tests.support.forked import WORKERS

SAMPLE = resources.path("sample_parts/gear_housing.step")
CASTING = "real/casting/gehause_rohteil.stp"
"""87 faces, of which triangles give surfaces of extrusion back as free form: there is much to differ in."""

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def test_another_process_with_other_hashes_and_threads_gives_the_bytes_of_one_that_has_run_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one here has run other tests, then another part, and at last one for the second time.

    It has one thread. The other is forked from one that has loaded the engine, with hashes of its own.
    """
    monkeypatch.setattr(threads, "available", lambda: 1)
    files = {SAMPLE: 30.0}  # with the longest edge of a mesh, mm: left alone it has many times the triangles
    if CORPUS.is_dir():
        (solid,) = brep(CASTING).bodies
        as_triangles = tessellated.write_glb(solid, tmp_path / "casting.glb")
        files = {as_triangles: 60.0, SAMPLE: 30.0}
    words = [word for file in files.items() for word in file]
    done = programs.run("tests.support.whole_result", *words, loaded=WORKERS)
    assert done.returncode == 0, done.stderr
    *results, hashed = done.stdout.encode().split(b"\0")
    assert int(hashed) != hash(whole_result.WORD)
    elsewhere = dict(zip(files, results, strict=True))
    first, *_ = files
    for path in (first, *reversed(files)):
        assert elsewhere[path].count(b'"fid"') > 10  # there is something to differ in
        assert whole_result.of(path, files[path]) == elsewhere[path], path.name
