"""`python -m bench`: each bench is there, and none needs what another one needs."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from bench.__main__ import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_bench_is_a_module_that_the_help_names(name: str) -> None:
    assert find_spec(f"bench.{COMMANDS[name][0]}") is not None
    assert f"`python -m bench {name}" in str(sys.modules["bench.__main__"].__doc__)


def test_the_benches_beside_peers_load_nothing_that_only_tests_have() -> None:
    """`make bench` runs them where the peers are installed, and pytest is not."""
    imports = "from bench import __main__, cold_start, stages, thickness"
    program = f"import sys; {imports}; print('pytest' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
