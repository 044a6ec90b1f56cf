"""`python -m tests.support.script FILE [word ...]`: as `python FILE [word ...]`, for what is forked."""

import os
import runpy
import sys

if __name__ == "__main__":
    del sys.argv[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    runpy.run_path(sys.argv[0], run_name="__main__")
