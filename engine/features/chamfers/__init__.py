"""What `features/chamfer.py` is made of.

`cuts` finds the strips that are straight across and meet a support at an obtuse angle on either side
(`angles`), and says which are as `narrow` as chamfers are. `lands` and `outlines` are narrow strips that
are none; `continuations` follow chamfers round corners.
"""
