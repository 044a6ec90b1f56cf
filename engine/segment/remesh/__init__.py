"""The analysis mesh of a triangle surface: how fine, refined by splitting and flipping, put on surfaces."""
