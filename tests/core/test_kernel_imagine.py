"""A game that a player imagines stands where the real one stands, also in the middle of a step that moved cards."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rulewright import (
    Drift,
    Game,
    GameOver,
    Procedure,
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
from rulewright.zones import Zone, draw, fill_hidden, move, shuffle

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
