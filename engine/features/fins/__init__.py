"""What the fin recognizer is made of, in the order in which it asks.

`wall_pairs` pairs opposite walls that share two planes, `borders` finds what holds each stretch of their
outline, `standing` on what and which way up they stand, `placing` what is at their ends; `grids` joins what
crossing ribs cut to pieces, `uprights` measures (`end_distances`), `bases` looks at the wall below,
`candidates` decides. `collars` finds discs in a stack, `arcs` fins along a circle. `description` is what all
of them return; `caps` and `widths` find the narrow faces that close a fin.
"""
