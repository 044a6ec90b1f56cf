"""A module that a worker process takes two seconds to load."""

import time

time.sleep(2.0)
