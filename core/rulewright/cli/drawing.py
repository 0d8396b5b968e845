"""Panels at a terminal: the one place that knows columns, folding, colours and Chinese signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.text import Text as Coloured

from ..panels import (
    Bar,
    Cards,
    Cell,
    Dice,
    Emphasis,
    Heading,
    Item,
    Items,
    MapOf,
    Panel,
    Piece,
    Rows,
    Section,
    Spot,
    Spots,
    Text,
    Tokens,
)
from ..text import WIDTH, Words, columns, cut, padded, show
from ..text import shown as shown_text
from .terminal import TEXTS

if TYPE_CHECKING:
    from ..geometry.maps import Item as OnMap

BAR: Final = 16
"""The columns of a bar."""

TITLES: Final = 20
"""Titles of at most this many columns stand beside what they are of, in a column of their own."""

LEAST: Final = 24
"""A text is folded in no fewer columns than this."""

BESIDE: Final = 64
"""On a screen that is at least twice as wide, what belongs to a map stands beside it, in at least this many columns."""

STYLES: Final = {
    Emphasis.PLAIN: "",
    Emphasis.STRONG: "bold",
    Emphasis.QUIET: "dim",
    Emphasis.GOOD: "green",
    Emphasis.BAD: "red",
}

Span: TypeAlias = tuple[str, str]
"""A text with its style."""

Line: TypeAlias = list[Span]

Titled: TypeAlias = Items | Cards | Tokens | Dice


def drawn(
    panel: Panel, lang: str, width: int = WIDTH, over: Iterable[OnMap] = (), read: set[str] | None = None,
    height: int | None = None, *, abreast: bool = False,
) -> Coloured:  # fmt: skip
    """A panel in lines of at most ``width`` columns; its maps have things over them.

    ``read`` are the texts of rows and of things that were shown before: of these there is one line. What is shown whole
    now is added to them. A table is drawn in at most ``height`` lines: the part of it over which things are laid.
    ``abreast`` lets what belongs to a map stand beside it where there are columns enough.
    """
    pen = _Pen(lang, width, tuple(over), set() if read is None else read, height)
    lines = pen.panel(panel) if abreast else pen.below(panel.pieces)
    return Coloured("\n").join(Coloured.assemble(*_cut(_stripped(line), width)) for line in lines)


class _Pen:
    """Draws for readers of one language. Each method gives lines, which stand ``left`` columns from the margin."""

    def __init__(self, lang: str, width: int, over: tuple[OnMap, ...], read: set[str], height: int | None) -> None:
        self.lang = lang
        self.width = width
        self.over = over
        self.read = read
        self.height = height
        self.comma, self.colon = ("、", "：") if lang == "zh" else (", ", ": ")

    def say(self, words: Words) -> str:
        """A name or a title, in one line."""
        return " ".join(self.tell(words).split("\n"))

    def tell(self, words: Words) -> str:
        return shown_text(show(words, self.lang))

    def panel(self, panel: Panel) -> Iterator[Line]:
        """The pieces below each other, the maps beside the others where the screen is wide."""
        maps = tuple(piece for piece in panel.pieces if isinstance(piece, MapOf))
        others = tuple(piece for piece in panel.pieces if not isinstance(piece, MapOf))
        if maps and others and self.width >= 2 * BESIDE:
            yield from self.abreast(maps, others)
        else:
            yield from self.below(panel.pieces)

    def abreast(self, maps: Sequence[Piece], others: Sequence[Piece]) -> Iterator[Line]:
        """The maps, and the others to the right of them."""
        left = [_cut(_stripped(line), self.width - BESIDE) for line in self.narrowed(self.width - BESIDE).below(maps)]
        start = max(map(_wide, left)) + 3
        right = [*self.narrowed(self.width - start).below(others)]
        for one, other in zip_longest(left, right, fillvalue=()):
            yield [*one, (" " * (start - _wide([*one])), ""), *other] if other else [*one]

    def narrowed(self, width: int) -> _Pen:
        return _Pen(self.lang, width, self.over, self.read, self.height)

    def below(self, pieces: Sequence[Piece]) -> Iterator[Line]:
        before: Piece | None = None
        for piece in pieces:
            if before is not None and (isinstance(piece, Section) or isinstance(before, Section)):
                yield [("─" * self.width, "dim")]
            elif before is not None and isinstance(piece, Heading):
                yield []
            yield from self.pieces((piece,), 0)
            before = piece

    def pieces(self, pieces: Sequence[Piece], left: int) -> Iterator[Line]:
        """Pieces below each other; short titles of lists stand in a column beside them."""
        titles = [columns(self.title(piece)) for piece in pieces if isinstance(piece, Titled)]
        beside = max((wide for wide in titles if wide <= TITLES), default=0)
        for piece in pieces:
            yield from self.piece(piece, left, beside)

    def piece(self, piece: Piece, left: int, beside: int) -> Iterator[Line]:
        match piece:
            case Heading():
                yield from self.folded([(self.say(piece.text), "bold")], left)
            case Text():
                yield from self.folded([(self.tell(piece.text), STYLES[piece.emphasis])], left)
            case Bar():
                yield [(" " * left, ""), *self.bar(piece)]
            case Rows():
                yield from self.table(piece, left)
            case Spots():
                yield from self.spots(piece)
            case MapOf():
                yield from self.map(piece)
            case Section():
                yield from self.section(piece, left)
            case _:
                yield from self.listing(piece, left, beside)

    def section(self, section: Section, left: int) -> Iterator[Line]:
        if section.title:
            yield from self.folded([(self.say(section.title), "bold")], left)
        yield from self.pieces(section.pieces, left + 2 if section.title else left)

    # -- words

    def folded(self, spans: Iterable[Span], left: int) -> Iterator[Line]:
        """Texts broken between words or Chinese signs."""
        return self.filled([(" " * left, "")], _words(spans), left)

    def begun(self, head: Line, parts: Iterable[Span], hang: int) -> Iterator[Line]:
        """Parts behind a head: all of them, or as many as the first line takes where they were read before."""
        parts = [*parts]
        lines = self.filled(head, parts, hang)
        text = "".join(text for text, _ in parts)
        if text not in self.read:
            self.read.add(text)
            yield from lines
            return
        first = _stripped(next(lines))
        if next(lines, None) is not None:
            while _wide(first) > self.width - 2:
                first = _stripped(first[:-1])
            first.append((" …", "dim"))
        yield first

    def filled(self, head: Line, parts: Iterable[Span], hang: int) -> Iterator[Line]:
        """Parts behind a head, in as many lines as they need; all but the first stand at the column ``hang``."""
        line, wide, empty = [*head], _wide(head), True
        for text, style in parts:
            if text == "\n" or (not empty and wide + columns(text.rstrip()) > self.width):
                yield line
                line, wide, empty = [(" " * hang, "")], hang, True
            if text != "\n":
                line.append((text, style))
                wide += columns(text)
                empty = False
        yield line

    # -- lists

    def title(self, piece: Titled) -> str:
        return self.say(piece.title) + self.colon if piece.title else ""

    def listing(self, piece: Titled, left: int, beside: int) -> Iterator[Line]:
        """A list beside its title; below one that is long, where there is no room beside it."""
        title = self.title(piece)
        written = any(item.text or item.notes for item in _items(piece))
        parts = list(self.dice(piece) if isinstance(piece, Dice) else () if written else self.names(piece))
        start = left + beside
        if columns(title) > TITLES:
            room = self.width - left - columns(title)
            if written or _wide(parts) > room:
                yield [(" " * left + title, "")]
                title = " " * 2
            start = left + 2
        head = [(" " * left + padded(title, start - left), "")]
        if written:
            yield from self.entries(piece, head, start)
        else:
            yield from self.filled(head, parts, start)

    def dice(self, piece: Dice) -> Iterator[Span]:
        for number, die in enumerate(piece.dice):
            symbol = self.say(die.symbol)
            face = f"{self.say(die.face)} {symbol}" if symbol else self.say(die.face)
            yield f"[{face}]{' ' if number < len(piece.dice) - 1 else ''}", ""

    def names(self, piece: Titled) -> Iterator[Span]:
        """Names with commas, backs and all; one that is too long for a line is broken."""
        spans = [(self.name(item), STYLES[item.emphasis]) for item in _items(piece)]
        if hidden := self.hidden(piece):
            spans.append((hidden, "dim"))
        for number, (text, style) in enumerate(spans):
            whole = text + self.comma if number < len(spans) - 1 else text
            yield from [(whole, style)] if columns(whole) < LEAST else _words([(whole, style)])

    def named(self, piece: Titled) -> Iterator[Span]:
        """Names behind their notes, with commas, and backs."""
        told = [
            (" ".join([*(self.say(note) for note in item.notes), self.name(item)]), STYLES[item.emphasis])
            for item in _items(piece)
        ]
        if isinstance(piece, Cards) and piece.hidden:
            told.append((self.hidden(piece), "dim"))
        for number, (text, style) in enumerate(told):
            yield text + (self.comma if number < len(told) - 1 else ""), style

    def hidden(self, piece: Titled) -> str:
        """How many backs there are; and of nothing that it is none."""
        if isinstance(piece, Cards) and piece.hidden:
            return TEXTS.say("panel.hidden", self.lang, count=piece.hidden)
        return "" if _items(piece) else TEXTS.say("panel.empty", self.lang)

    def name(self, item: Item) -> str:
        return self.say(item.name) + (f" ×{item.count}" if item.count > 1 else "")

    def entries(self, piece: Titled, head: Line, left: int) -> Iterator[Line]:
        """Items with what they do, one below the other, behind columns of notes; where all was read, by name."""
        items = _items(piece)
        texts = [text for item in items if (text := self.tell(item.text))]
        if len(texts) > 1 and len(texts) == len(items) and self.read.issuperset(texts):
            yield from self.filled(head, self.named(piece), left)
            return
        notes = [[self.say(note) for note in item.notes] for item in items]
        wide = _widths(notes)
        for item, told in zip(items, notes, strict=True):
            before = "".join(_aligned(note, wide[place]) + "  " for place, note in enumerate(told))
            name, text = self.name(item), self.tell(item.text)
            spans = [(name + (self.colon if text else ""), STYLES[item.emphasis]), (text, "")]
            start = left + columns(before)
            yield from self.begun([*head, (before, "")], _words(spans), start + 2)
            self.read.add(text)
            head = [(" " * left, "")]
        if isinstance(piece, Cards) and piece.hidden:
            yield [*head, (self.hidden(piece), "dim")]

    # -- bars and tables

    def bar(self, bar: Bar) -> Line:
        full = min(BAR, -(-bar.value * BAR // bar.most)) if bar.value > 0 and bar.most > 0 else 0
        colour = "green" if bar.value * 2 > bar.most else "yellow" if bar.value * 5 > bar.most else "red"
        title = f"{self.say(bar.title)} " if bar.title else ""
        figures = f" {bar.value:>{len(str(bar.most))}}/{bar.most}"
        return [(title, ""), ("█" * full, colour), ("░" * (BAR - full), "dim"), (figures, "")]

    def table(self, table: Rows, left: int) -> Iterator[Line]:
        if table.title:
            yield from self.folded([(self.say(table.title), "bold")], left)
        marks = [self.say(row.mark) for row in table.rows]
        start = left + max(map(columns, marks), default=0) + (1 if any(marks) else 0)
        heads = [[(self.say(head), "dim")] for head in table.heads]
        rows = [[self.cell(cell) for cell in row.cells] for row in table.rows]
        told = [["".join(text for text, _ in cell) for cell in row] for row in [*rows, heads]]
        wide = self.fitted(_widths(told), start)
        right = [_numbers([row[place] for row in rows if place < len(row)]) for place in range(len(wide))]
        if heads:
            yield from self.row([(" " * start, "")], heads, wide, right)
        lines = (
            [
                *self.row([(" " * left + padded(mark, start - left), "bold")], cells, wide, right),
                *self.pieces(row.below, start + 2),
            ]
            for mark, row, cells in zip(marks, table.rows, rows, strict=True)
        )
        yield from chain.from_iterable(lines if heads or any(marks) else self.in_pairs(lines))

    def in_pairs(self, rows: Iterable[list[Line]]) -> Iterator[list[Line]]:
        """Rows of a table, two that follow each other side by side where both are short."""
        half = self.width // 2 - 1
        waiting: Line | None = None
        for lines in rows:
            line = _stripped(lines[0])
            short = len(lines) == 1 and _wide(line) <= half
            if waiting is not None and short:
                yield [[*waiting, (" " * (half + 2 - _wide(waiting)), ""), *line]]
                waiting = None
                continue
            if waiting is not None:
                yield [waiting]
            waiting = line if short else None
            if not short:
                yield lines
        if waiting is not None:
            yield [waiting]

    def cell(self, cell: Cell) -> Line:
        if isinstance(cell, Bar):
            return self.bar(cell)
        text = self.say(cell.text)
        told = self.say(cell.brief) if cell.brief and text in self.read else text
        return [(told, STYLES[cell.emphasis])]

    def fitted(self, wide: list[int], start: int) -> list[int]:
        """The widths of columns; where they are too many the widest is narrowed, but for the last, which is folded."""
        over = start + sum(wide[:-1]) + 2 * (len(wide) - 1) + min(LEAST, *wide[-1:]) - self.width if wide else 0
        if over > 0 and len(wide) > 1:
            widest = max(range(len(wide) - 1), key=lambda place: wide[place])
            wide[widest] = max(8, wide[widest] - over)
        return wide

    def row(self, head: Line, cells: Sequence[Line], wide: list[int], right: list[bool]) -> Iterator[Line]:
        line, last = head, len(cells) - 1
        for place, cell in enumerate(cells[:-1]):
            if not wide[place]:
                continue
            cell = _cut(cell, wide[place])
            blank = (" " * (wide[place] - _wide(cell)), "")
            line = [*line, *([blank, *cell] if right[place] else [*cell, blank]), ("  ", "")]
        if last < 0:
            yield line
            return
        if right[last]:
            line = [*line, (" " * (wide[last] - _wide(cells[last])), "")]
        yield from self.begun(line, _words(cells[last]), _wide(line))

    # -- spaces and maps

    def spots(self, piece: Spots) -> Iterator[Line]:
        """Spaces in their rows and columns, joined where they are neighbours."""
        at = {(spot.row, spot.column): spot for spot in piece.spots}
        rows, across = (sorted({place[axis] for place in at}) for axis in (0, 1))
        links = {frozenset(link) for link in piece.links}
        name = max((columns(self.say(spot.name)) for spot in piece.spots), default=0)
        inside = max((name + columns(self.say(spot.holds)) for spot in piece.spots), default=0)
        room = (self.width - 4 * (len(across) - 1)) // max(1, len(across)) - 2
        cell = max(1, min(max(10, inside), room))
        for row, under in zip(rows, [*rows[1:], None], strict=False):
            line: Line = []
            below = ""
            for column in across:
                here = at.get((row, column))
                line += self.spot(here, name, cell)
                line.append((" ── " if _joined(links, here, at.get((row, column + 1))) else "    ", ""))
                down = _joined(links, here, None if under is None else at.get((under, column)))
                below += padded(f"{'':{cell // 2}}│" if down else "", cell + 6)
            yield line[:-1]
            if below.strip():
                yield [(below.rstrip(), "dim")]

    def spot(self, spot: Spot | None, name: int, cell: int) -> Line:
        if spot is None:
            return [(" " * (cell + 2), "")]
        text = padded(self.say(spot.name), name) + self.say(spot.holds)
        return [("[", ""), (padded(cut(text, cell), cell), STYLES[spot.emphasis]), ("]", "")]

    def map(self, piece: MapOf) -> Iterator[Line]:
        """A map, and what of its letters and signs was not explained before."""
        from ..geometry.maps import drawn_as_text, packed, window_around

        shown = piece.map.over(*self.over)
        window = window_around(shown, self.over) if self.height is not None else None
        found = drawn_as_text(shown, self.width, self.lang, height=self.height, window=window)
        new = [entry for entry in found.legend if entry not in self.read]
        self.read.update(new)
        legend = packed(new, min(self.width, max(WIDTH, *map(columns, found.picture))))
        for line in (*found.title, *found.picture, *([""] if legend else []), *legend, *found.said):
            yield [(shown_text(line), "")]


def _items(piece: Titled) -> tuple[Item, ...]:
    match piece:
        case Cards():
            return piece.cards
        case Tokens():
            return piece.tokens
        case Items():
            return piece.items
    return ()


def _words(spans: Iterable[Span]) -> Iterator[Span]:
    """What a line may be broken between: words, and Chinese signs with the marks behind them."""
    for text, style in spans:
        for part in re.findall(r"\n|[!-~]+ *|[^!-~\n][，。；：、！？）】」』]* *", text):
            yield part, style


def _wide(line: Line) -> int:
    return sum(columns(text) for text, _ in line)


def _stripped(line: Line) -> Line:
    """A line without blanks at its end."""
    while line and not line[-1][0].rstrip():
        line = line[:-1]
    return [*line[:-1], (line[-1][0].rstrip(), line[-1][1])] if line else line


def _cut(line: Line, wide: int) -> Line:
    """A line in at most this many columns."""
    if _wide(line) <= wide:
        return line
    found: Line = []
    room = max(0, wide - 1)
    for text, style in line:
        kept = text
        while columns(kept) > room:
            kept = kept[:-1]
        found.append((kept, style))
        room -= columns(kept)
        if kept != text:
            break
    return [*found, ("~", "")]


def _widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """The widest text of each column."""
    wide: list[int] = []
    for row in rows:
        wide += [0] * (len(row) - len(wide))
        for place, text in enumerate(row):
            wide[place] = max(wide[place], columns(text))
    return wide


def _aligned(text: str, wide: int) -> str:
    """A text in a column; what begins with a figure stands at the right."""
    return " " * (wide - columns(text)) + text if text[:1].isdecimal() else padded(text, wide)


def _numbers(cells: Sequence[Line]) -> bool:
    """Whether all cells of a column begin with a figure, or are empty."""
    return all(re.match(r"[<>-]?\d|$", cell[0][0]) for cell in cells)


def _joined(links: set[frozenset[str]], one: Spot | None, other: Spot | None) -> bool:
    return one is not None and other is not None and frozenset((one.about, other.about)) in links
