"""Zones of cards with hidden faces."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulewright
from rulewright import Options, Procedure, Refused, Request, Ruleset, Scripted, Shuffle, new_game
from rulewright.flow import Steps
from rulewright.narrator import secrets_of
from rulewright.position import Position
from rulewright.requests import CHANCE
from rulewright.state import Seen, State, Table, Viewer
from rulewright.zones import (
    CardsMoved,
    CardsUncovered,
    Revealed,
    Shuffled,
    Zone,
    ZoneError,
    draw,
    fill_hidden,
    move,
    reveal,
    shuffle,
)
from tests.lengths import examples


class Table3(State):
    zones: Table[Zone]


class Bench(Position):
    """Three players, the first two a team, and just enough of a game around a state."""

    players = (0, 1, 2)
    teams = ((0, 1), (2,))
    state = Table3()

    def __init__(self, *records: Zone) -> None:
        self.state = Table3()
        self.log: list[Any] = []
        self.state.writing = True
        for record in records:
            self.state.zones.add(record)
        self.state.writing = False

    def do(self, event: Any) -> None:
        self.log.append(event)
        self.state.writing = True
        event.apply(self.state)
        self.state.writing = False

    def run(self, steps: Steps, *orders: tuple[str, ...]) -> Any:
        """Run steps to their end; shuffles give these orders, then the reverse of what they were given."""
        given_, reply = list(orders), None
        while True:
            try:
                item = steps.send(reply)
            except StopIteration as stop:
                return stop.value
            reply = None
            if isinstance(item, Shuffle):
                reply = given_.pop(0) if given_ else item.items[::-1]
                assert not item.space.check(reply)
            else:
                self.do(item)

    def cards(self, zone: str, player: int | None = None) -> Any:
        """The cards of a zone, as they are or as a player sees them."""
        found: Zone = self.state.zones[zone]
        return found.cards if player is None else found.seen_by(self.viewer(player)).cards

    def last(self, player: int) -> Any:
        """The latest event as a player sees it."""
        return self.log[-1].seen_by(self.viewer(player))


@pytest.fixture
def bench() -> Bench:
    return Bench(
        Zone("deck", 0, Seen.COUNT, ("a", "b", "c", "d")),
        Zone("hand", 0, Seen.OWNER, ("x", "y")),
        Zone("other hand", 2, Seen.OWNER, ("z",)),
        Zone("discard", 0, Seen.PUBLIC, ("p", "q")),
        Zone("team", 0, Seen.TEAM, ("t",)),
        Zone("secret", None, Seen.NOBODY, ("s",)),
    )


# What the zones show


@pytest.mark.parametrize(
    ("zone", "to_owner", "to_team_mate", "to_opponent"),
    [
        ("discard", ("p", "q"), ("p", "q"), ("p", "q")),
        ("hand", ("x", "y"), (None, None), (None, None)),
        ("team", ("t",), ("t",), (None,)),
        ("deck", (None,) * 4, (None,) * 4, (None,) * 4),
        ("secret", None, None, None),
    ],
)
def test_seen_says_who_sees_the_faces(
    bench: Bench, zone: str, to_owner: Any, to_team_mate: Any, to_opponent: Any
) -> None:
    assert [bench.cards(zone, player) for player in (0, 1, 2)] == [to_owner, to_team_mate, to_opponent]


# Moving


def test_the_first_card_is_the_top(bench: Bench) -> None:
    bench.do(move(bench, ["x"], "hand", "deck"))
    bench.do(move(bench, ["y"], "hand", "deck", "bottom"))
    bench.do(move(bench, ["z"], "other hand", "deck", 2))

    assert bench.cards("deck") == ("x", "a", "z", "b", "c", "d", "y")
    assert bench.cards("hand") == bench.cards("other hand") == ()


def test_cards_moved_together_keep_the_order_in_which_they_are_named(bench: Bench) -> None:
    bench.do(move(bench, ["c", "a"], "deck", "discard"))

    assert bench.cards("discard") == ("c", "a", "p", "q")
    assert bench.cards("deck") == ("b", "d")


def test_a_card_may_change_its_place_in_one_zone(bench: Bench) -> None:
    bench.do(move(bench, ["a"], "deck", "deck", "bottom"))
    assert bench.cards("deck") == ("b", "c", "d", "a")

    bench.do(move(bench, ["a"], "deck", "deck", 1))
    assert bench.cards("deck") == ("b", "a", "c", "d")


def test_equal_cards_are_counted(bench: Bench) -> None:
    cubes = Bench(Zone("bag", cards=("red", "blue", "red", "red")), Zone("board"))
    cubes.do(move(cubes, ["red", "red"], "bag", "board"))

    assert (sorted(cubes.cards("bag")), cubes.cards("board")) == (["blue", "red"], ("red", "red"))


def test_what_cannot_be_moved_is_refused_before_anything_happens(bench: Bench) -> None:
    with pytest.raises(ZoneError, match="card 'x' is not in zone 'deck'"):
        move(bench, ["x"], "deck", "hand")
    with pytest.raises(ZoneError, match="card 'z' is not in zone 'other hand'"):
        move(bench, ["z", "z"], "other hand", "hand")
    with pytest.raises(ZoneError, match="there is no zone 'heand'; there are 'deck', 'hand'"):
        move(bench, ["a"], "deck", "heand")
    with pytest.raises(ZoneError, match="place is 'top', 'bottom' or a number from 0 to 2, not 'middle'"):
        move(bench, ["a"], "deck", "hand", "middle")
    with pytest.raises(ZoneError, match="from 0 to 3, not 4"):
        move(bench, ["a"], "deck", "deck", 4)
    with pytest.raises(ZoneError, match="card 'x' is not in zone 'deck'"):
        reveal(bench, "deck", ["x"])


# Who sees a move


def test_a_drawn_card_shows_to_the_drawer_only(bench: Bench) -> None:
    bench.do(move(bench, ["a"], "deck", "hand"))

    assert [bench.last(player).cards for player in (0, 1, 2)] == [("a",), (None,), (None,)]
    assert [bench.cards("hand", player)[0] for player in (0, 1, 2)] == ["a", None, None]


def test_a_played_card_shows_to_all(bench: Bench) -> None:
    bench.do(move(bench, ["x"], "hand", "discard"))

    assert [bench.last(player).cards for player in (0, 1, 2)] == [("x",)] * 3


def test_a_card_buried_unseen_shows_to_nobody(bench: Bench) -> None:
    bench.do(move(bench, ["a"], "deck", "secret"))

    assert [bench.last(player).cards for player in (0, 1, 2)] == [(None,)] * 3


def test_an_event_made_by_hand_shows_no_face() -> None:
    event: Any = CardsMoved(("a",), "deck", "hand")

    assert event.seen_by(Viewer(0, (0,))).cards == (None,)


def test_what_others_see_is_not_told(bench: Bench) -> None:
    bench.do(move(bench, ["t"], "team", "deck"))
    bench.do(move(bench, ["t"], "deck", "discard"))

    assert bench.log[0].watchers == ((0, 1),)
    assert bench.log[0].seen_by(bench.viewer(2)).watchers == ((),)
    assert bench.log[0].seen_by(bench.viewer(1)).watchers == ((1,),)


def test_who_else_knows_a_card_is_told_to_the_holder_and_nobody_else(bench: Bench) -> None:
    """Whoever holds the hand remembers to whom a card of it was shown."""
    bench.do(reveal(bench, "hand", ["x"], [1, 2]))

    zone = bench.state.zones["hand"]
    assert [zone.seen_by(bench.viewer(player)).known for player in (0, 1, 2)] == [
        ((1, 2), ()),
        ((1,), ()),
        ((2,), ()),
    ]


@pytest.mark.parametrize(
    ("cards", "origin", "target", "kind"),
    [
        ("a", "deck", "hand", CardsUncovered),
        ("x", "hand", "discard", CardsUncovered),
        ("a", "deck", "discard", CardsUncovered),
        ("x", "hand", "deck", CardsMoved),
        ("a", "deck", "secret", CardsMoved),
        ("p", "discard", "hand", CardsMoved),
        ("t", "team", "hand", CardsMoved),
        ("x", "hand", "team", CardsUncovered),
    ],
)
def test_a_move_that_shows_someone_a_new_face_reveals(
    bench: Bench, cards: str, origin: str, target: str, kind: type
) -> None:
    event = move(bench, cards, origin, target)

    assert type(event) is kind
    assert getattr(event, "REVEALS", False) is (kind is CardsUncovered)


# What players come to know


def test_a_card_taken_from_an_open_pile_stays_known_in_hand(bench: Bench) -> None:
    bench.do(move(bench, ["p"], "discard", "hand"))

    assert bench.cards("hand", 2) == ("p", None, None)
    assert bench.cards("hand", 0) == ("p", "x", "y")


def test_a_card_put_on_the_deck_is_known_to_who_put_it_there(bench: Bench) -> None:
    bench.do(move(bench, ["x"], "hand", "deck"))

    assert bench.cards("deck", 0) == ("x", None, None, None, None)
    assert bench.cards("deck", 2) == (None,) * 5


def test_revealed_cards_show_to_whom_they_were_revealed(bench: Bench) -> None:
    bench.do(reveal(bench, "deck", ["a", "b"], [1]))

    assert [bench.last(player).cards for player in (0, 1, 2)] == [(None, None), ("a", "b"), (None, None)]
    assert bench.cards("deck", 1) == ("a", "b", None, None)
    assert bench.cards("deck", 0) == (None,) * 4


def test_cards_are_revealed_to_all_players_if_none_are_named(bench: Bench) -> None:
    bench.do(reveal(bench, "hand", ["y"]))

    assert [bench.cards("hand", player) for player in (0, 1, 2)] == [("x", "y"), (None, "y"), (None, "y")]


def test_what_is_known_stays_known_when_more_is_revealed(bench: Bench) -> None:
    bench.do(reveal(bench, "deck", ["a"], [1]))
    bench.do(reveal(bench, "deck", ["a", "b"], [2]))

    assert bench.cards("deck", 1) == ("a", None, None, None)
    assert bench.cards("deck", 2) == ("a", "b", None, None)


def test_shuffling_ends_what_was_known(bench: Bench) -> None:
    bench.do(reveal(bench, "deck", ["a", "b"], [1]))
    bench.run(shuffle(bench, "deck"), ("d", "a", "b", "c"))

    assert bench.cards("deck") == ("d", "a", "b", "c")
    assert bench.cards("deck", 1) == (None,) * 4


def test_a_known_top_card_is_still_known_when_it_is_drawn(bench: Bench) -> None:
    """
    Who looked at the top card knows what the opponent draws, and still knows the card below.
    """
    bench.do(reveal(bench, "deck", ["a", "b"], [2]))
    bench.do(move(bench, ["a"], "deck", "hand"))

    assert bench.last(2).cards == ("a",)
    assert bench.cards("hand", 2) == ("a", None, None)
    assert bench.cards("deck", 2) == ("b", None, None)


def test_a_known_bottom_card_stays_known_when_the_top_is_put_below_it(bench: Bench) -> None:
    bench.do(reveal(bench, "deck", ["d"], [2]))
    bench.do(move(bench, ["a"], "deck", "deck", "bottom"))

    assert bench.cards("deck", 2) == (None, None, "d", None)


def test_a_card_put_away_unseen_may_be_the_known_one(bench: Bench) -> None:
    """
    The opponent knows y in the hand; when a card leaves the hand face down, it may have been y.
    """
    for card in ("x", "y"):
        twin = Bench(*bench.state.zones.values())
        twin.do(reveal(twin, "hand", ["y"], [2]))
        twin.do(move(twin, [card], "hand", "deck"))

        assert twin.last(2).cards == (None,)
        assert twin.cards("hand", 2) == (None,)
        assert twin.cards("deck", 2) == (None,) * 5


def test_a_card_played_openly_leaves_the_other_known_ones_known(bench: Bench) -> None:
    bench.do(reveal(bench, "hand", ["y"], [2]))
    bench.do(move(bench, ["x"], "hand", "discard"))

    assert bench.cards("hand", 2) == ("y",)


def test_of_equal_cards_the_known_one_is_played() -> None:
    """
    One of two equal cards was shown, one of them is played: the opponent cannot tell whether the other is left.
    """
    bench = Bench(Zone("hand", 0, Seen.OWNER, ("e", "f", "e"), ((), (), (2,))), Zone("discard"))
    bench.do(move(bench, ["e"], "hand", "discard"))

    assert bench.cards("hand", 2) == (None, None)


def test_a_search_shows_what_was_picked_to_the_searcher_only(bench: Bench) -> None:
    """
    Player 2 knew the top card of the deck; after player 0 searched it, it may be gone.
    """
    for card in ("a", "c"):
        twin = Bench(*bench.state.zones.values())
        twin.do(reveal(twin, "deck", ["a"], [2]))
        twin.do(move(twin, [card], "deck", "secret", by=0))

        assert twin.last(0).cards == (card,)
        assert twin.last(2).cards == (None,)
        assert twin.cards("deck", 2) == (None,) * 3


def test_a_new_order_of_the_top_is_known_to_who_made_it(bench: Bench) -> None:
    bench.do(reveal(bench, "deck", ["a", "b"], [0, 2]))
    bench.do(move(bench, ["b", "a"], "deck", "deck", by=0))

    assert bench.cards("deck") == ("b", "a", "c", "d")
    assert bench.cards("deck", 0) == ("b", "a", None, None)
    assert bench.cards("deck", 2) == (None,) * 4


def test_open_zones_keep_no_record_of_what_is_known(bench: Bench) -> None:
    bench.do(reveal(bench, "hand", ["x"], [0]))
    bench.do(move(bench, ["a"], "deck", "hand"))
    bench.do(reveal(bench, "discard", ["p"], [1]))

    assert bench.state.zones["hand"].known == bench.state.zones["discard"].known == ()


def test_moving_nothing_changes_nothing(bench: Bench) -> None:
    bench.do(reveal(bench, "hand", ["y"], [2]))
    bench.do(move(bench, [], "hand", "deck"))

    assert bench.cards("hand", 2) == (None, "y")


# Shuffling and drawing


def test_the_order_after_a_shuffle_is_not_told(bench: Bench) -> None:
    bench.run(shuffle(bench, "discard"), ("q", "p"))

    assert bench.cards("discard", 2) == ("q", "p")
    assert bench.last(0).order == (None, None)


def test_a_request_to_shuffle_says_nothing_about_the_order_before() -> None:
    bench = Bench(Zone("deck", 0, Seen.COUNT, ("c", 2, "a", 10)))
    request = next(shuffle(bench, "deck", rule="game:deck"))

    assert request.items == (2, 10, "a", "c")
    assert (request.player, request.rule, request.about) == (CHANCE, "game:deck", {"zone": "deck"})


def test_one_card_needs_no_shuffle(bench: Bench) -> None:
    assert list(shuffle(bench, "secret")) == []


def test_a_shuffle_keeps_the_cards(bench: Bench) -> None:
    with pytest.raises(ZoneError, match="'deck' does not have the cards"):
        bench.do(Shuffled("deck", ("a", "a", "c", "d")))


def test_drawing_takes_the_top_cards_in_order(bench: Bench) -> None:
    assert bench.run(draw(bench, 2, "deck", "hand", rule="game:draw")) == ("a", "b")

    assert bench.cards("hand") == ("x", "y", "a", "b")
    assert bench.cards("deck") == ("c", "d")
    assert [(event.cards, event.rule) for event in bench.log] == [(("a", "b"), "game:draw")]


def test_an_empty_deck_is_made_anew_from_the_discard_pile(bench: Bench) -> None:
    steps = draw(bench, 5, "deck", "hand", "discard", rule="game:draw", reshuffle_rule="game:deck")

    assert bench.run(steps, ("q", "p")) == ("a", "b", "c", "d", "q")
    assert (bench.cards("deck"), bench.cards("discard")) == (("p",), ())
    assert [type(event) for event in bench.log] == [CardsUncovered, CardsMoved, Shuffled, CardsUncovered]
    assert [event.rule for event in bench.log] == ["game:draw", "game:deck", "game:deck", "game:draw"]
    assert bench.cards("deck", 0) == (None,)


def test_the_deck_is_made_anew_only_when_a_card_is_missing(bench: Bench) -> None:
    assert bench.run(draw(bench, 4, "deck", "hand", "discard")) == ("a", "b", "c", "d")

    assert bench.cards("deck") == ()
    assert bench.cards("discard") == ("p", "q")


def test_drawing_ends_with_the_cards(bench: Bench) -> None:
    assert len(bench.run(draw(bench, 9, "deck", "hand", "discard"))) == 6
    assert bench.run(draw(bench, 1, "deck", "hand", "discard")) == ()


def test_without_a_discard_pile_an_empty_deck_stays_empty(bench: Bench) -> None:
    assert bench.run(draw(bench, 6, "deck", "hand")) == ("a", "b", "c", "d")


# Making up what is hidden


def test_hidden_faces_are_dealt_from_the_unseen_cards(bench: Bench) -> None:
    """
    Player 2 sees the discard pile and its own hand; all other cards may lie anywhere else.
    """
    shown = [bench.state.zones[name].seen_by(bench.viewer(2)) for name in ("deck", "hand", "discard")]
    cards = ["p", "q", "a", "b", "c", "d", "x", "y"]
    made = [fill_hidden(shown, cards, Random(seed)) for seed in range(20)]

    for zones in made:
        assert [len(zone.cards) for zone in zones] == [4, 2, 2]
        assert sorted(card for zone in zones for card in zone.cards) == sorted(cards)
        assert zones[2].cards == ("p", "q")
    assert len({zones[1].cards for zones in made}) > 5
    assert fill_hidden(shown, cards, Random(1)) == fill_hidden(shown, cards, Random(1))


def test_hidden_faces_that_do_not_fit_are_refused(bench: Bench) -> None:
    hand, secret, discard = (bench.state.zones[name].seen_by(bench.viewer(2)) for name in ("hand", "secret", "discard"))

    with pytest.raises(ZoneError, match="1 cards are not seen, but the zones have 2 hidden places"):
        fill_hidden([hand], ["x"], Random(1))
    with pytest.raises(ZoneError, match="card 'p' of zone 'discard' is not among the cards"):
        fill_hidden([discard], ["q"], Random(1))
    with pytest.raises(ZoneError, match="zone 'secret' hides how many cards it has"):
        fill_hidden([secret], ["s"], Random(1))


# No leak: two games that differ only in what a player may not know look the same to that player

MOVES = st.tuples(
    st.sampled_from(["deck", "hand", "other hand", "discard", "team"]),
    st.sampled_from(["deck", "hand", "other hand", "discard", "team"]),
    st.integers(0, 5),
    st.sampled_from(["top", "bottom"]),
)


@examples(200)
@given(st.lists(MOVES, max_size=8), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=3))
def test_moves_leak_nothing(moves: list[tuple[str, str, int, str]], shows: list[tuple[int, int]]) -> None:
    """
    Whatever is moved and shown, a viewer sees only cards that some event or open zone has shown to that viewer.
    """
    bench = Bench(
        Zone("deck", 0, Seen.COUNT, ("a", "b", "c", "d")),
        Zone("hand", 0, Seen.OWNER, ("x", "y")),
        Zone("other hand", 2, Seen.OWNER, ("z",)),
        Zone("discard", 0, Seen.PUBLIC, ("p", "q")),
        Zone("team", 0, Seen.TEAM, ("t",)),
    )
    entitled: list[set[Any]] = [set() for _ in bench.players]

    def look() -> None:
        for player in bench.players:
            if bench.log:
                entitled[player].update(_faces(bench.last(player)))
            for name in ("discard", *{0: ("hand", "team"), 1: ("team",), 2: ("other hand",)}[player]):
                entitled[player].update(bench.cards(name))

    look()
    for place, player in shows:
        bench.do(reveal(bench, "deck", [bench.cards("deck")[place]], [player]))
        look()
    for origin, target, number, place_ in moves:
        if bench.cards(origin):
            card = bench.cards(origin)[number % len(bench.cards(origin))]
            bench.do(move(bench, [card], origin, target, place_))
            look()
    for name, zone in bench.state.zones.items():
        assert not zone.known or len(zone.known) == len(zone.cards)
        for player in bench.players:
            shown = bench.cards(str(name), player)
            assert len(shown) == len(zone.cards)
            for seen, card in zip(shown, zone.cards, strict=True):
                assert seen is None or (seen == card and seen in entitled[player])


def _faces(event: Any) -> list[Any]:
    return [card for card in event.cards if card is not None]


@examples(200)
@given(st.lists(MOVES, min_size=1, max_size=6), st.sampled_from([("hand", "x", "y"), ("deck", "a", "c")]))
def test_a_viewer_cannot_tell_two_hidden_cards_apart(
    moves: list[tuple[str, str, int, str]], pair: tuple[str, str, str]
) -> None:
    """
    The same moves of places, with two cards hidden from player 2 exchanged: player 2 sees the same as long as
    neither of them came to light.
    """
    zone, one, two = pair
    swap = {one: two, two: one}

    def played(exchange: bool) -> tuple[list[Any], bool]:
        def dealt(name: str, *cards: str) -> tuple[str, ...]:
            return tuple(swap.get(card, card) for card in cards) if exchange and name == zone else cards

        bench = Bench(
            Zone("deck", 0, Seen.COUNT, dealt("deck", "a", "b", "c", "d")),
            Zone("hand", 0, Seen.OWNER, dealt("hand", "x", "y")),
            Zone("other hand", 2, Seen.OWNER, ("z",)),
            Zone("discard", 0, Seen.PUBLIC, ("p", "q")),
            Zone("team", 0, Seen.TEAM, ("t",)),
        )
        sights: list[Any] = []
        came_to_light = False
        for origin, target, number, place in moves:
            if bench.cards(origin):
                card = bench.cards(origin)[number % len(bench.cards(origin))]
                bench.do(move(bench, [card], origin, target, place))
                sights.append(bench.last(2))
                sights += [z.seen_by(bench.viewer(2)) for z in bench.state.zones.values()]
                open_ = (*bench.cards("discard"), *bench.cards("other hand"))
                came_to_light = came_to_light or one in open_ or two in open_
        return sights, came_to_light

    (sights, came_to_light), (others, _) = played(False), played(True)
    assert came_to_light or sights == others


# In a game


def deal(state: Any, setup: Any, content: Any) -> None:
    for player in (0, 1):
        state.zones.add(Zone(f"deck:{player}", player, Seen.COUNT, tuple(f"{card}{player}" for card in "abcdef")))
        state.zones.add(Zone(f"hand:{player}", player, Seen.OWNER))
        state.zones.add(Zone(f"discard:{player}", player))


def play_one(game: Any, context: Any) -> Steps:
    """Both players shuffle, draw three, and play one."""
    for player in game.players:
        yield from shuffle(game, f"deck:{player}")
    for player in game.players:
        hand = yield from draw(game, 3, f"deck:{player}", f"hand:{player}", f"discard:{player}")
        card = yield Request(player, "play a card", Options(hand))
        yield move(game, [card], f"hand:{player}", f"discard:{player}")


CARD_GAME = Ruleset(id="cards", title="Cards", state=Table3, flow=Procedure("game", [play_one]), populate=deal)


def shown(game: rulewright.Game, player: int) -> str:
    """Everything a player's view says about cards, as text."""
    view = game.view(player)
    return repr([list(view.state.zones.values()), view.events()])


def test_in_a_game_nobody_sees_the_others_cards() -> None:
    game = new_game(CARD_GAME, seed=3)
    first = game.request.space.options()[0]
    game.answer(first)

    assert game.request.player == 1
    for player, other in ((0, 1), (1, 0)):
        hidden = [card for zone in ("hand", "deck") for card in game.state.zones[f"{zone}:{other}"].cards]
        assert not [card for card in hidden if f"'{card}'" in shown(game, player)]
        own = [card for card in game.state.zones[f"deck:{player}"].cards if f"'{card}'" in shown(game, player)]
        assert own == []
    assert f"'{first}'" in shown(game, 1)


def test_in_a_game_a_played_card_is_not_taken_back() -> None:
    game = new_game(CARD_GAME, seed=3)
    game.answer(game.request.space.options()[0])

    with pytest.raises(Refused):
        game.undo()


def test_in_a_game_zones_survive_json_and_forks() -> None:
    game = new_game(CARD_GAME, seed=3)
    game.answer(game.request.space.options()[1])
    fork = game.fork()

    assert Table3.from_json(game.state.to_json()).plain() == game.state.plain()
    assert fork.state.plain() == game.state.plain()
    assert [type(event) for event in game.events()][:2] == [Shuffled, Shuffled]


def test_in_a_game_scripted_shuffles_fall_as_written() -> None:
    orders = [tuple(f"{card}{player}" for card in "fedcba") for player in (0, 1)]
    game = new_game(CARD_GAME, chance=Scripted(orders))

    assert game.request.space.options() == ("f0", "e0", "d0")


@pytest.mark.parametrize(
    "event",
    [
        CardsMoved(("a",), "deck", "hand", 3, ((0,),), 1, rule="x:1"),
        CardsUncovered((1,), "deck", "hand"),
        Revealed("deck", ("a", 2), (0, 1)),
        Shuffled("deck", ("b", "a")),
    ],
)
def test_events_survive_json(event: Any) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


def test_a_zone_of_nobody_is_no_secret_to_those_who_read_about_it() -> None:
    """
    Only what a zone or a move hides is told as hidden; an owner that is not there is none.
    """
    assert secrets_of(Zone) == {"cards", "known"}
    assert secrets_of(CardsMoved) == {"cards", "watchers"}
    assert secrets_of(Revealed) == {"cards"}
    assert secrets_of(Shuffled) == {"order"}
