"""Views: what one player may know of tables, questions, events and reasons, and nothing more."""

from __future__ import annotations

import contextlib
import json
from itertools import product
from random import Random
from typing import Annotated, Any

import pytest

from rulewright import (
    Context,
    Event,
    Game,
    GameOver,
    Layer,
    Procedure,
    Record,
    Refused,
    Roll,
    Ruleset,
    Seen,
    Shuffle,
    Stat,
    State,
    Steps,
    Table,
    Together,
    View,
    Window,
    choose,
    new_game,
    reaction,
    trigger,
)
from rulewright.dice import D6
from rulewright.game import Drift
from rulewright.ruleset import StatRule
from rulewright.state import masked_state
from rulewright.view import describe_request

from .small_games import DUEL

# ------------------------------------------------------------------------------- a game of hidden hands, two a side


class Hand(Record):
    owner: int = 0
    cards: Annotated[tuple[str, ...], Seen.COUNT] = ()
    plan: Annotated[str, Seen.TEAM] = ""
    pile: Annotated[tuple[str, ...], Seen.NOBODY] = ()


class Board(State):
    hands: Table[Hand]


class Drawn(Event, frozen=True):
    owner: int
    card: Annotated[str, Seen.OWNER]

    def apply(self, state: Board) -> None:
        hand = state.hands.edit(self.owner)
        hand.cards, hand.pile = (*hand.cards, self.card), hand.pile[1:]


class Planned(Event, frozen=True):
    owner: int
    plan: str

    AUDIENCE = Seen.TEAM

    def apply(self, state: Board) -> None:
        state.hands.edit(self.owner).plan = self.plan


class Played(Event, frozen=True):
    owner: int
    card: str

    def apply(self, state: Board) -> None:
        hand = state.hands.edit(self.owner)
        at = hand.cards.index(self.card)
        hand.cards = hand.cards[:at] + hand.cards[at + 1 :]


class Thought(Event, frozen=True):
    owner: int
    about: str

    AUDIENCE = Seen.OWNER


class Piled(Event, frozen=True):
    owner: int
    pile: Annotated[tuple[str, ...], Seen.NOBODY]

    def apply(self, state: Board) -> None:
        state.hands.edit(self.owner).pile = self.pile


class Scheme(Context):
    player: int = 0
    bluff: Annotated[str, Seen.OWNER] = ""


CARDS = ("#ace", "#king", "#queen", "#jack", "#ten", "#nine", "#eight", "#seven")


def deal(game: Game, scheme: Scheme) -> Steps:
    cards = yield Shuffle(CARDS, 0)
    for player in game.players:
        yield Piled(player, cards[2 * player : 2 * player + 2])
        yield Drawn(player, cards[2 * player], rule="1.1")


def plan(game: Game, scheme: Scheme) -> Steps:
    """Player 0 plans with the partner, thinks for itself, and notes a bluff."""
    word = yield choose(0, "plan", ("attack", "defend"), rule="2.1", hand=len(game.state.hands[0].cards))
    yield Planned(0, word)
    yield Thought(0, "what I really want")
    yield game.note(scheme, bluff=word)
    yield choose(1, "go on", (True,))


@trigger(Planned)
def nod(game: Game, event: Planned, source: Any) -> Event:
    return Thought(event.owner, "done")


def duel(game: Game, scheme: Scheme) -> Steps:
    chosen = yield Together(tuple(choose(p, "card", game.state.hands[p].cards) for p in (0, 1)))
    yield [Played(p, card) for p, card in zip((0, 1), chosen, strict=True)]
    (face,) = yield Roll((D6,), 0)
    yield GameOver((face % 2,))


def guess(view: View, rng: Random) -> dict[str, list[Hand]]:
    """Hidden cards are dealt again from those that the player has not seen."""
    hands = view.state.hands
    known = {card for hand in hands.values() for card in hand.cards if card is not None}
    left = [card for card in CARDS if card not in known]
    rng.shuffle(left)
    found = []
    for hand in hands.values():
        cards = tuple(card if card is not None else left.pop() for card in hand.cards)
        plan = rng.choice(("attack", "defend")) if hand.plan is None else hand.plan
        found.append(Hand(hand.id, hand.owner, cards, plan, (left.pop(),) if hand.cards else ()))
    return {"hands": found}


def populate(state: Board, setup: Any, content: Any) -> None:
    for seat in range(4):
        state.hands.add(Hand(seat, seat))


LUCK = Stat("luck", (Layer("modify", "add"),))
RULES = Ruleset(
    id="hands",
    title="Hidden hands",
    state=Board,
    flow=Procedure("scheme", [deal, plan, duel], Scheme),
    populate=populate,
    players=lambda setup: 4,
    teams=lambda setup: [(0, 2), (1, 3)],
    triggers=[nod],
    stats=[StatRule(stat=LUCK, base=lambda game, subject: len(game.state.hands[subject].cards))],
    determinize=guess,
)


def game_at(decisions: int, seed: int = 1, rules: Ruleset = RULES) -> Game:
    game = new_game(rules, seed=seed)
    for _ in range(decisions):
        game.answer(game.request.space.options()[0])
    return game


# ------------------------------------------------------------------------------------------------------- tables


def test_the_own_hand_is_seen_and_of_others_how_many_cards() -> None:
    game = game_at(0)
    hands = game.view(1).state.hands

    assert hands[1].cards == game.state.hands[1].cards
    assert hands[0].cards == hands[2].cards == (None,)
    assert all(hand.pile is None for hand in hands.values())
    assert game.state.hands[0].pile != ()


def test_partners_share_what_is_the_teams() -> None:
    game = game_at(1)

    assert [game.view(player).state.hands[0].plan for player in game.players] == ["attack", None, "attack", None]


def test_a_view_changes_nothing_in_the_game() -> None:
    game = game_at(1)
    before = game.digest()
    for player in game.players:
        assert game.view(player).to_json()
    assert game.digest() == before


def test_a_view_cannot_be_written() -> None:
    view = game_at(0).view(0)

    with pytest.raises(Exception, match="outside an event"):
        view.state.hands.edit(0)


def test_a_view_of_an_earlier_moment_is_refused() -> None:
    game = game_at(0)
    view, unread = game.view(0), game.view(1)
    hand = view.state.hands[0]
    game.answer("attack")

    assert view.state.hands[0] == hand
    for look in (
        lambda: unread.state,
        lambda: view.request,
        view.events,
        view.to_json,
        lambda: view.imagine(Random(1)),
    ):
        with pytest.raises(RuntimeError, match="this view is of an earlier moment"):
            look()


# ------------------------------------------------------------------------------------------------- what is asked


def test_a_question_is_shown_to_the_player_who_is_asked() -> None:
    game = game_at(0)

    assert game.view(0).request == game.request
    assert [game.view(player).request for player in (1, 2, 3)] == [None] * 3
    assert all(game.view(player).asked == (0,) for player in game.players)


def test_a_secret_question_shows_each_only_the_own_options() -> None:
    game = game_at(2)
    mine = game.state.hands[0].cards

    assert game.view(0).request.space.options() == mine
    assert game.view(0).asked == (0, 1)
    text = game.view(1).to_json().decode()
    assert not any(card in text for card in mine)


def test_a_secret_answer_is_not_shown_before_all_have_answered() -> None:
    game = game_at(2)
    game.answer(game.state.hands[0].cards[0], 0)

    assert game.view(0).request is None
    assert game.view(1).request is not None
    assert game.state.hands[0].cards[0] not in game.view(1).to_json().decode()


def test_a_request_is_described_as_plain_data() -> None:
    request = game_at(0).request

    assert describe_request(request) == {
        "player": 0,
        "ask": "plan",
        "rule": "2.1",
        "about": {"hand": 1},
        "space": {"kind": "options", "values": ["attack", "defend"]},
    }


def test_the_json_of_a_view() -> None:
    game = game_at(0)
    data = json.loads(game.view(0).to_json())

    assert data["player"] == 0
    assert data["asked"] == [0]
    assert data["request"]["ask"] == "plan"
    assert data["state"]["hands"][1]["cards"] == [None]
    assert json.loads(game.view(3).to_json())["request"] is None


# -------------------------------------------------------------------------------------------------------- events


def test_events_are_seen_without_what_is_hidden() -> None:
    game = game_at(0)
    drawn = [event for event in game.events(2) if isinstance(event, Drawn)]

    assert [event.card for event in drawn] == [None, None, game.state.hands[2].cards[0], None]
    assert [event.rule for event in drawn] == ["1.1"] * 4
    assert all(event.pile is None for event in game.events(2) if isinstance(event, Piled))
    assert game.view(2).events() == game.events(2)


def test_events_that_are_not_for_a_player_are_not_there() -> None:
    game = game_at(1)

    def kinds(player: int) -> list[str]:
        hidden = (Planned, Thought)
        return [type(event).__name__ for event in game.events(player) if isinstance(event, hidden)]

    assert kinds(0) == ["Planned", "Thought", "Thought"]
    assert kinds(2) == ["Planned"]
    assert kinds(1) == kinds(3) == []


def test_events_since_a_number() -> None:
    game = game_at(1)

    assert game.events(0, since=len(game.log)) == []
    assert game.events(None, since=len(game.log) - 1) == [game.log[-1].event]
    assert game.view(1).events(since=3) == game.events(1, since=3)


def test_reasons_pass_through_the_same_filter() -> None:
    game = game_at(1)
    number = next(n for n, entry in enumerate(game.log) if isinstance(entry.event, Thought))

    assert [type(cause.event).__name__ for cause in game.why(number).chain] == ["Thought", "Planned"]
    assert [type(cause.event).__name__ for cause in game.why(number, player=2).chain] == ["Planned"]
    with pytest.raises(LookupError, match="not for this player to know"):
        game.why(number, player=1)
    drawn = next(n for n, entry in enumerate(game.log) if isinstance(entry.event, Drawn))
    assert game.why(drawn, player=1).event.card is None  # type: ignore[attr-defined]


# --------------------------------------------------------------------------------------------- contexts, numbers


class Unused(Context):
    """Of nothing that goes on."""


def test_a_context_is_seen_without_what_is_hidden() -> None:
    game = game_at(1)

    assert game.view(0).context(Scheme).bluff == "attack"
    assert game.view(1).context(Scheme).bluff is None
    assert game.view(1).find_context(Unused) is None
    assert game.context(Scheme).bluff == "attack"


def test_numbers_are_public() -> None:
    game = game_at(0)

    assert game.view(3).number("luck", 0) == 1
    assert game.view(3).value("luck", 0).number == 1


def test_a_view_knows_the_table_talk() -> None:
    game = game_at(0)
    view = game.view(3)

    assert (view.player, view.players, view.teams) == (3, (0, 1, 2, 3), ((0, 2), (1, 3)))
    assert (view.active, view.phase, view.result) == (0, "", None)
    assert view.rules is game.rules


# ---------------------------------------------------------------------------------------------------- imagining


def looks(game: Game, player: int) -> Any:
    """All that a player sees of a game."""
    return game.view(player).to_json(), game.events(player)


@pytest.mark.parametrize("decisions", [0, 1, 2])
@pytest.mark.parametrize("player", [0, 1, 2, 3])
def test_an_imagined_game_looks_like_this_one(player: int, decisions: int) -> None:
    game = game_at(decisions)
    hidden = set()
    for number in range(6):
        other = game.view(player).imagine(Random(number))
        assert looks(other, player) == looks(game, player)
        hidden.add(other.state.to_json())
        play_out(other, number)
    assert len(hidden) > 1


def play_out(game: Game, seed: int) -> None:
    rng = Random(seed)
    while game.request is not None:
        request = rng.choice(game.requests)
        game.answer(request.space.sample(rng), request.player)


def test_imagining_is_the_same_for_the_same_random_numbers() -> None:
    game = game_at(1)

    one, same, other = (game.view(1).imagine(Random(seed)) for seed in (3, 3, 4))

    assert one.state.to_json() == same.state.to_json() != other.state.to_json()


def test_an_imagined_game_has_dice_of_its_own() -> None:
    game = game_at(2)
    results = set()
    for number in range(12):
        other = game.view(2).imagine(Random(number))
        play_out(other, 1)
        assert other.result is not None
        results.add(other.result.winners)

    assert results == {(0,), (1,)}


def test_imagining_changes_nothing_in_the_game() -> None:
    game = game_at(2)
    before = game.digest(), list(game.log), game.positions()
    play_out(game.view(0).imagine(Random(1)), 1)

    assert (game.digest(), list(game.log), game.positions()) == before


def test_in_an_imagined_game_a_secret_answer_of_another_is_made_up() -> None:
    """The player who has not answered yet does not learn the other's card."""
    game = game_at(2)
    card = game.state.hands[0].cards[0]
    game.answer(card, 0)
    chosen = set()
    for number in range(12):
        other = game.view(1).imagine(Random(number))
        assert looks(other, 1) == looks(game, 1)
        play_out(other, number)
        chosen.add(next(e.event.card for e in other.log if isinstance(e.event, Played)))

    assert len(chosen) > 1


def test_the_past_of_an_imagined_game_tells_nothing() -> None:
    """Neither its log, nor its answers, nor going back behind the present shows what was hidden."""
    game = game_at(1)
    secret = game.state.hands[0].cards[0]
    other = next(
        other
        for other in (game.view(1).imagine(Random(number)) for number in range(99))
        if other.state.hands[0].cards[0] != secret
    )

    assert [event.card for event in other.events() if isinstance(event, Drawn)] == [None, other_own(other), None, None]
    assert game.answers[0][1] not in [answer for _, answer in other.answers]
    assert other.header.seed != game.header.seed
    assert secret not in repr(other.log) or other.state.hands[0].cards[0] == secret
    fork = other.fork()
    for one in (other, fork):
        with pytest.raises(Refused):
            one.undo(force=True)
            one.undo(force=True)


def other_own(game: Game) -> str:
    return str(game.state.hands[1].cards[0])


def test_what_cannot_be_made_up_is_said() -> None:
    def hopeless(view: View, rng: Random) -> dict[str, list[Any]]:
        return {"hands": [Hand(seat, seat, ()) for seat in view.players]}

    game = game_at(1, rules=rules_with(determinize=hopeless))

    with pytest.raises(Drift, match="nothing that player 1 does not know could be made up"):
        game.view(1).imagine(Random(1))


def rules_with(**changes: Any) -> Ruleset:
    from dataclasses import replace

    return replace(RULES, **changes)


def test_a_window_shows_a_player_only_the_own_reactions() -> None:
    @reaction("moment", options=lambda game, player, scheme: game.state.hands[player].cards)
    def show(game: Game, player: int, card: str, scheme: Scheme) -> Event:
        return Played(player, card)

    flow = Procedure("scheme", [deal, Window("moment")], Scheme)
    game = new_game(rules_with(flow=flow, reactions=[show], determinize=None), seed=1)

    assert game.view(0).request.space.options()[1] == ("show", game.state.hands[0].cards[0])
    assert game.view(2).request is None
    assert game.state.hands[0].cards[0] not in game.view(2).to_json().decode()


@pytest.mark.parametrize("seed", range(4))
def test_what_was_shown_before_is_what_a_first_look_shows(seed: int) -> None:
    """In games and forks of them that go on side by side, also after what was taken back."""
    rng = Random(seed)
    games = [new_game(DUEL.freeze(), seed=seed)]
    for _ in range(60):
        game = rng.choice(games)
        if game.request is None:
            continue
        if rng.random() < 0.3:
            games = [*games, game.fork()][-4:]
        game.answer(game.request.space.sample(rng), game.request.player)
        if rng.random() < 0.2:
            with contextlib.suppress(Refused):
                game.undo()
        for one, player in product(games, game.players):
            seen = masked_state(type(one.state).from_plain(json.loads(one.state.to_json())), one.viewer(player))
            assert one.view(player).state.plain() == seen.plain()
