"""What a viewer of a table is shown: everything that goes out to a page passes here.

Two positions that a viewer cannot tell apart give the same picture, byte for byte: it is made of the viewer's view, in
the viewer's language, and the lines of the log are numbered as this viewer has seen them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import structs

from ..describe import ledger_of
from ..geometry.maps import Map, as_svg
from ..narrator import Narrator
from ..overview import panel_of, question_of
from ..panels import MapOf
from ..text import LANGUAGES, show
from ..view import Onlooker, View
from ..why import explain

if TYPE_CHECKING:
    from ..game import Game
    from ..geometry.maps import Item
    from ..requests import Player


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: what happened, or with ``opens`` the heading of what begins."""

    text: str
    rule: str = ""
    opens: bool = False


class Door:
    """What one seat of a game, or an onlooker (None), is shown in one language."""

    def __init__(self, game: Game, seat: Player | None, lang: str) -> None:
        self.game = game
        self.seat = seat
        self.lang = lang
        self.teller = Narrator(game.rules, lang)
        self._lines: list[Line] = []
        self._numbers: list[int] = []
        self._read = 0
        self.unchanged = 0
        """So many lines stand as whoever reads the log has them; set by the reader."""

    @property
    def view(self) -> View:
        """What this viewer may know."""
        return Onlooker(self.game) if self.seat is None else self.game.view(self.seat)

    @property
    def asked(self) -> str:
        """A name of what this viewer is asked now, in any language: an answer says which question it belongs to.

        The same question gets another name when this seat has answered since.
        """
        given = sum(player == self.seat for player in self.game.answers.seats)
        question = question_of(self.view, langs=())
        return hashlib.blake2b(msgspec.json.encode([given, question]), digest_size=8).hexdigest()

    # -- the log

    def log(self) -> list[Line]:
        """The lines that this viewer has seen, the first one first."""
        events = self.game.log
        if len(events) < self._read:
            self._forget(len(events))
        view = self.view
        for number in range(self._read, len(events)):
            event = events[number].event.seen_by(view.eyes)
            if event is None:
                continue
            if heading := self.teller.heading(view, event):
                self._note(number, Line(heading, opens=True))
            if text := self.teller.event(view, event):
                self._note(number, Line(text, event.rule))
        self._read = len(events)
        return self._lines

    def _note(self, number: int, line: Line) -> None:
        self._numbers.append(number)
        self._lines.append(line)

    def _forget(self, count: int) -> None:
        """The game went back: what came after this many events was never told."""
        kept = sum(number < count for number in self._numbers)
        del self._lines[kept:], self._numbers[kept:]
        self._read, self.unchanged = count, min(self.unchanged, kept)

    def why(self, line: int) -> list[str]:
        """Why that line of the log happened. Raises LookupError for a line that this viewer does not have."""
        if not 0 <= line < len(self.log()):
            raise LookupError(f"the log has no line {line}")
        number = self._numbers[line]
        view = self.view
        told = explain(self.game, number, view.eyes)
        chain = tuple(structs.replace(cause, number=self._line_of(cause.number)) for cause in told.chain)
        return self.teller.why(view, structs.replace(told, chain=chain), ledger_of(self.game.rules))

    def _line_of(self, number: int) -> int:
        """The line of the log, counting from 1, at which this viewer read of an event, or was about to."""
        return sum(seen < number for seen in self._numbers) + 1

    # -- the picture

    def picture(self, over: tuple[Item, ...] | None = None) -> dict[str, Any]:
        """The table, what is asked of this viewer, and how the game stands; ``over`` lies on the map."""
        game = self.game
        view = self.view
        panel = panel_of(view)
        question = question_of(view, panel=panel, langs=(self.lang,))
        if over is None and question is not None and panel.map is not None:
            over = _preview(view.request)
        return {
            "title": self.teller.title,
            "players": [self.teller.seat(view, player) for player in game.players],
            "asked": list(view.asked),
            "active": game.active,
            "panel": [self._piece(piece, over or ()) for piece in panel.pieces],
            "question": None if question is None else self._plain(question),
            "result": None if game.result is None else self.teller.result(view, game.result),
        }

    def _piece(self, piece: msgspec.Struct, over: tuple[Item, ...]) -> Any:
        """A piece of the panel as plain data, its map as a drawing."""
        if isinstance(piece, MapOf):
            return {"type": "MapOf", "svg": self.drawn(piece.map, over)}
        plain = msgspec.to_builtins(piece)
        if "pieces" in plain:
            plain["pieces"] = [self._piece(inner, over) for inner in piece.pieces]  # type: ignore[attr-defined]
        return self._plain(plain)

    def drawn(self, shown: Map, over: tuple[Item, ...] = ()) -> str:
        """A map as a drawing; how it is coloured stands in the stylesheet of the page."""
        return as_svg(shown.over(*over), lang=self.lang, styled=False)

    def _plain(self, thing: Any) -> Any:
        """Plain data with every text in the language of the viewer."""
        if isinstance(thing, msgspec.Struct):
            thing = msgspec.to_builtins(thing)
        if isinstance(thing, Mapping):
            if thing and thing.keys() <= {*LANGUAGES}:
                return show(thing, self.lang)
            return {name: self._plain(part) for name, part in thing.items()}
        if isinstance(thing, list | tuple):
            return [self._plain(part) for part in thing]
        return thing


def _preview(request: Any) -> tuple[Item, ...]:
    """What a question lays over the map."""
    try:
        return () if request is None else tuple(request.space.preview())
    except Exception:  # a game is not lost because something cannot be drawn over its map
        return ()
