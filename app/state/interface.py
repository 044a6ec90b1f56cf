"""What a server reads and shows: formats of files, how large they may be, layers and kinds of features.

A server sends it with its rule schema. Until one has, and where one does not, what ships with the program
holds, so that a file is refused at once that no engine of this version reads; the size alone only a server
knows. The shipped table is data that the engine writes from its registries, as neither program may import
the other.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import msgspec

import resources
from app.client.models import FeatureKind, FileFormat, Layer, RuleSchema

FILE = "interface.json"
CONTEXT_OF_WORDS = "Layers"
"""What translators find the words of layers under."""
MEBIBYTE = 1024**2


@dataclass(frozen=True)
class Interface:
    """One server's."""

    layers: tuple[Layer, ...]
    """Kinds first, then what was measured, each in the order of the server."""
    file_formats: tuple[FileFormat, ...]
    kinds: tuple[FeatureKind, ...]
    """Of features, in the order of lists; those that give faces a role only among them."""
    max_file_mb: float | None = None
    """In units of 1024² bytes; None where it is not known."""

    @cached_property
    def layer_of_name(self) -> dict[str, Layer]:
        """The layers by name."""
        return {layer.name: layer for layer in self.layers}

    @cached_property
    def kind_of_key(self) -> dict[str, FeatureKind]:
        """The kinds by what a result calls them, in the order of lists."""
        return {kind.kind: kind for kind in self.kinds}

    @cached_property
    def color_of_role(self) -> dict[str, str]:
        """The color of each role by its name, in the order of lists."""
        return {role.label: role.color for kind in self.kinds for role in kind.roles}

    def place_of_kind(self, kind: str) -> tuple[int, str]:
        """Return what orders kinds in lists; those that are not known follow by name."""
        keys = list(self.kind_of_key)
        return (keys.index(kind) if kind in keys else len(keys), kind)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes that are read, as people list them: the whole name before its abbreviations."""
        return tuple(
            one for each in self.file_formats for one in sorted(each.suffixes, key=len, reverse=True)
        )

    @property
    def file_filter(self) -> str:
        """The files that a dialog offers: `*.step *.stp`."""
        return " ".join(f"*{one}" for one in self.suffixes)

    def accepts(self, path: Path) -> bool:
        """Return whether a file is of a format that is read, going by its name."""
        return path.suffix.lower() in self.suffixes

    def with_schema(self, schema: RuleSchema) -> "Interface":
        """Return what holds for a server that sent this; what it does not say stays."""
        return replace(
            self,
            layers=self.layers if schema.layers is None else _sorted(schema.layers),
            file_formats=self.file_formats if schema.file_formats is None else schema.file_formats,
            kinds=self.kinds if schema.kinds is None else schema.kinds,
            max_file_mb=schema.max_file_mb,
        )


def in_words(names: list[str], conjunction: str) -> str:
    """List names: `a, b or c`."""
    return f" {conjunction} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


class _Shipped(msgspec.Struct):
    layers: tuple[Layer, ...]
    file_formats: tuple[FileFormat, ...]
    kinds: tuple[FeatureKind, ...]


def shipped() -> Interface:
    """Return what this version's own engine reads and shows."""
    found = msgspec.json.decode(resources.path(FILE).read_bytes(), type=_Shipped)
    return Interface(_sorted(found.layers), found.file_formats, found.kinds)


def _sorted(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    return tuple(sorted(layers, key=lambda layer: layer.is_measured))


SHIPPED = shipped()
