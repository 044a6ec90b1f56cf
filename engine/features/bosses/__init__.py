"""What the boss recognizer is made of, in the order in which it asks.

`drums` puts the outer cylinders and cones of a part together, `stand` tells what a drum stands on and what
stands on it, `stack` climbs from the base to the top, `itself` throws out what is the body rather than a boss
on it, `levels` measures heights, `relief` says how the foot is softened, `members` which
faces belong to the boss.
"""
