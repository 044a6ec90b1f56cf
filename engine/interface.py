"""What programs that show results need to know beforehand: layers, formats that are read, kinds of features.

The API sends it with its rule schema. `python -m engine.interface` writes `resources/interface.json`, which
the desktop goes by until a server has answered; a test holds it to what stands here.
"""

import json
from typing import Any

from engine import formats, heatmaps, kinds
from engine.model.file_format import FileFormat
from engine.model.layer import Layer, Swatch

Document = dict[str, Any]


def document() -> Document:
    """Write layers, formats and kinds as JSON, in the order of their registries; kinds in that of lists."""
    return {
        "layers": [_of_layer(layer) for layer in heatmaps.layers().values()],
        "file_formats": [_of_format(each.FORMAT) for each in formats.FORMATS],
        "kinds": kinds.document(),
    }


def _of_layer(layer: Layer) -> Document:
    return {
        "name": layer.name,
        "title": layer.title,
        "label": layer.label,
        "doc": layer.doc,
        "unit": str(layer.unit),
        "icon": layer.icon,
        "is_measured": layer.scale is not None,
        "attribute": layer.attribute,
        "sentinel": layer.sentinel,
        "nothing": _of_swatch(layer.nothing),
        "mark": _of_swatch(layer.mark),
    }


def _of_swatch(swatch: Swatch | None) -> Document | None:
    return None if swatch is None else {"label": swatch.label, "color": swatch.color}


def _of_format(each: FileFormat) -> Document:
    return {
        "label": each.label,
        "suffixes": list(each.suffixes),
        "media_types": list(each.media_types),
        "is_written": each.is_written,
        "is_extra": each.is_extra,
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=2, ensure_ascii=False))
