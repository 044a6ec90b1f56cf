"""A workaround for a binding of Qt that loses references to None, True and False on Python 3.11.

The binding is built for Python 3.12 and later, where these objects are immortal. On 3.11 every call that
returns nothing takes one reference to None, and every signal one to True, until the interpreter ends the
program with "deallocating None". So their reference counts are raised by more than any program can lose.
"""

import ctypes
import sys

IMMORTAL_SINCE = (3, 12)
MANY = 1 << 40
"""Added references; more than are lost in a month at a thousand a millisecond."""


def apply() -> None:
    """Raise the three reference counts; calling it again does no harm."""
    if sys.version_info < IMMORTAL_SINCE:
        for constant in (None, True, False):
            # The count is the first member of every object of this interpreter.
            ctypes.c_ssize_t.from_address(id(constant)).value += MANY
