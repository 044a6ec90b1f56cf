"""`python -m bench hosted [PART …]`: an installation of several hosts, on PostgreSQL and SeaweedFS.

outages [JOBS]
    Real jobs while hosts are killed, the database is restarted and the store is away.
cost
    What queue and store cost a job beside one machine's, and how soon a dead host's job runs elsewhere.
polling [CLIENTS]
    Many clients that ask for their jobs all the time.
growth [JOBS [UNITS]]
    Plans and times of the statements of each request and job, beside a million jobs and ten million units.
capacity [JOBS]
    What a part takes of all that runs, and what 10 to 100,000 an hour need.
guide
    Every command of docs/hosting.md, on machines made for it.
fresh
    The same within a bare Debian that has nothing of ours, the installation of the wheel included.
contract [PROCESSES]
    The tests of the whole API against hosts behind a proxy.

Without a name, all of them.
"""

import sys
from collections.abc import Callable, Sequence

from bench.hosted import capacity, contract, cost, growth, guide, outages, polling
from tests.support import postgresql, seaweedfs

PARTS: dict[str, Callable[..., bool]] = {
    "outages": outages.run,
    "cost": cost.run,
    "polling": polling.run,
    "growth": growth.run,
    "capacity": capacity.run,
    "guide": guide.run,
    "fresh": guide.run_fresh,
    "contract": contract.run,
}


def run(words: Sequence[str]) -> bool:
    """Run a part with its numbers, or all; return whether nothing is wrong."""
    if reason := postgresql.why_not() or seaweedfs.why_not():
        print(f"this cannot be tried: {reason}", file=sys.stderr)
        return False
    if not words:
        return all([part() for part in PARTS.values()])
    name, *numbers = words
    if name not in PARTS:
        print(f"there is no part {name}; there are {', '.join(PARTS)}", file=sys.stderr)
        return False
    return PARTS[name](*map(int, numbers))
