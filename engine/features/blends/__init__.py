"""What `features/blend.py` is made of: the strips that blend two supports, and the corners where they meet.

`springs` finds the edges along which a patch runs into a flatter support, `balls` the radius between them,
`strips` the faces that run tangent between two supports, `corners` the patches into which strips end,
`chains` gathers both.
"""
