"""What the program can be told to do: one list that menus, keys, palette and the sheet are made of."""
