"""Box, volume, area and a coarse mesh of a shape, without what only an analysis needs.

`survey` reads surfaces, edges and sides, once. `contours` lays Gauss points round all faces at once, `weigh`
integrates over them, `reach` finds the box, and `measure` puts all of it together, or raises KernelError
where the result cannot be trusted: then the part has to be measured face by face.
"""
