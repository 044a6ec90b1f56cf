"""A sequence of records that is a table too."""

import importlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload


class HasRow(Protocol):
    """What a table holds."""

    @property
    def row(self) -> dict[str, Any]:
        """The record as a line of the table: values by column."""


Record = TypeVar("Record", bound=HasRow, covariant=True)


class Table(Sequence[Record]):
    """Records in order; `rows()` and `to_pandas()` give them as a table."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = tuple(records)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> "Table[Record]": ...
    def __getitem__(self, at: int | slice) -> "Record | Table[Record]":
        """Return a record, or the table of some of them."""
        return Table(self._records[at]) if isinstance(at, slice) else self._records[at]

    def __repr__(self) -> str:
        return f"Table of {len(self)}: {list(self._records)!r}"

    def rows(self) -> list[dict[str, Any]]:
        """Return a dictionary a record; columns that only some have are missing in the others."""
        return [record.row for record in self._records]

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`, a line a record.

        Raises
        ------
        ImportError
            pandas is not installed.
        """
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise ImportError("pandas is not installed; `rows()` gives the same as dictionaries") from None
        return pandas.DataFrame(self.rows())
