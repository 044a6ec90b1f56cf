"""Taking a glTF file apart without believing a word of it: container, accessors, scene."""
