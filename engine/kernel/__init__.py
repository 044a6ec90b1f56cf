"""The only package that touches OCCT. What leaves it holds no OCCT object, `Brep` apart, which is opaque."""
