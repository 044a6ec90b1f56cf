"""An object comes back from a file, but for what is given from outside, or not at all."""

from pathlib import Path

import numpy as np

from engine import pickle_file


def test_what_is_given_stays_outside_and_comes_back_as_itself(tmp_path: Path) -> None:
    outside = {"large": np.arange(100_000.0)}
    pickle_file.write({"one": outside, "two": [outside, 7]}, tmp_path / "new" / "it", given=outside)
    assert (tmp_path / "new" / "it").stat().st_size < 1000
    other = {"of": "another run"}
    found = pickle_file.read(tmp_path / "new" / "it", given=other)
    assert found["one"] is other
    assert found["two"] == [other, 7]
    assert pickle_file.read(tmp_path / "new" / "it") is None


def test_nothing_given_is_not_taken_for_none(tmp_path: Path) -> None:
    pickle_file.write({"one": None, "values": np.arange(3.0)}, tmp_path / "it")
    found = pickle_file.read(tmp_path / "it")
    assert found["one"] is None
    assert found["values"].tolist() == [0.0, 1.0, 2.0]
    assert not found["values"].flags.writeable


def test_the_code_of_the_engine_is_one_for_a_run() -> None:
    assert pickle_file.code() == pickle_file.code()
    assert len(pickle_file.code()) == 64
