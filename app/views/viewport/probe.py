"""What lies under the pointer, as the status bar and the legend show it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Probe:
    """One place of the part and the value of the layer that is shown."""

    layer: str
    value: float | None
    """None where nothing was measured there, and in the features layer."""
    unit: str
    fid: str
    """Empty where the server does not number faces."""
    x: float
    y: float
    z: float
