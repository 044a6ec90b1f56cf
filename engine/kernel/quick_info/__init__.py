"""Box, volume, area and a coarse mesh of a shape, without what only an analysis needs.

`read_topology` reads surfaces, edges and coedges, once. `engine.mass_properties` integrates over all faces at
once, `bounding_box` finds the box, and `measure` puts all of it together, or raises KernelError where the
result cannot be trusted: then the part has to be measured face by face.
"""
