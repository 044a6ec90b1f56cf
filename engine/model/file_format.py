"""A file format: what its files are called, and what can be done with them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileFormat:
    """All that is to be known of a format without reading a file of it."""

    label: str
    suffixes: tuple[str, ...]
    """Of file names, in lower case, each with its dot."""
    media_types: tuple[str, ...]
    """As registered with IANA; in the order of `suffixes` where they differ."""
    is_written: bool
    """Whether results are written in it, too."""
    is_extra: bool = False
    """Whether the API takes it only where its operator wants that; the terminal and the desktop always do."""

    @property
    def longest_first(self) -> tuple[str, ...]:
        """The suffixes as people list them: the whole name before its abbreviations."""
        return tuple(sorted(self.suffixes, key=len, reverse=True))
