"""The casting quote: from a part's volume, surface and box, and a price table, to a price.

Knows no geometry kernel and no HTTP; plain numbers in, decimal money out.
"""
