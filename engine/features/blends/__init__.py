"""What `features/blend.py` is made of: the strips that blend two supports, and the corners where they meet.

`strips` finds the faces that run tangent between two supports, `corners` the patches into which strips end,
`chains` gathers both.
"""
