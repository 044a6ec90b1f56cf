"""How a mesh is made: edges divided, faces drawn flat and triangulated, lifted, refined and welded."""
