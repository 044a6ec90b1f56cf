"""Files that come and go while they are counted."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

from server.storage.local_blobs import LocalBlobs


def test_what_vanishes_while_files_are_counted_is_not_counted(tmp_path: Path) -> None:
    blobs = LocalBlobs(tmp_path)
    folder = blobs.make("job")
    (folder / "part.step").write_bytes(b"12345")
    (folder / "gone").symlink_to(tmp_path / "nowhere")  # listed, and not there when it is looked at
    assert blobs.size("job") == 5
    assert blobs.size("another") == 0


def test_results_of_a_run_go_when_a_later_one_was_done_for_as_long_as_links_live(tmp_path: Path) -> None:
    blobs = LocalBlobs(tmp_path)
    blobs.make("job")
    for run, done_at in ((9, 1000), (10, 2000), (11, None)):
        blobs.results_folder("job", run).mkdir()
        if done_at is not None:
            file = blobs.results_folder("job", run) / "result.json"
            file.touch()
            os.utime(file, (done_at, done_at))

    def left(moment: float) -> list[str]:
        blobs.remove_superseded(datetime.fromtimestamp(moment, UTC))
        return sorted(path.name for path in blobs.folder("job").iterdir())

    assert left(1999) == ["results-10", "results-11", "results-9"]
    assert left(2001) == ["results-10", "results-11"]
    assert left(9999) == ["results-10", "results-11"]


def test_of_a_run_that_failed_one_file_may_stay(tmp_path: Path) -> None:
    blobs = LocalBlobs(tmp_path)
    for run in (1, 2):
        folder = blobs.make("job") / "results-1" if run == 1 else blobs.results_folder("job", 2)
        (folder / "views").mkdir(parents=True)
        for name in ("shape.glb", "thickness.glb", "views/top.png"):
            (folder / name).touch()
    asyncio.run(blobs.remove_partial("job", 2, but="shape.glb"))
    assert [path.name for path in blobs.results_folder("job", 2).iterdir()] == ["shape.glb"]
    assert len(list(blobs.results_folder("job", 1).iterdir())) == 3


def test_what_was_used_longest_ago_goes_first_until_the_rest_fits(tmp_path: Path) -> None:
    blobs = LocalBlobs(tmp_path)
    files = [blobs.prepared / f"{at}.prepared" for at in range(3)]
    for at, file in enumerate(files):
        file.write_bytes(bytes(100))
        os.utime(file, (1000 - at, 1000 - at))
    assert asyncio.run(blobs.trim(200)) == 0
    assert [file.is_file() for file in files] == [True, True, False]
    (blobs.make("job") / "part.step").write_bytes(bytes(300))
    assert asyncio.run(blobs.trim(200)) == 100
    assert not any(file.is_file() for file in files)
