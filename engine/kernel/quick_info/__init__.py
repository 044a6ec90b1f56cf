"""Box, volume, area and a coarse mesh of a shape, without what only an analysis needs.

`read_topology` reads surfaces, edges and coedges, once. `contours` lays Gauss points round all faces at
once, `mass_properties` integrates over them, `bounding_box` finds the box, and `measure` puts all of it
together, or raises KernelError where the result cannot be trusted: then the part has to be measured face by
face.
"""
