"""Two libraries that would read the source of every module of ours, in each worker, for nothing."""

import sys

from hypothesis.internal.conjecture import providers


def leave() -> None:
    """Have PySide and Hypothesis read none from now on.

    PySide looks for words that would rename its methods, in each module that is imported: none has them.
    Hypothesis gathers numbers and words to try as examples. On a machine that has run no tests yet that takes
    each worker eight seconds, and which examples there are would hang on which modules are loaded.
    """
    if "shibokensupport.feature" in sys.modules:
        sys.modules["shibokensupport.feature"]._mod_uses_pyside = lambda _: False  # type: ignore[attr-defined]
    providers._get_local_constants = lambda: providers._local_constants
