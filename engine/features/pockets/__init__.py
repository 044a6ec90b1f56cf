"""What pockets and protrusions are found and measured by.

`floors` and `mouths` are the two ways a hollow shows itself; `hollows` makes one of what both found;
`level`, `section` and `corners` measure it; `outlook` decides whether it can be reached,
`inside` what stands or lies in it.
"""
