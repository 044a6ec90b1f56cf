"""What the hole recognizer is made of, in the order in which it asks.

`pieces` finds the inward cylinders and cones a tool of their size could have cut, `bores` puts the pieces of
one bore together, `ends` walks from each bore along its axis both ways (`walk`, `shoulders`) to see what it
runs into, `profile` lays what was met along the axis, `stages` says it in the words of a drawing.
"""
