"""What the hole recognizer is made of, in the order in which it asks.

`bores` finds the cylinders and tapers a tool could have cut and puts the pieces of one bore together,
`ends` follows each bore along its axis both ways to see what it runs into, `profile` lays what was found
along the axis and reads off stages, type and depth, `threads` compares the diameter with thread tables.
"""
