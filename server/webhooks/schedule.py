"""When a delivery that failed is tried again, and when no more.

The waits begin as those of the Standard Webhooks specification, "Deliverability and reliability", and end
within a day, as long as jobs are kept unless it is set otherwise: eight attempts in 23.6 hours.
"""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta

MINUTE_S, HOUR_S = 60.0, 3600.0
WAITS_S = (
    5.0,
    5 * MINUTE_S,
    30 * MINUTE_S,
    2 * HOUR_S,
    5 * HOUR_S,
    8 * HOUR_S,
    8 * HOUR_S,
)
JITTER = 0.1
"""A wait is up to this part longer, so that what failed together is not tried together."""
LONGEST_WISH_S = 24 * HOUR_S
"""A receiver may ask for more time than a wait is (Retry-After), but for no more than this."""
SWITCH_OFF_AFTER = timedelta(days=5)
"""A webhook is switched off when a delivery is given up and none came through for so long: longer than one
delivery is tried, so that a single event does not do it."""


def wait_s(
    n_waits: int,
    retry_after_s: float | None = None,
    waits_s: Sequence[float] = WAITS_S,
    chance: Callable[[], float] = random.random,
) -> float | None:
    """Return the seconds until a delivery is tried again; None: it is not.

    Parameters
    ----------
    n_waits : int
        Waits that were used before.
    retry_after_s : float, optional
        What the receiver asked for.
    waits_s : sequence of float
        The schedule.
    chance : callable
        Returns a number from 0 to 1.
    """
    if n_waits >= len(waits_s):
        return None
    planned_s = waits_s[n_waits] * (1 + JITTER * chance())
    return max(planned_s, min(retry_after_s or 0.0, LONGEST_WISH_S))
