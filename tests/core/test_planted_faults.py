"""The faults that authors make most, planted in a sound game: the kit names the place of each."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel, Field

from rulewright import (
    EffectKind,
    Event,
    GameOver,
    Ledger,
    Loop,
    Options,
    Procedure,
    Record,
    Request,
    Ruleset,
    Seen,
    Shuffle,
    State,
    Steps,
    Table,
    TimingPolicy,
    Together,
    Turn,
    View,
    active_first,
    begin_effect,
    choose,
    rule,
    trigger,
    turns,
    until,
)
from rulewright.geometry.maps import Kind, Map, Squares
from rulewright.imagining import _WayBack
from rulewright.panels import Heading, MapOf, Panel
from rulewright.refusals import Violation
from rulewright.rules import Rule
from rulewright.testing import KitFailure, check_ruleset, same_under_hash_seeds
from rulewright.testing.illegal import answers_outside
from rulewright.testing.imagined import CERTAIN, _likely
from rulewright.text import Texts
from rulewright.zones import Zone, draw, fill_hidden, move, shuffle
from tests.core.heap_game import (
    SOUND,
    TAKING,
    Board,
    Charmed,
    Hand,
    Heap,
    Taken,
    Taking,
    Told,
    fault_of,
    heap_game,
    tell,
)
from tests.core.small_games import DUEL


@pytest.fixture(autouse=True)
def _journals_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


class Blurted(Event, frozen=True):
    player: int
    charm: str


def shuffle_and_blurt(game: Any, turn: Turn) -> Steps:
    """A leak at the very beginning: no question is asked before it."""
    if turn.number == 1:
        pile = yield Shuffle(("luck", "might", "luck", "wit"), 0)
        yield Piled(0, pile)
        yield Blurted(0, pile[-1])


class Piled(Event, frozen=True):
    player: int
    pile: Any

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Board) -> None:
        state.hands.edit(self.player).pile = self.pile


def test_a_leak() -> None:
    failure = fault_of(shuffle_and_blurt)

    assert failure.check == "leak"
    assert "Blurted" in failure.difference
    assert "tells player" in failure.difference or "shows player" in failure.difference


def test_a_hidden_clock() -> None:
    failure = fault_of(lambda game, turn: Told(turn.player, int(time.monotonic())))

    assert failure.check == "clock"
    assert "test_planted_faults, line" in failure.difference
    assert "time.monotonic()" in failure.difference


def test_an_event_that_is_not_listed() -> None:
    failure = fault_of(lambda game, turn: Painted("red"))

    assert failure.check == "events"
    assert failure.difference == "Painted happened and stand in no list; add them to Ruleset(events=[...])"


COLOURS = {"red", "green", "blue", "yellow", "white", "black"}
IN_ANY_ORDER = heap_game(lambda game, turn: [Told(turn.player, colour) for colour in COLOURS])


def test_a_set_iteration() -> None:
    with pytest.raises(KitFailure) as caught:
        check_ruleset(IN_ANY_ORDER, games=1, looks=1, damages=0, where=f"{__name__}:IN_ANY_ORDER")

    assert caught.value.check in ("hash seeds", "replay")
    assert "events" in caught.value.difference
    assert "set" in caught.value.difference or "depend on state" in caught.value.difference


class Painted(Event, frozen=True):
    colour: str

    def apply(self, state: Board) -> None:
        state.heap.edit(0).colour = self.colour


def forget(game: Any, turn: Turn) -> None:
    """The event is made, and never yielded."""
    Painted("red")


def test_a_forgotten_event() -> None:
    failure = fault_of(forget, events=[*SOUND.events, Painted])

    assert failure.check == "steps"
    assert "the step 'turn/forget': forget, line" in failure.difference
    assert "makes Painted(...) and drops it: yield it" in failure.difference


def test_a_write_outside_an_event() -> None:
    def write(game: Any, turn: Turn) -> None:
        game.state.heap.edit(0).left -= 1

    failure = fault_of(write)

    assert failure.check == "ends"
    assert "heap[0] is written outside an event; yield an Event instead" in failure.difference
    assert "in write, line" in failure.difference


class Vain(Options, frozen=True):
    """Lists what it refuses."""

    def check(self, answer: Any) -> Any:
        return Options(("up", "down")).check(answer)


def test_an_option_that_is_refused() -> None:
    def ask(game: Any, turn: Turn) -> Steps:
        yield Request(turn.player, "direction", Vain(("up", "down", "sideways")))

    failure = fault_of(ask)

    assert "'direction'" in failure.difference
    assert "'sideways'" in failure.difference
    assert failure.check in ("options", "ends")


def test_an_endless_loop_of_events() -> None:
    def babble(game: Any, turn: Turn) -> Steps:
        while True:
            yield Told(turn.player)

    failure = fault_of(babble)

    assert failure.check == "ends"
    assert "run in circles: Told and again, inside turn" in failure.difference
    assert "turn/babble" in failure.difference


def test_an_endless_loop_of_plain_python() -> None:
    def think(game: Any, turn: Turn) -> None:
        while turn.number:
            pass

    with pytest.raises(KitFailure, match=r"0\.3 seconds of processor time, and is in .*think, line \d+") as caught:
        check_ruleset(heap_game(think), games=1, wait=0.3)
    assert caught.value.check == "ends"


def test_state_outside_the_tables() -> None:
    seen: list[int] = []

    def remember(game: Any, turn: Turn) -> Event:
        seen.append(turn.player)
        return Told(turn.player, len(seen))

    failure = fault_of(remember)

    assert failure.check in ("seed", "rerun", "fork")
    assert "Told" in failure.difference
    assert "rules must depend on state, answers and chance alone" in failure.difference


def test_a_trigger_that_never_fires() -> None:
    @trigger(Charmed, sources=lambda game, event: ())
    def comfort(game: Any, event: Any, source: Any) -> None: ...

    rules = heap_game(triggers=[tell, comfort])

    assert "never came up (trigger, 1 of 2): comfort" in str(check_ruleset(rules, games=2, looks=1, damages=0))
    with pytest.raises(KitFailure, match="trigger comfort"):
        check_ruleset(rules, games=2, looks=1, damages=0, must_exercise=True)


class Size(BaseModel):
    heap: int = Field(12, exclude=True)


def test_a_save_that_loses_a_field() -> None:
    """The setup does not write one of its fields down, so the loaded game begins with another heap."""

    def lay_out(state: Board, setup: Size, content: Any) -> None:
        state.heap.add(Heap(0, setup.heap))
        for player in (0, 1):
            state.hands.add(Hand(player))

    rules = heap_game(setup=Size, populate=lay_out)
    with pytest.raises(KitFailure) as caught:
        check_ruleset(rules, games=1, setup=Size(heap=5))

    assert caught.value.check == "save"
    assert "heap is 5 in the first and 12 in the second" in caught.value.difference


# ------------------------------------------------------------------------------------- many more, each in a few lines


PLANTED: list[Any] = []


def fault(check: str, *words: str, games: int = 2, **registered: Any) -> Callable[[Any], Any]:
    """A fault planted as a step before the decision, with what is registered; and how the kit names it."""

    def plant(step: Any) -> Any:
        PLANTED.append(pytest.param(step, {"games": games, **registered}, check, words, id=step.__name__))
        return step

    return plant


def lucky(game: Any, turn: Turn) -> bool:
    """What a player does not know: whether the other one holds luck."""
    return "luck" in game.state.hands[1 - turn.player].charms


@fault(
    "leak",
    " happens in the first, and ",
    "whether an event that a player sees happens must not depend on what is hidden",
)
def tells_only_sometimes(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "go on", (True,))
    if lucky(game, turn):
        yield Told(turn.player)


@fault("leak", "shows player", "for it might as well have been Told(")
def takes_an_id_for_what_is_hidden(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "go on", (True,))
    if lucky(game, turn):
        game.new_id()
    yield Told(turn.player, game.new_id())


@fault("leak", "request.about.lucky is ")
def asks_about_the_other_hand(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "go on", (True,), lucky=lucky(game, turn))


@fault("leak", "request.space.values[0] is ")
def sorts_options_by_what_is_hidden(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "way", ("up", "down") if lucky(game, turn) else ("down", "up"))


@fault("leak", "request 'way' to player 0", "request 'way' to player 1", "who is asked must not depend on")
def asks_whoever_is_lucky(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player if lucky(game, turn) else 1 - turn.player, "way", ("up",))


class Guarded(Options, frozen=True):
    """Says too much when it refuses."""

    why: str = ""

    def check(self, answer: Any) -> Any:
        return (Violation("not_against", why=self.why),) if super().check(answer) else ()


@fault("leak", "what is refused in two", "not_against")
def refuses_by_what_is_hidden(game: Any, turn: Turn) -> Steps:
    yield Request(turn.player, "way", Guarded(("up",), why=str(lucky(game, turn))))


class Peeking(Taking):
    lucky: bool = False


def peek(game: Any, taking: Peeking) -> Steps:
    yield game.note(taking, lucky="luck" in game.state.hands[1 - taking.player].charms)


def go_on(game: Any, taking: Peeking) -> Steps:
    yield choose(taking.player, "go on", (True,))


PEEKING = Procedure("peeking", [peek, go_on], Peeking)


@fault("leak", ".lucky is ", procedures=[TAKING, PEEKING])
def notes_openly_what_is_hidden(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "go on", (True,))
    yield PEEKING(player=turn.player)


@fault("leak", "what determinize makes up", "it may read nothing but the view", determinize=lambda view, rng: {
    "hands": list(view._game.state.hands.values())
})  # fmt: skip
def makes_up_the_truth(game: Any, turn: Turn) -> None: ...


@fault("clock", "test_planted_faults, line", "reads os.environ; what a game depends on stands in its setup")
def reads_the_environment(game: Any, turn: Turn) -> Event:
    return Told(turn.player, os.getenv("HOUSE_RULES", "none"))


seen_before: list[int] = []


@fault("seed", "'the first of all'", "rules must depend on state, answers and chance alone")
def remembers_other_games(game: Any, turn: Turn) -> Event | None:
    seen_before.append(turn.player)
    return Told(turn.player, "the first of all") if len(seen_before) == 1 else None


class Bag(Record):
    things: list[int] = msgspec.field(default_factory=lambda: shared)


shared: list[int] = []


class Bags(Board):
    bags: Table[Bag]


class Packed(Event, frozen=True):
    def apply(self, state: Bags) -> None:
        state.bags.add(Bag(len(state.bags)))
        shared.append(1)


@fault("seed", "something outlives a game (a variable of a module, a cache, a default that records share)", state=Bags)
def packs(game: Any, turn: Turn) -> Event:
    return Packed()


growing: list[int] = []


@fault("records", "when it happened: <turn/gives_away> goes on writing into what it gave the event", games=1)
def gives_away(game: Any, turn: Turn) -> Event:
    if turn.number == 1:
        growing.clear()
    growing.append(1)
    return Told(turn.player, growing)


@fault("records", "Told.what is a function", "not plain data")
def tells_a_function(game: Any, turn: Turn) -> Event:
    return Told(turn.player, lucky)


class Weighed(Record):
    by_number: Any = None


class Scales(Board):
    scales: Table[Weighed]


class Weighing(Event, frozen=True):
    what: Any

    def apply(self, state: Scales) -> None:
        state.scales.put(Weighed(0, self.what))


@fault("records", "scales[0].by_number has the key 1, which is not text", state=Scales)
def keys_by_number(game: Any, turn: Turn) -> Event:
    return Weighing({1: 2})


@fault("records", "scales[0].by_number is nan, a number that JSON does not have", state=Scales)
def divides_nothing(game: Any, turn: Turn) -> Event:
    return Weighing(float("nan"))


@fault("options", "request 'way' to player 2 asks nobody: the seats are 0, 1")
def asks_nobody(game: Any, turn: Turn) -> Steps:
    yield choose(2, "way", ("up",))


@fault("ends", "who decides together is asked once, and here players [0, 0] are asked")
def asks_twice_at_once(game: Any, turn: Turn) -> Steps:
    yield Together((choose(0, "way", ("up",)), choose(0, "way", ("up",))))


@fault("options", "gives Heap(", "an answer is plain data")
def lists_a_record(game: Any, turn: Turn) -> Steps:
    yield choose(turn.player, "heap", (game.state.heap[0],))


@fault("ends", "the game is won by 0; winners are a tuple of the seats 0, 1")
def is_won_by_a_number(game: Any, turn: Turn) -> Event:
    return GameOver(turn.player)  # type: ignore[arg-type]


@fault("ends", "2 games were over before anyone was asked anything", damages=0)
def is_over_at_once(game: Any, turn: Turn) -> Event:
    return GameOver(())


@fault("ends", "not over after 50 decisions (see most=); lately: request 'wait' to player 0", most=50)
def only_waits(game: Any, turn: Turn) -> Steps:
    while turn.number:
        yield choose(turn.player, "wait", ("longer",))


@trigger(Taken)
def stumble(game: Any, event: Taken, source: Any) -> None:
    if not game.state.heap[0].left:
        raise KeyError("nobody thought of that")


@fault("ends", "nobody thought of that", "(in stumble, line", triggers=[stumble])
def is_tripped_up(game: Any, turn: Turn) -> None: ...


@fault("steps", "calls tell_all(...), which does nothing like that: yield from tell_all(...)")
def calls_a_helper(game: Any, turn: Turn) -> Steps:
    tell_all(game)
    yield Told(turn.player)


def tell_all(game: Any) -> Steps:
    for player in game.players:
        yield Told(player)


@fault("steps", "makes a note with game.note(...) and drops it")
def notes_and_forgets(game: Any, turn: Turn) -> None:
    game.note(turn, number=1)


@fault("steps", "catches everything round a yield, also what ends a step")
def swallows(game: Any, turn: Turn) -> Steps:
    try:
        yield choose(turn.player, "way", ("up",))
    except:  # noqa: E722
        yield Told(turn.player)


LEDGER = Ledger("heap", [Rule("1.1", "Taking", "拿取", "mechanic", 1, ("One to three are taken.",), "heap")])


@fault("rules", "the step 'turn/cites' cites '1.11', which no ledger has; did you mean '1.1'?", ledger=LEDGER)
@rule("1.11")
def cites(game: Any, turn: Turn) -> None: ...


@fault("rules", "the event Told of <turn/tells_by_rule> cites '1.11', which no ledger has", ledger=LEDGER, looks=0)
def tells_by_rule(game: Any, turn: Turn) -> Event:
    return Told(turn.player, rule="1.11")


SPOKEN = {"event.told": {"en": "{player} speaks", "zh": "{player}说话"}}


@fault(
    "texts", "1 of 2 texts are missing in 'zh': event.drawn", texts=Texts({**SPOKEN, "event.drawn": {"en": "draws"}})
)
def speaks_one_language(game: Any, turn: Turn) -> None: ...


@fault(
    "texts",
    "the event Told is told as 'Player 1 says {words}': there is no fact {words}",
    texts=Texts({"event.told": {"en": "{player} says {words}"}}),
)
def tells_what_is_not_there(game: Any, turn: Turn) -> Event:
    return Told(0)


SMALL = Panel((Heading("A heap", about="heap"),))


@fault("faces", "panel: text of Heading(text={'en': 'A heap'}", panel=lambda view: Panel((Heading({"en": "A heap"}),)))
def is_shown_in_english(game: Any, turn: Turn) -> None: ...


@fault("faces", "KeyError: Result(", panel=lambda view: {None: SMALL}[view.result])
def is_not_shown_at_the_end(game: Any, turn: Turn) -> None: ...


@fault("faces", "panel gives 'a heap', expected a Panel", panel=lambda view: "a heap")
def is_shown_in_words(game: Any, turn: Turn) -> None: ...


@fault("faces", "look gives 'a heap', expected a Panel", look=lambda view, what: "a heap")
def is_looked_at_in_words(game: Any, turn: Turn) -> None: ...


@fault("faces", "panel gives a panel that is not plain data: ", panel=lambda view: Panel((Heading(view),)))
def shows_what_is_no_data(game: Any, turn: Turn) -> None: ...


@fault(
    "faces",
    "1 of request 'take' to player 0 is about 'moon', which the panel does not show; it shows 'heap'",
    panel=lambda view: SMALL,
    about=lambda view, request, answer: ["heap", "moon"],
)
def asks_about_what_is_not_shown(game: Any, turn: Turn) -> None: ...


@fault(
    "faces",
    "has no name in zh",
    name=lambda view, field, value, lang: "" if lang == "zh" and field == "take" else None,
)
def asks_without_words(game: Any, turn: Turn) -> None: ...


def of_the_other_hand(view: Any) -> Panel:
    """What a panel must not do: it goes behind the view."""
    return Panel((Heading(" ".join(view._game.state.hands[1 - view.player].charms)),))


@fault("leak", "the panel of two ", panel=of_the_other_hand)
def shows_the_other_hand(game: Any, turn: Turn) -> None: ...


NOWHERE = Squares(kind=Kind.BASE, squares=())


@fault(
    "faces",
    "the ruleset's functions for views fail: ValueError: ",
    panel=lambda view: Panel((MapOf(Map(True, 3.0, 3.0, (NOWHERE,))),)),
)
def is_mapped_where_nothing_is(game: Any, turn: Turn) -> None: ...


@fault("faces", "evaluate returned nan for player 0", evaluate=lambda view, player: float("nan"))
def is_worth_no_number(game: Any, turn: Turn) -> None: ...


@fault("faces", "suggest gives 'no such move' for 'take', which is not", suggest=lambda view, request: ["no such move"])
def suggests_what_is_no_answer(game: Any, turn: Turn) -> None: ...


@pytest.mark.parametrize(("step", "planted", "check", "words"), PLANTED)
def test_planted(step: Any, planted: dict[str, Any], check: str, words: tuple[str, ...]) -> None:
    kit = {name: planted.pop(name) for name in ("games", "looks", "most", "damages") if name in planted}
    with pytest.raises(KitFailure) as caught:
        check_ruleset(heap_game(step, **planted), **{"looks": None, **kit})

    assert caught.value.check == check, caught.value
    for word in words:
        assert word in caught.value.difference


def test_what_is_said_without_a_text_and_who_is_never_asked_is_listed() -> None:
    def decide_alone(game: Any, turn: Turn) -> Steps:
        if (yield choose(0, "go on", (True, False))):
            yield GameOver(())

    alone = heap_game(texts=Texts(SPOKEN), flow=Loop("turn", turns(lambda game: game.players), [decide_alone]))
    report = check_ruleset(alone, games=2, looks=1, damages=0)

    assert "told without a text of their own: question.go_on" in str(report)
    assert report.silent["seat"] == ("1",)


def test_a_reaction_that_is_offered_without_words_is_listed() -> None:
    bare = check_ruleset(heap_game(texts=Texts(SPOKEN)), games=2, looks=1, damages=0)
    labelled = heap_game(texts=Texts(SPOKEN), label=lambda view, request, answer, lang: "a charm")

    assert "reaction.use_charm" in bare.wordless
    assert "reaction.use_charm" not in check_ruleset(labelled, games=2, looks=1, damages=0).wordless
    worded = Texts({**SPOKEN, "reaction.use_charm": {"en": "Use {choice}", "zh": "使用{choice}"}})
    assert "reaction.use_charm" not in check_ruleset(heap_game(texts=worded), games=2, looks=1, damages=0).wordless


def test_an_effect_that_never_ends_is_listed() -> None:
    def daze(game: Any, turn: Turn) -> Any:
        return begin_effect(game, "dazed", until("rested")) if turn.number == 1 else None

    dazed = heap_game(daze, effects=[EffectKind("dazed")], conditions={"rested": lambda game, effect: False})

    assert check_ruleset(dazed, games=2, looks=1, damages=0).silent["end of effect"] == ("dazed",)


def test_a_card_that_is_played_away_is_no_secret_though_another_of_its_name_lies_hidden() -> None:
    """The potion leaves one hand for nowhere; the other player has one in the deck."""
    duel = replace(DUEL, ledger=None, timing=TimingPolicy(active_first, ask_all=lambda game, player, window: True))

    report = check_ruleset(duel, games=5, looks=1, damages=0)

    assert report.exercised["event"]["CardPlayed"] > 0


def test_what_rules_print_does_not_disturb_the_other_processes() -> None:
    same_under_hash_seeds(f"{__name__}:PRINTING", games=1)


PRINTING = heap_game(lambda game, turn: print("hello"))


def test_a_step_whose_name_changes_from_process_to_process() -> None:
    with pytest.raises(KitFailure, match=r"a step is called 'turn/step_\d+' with PYTHONHASHSEED=1 and 'turn/step_"):
        same_under_hash_seeds(f"{__name__}:renamed_step", games=1)


def renamed_step() -> Any:
    def step(game: Any, turn: Turn) -> None: ...

    step.__name__ = f"step_{hash('step') % 1000}"
    return heap_game(step)


# ------------------------------------------------------------------------------- what else only looking closely shows


class Peeked(Event, frozen=True):
    """What a player sees by right, told to everyone."""

    player: int
    charm: str


def test_an_event_that_tells_a_single_secret_is_a_leak() -> None:
    """A hidden field that nothing can be exchanged with: no other position can be made up, but the word is the same."""

    def swear(game: Any, turn: Turn) -> Steps:
        if turn.number == 1:
            yield Sworn(0, "thief")
        yield Peeked(0, game.state.hands[0].pile[0])
        if (yield choose(turn.player, "go on", (True, False))):
            yield GameOver(())

    failure = fault_of(flow=Loop("turn", turns(lambda game: game.players), [swear]))

    assert failure.check == "leak"
    assert "tells player" in failure.difference
    assert "'thief', which lies hidden in hands[0].pile" in failure.difference


class Sworn(Event, frozen=True):
    player: int
    role: str

    AUDIENCE = Seen.NOBODY

    def apply(self, state: Board) -> None:
        state.hands.edit(self.player).pile = (self.role,)


def test_words_that_were_answered_or_fell_openly_are_no_secrets() -> None:
    def name_a_charm(game: Any, turn: Turn) -> Steps:
        charm = yield choose(turn.player, "guess", ("luck", "might", "wit"))
        yield Told(turn.player, charm)

    assert check_ruleset(heap_game(name_a_charm), games=3, looks=4).checks["events told"] > 0


def test_a_shuffle_that_says_who_begins_is_open() -> None:
    def draw_lots(game: Any, turn: Turn) -> Steps:
        order = yield Shuffle(("first", "second"), 0)
        yield Told(turn.player, order)

    check_ruleset(heap_game(draw_lots), games=2, looks=6)


@pytest.mark.parametrize(
    ("space", "outside", "inside"),
    [
        (Options((1, 2)), [True, "1", 1.0, -2], [1, 2]),
        (Options(("a", None)), ["A", "a ", False, ()], ["a", None]),
    ],
)
def test_answers_outside_are_close_to_legal_ones(space: Any, outside: list[Any], inside: list[Any]) -> None:
    from random import Random

    found = list(answers_outside(Request(0, "what", space), Random(1)))

    for answer in outside:
        assert any(answer == other and type(answer) is type(other) for other in found), answer
    assert not any(answer is other for answer in inside for other in found)


def test_a_refusal_cites_a_rule_where_there_is_a_ledger() -> None:
    def ask(cited: str) -> Any:
        def ask_by_rule(game: Any, turn: Turn) -> Steps:
            yield choose(turn.player, "really", ("yes",), cited)

        return ask_by_rule

    assert "without the id of a rule" in fault_of(ask(""), ledger=LEDGER).difference
    assert "by '1.11', which no ledger has; did you mean '1.1'?" in fault_of(ask("1.11"), ledger=LEDGER).difference


def test_a_game_is_replayed_in_a_fresh_process() -> None:
    """Played here with other words than there, a game differs from its replay."""
    from rulewright.testing import playthrough

    game = playthrough(SOUND, seed=4)
    same_under_hash_seeds("tests.core.heap_game:SOUND", games=0, seeds=(1,), played=[game])
    game.log.events[3] = Taken(0, 99)
    with pytest.raises(KitFailure, match=r"played again from its journal in a fresh process.*events\[3\]"):
        same_under_hash_seeds("tests.core.heap_game:SOUND", games=0, seeds=(1,), played=[game])


# -------------------------------------------------------------------------------------------------- imagining

CARDS = ("luck", "luck", "luck", "might", "might", "wit", "wit", "nerve", "sight") * 2


class Cards(State):
    zones: Table[Zone]


def lay_out(state: Cards, setup: Any, content: Any) -> None:
    state.zones.add(Zone("deck", None, Seen.COUNT, CARDS))
    state.zones.add(Zone("pile"))
    for player in (0, 1):
        state.zones.add(Zone(f"hand:{player}", player, Seen.OWNER))


def deal_hands(game: Any, turn: Turn) -> Steps:
    if turn.number == 1:
        yield from shuffle(game, "deck")
        for player in (0, 1):
            yield from draw(game, 3, "deck", f"hand:{player}")


def draw_and_discard(game: Any, turn: Turn) -> Steps:
    """In one step, so that the other player is asked while it is open."""
    hand = f"hand:{turn.player}"
    yield from draw(game, 1, "deck", hand)
    card = yield choose(turn.player, "discard", game.state.zones[hand].cards)
    yield move(game, [card], hand, "pile")
    yield choose(1 - turn.player, "go on", (True,))
    if not game.state.zones["deck"].cards:
        yield GameOver(())


def make_up(view: View, rng: Random) -> dict[str, list[Zone]]:
    return {"zones": fill_hidden(view.state.zones.values(), CARDS, rng)}


def make_up_and_peek(view: View, rng: Random) -> dict[str, list[Zone]]:
    """While a step is open, the other's last card is the true one as often as the deal allows it."""
    true = view._now()
    zones = make_up(view, rng)["zones"]
    if len(true.answers) > true._base.answers:
        hand = f"hand:{1 - view.player}"
        last = true.state.zones[hand].cards[-1]
        zones = [
            msgspec.structs.replace(zone, cards=tuple(sorted(zone.cards, key=lambda card: card == last)))
            if zone.id == hand
            else zone
            for zone in zones
        ]
    return {"zones": zones}


HANDS = Ruleset(
    id="hands",
    title="Hands",
    state=Cards,
    flow=Loop("turn", turns(lambda game: game.players), [deal_hands, draw_and_discard]),
    populate=lay_out,
    determinize=make_up,
)


def test_what_is_imagined_in_a_sound_game() -> None:
    report = check_ruleset(HANDS, games=3, damages=0)

    assert report.checks["imagined"] > 20
    assert report.checks["counted"] == 0, "the same random numbers give the same games"


def test_a_determinize_that_peeks_while_a_step_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.testing.decisions.check_determinize", lambda *_: None)
    with pytest.raises(KitFailure, match=r"of 1000 games that player \d imagines") as caught:
        check_ruleset(replace(HANDS, determinize=make_up_and_peek), games=6, damages=0)

    assert caught.value.check == "leak"
    assert "zones['hand:" in caught.value.difference
    assert "must depend on the view alone" in caught.value.difference


def test_cards_that_go_back_where_they_truly_lay(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's own fault of old: which place of a hand a card left told on the cards that stayed."""
    begin = _WayBack.__init__

    def undealt(way: Any, game: Any, records: Any, viewer: Any, rng: Any = None, dealing: bool = False) -> None:
        begin(way, game, records, viewer, rng, False)

    monkeypatch.setattr(_WayBack, "__init__", undealt)
    with pytest.raises(KitFailure, match=r"zones\['hand:\d'\].cards\[\d\] is '\w+' in \d+ of 1000 games") as caught:
        check_ruleset(HANDS, games=6, damages=0)

    assert caught.value.check == "leak"


@pytest.mark.parametrize(
    ("one", "two", "likely"), [(500, 500, True), (530, 470, True), (182, 45, False), (0, 40, False)]
)
def test_only_what_no_chance_explains_is_a_fault(one: int, two: int, likely: bool) -> None:
    assert (_likely(one, two) > CERTAIN) is likely
