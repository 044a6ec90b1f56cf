"""What befalls the hosts of an installation while jobs are sent: it goes on until it is told to end."""

import random
import threading
import time
from dataclasses import dataclass, field

from tests.faults.installation import Installation
from tests.support.postgresql import Cluster
from tests.support.relay import Relay

KILL_EVERY_S = (2.0, 6.0)
DATABASE_AWAY_S = 2.0
STORE_AWAY_S = 20.0


@dataclass
class Trouble:
    """Kills hosts with SIGKILL at random, and takes database and store away at their time."""

    installation: Installation
    cluster: Cluster
    store: Relay
    seed: int
    n_kills: int = 0
    n_database: int = 0
    n_store: int = 0
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Prepare; nothing is done yet."""
        self._ends = threading.Event()
        self._threads = [
            threading.Thread(target=self._guarded, args=(act,)) for act in (self._kill, self._cut)
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End; every host, the database and the store are up, or about to be."""
        self._ends.set()
        for thread in self._threads:
            thread.join()

    def _guarded(self, act: object) -> None:
        assert callable(act)
        try:
            act()
        except Exception as error:  # the bench tells of it, rather than go on without trouble
            self.failures.append(f"{type(error).__name__}: {error}")

    def _kill(self) -> None:
        chance = random.Random(self.seed)
        hosts = [*self.installation.web, *self.installation.workers]
        while not self._ends.wait(chance.uniform(*KILL_EVERY_S)):
            host = chance.choice(hosts)
            host.kill()
            self.n_kills += 1
            host.start()

    def _cut(self) -> None:
        """Restart the database, take the store away, restart the database; ten seconds of peace between."""
        for act in (self._restart_database, self._take_the_store_away, self._restart_database):
            if self._ends.wait(10.0):
                return
            act()

    def _restart_database(self) -> None:
        self.cluster.stop()
        time.sleep(DATABASE_AWAY_S)
        self.cluster.start()
        self.n_database += 1

    def _take_the_store_away(self) -> None:
        self.store.cut()
        self._ends.wait(STORE_AWAY_S)
        self.store.put_up()
        self.n_store += 1
