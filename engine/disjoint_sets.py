"""Disjoint sets: numbers joined pair by pair, and the set that each has come to belong to."""


class DisjointSets:
    """The numbers 0 to n - 1, each alone in the beginning."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def join(self, one: int, other: int) -> None:
        """Make one set of the sets of two numbers."""
        low, high = sorted((self.least(one), self.least(other)))
        self._parent[high] = low

    def least(self, number: int) -> int:
        """Return the least number of the set that a number belongs to; it stands for the set."""
        parent = self._parent
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number
