"""Text for models: what comes from files is data, quoted and clean; answers are as long as they may be."""

import re

LONGEST_NAME = 80
LONGEST_NOTE = 400
"""Notes are ours, with names from files in them."""
MOST_CHARACTERS = 6000
"""Of the text of an answer, but for what names a limit of its own."""
UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters, and letters that nobody sees or that turn text around."""
SPACES = re.compile(r"\s+")
QUOTES = str.maketrans({"«": "<", "»": ">"})


def clean(text: str) -> str:
    """Take out what cannot be seen; line breaks become spaces."""
    return SPACES.sub(" ", UNSHOWN.sub("", SPACES.sub(" ", text))).strip()


def data(text: str, longest: int = LONGEST_NAME) -> str:
    """Quote what comes from a file: a name in «guillemets» is data, whatever it says."""
    plain = clean(text).translate(QUOTES)
    if len(plain) > longest:
        plain = f"{plain[: longest - 1]}…"
    return f"«{plain}»"


def bounded(text: str, most: int = MOST_CHARACTERS, more: str = "") -> str:
    """Cut a text after a whole line where it is longer than it may be, and say how to read on."""
    if len(text) <= most:
        return text
    lines = text.splitlines()
    kept: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if length > most - 120:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    return "\n".join([*kept, f"… {left} lines more. {more}".rstrip()])


def number(value: float | None) -> str:
    """Write a number as on a drawing: up to two decimals, or as many as a small one needs."""
    if value is None:
        return "none"
    if value == 0.0:
        return "0"
    if abs(value) < 0.1:
        return f"{value:.2g}"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def quantity(value: float | None, unit: str) -> str:
    """Write a number with its unit; counts and shares have none."""
    plain = number(value)
    if unit in ("", "1", "level") or value is None:
        return plain
    return f"{plain}{unit}" if unit == "°" else f"{plain} {unit}"


def place(point: list[float] | None) -> str:
    """Write a point."""
    return "" if point is None else f"({', '.join(number(each) for each in point)})"
