"""Every color of the program, by what it means. Nothing else names a color."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The colors of one theme, each as `#rrggbb`."""

    is_dark: bool
    window: str
    """Behind everything."""
    surface: str
    """Of what is written in and chosen from: tables, fields."""
    surface_raised: str
    """Of what lies above a surface: cards, headers, buttons."""
    border: str
    text: str
    text_muted: str
    """Still 4.5 times as bright, or as dark, as each of the three grounds, and as the sky behind the part."""
    accent: str
    """What is chosen, and what to press."""
    accent_text: str
    """On the accent."""
    fail: str
    warning: str
    passed: str
    map_fail: str
    """On the part: beyond the limit that fails."""
    map_warning: str
    map_near: str
    """On the part: just on the good side."""
    map_far: str
    """On the part: far on the good side."""
    part: str
    """The part where nothing is measured."""
    edge: str
    outline: str
    """Around what is selected."""
    sky_top: str
    sky_bottom: str
    series: tuple[str, str, str, str, str]
    """Five kinds beside each other; distinct for every eye, for they differ in lightness too."""


LIGHT = Tokens(
    is_dark=False,
    window="#f1f3f5",
    surface="#ffffff",
    surface_raised="#f8f9fb",
    border="#d3d8de",
    text="#1b1f24",
    text_muted="#545e68",
    accent="#0b63ce",
    accent_text="#ffffff",
    fail="#c62828",
    warning="#a65500",
    passed="#2e7d32",
    map_fail="#b01c24",
    map_warning="#f0941e",
    map_near="#5698c4",
    map_far="#e2e9f0",
    part="#b6bcc4",
    edge="#20262d",
    outline="#0b6bff",
    sky_top="#d3dbe6",
    sky_bottom="#f4f6f9",
    series=("#2f6fd0", "#2a9d8f", "#e0a030", "#8a5fc4", "#8b95a1"),
)

DARK = Tokens(
    is_dark=True,
    window="#1f2329",
    surface="#181b20",
    surface_raised="#282d35",
    border="#3a414b",
    text="#e6e9ed",
    text_muted="#a0a9b4",
    accent="#4c9aff",
    accent_text="#0d1117",
    fail="#ff6b6b",
    warning="#ffb03a",
    passed="#5ec269",
    map_fail="#c22a32",
    map_warning="#f0941e",
    map_near="#5698c4",
    map_far="#dbe4ec",
    part="#9aa2ac",
    edge="#0c0f13",
    outline="#5aa9ff",
    sky_top="#2e343d",
    sky_bottom="#1a1d22",
    series=("#5b95ea", "#3fb8a9", "#e8b04a", "#a982dd", "#98a2ae"),
)
