"""Pictures of parts without a graphics card or a display.

`camera.frame` aims, `scene.build` prepares a mesh once, `picture.draw` makes the picture: visible surface by
scan conversion, soft light, the lines a CAD system shows, a halo round what is meant, a legend.
`closeup.aim` finds the side from which a face is seen best. Every picture is the same on every machine.
"""
