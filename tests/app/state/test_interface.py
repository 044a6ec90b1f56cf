"""What a server reads and shows, and what holds before it says so."""

from pathlib import Path

import msgspec

from app.client.models import FileFormat, Layer, RuleSchema
from app.state import interface
from app.state.interface import SHIPPED

BARE = {
    name: []
    for name in (
        *("selector_sets", "metrics_per_feature", "metrics_whole_part"),
        *("comparison_ops", "severity_levels", "rhs_forms"),
    )
}


def schema(**extensions: object) -> RuleSchema:
    return msgspec.convert(BARE | extensions, RuleSchema)


def test_kinds_come_before_what_was_measured() -> None:
    assert list(SHIPPED.layer_of_name) == ["features", "thickness", "clearance", "draft"]
    assert SHIPPED.layer_of_name["draft"].sentinel == -999.0


def test_suffixes_are_listed_the_whole_name_first() -> None:
    assert SHIPPED.file_filter == (
        "*.step *.stp *.gltf *.glb *.iges *.igs *.brep *.brp *.stl *.3mf *.obj *.ply *.off"
    )
    assert interface.in_words(list(SHIPPED.suffixes[:4]), "and") == ".step, .stp, .gltf and .glb"


def test_a_file_is_known_by_the_end_of_its_name_in_any_case() -> None:
    assert SHIPPED.accepts(Path("a.b.STP"))
    assert not SHIPPED.accepts(Path("a.txt"))
    assert not SHIPPED.accepts(Path("step"))


def test_a_server_that_says_nothing_of_it_reads_and_shows_what_ships() -> None:
    assert SHIPPED.with_schema(schema()) == SHIPPED


def test_what_a_server_says_replaces_what_ships() -> None:
    height = {"name": "height", "title": "Height", "label": "Height", "unknown": 1}
    tri = {"label": "Triangles", "suffixes": [".tri"]}
    found = SHIPPED.with_schema(schema(layers=[height], file_formats=[tri], max_file_mb=2.5))
    assert found.layers == (Layer(name="height", title="Height", label="Height"),)
    assert found.file_formats == (FileFormat(label="Triangles", suffixes=(".tri",)),)
    assert found.max_file_mb == 2.5
    assert found.kinds == SHIPPED.kinds
    assert not found.accepts(Path("a.step"))
