"""Why something is not allowed, in data that a message can tell and a picture can draw."""

from typing import Any

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """
    One thing that is wrong: what, with which piece, and by how much.

    ``reason`` is a short phrase ("overlaps", "too far"), ``by`` the id of the piece, model or square it is
    wrong with, ``amount`` how much is missing or too much (inches on a table, squares on a board), ``points``
    the places on a table and ``squares`` the squares on a board that show it. ``of`` is the id of the model whose
    fault it is, where several were asked about.
    """

    reason: str
    by: str = ""
    amount: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    squares: tuple[tuple[int, int], ...] = ()
    of: str = ""

    def __str__(self) -> str:
        what = " ".join(part for part in (self.of, self.reason, self.by) if part)
        return f"{what}: {self.amount:.3g}" if self.amount else what

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers and names of it, as a refusal keeps them."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name))}
