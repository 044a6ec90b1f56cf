"""A look at a shape: box, volume, area and a coarse mesh, and nothing that only an analysis asks for.

`survey` reads surfaces, edges and sides, once. `contours` lays Gauss points round all faces at once, `weigh`
integrates over them, `reach` finds the box, and `take` puts the look together, or says that it cannot be
trusted: then the part has to be measured face by face.
"""
