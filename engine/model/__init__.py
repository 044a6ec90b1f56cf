"""What the engine knows about a part: frozen dataclasses and numpy arrays, no algorithms, no OCCT object.

Millimeters and degrees throughout. Dataclasses that hold arrays compare by identity (`eq=False`), and
their arrays are read-only.
"""
