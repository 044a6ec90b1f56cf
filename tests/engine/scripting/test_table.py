"""Records as a table."""

import sys
from dataclasses import dataclass
from typing import Any

import pytest

from engine.scripting.table import Table
from tests.engine.scripting import drilled_plate as plate


@dataclass(frozen=True)
class Sized:
    name: str
    size: float

    @property
    def row(self) -> dict[str, Any]:
        return {"name": self.name, "size": self.size}


SIZES = Table([Sized("a", 1.0), Sized("b", 2.0), Sized("c", 3.0)])


def test_a_table_is_a_sequence_of_its_records() -> None:
    assert [each.name for each in SIZES] == ["a", "b", "c"]
    assert (SIZES[1].name, SIZES[-1].name, len(SIZES)) == ("b", "c", 3)
    rest = SIZES[1:]
    assert isinstance(rest, Table)
    assert rest.rows() == [{"name": "b", "size": 2.0}, {"name": "c", "size": 3.0}]


def test_pandas_gets_a_line_a_record() -> None:
    frame = SIZES.to_pandas()
    assert list(frame.columns) == ["name", "size"]
    assert frame["size"].sum() == 6.0
    features = plate.result().features.to_pandas()
    assert features.loc[features.kind == "HOLE", "diameter_mm"].item() == pytest.approx(10.0)


def test_without_pandas_a_sentence_says_what_is_there_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pandas is not installed; `rows\(\)`"):
        SIZES.to_pandas()
