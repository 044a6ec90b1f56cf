"""The commands of the program: the one list behind menus, keys, palette and the sheet of shortcuts."""
