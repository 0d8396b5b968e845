"""A game that a player imagines stands where the real one stands, also in the middle of a step that moved cards."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Annotated, Any

import pytest
from msgspec.structs import replace as replace_struct

from rulewright import (
    Event,
    Game,
    GameOver,
    Procedure,
    Record,
    Ruleset,
    Seen,
    State,
    Steps,
    Table,
    View,
    Window,
    choose,
    new_game,
    reaction,
)
from rulewright.game import Drift
from rulewright.zones import Zone, draw, fill_hidden, move, reveal, shuffle

CARDS = ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven")


class Cards(State):
    zones: Table[Zone]


def populate(state: Cards, setup: Any, content: Any) -> None:
    state.zones.add(Zone("deck", None, Seen.COUNT, CARDS))
    state.zones.add(Zone("pile"))
    for player in (0, 1):
        state.zones.add(Zone(f"hand:{player}", player, Seen.OWNER))


def play(game: Game, context: None) -> Steps:
    """All in one step: shuffle, draw, pay, swap, and questions in between."""
    yield from shuffle(game, "deck")
    for player in (0, 1):
        yield from draw(game, 3, "deck", f"hand:{player}")
    paid = yield choose(0, "pay", game.state.zones["hand:0"].cards)
    yield move(game, [paid], "hand:0", "pile")
    given = yield choose(0, "give", game.state.zones["hand:0"].cards)
    yield move(game, [given], "hand:0", "hand:1", by=0)
    kept = yield choose(1, "put under the deck", game.state.zones["hand:1"].cards)
    yield move(game, [kept], "hand:1", "deck", "bottom", by=1)
    yield choose(0, "guess", CARDS)
    yield GameOver(())


def determinize(view: View, rng: Random) -> dict[str, list[Zone]]:
    return {"zones": fill_hidden(view.state.zones.values(), CARDS, rng)}


RULES = Ruleset(
    id="cards",
    title="Cards",
    state=Cards,
    flow=Procedure("game", [play]),
    populate=populate,
    determinize=determinize,
).freeze()


def seen(game: Game, player: int) -> tuple[bytes, list[Any]]:
    return game.view(player).to_json(), game.view(player).events()


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("decisions", [0, 1, 2, 3])
def test_cards_moved_in_the_open_step_are_made_up_too(player: int, decisions: int) -> None:
    game = new_game(RULES, seed=3)
    for _ in range(decisions):
        game.answer(game.request.space.values[0])
    hands, decks = set(), set()

    for number in range(8):
        imagined = game.view(player).imagine(Random(number))
        assert seen(imagined, player) == seen(game, player)
        hands.add(imagined.state.zones[f"hand:{1 - player}"].cards)
        decks.add(imagined.state.zones["deck"].cards)
        assert imagined.fork().digest() == imagined.digest()
        while imagined.request is not None:
            imagined.answer(imagined.request.space.values[-1])

    assert len(hands) > 1, "the hand of the other player is made up"
    assert len(decks) > 1


def test_no_card_is_made_up_twice_where_the_open_step_took_the_last_of_the_deck() -> None:
    """The deck shows nothing hidden any more, but what lay in it is still made up."""

    def most_cards(game: Game, context: None) -> Steps:
        yield from draw(game, len(CARDS) - 1, "deck", "hand:1")

    def last_card(game: Game, context: None) -> Steps:
        yield from draw(game, 1, "deck", "hand:1")
        yield choose(0, "guess", CARDS)

    rules = replace(RULES.ruleset, flow=Procedure("game", [most_cards, last_card]))
    game = new_game(rules, seed=3)
    for number in range(8):
        assert sorted(game.view(0).imagine(Random(number)).state.zones["hand:1"].cards) == sorted(CARDS)


def test_an_open_window_offers_what_is_made_up() -> None:
    """What a player may react with is worked out from the imagined hand; the true options would tell the true one."""

    @reaction("payment", options=lambda game, player, context: game.state.zones[f"hand:{player}"].cards)
    def pay(game: Game, player: int, card: str, context: None) -> Steps:
        yield move(game, [card], f"hand:{player}", "pile")

    def deal(game: Game, context: None) -> Steps:
        yield from shuffle(game, "deck")
        yield from draw(game, 3, "deck", "hand:1")

    flow = Procedure("game", [deal, Window("payment", "each once", lambda game, context: (1,))])
    game = new_game(replace(RULES.ruleset, flow=flow, reactions=[pay]), seed=3)
    hands = set()
    for number in range(8):
        imagined = game.view(0).imagine(Random(number))
        hands.add(hand := imagined.state.zones["hand:1"].cards)
        assert imagined.request.space.values == (None, *(("pay", card) for card in hand))
        imagined.answer(("pay", hand[0]))
        assert imagined.state.zones["pile"].cards == hand[:1]
    assert len(hands) > 1


def test_what_cannot_be_made_up_is_said() -> None:
    def stubborn(view: View, rng: Random) -> dict[str, list[Zone]]:
        zones = {zone.id: zone for zone in determinize(view, rng)["zones"]}
        zones["hand:0"] = Zone("hand:0", 0, Seen.OWNER, ("not", "my", "cards"))
        return {"zones": list(zones.values())}

    rules = Ruleset(
        id="cards",
        title="Cards",
        state=Cards,
        flow=Procedure("game", [play]),
        populate=populate,
        determinize=stubborn,
    )
    game = new_game(rules, seed=3)
    with pytest.raises(Drift, match="could be made up"):
        game.view(0).imagine(Random(1))


# ------------------------------------------------------------------------------- what the player cannot know


class Every(Random):
    """Deals in each possible way, one after another: ``again`` says whether there is one more."""

    def __init__(self) -> None:
        super().__init__(0)
        self.turns: list[list[int]] = []
        self.at = 0

    def pick(self, ways: int) -> int:
        if self.at == len(self.turns):
            self.turns.append([0, ways])
        self.at += 1
        return self.turns[self.at - 1][0]

    def again(self) -> bool:
        self.at = 0
        while self.turns and self.turns[-1][0] + 1 == self.turns[-1][1]:
            self.turns.pop()
        if self.turns:
            self.turns[-1][0] += 1
        return bool(self.turns)

    def share(self) -> Fraction:
        return Fraction(1, prod(ways for _, ways in self.turns))

    def getrandbits(self, k: int) -> int:
        return 0

    def shuffle(self, x: Any) -> None:
        x[:] = self.sample(x, len(x))

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        left = [*population]
        return [left.pop(self.pick(len(left))) for _ in range(k)]

    def choice(self, seq: Any) -> Any:
        return seq[self.pick(len(seq))]


FOUR = ("bee", "bee", "ant", "fly")
Deal = tuple[tuple[str, ...], ...]


class Aside(Record):
    """A card that player 1 has put aside, which is no zone but a word."""

    owner: int
    card: Annotated[str | None, Seen.OWNER] = None
    said: str = ""


class Cupboard(Cards):
    asides: Table[Aside]


class PutAside(Event, frozen=True):
    card: Annotated[str, Seen.NOBODY]

    def apply(self, state: Cupboard) -> None:
        state.asides.edit(1).card = self.card
        hand = state.zones.edit("hand")
        place = hand.cards.index(self.card)
        hand.cards = hand.cards[:place] + hand.cards[place + 1 :]


class Burnt(Event, frozen=True):
    """A card of the hand leaves the game."""

    card: str

    def apply(self, state: Cupboard) -> None:
        hand = state.zones.edit("hand")
        place = hand.cards.index(self.card)
        hand.cards = hand.cards[:place] + hand.cards[place + 1 :]


class Said(Event, frozen=True):
    word: str

    def apply(self, state: Cupboard) -> None:
        state.asides.edit(1).said = self.word


def few_cards(step: Any, hand: str, deck: str) -> Ruleset:
    """A hand of player 1, a deck and a pile; everything happens in one step."""

    def populate(state: Cupboard, setup: Any, content: Any) -> None:
        state.zones.add(Zone("hand", 1, Seen.OWNER, tuple(hand.split())))
        state.zones.add(Zone("deck", None, Seen.COUNT, tuple(deck.split())))
        state.zones.add(Zone("pile"))
        state.asides.add(Aside(1, 1))

    def guess(view: View, rng: Random) -> dict[str, list[Any]]:
        aside = Zone("aside", cards=(None,) if any(isinstance(e, PutAside) for e in view.events()) else ())  # type: ignore[arg-type]
        left = [*FOUR]
        for event in view.events():
            if isinstance(event, Burnt):
                left.remove(event.card)
        *zones, aside = fill_hidden([*view.state.zones.values(), aside], left, rng)
        made_up = replace_struct(view.state.asides[1], card=str(aside.cards[0]) if aside.cards else None)
        return {"zones": zones, "asides": [made_up]}

    return Ruleset(
        id="four",
        title="Four cards",
        state=Cupboard,
        flow=Procedure("game", [step]),
        populate=populate,
        determinize=guess,
    )


def imagined(step: Any, hand: str, deck: str, answer: str) -> tuple[Any, dict[Deal, Fraction]]:
    """What player 0 sees after an answer of player 1, and how likely each deal is that player 0 imagines."""
    game = new_game(few_cards(step, hand, deck), seed=1)
    for one in answer.split():
        game.answer(one)
    every, more = Every(), True
    found: dict[Deal, Fraction] = {}
    while more:
        world = game.view(0).imagine(every)
        deal = (*(zone.cards for zone in world.state.zones.values()), (str(world.state.asides[1].card),))
        found[deal] = found.get(deal, Fraction()) + every.share()
        more = every.again()
        assert len(every.turns) < 20, "it is made up over and over again"
    assert sum(found.values()) == 1
    return seen(game, 0), found


def held(game: Game) -> tuple[str, ...]:
    cards: tuple[str, ...] = game.state.zones["hand"].cards
    return cards


def draw_and_discard(game: Game, context: None) -> Steps:
    yield from draw(game, 1, "deck", "hand")
    card = yield choose(1, "discard", held(game))
    yield move(game, [card], "hand", "pile")
    yield choose(0, "guess", FOUR)


def discard_and_draw(game: Game, context: None) -> Steps:
    card = yield choose(1, "discard", held(game))
    yield move(game, [card], "hand", "pile")
    yield from draw(game, 1, "deck", "hand")
    yield choose(0, "guess", FOUR)


def put_under_the_deck(game: Game, context: None) -> Steps:
    card = yield choose(1, "put under the deck", held(game))
    yield move(game, [card], "hand", "deck", "bottom")
    yield choose(0, "guess", FOUR)


def look_through_the_deck(game: Game, context: None) -> Steps:
    card = yield choose(1, "take", game.state.zones["deck"].cards)
    yield move(game, [card], "deck", "hand", by=1)
    yield choose(0, "guess", FOUR)


def keep_in_mind(game: Game, context: None) -> Steps:
    card = yield choose(1, "keep in mind", held(game))
    yield choose(0, "guess", FOUR)
    yield move(game, [card], "hand", "pile")


def put_aside_and_draw(game: Game, context: None) -> Steps:
    """The event writes where the card comes to before it writes where it leaves."""
    card = yield choose(1, "put aside", held(game))
    yield PutAside(card)
    yield from draw(game, 1, "deck", "hand")
    yield choose(0, "guess", FOUR)


def discard_and_take_back(game: Game, context: None) -> Steps:
    card = yield choose(1, "discard", held(game))
    yield move(game, [card], "hand", "pile")
    card = yield choose(1, "take", game.state.zones["pile"].cards)
    yield move(game, [card], "pile", "hand")
    yield choose(0, "guess", FOUR)


def say(game: Game, context: None) -> Steps:
    word = yield choose(1, "say", FOUR)
    yield Said(word)
    yield choose(0, "guess", FOUR)


def draw_and_burn(game: Game, context: None) -> Steps:
    yield from draw(game, 1, "deck", "hand")
    card = yield choose(1, "burn", held(game))
    yield Burnt(card)
    yield choose(0, "guess", FOUR)


@pytest.mark.parametrize(
    ("step", "worlds"),
    [
        (
            draw_and_discard,
            [
                ("bee ant", "bee fly", "bee"),
                ("bee ant", "fly bee", "bee"),
                ("ant bee", "fly bee", "bee"),
                ("ant fly", "bee bee", "bee"),
            ],
        ),
        (discard_and_draw, [("bee ant", "bee fly", "bee"), ("bee ant", "fly bee", "bee")]),
        (put_under_the_deck, [("bee ant", "bee fly", "bee"), ("bee bee", "ant fly", "bee")]),
        (put_under_the_deck, [("bee ant", "bee fly", "bee"), ("bee ant", "bee fly", "ant")]),
        (look_through_the_deck, [("", "ant bee fly bee", "bee"), ("", "bee bee fly ant", "fly")]),
        (put_aside_and_draw, [("bee ant", "bee fly", "bee"), ("ant fly", "bee bee", "fly")]),
        (discard_and_take_back, [("bee ant", "bee fly", "bee bee"), ("ant bee", "fly bee", "bee bee")]),
        (say, [("bee ant", "bee fly", "bee"), ("ant fly", "bee bee", "bee")]),
        (draw_and_burn, [("bee ant", "fly bee", "bee"), ("ant fly", "bee bee", "bee"), ("bee fly", "bee ant", "bee")]),
        (keep_in_mind, [("bee bee", "ant fly", "bee"), ("ant fly", "bee bee", "fly"), ("bee fly", "ant bee", "bee")]),
    ],
)
def test_what_is_imagined_does_not_depend_on_what_is_hidden(step: Any, worlds: list[tuple[str, str, str]]) -> None:
    """All deals that can be imagined, with their exact probabilities, are those of any position that looks alike."""
    looks, deals = imagined(step, *worlds[0])
    assert len(deals) > 1
    for world in worlds[1:]:
        assert imagined(step, *world) == (looks, deals)


def test_what_is_imagined_does_not_depend_on_how_a_shuffle_ended() -> None:
    """A card that all saw go into the deck is somewhere in it, and nobody can tell where."""

    def recycle(game: Game, context: None) -> Steps:
        card = yield choose(1, "discard", held(game))
        yield move(game, [card], "hand", "pile")
        yield move(game, game.state.zones["pile"].cards, "pile", "deck")
        yield from shuffle(game, "deck")
        yield choose(0, "guess", FOUR)

    looks, deals = imagined(recycle, "bee ant", "bee fly", "bee")
    assert imagined(recycle, "fly bee", "ant bee", "bee") == (looks, deals)
    assert imagined(recycle, "bee bee", "ant fly", "bee") == (looks, deals)
    assert len(deals) == 3 + 3 + 6  # the other bee, an ant or a fly in the hand


def test_a_card_that_others_saw_keeps_its_place() -> None:
    """Cards go back only to places where the player could not see them."""

    def show_and_discard(game: Game, context: None) -> Steps:
        shown = yield choose(1, "show", held(game))
        yield reveal(game, "hand", [shown])
        card = yield choose(1, "discard", ("ant",))
        yield move(game, [card], "hand", "pile")
        yield choose(0, "guess", FOUR)

    game = new_game(few_cards(show_and_discard, "ant fly bee", "bee"), seed=1)
    game.answer("fly")
    game.answer("ant")
    for number in range(8):
        world = game.view(0).imagine(Random(number))
        assert seen(world, 0) == seen(game, 0)


def test_a_card_that_was_chosen_before_another_came() -> None:
    """The answer names a card that the player held then, so not every place will do; what fits depends on the view."""

    def choose_and_draw_and_discard(game: Game, context: None) -> Steps:
        card = yield choose(1, "discard", held(game))
        yield from draw(game, 1, "deck", "hand")
        yield move(game, [card], "hand", "deck", "bottom")
        yield choose(0, "guess", FOUR)

    def counted(hand: str, deck: str, answer: str) -> Counter[Deal]:
        game = new_game(few_cards(choose_and_draw_and_discard, hand, deck), seed=1)
        game.answer(answer)
        worlds = (game.view(0).imagine(Random(number)) for number in range(400))
        return Counter(tuple(zone.cards for zone in world.state.zones.values()) for world in worlds)

    assert counted("bee ant", "bee fly", "bee") == counted("fly ant", "bee bee", "ant")
