"""Feature tables: kind by kind, with the dimensions that each declares."""

import pytest

from engine.features.slot import Slot
from engine.model.feature import Kind
from engine.report import feature_tables
from tests.support.measuring import boss, feature, hole


def slot(undercut_width_mm: float | None = None) -> Slot:
    """Describe a blind slot 6 mm wide, wider below its neck where that is given."""
    values = dict.fromkeys(("width_mm", "min_width_mm", "max_width_mm", "length_mm", "depth_mm"), 6.0)
    return feature(
        Kind.SLOT,
        Slot,
        0,
        **values,
        through=False,
        open_ends=1,
        undercut_width_mm=undercut_width_mm,
        angle_deg=None,
    )


def test_each_kind_is_a_table_with_its_own_columns() -> None:
    tables = feature_tables.tables(
        [hole(diameter_mm=6.0, depth_mm=15.0), boss(), hole(1, 2, 3, diameter_mm=8.0)]
    )
    assert {table.kind: table.count for table in tables} == {"Hole": 2, "Boss": 1}
    (holes,) = [table for table in tables if table.kind == "Hole"]
    assert (holes.columns[0], holes.columns[-1]) == ("face", "faces")
    column = holes.columns.index("diameter, mm")
    assert [row[column] for row in holes.rows] == ["6.00", "8.00"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_dimension_that_some_features_have_is_a_column_and_a_dash_at_the_others(order) -> None:
    slots = [slot(), slot(undercut_width_mm=9.0)]
    (table,) = feature_tables.tables([slots[at] for at in order])
    column = table.columns.index("undercut width, mm")
    assert [table.rows[order.index(at)][column] for at in (0, 1)] == ["–", "9.00"]


def test_a_dimension_that_no_feature_has_is_no_column() -> None:
    (table,) = feature_tables.tables([slot(), slot()])
    assert "undercut width, mm" not in table.columns


def test_nothing_recognized_is_no_table() -> None:
    assert feature_tables.tables([]) == ()


def test_of_many_features_the_first_are_listed_and_all_are_counted() -> None:
    (table,) = feature_tables.tables([hole()] * 31)
    assert (table.kind.upper(), table.count, len(table.rows)) == (Kind.HOLE, 31, 30)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("open_ends", 1, "1"),
        ("depth_mm", 15, "15.0"),
        ("span_deg", 360.0, "360"),
        ("through", True, "yes"),
        ("angle_deg", None, "–"),
    ],
)
def test_counts_of_a_feature_are_written_as_counts_and_lengths_as_lengths(name, value, text) -> None:
    assert feature_tables._cell(name, value) == text
