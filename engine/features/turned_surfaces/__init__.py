"""What the recognizer of turned surfaces is made of.

`surfaces` gives each face of a turned body that nothing else explains its role, `knurls` finds the many equal
faces of a knurl, and `journals` makes bosses of the diameters other than the largest.
"""
