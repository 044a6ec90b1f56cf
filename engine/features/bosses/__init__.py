"""What the boss recognizer is made of, in the order in which it asks.

`coaxial_sections` assembles the outer cylinders and cones of a part, `stand` finds what a section stands on
and what stands on it, `stack` climbs from the base to the top, `validity` rejects what is the body rather
than a boss on it, `levels` measures heights, `relief` finds how the foot is softened, and `members` which
faces belong to the boss.
"""
