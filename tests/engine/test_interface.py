"""The table that ships with the desktop is what the engine's registries hold."""

import json

import resources
from engine import formats, heatmaps, interface
from engine.metrics import METRICS


def test_the_shipped_table_is_up_to_date() -> None:
    shipped = json.loads(resources.path("interface.json").read_text("utf-8"))
    remedy = "python -m engine.interface > resources/interface.json"
    assert shipped == json.loads(json.dumps(interface.document())), remedy


def test_layers_and_attributes_have_names_of_their_own_and_a_sentence() -> None:
    layers = [heatmap.LAYER for heatmap in heatmaps.HEATMAPS]
    assert len(heatmaps.layers()) == len(layers)
    attributes = [layer.attribute for layer in layers if layer.attribute]
    assert len(set(attributes)) == len(attributes)
    assert all(layer.doc.endswith(".") for layer in layers)


def test_shipped_layers_have_drawings() -> None:
    for layer in heatmaps.layers().values():
        assert resources.path(f"icons/{layer.icon}.svg").is_file()


def test_every_layer_that_a_metric_speaks_of_is_there() -> None:
    spoken_of = {metric.info.layer for metric in METRICS} - {None, ""}
    assert spoken_of == {name for name, layer in heatmaps.layers().items() if layer.scale is not None}


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = [suffix for each in formats.FORMATS for suffix in each.FORMAT.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)
