"""Imagining a game: one that could be the real one for all that a player knows.

A ruleset's ``determinize`` makes up what the player does not see of the position as it is now. The engine goes on from
the checkpoint below the open step, though, and the step may have moved hidden cards before it asked. So the step is
walked back, write by write: what was made up for a card goes back the way that the card came, and into the answers that
named it. Then the step runs again from there.

What comes of it must not depend on what the player does not know. Equal cards can be told apart over a single write,
but not over several; so cards are followed through each write. And the player cannot tell from which place of a hand a
hidden card left; so the places of that hand are dealt anew.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from .game import IMAGINED, Drift, Game, Point
from .plaindata import shown
from .reasons import Origin, as_seen
from .requests import CHANCE, Player
from .state import Frame, Id, Record, Viewer, masked_state, owner_of
from .windows import offer_anew

if TYPE_CHECKING:
    from .history import Log
    from .view import View

TRIES: Final = 8
"""How often hidden things are made up until the open step runs on them."""

Records = Mapping[str, Iterable[Any]]
"""Made-up records by the name of their table."""


def imagine(view: View, rng: Random) -> Game:
    """What `View.imagine` gives."""
    if not isinstance(rng, Random):
        raise TypeError(f"what a view hides is made up with a random.Random, not {shown(rng)}")
    game = view._now()
    given = game._given
    fork = _made_up(game, view, rng)
    for request in fork.requests if given else ():
        if request.player in given:
            own = request.player == view.player
            fork.answer(given[request.player] if own else request.space.for_program(rng), request.player)
    return fork


def is_open(view: View) -> bool:
    """Whether the ruleset makes nothing up in a view, because its player knows all there is to know."""
    fill = view.rules.ruleset.determinize
    return fill is None or not any(any(True for _ in records) for records in fill(view, Random(0)).values())


def remade(game: Game, records: Records, player: Player | None = None) -> Game:
    """A fork with these records in place of what ``player`` does not know, in which the same answers were given.

    Raises Drift where the open step does not run like that.
    """
    step = _OpenStep(game, None, 0)
    viewer = None if player is None else game.viewer(player)
    step.begin_with(_WayBack(step.fork, records, viewer), step.feed)
    return step.fork


def _made_up(game: Game, view: View, rng: Random) -> Game:
    """A fork with hidden things made up, without the answers to a question that is still open.

    In the last two tries cards go back where they truly came from: where all see the place, no other one will do.
    """
    fill = game.rules.ruleset.determinize
    viewer = game.viewer(view.player)
    problem = "the open step comes to a position that looks different"
    for left in reversed(range(TRIES)):
        step = _OpenStep(game, rng.getrandbits(48), len(game._given))
        records = fill(view, rng) if fill is not None else {}
        try:
            if not game._given and not any(records.values()):
                _forget(step.fork, viewer, game.log)
                return step.fork
            way = _WayBack(step.fork, records, viewer, rng, dealing=left > 1)
            step.begin_with(way, way.walk(step.feed))
        except Exception as error:  # whatever the rules say of a position that cannot have come about
            problem = f"{type(error).__name__}: {error}"
            continue
        if not way.carried or masked_state(step.fork.state, viewer).plain() == view.state.plain():
            _forget(step.fork, viewer, game.log)
            return step.fork
    raise Drift(f"nothing that player {view.player} does not know could be made up: {problem}")


def _forget(game: Game, viewer: Viewer, log: Log) -> None:
    """Leave nothing on record that the viewer may not know, and no way back to it; ``log`` is that of the real game."""
    past, told = game._base.log, game.log
    game.log = log.seen_by(viewer, past)
    game.log.extend(told, past)
    game._take_in_hand()
    game.answers.forget(game._base.answers)
    _forget_reasons(game, viewer)
    game._marks.clear()
    game.header = replace(game.header, seed=0, kernel=IMAGINED)


def _forget_reasons(game: Game, viewer: Viewer) -> None:
    """Leave no event that the viewer may not know among the reasons of what is under way."""
    seen: dict[int, Origin] = {}

    def known(cause: Origin) -> Origin:
        """One for one, because what has the same reason was called by the same."""
        return seen.setdefault(id(cause), as_seen(cause, viewer, whole=False))

    def without_secrets(frame: Frame | None) -> Frame | None:
        if frame is None or frame.called == -1:
            return frame  # nor was anything called that it stands in
        chain = []
        while frame is not None:
            chain.append(frame)
            frame = frame.parent
        for one in reversed(chain):
            frame = replace(one, parent=frame, called=known(one.called))
        return frame

    game._open[:] = [(steps, source, known(cause), own) for steps, source, cause, own in game._open]
    game.state.frame, game._base.frame = without_secrets(game.state.frame), without_secrets(game._base.frame)


Answers = Sequence[tuple[Player, Any]]


class _Feed(list[tuple[Player, Any]]):
    """Recorded answers that note how much had been written when each was wanted."""

    def __init__(self, answers: Answers, undo: list[Any]) -> None:
        super().__init__(answers)
        self.undo = undo
        self.written: dict[int, int] = {}

    def __getitem__(self, number: Any) -> Any:
        self.written.setdefault(number, len(self.undo))
        return super().__getitem__(number)


class _OpenStep:
    """A fork in which the open step runs a second time as it did, and then once more on what is made up."""

    def __init__(self, game: Game, seed: int | None, secrets: int) -> None:
        self.fork = game.fork(seed)
        state, *rest, feed = self.fork._stale
        self.feed = _Feed((feed or ())[: len(feed or ()) - secrets], state.undo)
        self.fork._stale = (state, *rest, None if feed is None else self.feed)

    def begin_with(self, way: _WayBack, answers: Answers) -> None:
        """Go back to the checkpoint, put the records there, and run on."""
        fork, point = self.fork, self.fork._base
        way.back_to(point.undo)
        fork._rewind(fork.state, point)
        fork.state.writing = True
        for table, record in way.records():
            getattr(fork.state, table).put(record)
        fork.state.writing = False
        fork.state.undo.clear()
        offer_anew(fork)
        fork._base = Point(point.answers, 0, point.log, point.uid, fork.state.frame, point.index)
        fork._points = []
        fork._mover = None
        fork._go([*answers])


# ----------------------------------------------------------------------------------------------- the way back

Key = tuple[str, Id]
"""A record: its table and its id."""


class _Card:
    """An element of a field on its way back: what is made up for it, and who owns the record that it is in.

    ``loose`` is what may as well have lain in another place of its field, and
    cards that were shuffled together share a ``pool``: any of them may have been any other before.
    """

    __slots__ = ("loose", "made", "owner", "pool")

    def __init__(self, made: Any, owner: int | None, loose: bool) -> None:
        self.made = made
        self.owner = owner
        self.loose = loose
        self.pool: object = None


class _WayBack:
    """The position of a game, going back write by write, with what is made up in place of what it is made up for.

    A field that holds a tuple is followed element by element, every other one as a whole.
    """

    def __init__(
        self, game: Game, records: Records, viewer: Viewer | None, rng: Random | None = None, dealing: bool = False
    ) -> None:
        self._game = game
        self._viewer = viewer
        self._rng = rng
        self._dealing = rng if dealing else None
        self._made_up = {(table, record.id): record for table, rows in records.items() for record in rows}
        self._now = {(table, id): getattr(game.state, table).get(id) for table, id in self._made_up}
        self._fields: dict[Key, dict[str, Any]] = {}
        self._touched: set[Key] = set()
        self._taken: dict[Any, list[_Card]] = {}
        """Cards that have left the place they came to, by what they really are; the last one came first."""
        self._lacking: tuple[Key | None, dict[Any, list[_Card]]] = (None, {})
        """What the last write left behind that came from nowhere: an event may write the other place first."""
        self._moved: dict[Any, list[_Card]] = {}
        """Cards back in the place from which they went, by what they really are; the last one went first."""
        self._order: Any = None
        """The answer that is reached next, where it is one of chance."""
        self._shuffled: list[_Card] = []
        """The cards of a field that has come to hold just that."""
        self.carried = False

    def walk(self, feed: _Feed) -> Answers:
        """Go back to the checkpoint, past all answers; returns them, naming what is made up."""
        answers = []
        for number in reversed(range(len(feed))):
            who, answer = feed[number]
            self._order, self._shuffled = answer if who == CHANCE else None, []
            self.back_to(feed.written[number])
            exchanged = self._exchanged(who, answer)
            answers.append((who, answer if self._is_viewer(who) else exchanged))
        self._order = None
        self.back_to(self._game._base.undo)
        self.carried = self.carried or bool(answers)
        return [(who, _named(answer)) for who, answer in reversed(answers)]

    def back_to(self, mark: int) -> None:
        """Take back all writes since the undo log was ``mark`` entries long."""
        state = self._game.state
        while len(state.undo) > mark:
            name, id, _ = state.undo[-3:]
            table = getattr(state, name)
            after = dict(table) if id is None else {id: table.get(id)}
            state.rollback(len(state.undo) - 3)
            for one in (id,) if id is not None else [one for one in table if one not in after]:
                self._take_back((name, one), table.get(one), after.get(one))
            self.carried = True

    def records(self) -> Iterable[tuple[str, Record]]:
        """What belongs into the tables where the way has come to."""
        for (table, id), record in self._made_up.items():
            if (table, id) not in self._touched:
                yield table, record
        for (table, id), fields in self._fields.items():
            old = getattr(self._game.state, table)[id]
            yield table, replace(old, **{name: _laid(value, getattr(old, name)) for name, value in fields.items()})

    # ------------------------------------------------------------------------------------------------- one write

    def _take_back(self, key: Key, old: Record | None, new: Record | None) -> None:
        """Go back from a record to the one before; None where there was none."""
        made: dict[str, Any] = {} if new is None else self._fields.pop(key, {}) or self._in_work(key, new)
        self._touched.add(key)
        lacking = {} if self._lacking[0] == key else self._lacking[1]
        self._lacking = (key, {})
        fields: dict[str, Any] = {}
        gone: dict[str, list[int]] = {}
        for name in (new if old is None else old).__struct_fields__:  # type: ignore[union-attr]
            then, now, cards = getattr(old, name, None), getattr(new, name, None), made.get(name, [])
            shuffled = isinstance(cards, list) and now == self._order is not None
            if shuffled:
                self._shuffled = [*cards]
            if shuffled and isinstance(then, tuple) and Tally(then) == Tally(now):
                fields[name] = _pooled(cards)
            elif then == now and old is not None and new is not None:
                fields[name] = cards
            elif isinstance(cards, list) and _as_cards(then) is not None:
                places, come = _followed(self._pairs(old, name), self._pairs(new, name))
                for place in come:
                    self._take((_as_cards(now) or ())[place], cards[place], lacking)
                fields[name] = [None if place is None else cards[place] for place in places]
                gone[name] = [at for at, place in enumerate(places) if place is None]
            else:
                fields[name] = then
        if old is not None:
            self._fields[key] = fields
            for name, at in gone.items():
                self._bring_back(key, old, name, at)

    def _take(self, value: Any, card: _Card, lacking: dict[Any, list[_Card]]) -> None:
        """A card leaves the place that it came to."""
        if waiting := lacking.get(value):
            waiting.pop(0).made = card.made
        else:
            self._taken.setdefault(value, []).append(card)

    def _bring_back(self, key: Key, old: Record, name: str, places: Sequence[int]) -> None:
        """Cards come back to the places that they went from, or to any where the viewer could not see the place."""
        values, cards, hidden = _as_cards(getattr(old, name)) or (), self._fields[key][name], self._hidden(old, name)
        owner, back = owner_of(old), list[_Card]()
        for place in places:
            value = values[place]
            if cards[place] is None:
                cards[place] = self._returning(value, owner, hidden[place])
            if not hidden[place]:
                self._settle(cards, place, value)
            card = cards[place]
            card.owner = owner
            if hidden[place] and self._shown_to(owner, old, name, place):
                card.loose = True
                back.append(card)
            self._moved.setdefault(value, []).append(card)
        if back:
            self._deal_anew(cards, hidden, back)

    def _deal_anew(self, cards: list[_Card], hidden: Sequence[bool], back: Sequence[_Card]) -> None:
        """Cards have come back to a field, and may have come back to any place of it that another such card has."""
        if self._dealing is not None:
            loose = [place for place, card in enumerate(cards) if card.loose and hidden[place]]
            dealt = [*back, *(cards[place] for place in loose if cards[place] not in back)]  # true places play no part
            for place, card in zip(loose, self._dealing.sample(dealt, len(dealt)), strict=True):
                cards[place] = card

    def _returning(self, value: Any, owner: int | None, hidden: bool) -> _Card:
        """The card that has left the place which it came to; a new one where none has, or has not yet."""
        if taken := self._taken.get(value):
            return taken.pop()
        card = _Card(value, owner, False)
        if hidden:
            self._lacking[1].setdefault(value, []).append(card)
        return card

    def _settle(self, cards: list[_Card], place: int, value: Any) -> None:
        """The viewer saw which card lay there before a shuffle: it is any of that face among those shuffled."""
        card = cards[place]
        if card.made != value:
            for line in self._lines():
                for at, other in enumerate(line):
                    if other is not None and other.made == value and other.pool is card.pool is not None:
                        line[at], cards[place] = card, other
                        other.pool = None
                        return
            cards[place] = _Card(value, card.owner, False)
        card.pool = None

    def _lines(self) -> Iterable[list[_Card]]:
        """All fields in work that are followed."""
        for fields in self._fields.values():
            yield from (cards for cards in fields.values() if isinstance(cards, list))

    def _in_work(self, key: Key, now: Record) -> dict[str, Any]:
        """The fields of a record as it is now, with what is made up for it."""
        made_up, owner = self._made_up.get(key, now), owner_of(now)
        fields: dict[str, Any] = {}
        for name in now.__struct_fields__:
            real, made = _as_cards(getattr(now, name)), _as_cards(getattr(made_up, name))
            fields[name] = getattr(made_up, name)
            if real is not None and made is not None and len(made) == len(real):
                hidden = self._hidden(now, name)
                fields[name] = [_Card(one, owner, loose) for one, loose in zip(made, hidden, strict=True)]
        return fields

    # ------------------------------------------------------------------------------------------------ who sees it

    def _is_viewer(self, player: Player) -> bool:
        return self._viewer is not None and self._viewer.player == player

    def _hidden(self, record: Record, name: str) -> list[bool]:
        """For each element of a field whether it is hidden from the viewer."""
        values = _as_cards(getattr(record, name)) or ()
        if self._viewer is None:
            return [False] * len(values)
        seen = _as_cards(getattr(record.seen_by(self._viewer), name)) or (None,) * len(values)
        return [card is None for card in seen]

    def _shown_to(self, owner: int | None, record: Record, name: str, place: int) -> bool:
        """Whether the owner sees an element of a field, and so may have chosen it."""
        if owner not in self._game.players:
            return False
        seen = _as_cards(getattr(record.seen_by(self._game.viewer(owner)), name)) or ()
        return bool(seen) and seen[place] is not None

    def _pairs(self, record: Record | None, name: str) -> list[tuple[Any, bool]]:
        """The elements of a field, and whether they are hidden; nothing where it is not followed."""
        values = _as_cards(getattr(record, name, None)) or ()
        return list(zip(values, self._hidden(record, name), strict=True)) if record is not None else []

    # -------------------------------------------------------------------------------------------------- answers

    def _exchanged(self, who: Player, answer: Any) -> Any:
        """An answer with cards in place of what they are, which went somewhere afterwards or still lie there."""
        if not _hashable(answer) or isinstance(answer, bool):
            return answer
        if self._shuffled:
            return tuple(self._shuffled)
        if moved := self._moved.get(answer):
            own = [place for place, card in enumerate(moved) if card.owner == who]
            card = moved.pop(own[-1] if own else -1)
            if not own and who != CHANCE and not self._is_viewer(who):
                self._pick(card)
            return card
        if taken := self._taken.get(answer):
            return taken[-1]
        if isinstance(answer, tuple):
            return tuple([self._exchanged(who, part) for part in answer])
        held = self._held(who, answer)
        return self._rng.choice(held) if held and self._rng is not None else answer

    def _pick(self, chosen: _Card) -> None:
        """Someone has looked through a field and chosen a card from it, from whichever place."""
        for (table, id), fields in self._fields.items():
            for name, cards in fields.items():
                if isinstance(cards, list) and chosen in cards:
                    hidden = self._hidden(getattr(self._game.state, table)[id], name)
                    if hidden[cards.index(chosen)]:
                        chosen.loose = True
                        self._deal_anew(cards, hidden, [chosen])

    def _held(self, who: Player, value: Any) -> list[Any]:
        """What is made up for a card that lies where it lay; of equal ones nobody can tell which was meant."""
        found: dict[bool, list[Any]] = {True: [], False: []}
        for key, made_up in self._made_up.items():
            now = self._now[key]
            if now is not None and isinstance(value, str):
                found[owner_of(now) == who] += [made for real, made in _in_both(now, made_up) if real == value]
        return found[True] or found[False]


def _named(answer: Any) -> Any:
    """An answer with what is made up in place of cards."""
    if isinstance(answer, tuple):
        return tuple([_named(part) for part in answer])
    return answer.made if isinstance(answer, _Card) else answer


def _as_cards(value: Any) -> tuple[Any, ...] | None:
    """The cards in a field: a tuple of things that can be told apart, or a word; None where nothing is followed."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) and _hashable(value) else (value,) if isinstance(value, str) else None


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _pooled(cards: Sequence[_Card]) -> list[_Card]:
    """Cards before they were shuffled: any of them may have lain in any place."""
    pool = object()
    for card in cards:
        card.pool = pool
    return [*cards]


def _laid(value: Any, like: Any) -> Any:
    """The cards of a field as the field has them."""
    if not isinstance(value, list):
        return value
    made = tuple([card.made for card in value])
    return made if isinstance(like, tuple) else made[0] if made else None


def _in_both(real: Record, made_up: Record) -> Iterable[tuple[Any, Any]]:
    """What stands in a record, and what is made up for it."""
    for name in real.__struct_fields__:
        one, other = getattr(real, name), getattr(made_up, name)
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            yield from zip(one, other, strict=True)
        elif isinstance(one, str) and isinstance(other, str):
            yield one, other


def _followed(old: Sequence[tuple[Any, bool]], new: Sequence[tuple[Any, bool]]) -> tuple[list[int | None], list[int]]:
    """For each old element its new place, or None where it is gone; and the places of those that have come.

    Elements keep their order where they can: of equal ones on a deck, it is the top one that is drawn.
    """
    places: list[int | None] = [None] * len(old)
    left = dict.fromkeys(range(len(new)))

    def match(olds: Iterable[int], news: Iterable[int]) -> None:
        for one, other in zip(olds, news, strict=False):
            if old[one] != new[other]:
                return
            places[one] = other
            del left[other]

    short = min(len(old), len(new))
    if old[len(old) - short :] == new[len(new) - short :]:
        match(range(len(old) - short, len(old)), range(len(new) - short, len(new)))
        return places, [*left]
    match(range(len(old)), range(len(new)))
    for one in [place for place, to in enumerate(places) if to is None]:
        other = next((place for place in left if old[one][0] == new[place][0]), None)
        if other is not None:
            places[one] = other
            del left[other]
    return places, [*left]
