"""The log of a failure holds what was said, what was done, and the end of what the engine wrote."""

from pathlib import Path

from app.state import failure_log


def test_it_lies_beside_the_part_under_its_name() -> None:
    assert failure_log.beside(Path("/parts/gear.v2.step")) == Path("/parts/gear.v2.log")


def test_it_holds_the_end_of_the_engines_log_and_not_all_of_it(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    log.write_text("first line\n" + "x" * failure_log.TAIL_BYTES + "\nZeroDivisionError: a defect\n")
    text = failure_log.text("gear.step", ["Sprue failed."], ["reading", "meshing"], log)
    for words in ("gear.step", "Sprue failed.", "reading\nmeshing", "ZeroDivisionError", str(log)):
        assert words in text
    assert "first line" not in text


def test_a_log_that_cannot_be_read_does_not_keep_the_rest(tmp_path: Path) -> None:
    text = failure_log.text("gear.step", ["Sprue failed."], [], tmp_path / "worker.log")
    assert "Sprue failed." in text
    assert "It cannot be read: no such file or directory." in text
