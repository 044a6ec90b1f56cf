"""None, True and False that cannot be used up.

Qt's binding is built for a Python in which they are immortal, 3.12 and later. On 3.11 every call that returns
nothing takes one reference to None, and every signal one to True, until the interpreter ends the program with
"deallocating None". Given more references than any program takes, they are what the binding expects.
"""

import ctypes
import sys

IMMORTAL_SINCE = (3, 12)
MANY = 1 << 40
"""References; a thousand lost in every millisecond of a month are fewer."""


def keep() -> None:
    """Give each of the three more references than can be lost; once is enough, twice does no harm."""
    if sys.version_info < IMMORTAL_SINCE:
        for lasting in (None, True, False):
            # The count is the first member of every object of this interpreter.
            ctypes.c_ssize_t.from_address(id(lasting)).value += MANY
