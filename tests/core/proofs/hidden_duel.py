"""A duel with hidden hands, after Knockdown: Nemesis: a row of open cards, hands that pay and block, secret skills.

Cards come into a hand from the open row, and then everybody knows them, or unseen from the deck. Nothing that the
game asks, and nothing that it leaves out, tells more of a hand than that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec

from rulewright import (
    Call,
    Context,
    Event,
    Game,
    GameOver,
    Leave,
    Loop,
    Options,
    Procedure,
    Record,
    Request,
    Roll,
    Round,
    Ruleset,
    Seen,
    State,
    Steps,
    Subset,
    Table,
    TimingPolicy,
    Together,
    Turn,
    View,
    Violation,
    Window,
    active_first,
    choose,
    reaction,
    rounds,
    rule,
    trigger,
    turns,
)
from rulewright.zones import CardsMoved, Zone, draw, fill_hidden, move, reveal, shuffle

# ----------------------------------------------------------------------------------------------------- content


class Attack(msgspec.Struct, frozen=True):
    """An attack card (with its symbol) or a special attack (with its cost). ``reach`` is the largest distance."""

    kind: str = "assault"
    symbol: str = ""
    cost: tuple[str, ...] = ()
    heavy: int = 0
    light: int = 0
    reach: int = 9
    effect: str = ""
    knockdown: bool = False


CARDS = {
    "guard": Attack(symbol="shield", light=1, reach=1),
    "parry": Attack(symbol="shield", light=2, reach=1, effect="retreat"),
    "kick": Attack(symbol="arrow", light=2, reach=1, effect="disarm"),
    "lunge": Attack(symbol="arrow", heavy=1, reach=2, effect="bruise"),
    "elbow": Attack(symbol="fist", heavy=1, light=1, reach=1),
    "hook": Attack(symbol="fist", heavy=2, reach=1, knockdown=True),
    "taunt": Attack(kind="ability", symbol="eye", light=1, effect="disarm"),
    "stare": Attack(kind="ability", symbol="eye", light=1, reach=3, knockdown=True),
}
SPECIALS = {
    "aim": Attack(cost=("fist", "?"), heavy=1, light=1, reach=3, effect="bruise", knockdown=True),
    "order": Attack(kind="ability", cost=("eye",), effect="order"),
    "rummage": Attack(kind="ability", cost=("?",), effect="rummage"),
}
DECK = tuple(f"{name}/{number}" for name in CARDS for number in (1, 2, 3, 4))
SKILLS = {"bold": 7, "calm": 3, "deft": 5, "grim": 2, "keen": 6, "sly": 4}
"""Skills and their initiative."""

IN_SCENES = ("calm", "grim", "bold", "keen")
"""Where a game begins with a scene each player keeps one of the first two and has turned up one of the others."""

ROW, MOST_CARDS = 4, 6
RED = {5: (1, 0), 7: (0, 1), 9: (1, 0)}
"""Of an arena of 3 rows of 5 spaces those with a corridor, and the heavy and light damage of coming out there."""


def profile(name: str) -> Attack:
    return SPECIALS.get(name) or CARDS[name.partition("/")[0]]


def symbols(cards: Iterable[str]) -> Counter[str]:
    return Counter(profile(card).symbol for card in cards)


class Scene(msgspec.Struct, frozen=True):
    """A position to begin from instead of the drafts: what lies where, and who begins."""

    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    row: tuple[str, ...] = ("guard/4", "kick/4", "elbow/4", "taunt/4")
    known: bool = False
    spaces: tuple[int, int] = (6, 7)
    heavy: tuple[int, int] = (0, 0)
    light: tuple[int, int] = (0, 0)
    wins: tuple[int, int] = (0, 0)
    deck: tuple[str, ...] | None = None


class Setup(msgspec.Struct, frozen=True):
    scene: Scene | None = None


# ------------------------------------------------------------------------------------------- state and its events


class Fighter(Record):
    space: int
    heavy: int = 0
    light: int = 0
    wins: int = 0


class Match(Record):
    """Who begins the round; None before the skills are known."""

    first: int | None = None


class Duel(State):
    fighters: Table[Fighter]
    match: Table[Match]
    zones: Table[Zone]


def populate(duel: Duel, setup: Setup, content: Any) -> None:
    scene = setup.scene
    used = {card for hand in scene.hands for card in hand} | set(scene.row) if scene else set()
    deck = scene.deck if scene and scene.deck is not None else tuple(card for card in DECK if card not in used)
    cards = {"deck": deck, "row": scene.row if scene else (), "skills": () if scene else tuple(SKILLS)}
    for name in ("deck", "row", "discard", "skills", "removed"):
        duel.zones.add(Zone(name, None, Seen.PUBLIC if name in ("row", "discard") else Seen.COUNT, cards.get(name, ())))
    for player in (0, 1):
        hand = scene.hands[player] if scene else ()
        known = ((1 - player,),) * len(hand) if scene and scene.known else ()
        duel.zones.add(Zone(f"hand:{player}", player, Seen.OWNER, hand, known))
        duel.zones.add(Zone(f"dealt:{player}", player, Seen.OWNER))
        skills = IN_SCENES[player::2] if scene else ()
        duel.zones.add(Zone(f"kept:{player}", player, Seen.OWNER, skills[:1]))
        duel.zones.add(Zone(f"active:{player}", player, Seen.PUBLIC, skills[1:]))
        at = (scene.spaces[player], scene.heavy[player], scene.light[player], scene.wins[player]) if scene else (0,)
        duel.fighters.add(Fighter(player, *at))
    duel.match.add(Match(0, 0 if scene else None))


class Moved(Event, frozen=True):
    fighter: int
    space: int

    def apply(self, duel: Duel) -> None:
        duel.fighters.edit(self.fighter).space = self.space


class Hurt(Event, frozen=True):
    fighter: int
    heavy: int
    light: int

    def apply(self, duel: Duel) -> None:
        fighter = duel.fighters.edit(self.fighter)
        fighter.heavy += self.heavy
        fighter.light += self.light


class Recovered(Event, frozen=True):
    fighter: int
    light: int

    def apply(self, duel: Duel) -> None:
        duel.fighters.edit(self.fighter).light -= self.light


class RoundBegun(Event, frozen=True):
    first: int

    def apply(self, duel: Duel) -> None:
        duel.match.edit(0).first = self.first
        for player, space in ((0, 5), (1, 9)):
            fighter = duel.fighters.edit(player)
            fighter.space, fighter.heavy, fighter.light = space, 0, 0


class RoundWon(Event, frozen=True):
    """A round ended; the loser begins the next one."""

    winner: int

    def apply(self, duel: Duel) -> None:
        duel.fighters.edit(self.winner).wins += 1
        duel.match.edit(0).first = 1 - self.winner


def cards(game: Game, zone: str) -> tuple[str, ...]:
    found: tuple[str, ...] = game.state.zones[zone].cards
    return found


def hand(game: Game, player: int) -> tuple[str, ...]:
    return cards(game, f"hand:{player}")


def steps_between(one: int, other: int) -> int:
    return abs(one // 5 - other // 5) + abs(one % 5 - other % 5)


def next_to(game: Game, player: int) -> tuple[int, ...]:
    """The spaces a fighter may step to: adjacent, in the arena, and not the opponent's."""
    me, other = game.state.fighters[player], game.state.fighters[1 - player]
    return tuple(space for space in range(15) if steps_between(me.space, space) == 1 and space != other.space)


def in_reach(game: Game, attack: Attack) -> bool:
    spaces = [fighter.space for fighter in game.state.fighters.values()]
    return steps_between(*spaces) <= attack.reach


# ------------------------------------------------------------------------------------------------ the hand's limit


def overfull(game: Game, event: CardsMoved) -> Iterator[str]:
    if str(event.target).startswith("hand:") and len(cards(game, str(event.target))) > MOST_CARDS:
        yield str(event.target)


def holder(game: Game, event: CardsMoved, zone: Any) -> int:
    owner: int = game.state.zones[zone].owner
    return owner


@trigger(CardsMoved, sources=overfull, player=holder, order_matters=False)
@rule("rule.hand-limit")
def discard_at_once(game: Game, event: CardsMoved, zone: Any) -> Steps:
    """Whoever takes a seventh card discards one at once, the new one perhaps."""
    card = yield choose(holder(game, event, zone), "hand limit", cards(game, zone), "rule.hand-limit")
    yield move(game, [card], zone, "discard", rule="rule.hand-limit")


def discard(game: Game, player: int, cards: Sequence[str], rule: str) -> CardsMoved:
    return move(game, cards, f"hand:{player}", "discard", rule=rule)


# ---------------------------------------------------------------------------------------------------- skill draft


def deal_skills(game: Game, context: None) -> Steps:
    yield from shuffle(game, "skills", rule="setup.skill-draft")
    for player in game.players:
        yield from draw(game, 3, "skills", f"dealt:{player}", rule="setup.skill-draft")


def choose_secretly(game: Game, ask: str, zone: str) -> Together:
    return Together(
        tuple(Request(p, ask, Options(cards(game, f"{zone}:{p}")), "setup.skill-draft") for p in game.players)
    )


def keep_and_pass(game: Game, context: None) -> Steps:
    """Each keeps one of three and passes the others, both at the same time."""
    kept = yield choose_secretly(game, "keep a skill", "dealt")
    passed = [tuple(c for c in cards(game, f"dealt:{p}") if c != kept[p]) for p in game.players]
    for player in game.players:
        yield move(game, [kept[player]], f"dealt:{player}", f"kept:{player}", by=player, rule="setup.skill-draft")
    for player in game.players:
        yield move(game, passed[player], f"dealt:{player}", f"dealt:{1 - player}", rule="setup.skill-draft")


def keep_another(game: Game, context: None) -> Steps:
    """Of the two that the opponent passed one is kept; the other leaves the game unseen."""
    kept = yield choose_secretly(game, "keep another skill", "dealt")
    for player in game.players:
        yield move(game, [kept[player]], f"dealt:{player}", f"kept:{player}", by=player, rule="setup.skill-draft")
        yield move(game, cards(game, f"dealt:{player}"), f"dealt:{player}", "removed", by=player)


def turn_one_up(game: Game, context: None) -> Steps:
    up = yield choose_secretly(game, "turn a skill up", "kept")
    yield [move(game, [up[p]], f"kept:{p}", f"active:{p}", by=p, rule="setup.skill-draft") for p in game.players]


def initiative(game: Game, player: int) -> int:
    return max(SKILLS[skill] for skill in cards(game, f"active:{player}"))


def no_scene(game: Game) -> bool:
    return game.setup.scene is None or game.context(Round).number > 1


SKILL_DRAFT = Procedure(
    "skill draft",
    [deal_skills, keep_and_pass, keep_another, turn_one_up],
    when=lambda game: game.setup.scene is None,
)


# ---------------------------------------------------------------------------------------------- the row and a round


def gather(game: Game, context: Round) -> Steps:
    """The higher initiative begins the first round, the loser of the last one the others."""
    first = game.state.match[0].first
    if first is None:
        first = max(game.players, key=lambda player: initiative(game, player))
    yield RoundBegun(first, rule="setup.step-6-first")
    for zone in ("row", "discard", "hand:0", "hand:1"):
        if cards(game, zone):
            yield move(game, cards(game, zone), zone, "deck", rule="next-round.deck")
    yield from shuffle(game, "deck", rule="next-round.deck")


def fill_row(game: Game, context: Any) -> CardsMoved | None:
    missing = ROW - len(cards(game, "row"))
    return move(game, cards(game, "deck")[:missing], "deck", "row", "bottom", rule="turn.refill") if missing else None


def drafting(game: Game, last: Turn | None) -> Turn | None:
    """One, two, one: the higher initiative takes first and last."""
    order = sorted(game.players, key=lambda p: (-initiative(game, p), p != game.state.match[0].first))
    number = last.number + 1 if last else 1
    return Turn(player=order[number in (2, 3)], number=number) if number <= 4 else None


def take_from_row(game: Game, turn: Turn) -> Steps:
    card = yield choose(turn.player, "take a card", cards(game, "row"), "setup.step-6-draft")
    return move(game, [card], "row", f"hand:{turn.player}", "bottom", rule="setup.step-6-draft")


def win_round(game: Game, winner: int, rule: str) -> Steps:
    yield RoundWon(winner, rule=rule)
    if game.state.fighters[winner].wins == 2:
        yield GameOver((winner,), rule="goal.match")
    loser = 1 - winner
    if cards(game, f"kept:{loser}"):
        yield move(game, cards(game, f"kept:{loser}"), f"kept:{loser}", f"active:{loser}", rule="round-end.flip")
    return Leave("duel")


@rule("round-end.deck-out")
def refill(game: Game, turn: Turn) -> Any:
    """Where the deck cannot fill the row the round is over: least heavy, then least light, then who is on turn."""
    if len(cards(game, "row")) + len(cards(game, "deck")) >= ROW:
        return fill_row(game, turn)
    best = min(
        game.state.fighters.values(), key=lambda fighter: (fighter.heavy, fighter.light, fighter.id != turn.player)
    )
    return win_round(game, int(best.id), "round-end.deck-out")


# -------------------------------------------------------------------------------------------------------- a turn


class Action(Context):
    player: int
    number: int = 1


class Taking(Context):
    player: int
    card: str


class Blow(Context):
    """An attack that is resolved. ``blocks`` are the uses of block made against it."""

    player: int
    name: str
    blocks: tuple[str, ...] = ()

    @property
    def attack(self) -> Attack:
        return profile(self.name)


class Link(Context):
    """One link of a combo: what was done before in it, what is done now (empty: it ends)."""

    player: int
    used: tuple[str, ...] = ()
    now: str = ""


def two_actions(game: Game, last: Action | None) -> Action | None:
    if last is None:
        return Action(player=game.context(Turn).player)
    return Action(player=last.player, number=2) if last.number == 1 else None


def corridors(game: Game, player: int, context: Action) -> Iterator[int]:
    if game.state.fighters[player].space in RED:
        taken = [fighter.space for fighter in game.state.fighters.values()]
        yield from (space for space in RED if space not in taken)


@reaction("free moment", options=corridors)
@rule("corridor.free")
def use_corridor(game: Game, player: int, space: int, context: Action) -> Steps:
    """From red space to red space, as often as one likes, for the damage that stands beside it."""
    yield Moved(player, space, rule="corridor.network")
    yield Hurt(player, *RED[space], rule="corridor.damage")


@rule("turn.actions")
def act(game: Game, action: Action) -> Steps:
    player = action.player
    choices: list[Any] = [("move", space) for space in next_to(game, player)]
    choices += [("attack", card) for card in cards(game, "row")]
    choices += [("combo",)] if links(game, player, ()) else []
    what = yield choose(player, "action", choices, "turn.actions")
    if what[0] == "move":
        return Moved(player, what[1], rule="turn.move")
    return COMBO() if what[0] == "combo" else ATTACK_ACTION(player=player, card=what[1])


def attack_with_card(game: Game, taking: Taking) -> Call | None:
    return BLOW(player=taking.player, name=taking.card) if in_reach(game, profile(taking.card)) else None


@rule("turn.attack-take")
def take_card(game: Game, taking: Taking) -> CardsMoved:
    return move(game, [taking.card], "row", f"hand:{taking.player}", "bottom", rule="turn.attack-take")


# -------------------------------------------------------------------------------------------------------- combos


def lacking(cards: Sequence[str], cost: Sequence[str]) -> list[str]:
    """The symbols of a cost that these cards do not show; a question mark takes any card that is left."""
    have = symbols(cards)
    named = Counter(symbol for symbol in cost if symbol != "?")
    missing = list((named - have).elements())
    return missing + ["?"] * max(0, len(cost) - len(cards) - len(missing))


def links(game: Game, player: int, used: tuple[str, ...]) -> list[Any]:
    """What a player can pay for now: a special attack not used in this combo, a dash."""
    held = hand(game, player)
    arrows = [card for card in held if profile(card).symbol == "arrow"]
    specials = [
        name
        for name, attack in SPECIALS.items()
        if name not in used and not lacking(held, attack.cost) and in_reach(game, attack)
    ]
    return [*specials, *product(arrows, next_to(game, player))]


def next_link(game: Game, last: Link | None) -> Link | None:
    if last is None:
        return Link(player=game.context(Action).player)
    goes_on = last.now and hand(game, last.player)
    return Link(player=last.player, used=(*last.used, last.now)) if goes_on else None


@rule("combo.end")
def add_link(game: Game, link: Link) -> Steps:
    """Who can pay for nothing more is asked all the same: to be passed over would tell the hand."""
    stop = [None] if link.used else []
    what = yield choose(link.player, "combo", [*stop, *links(game, link.player, link.used)], "combo.contents")
    if what is None:
        return None
    yield game.note(link, now=what if isinstance(what, str) else "dash")
    if isinstance(what, str):
        return SPECIAL(player=link.player, name=what)
    yield discard(game, link.player, what[:1], "dash.pay")
    return Moved(link.player, what[1], rule="dash.pay")


@rule("special.pay")
def pay(game: Game, blow: Blow) -> Steps:
    cost = blow.attack.cost

    def judge(answer: Any) -> Iterator[Violation]:
        if missing := lacking(answer, cost):
            yield Violation(f"the cost {' '.join(cost)} is not paid: {' '.join(missing)} is lacking")

    paid = yield Request(
        blow.player, "pay", Subset(hand(game, blow.player), len(cost), len(cost), judge=judge), "special.pay"
    )
    return discard(game, blow.player, paid, "special.pay")


# ------------------------------------------------------------------------------------------------ resolving a blow


def blocks(game: Game, player: int, blow: Blow) -> Iterator[tuple[str, str]]:
    uses = ("reduce", "cancel") if blow.attack.effect else ("reduce",)
    shields = [card for card in hand(game, player) if profile(card).symbol == "shield"]
    yield from product((use for use in uses if use not in blow.blocks), shields)


@reaction("assault declared", options=blocks)
@rule("block.use")
def block(game: Game, player: int, choice: tuple[str, str], blow: Blow) -> Steps:
    """A shield reduces the damage or cancels the effect; two shields do both."""
    yield discard(game, player, choice[1:], "block.use")
    yield game.note(blow, blocks=(*blow.blocks, choice[0]))


def may_hold_shield(game: Game, player: int, window: str) -> bool:
    """Whether the opponent cannot rule out a shield: then the defender is asked, whatever the hand is."""
    zone = game.state.zones[f"hand:{player}"]
    if window != "assault declared" or len(game.context(Blow).blocks) == 2:
        return False
    return any(1 - player not in knowers for knowers in zone.known or ((),) * len(zone.cards))


@rule("attack.step-1")
def deal_damage(game: Game, blow: Blow) -> Hurt | None:
    """A reducing block ignores 1 heavy for every two cards in hand and 1 light for each, discarded shields apart."""
    count = len(hand(game, 1 - blow.player)) if "reduce" in blow.blocks else 0
    heavy, light = max(0, blow.attack.heavy - count // 2), max(0, blow.attack.light - count)
    return Hurt(1 - blow.player, heavy, light, rule="attack.step-1") if heavy or light else None


@rule("attack.step-2")
def resolve_effect(game: Game, blow: Blow) -> Any:
    effect = blow.attack.effect
    return EFFECTS[effect](game, blow.player) if effect and "cancel" not in blow.blocks else None


def bruise(game: Game, player: int) -> Hurt:
    return Hurt(1 - player, 0, 1, rule="attack.step-2")


def retreat(game: Game, player: int) -> Steps:
    yield Moved(player, (yield choose(player, "retreat", next_to(game, player), "attack.step-2")), rule="turn.move")


def disarm(game: Game, player: int) -> Steps:
    if hand(game, 1 - player):
        card = yield choose(1 - player, "discard", hand(game, 1 - player), "attack.step-2")
        yield discard(game, 1 - player, [card], "attack.step-2")


@rule("panel.order")
def order(game: Game, player: int) -> Steps:
    """Move the opponent one space; then the opponent shows two cards and loses the one that you choose."""
    other = 1 - player
    space = yield choose(player, "push", next_to(game, other), "panel.order")
    yield Moved(other, space, rule="panel.order")
    held = hand(game, other)
    shown = yield Request(other, "show", Subset(held, min(2, len(held)), 2), "panel.order")
    if shown:
        yield reveal(game, f"hand:{other}", shown, rule="panel.order")
        card = yield choose(player, "discard one", shown, "panel.order")
        yield discard(game, other, [card], "panel.order")


def rummage(game: Game, player: int) -> Steps:
    """Two cards from the deck, one after the other, unseen."""
    for _ in range(2):
        yield from draw(game, 1, "deck", f"hand:{player}", rule="rule.hand-limit")


EFFECTS = {"bruise": bruise, "retreat": retreat, "disarm": disarm, "order": order, "rummage": rummage}


@rule("knockdown.dice-roll")
def knockdown_test(game: Game, blow: Blow) -> Steps:
    """The attacker may call for a test: three dice against all cubes of the opponent."""
    called = yield choose(blow.player, "knockdown test", (True, False), "attack.step-3")
    if not called:
        return None
    faces = yield Roll.d6(3, 1 - blow.player, "knockdown test", "knockdown.dice-roll")
    fighter = game.state.fighters[1 - blow.player]
    if sum(faces) < fighter.heavy + fighter.light:
        return (yield from win_round(game, blow.player, "round-end.knockdown"))
    return Recovered(1 - blow.player, fighter.light // 2, rule="knockdown.dice-roll")


def of_blow(game: Game) -> Attack:
    return game.context(Blow).attack


BLOW = Procedure(
    "blow",
    [
        Procedure(
            "blocking",
            [Window("assault declared", "each until pass", lambda game, blow: (1 - blow.player,), "block.use")],
            when=lambda game: of_blow(game).kind == "assault",
        ),
        deal_damage,
        resolve_effect,
        Procedure("knockdown", [knockdown_test], when=lambda game: of_blow(game).knockdown),
    ],
    Blow,
)
SPECIAL = Procedure("special attack", [pay, lambda game, blow: BLOW(player=blow.player, name=blow.name)], Blow)
ATTACK_ACTION = Procedure("attack action", [attack_with_card, take_card], Taking)
COMBO = Loop("combo", next_link, [add_link])
ACTIONS = Loop(
    "action",
    two_actions,
    [Window("free moment", "each until pass", lambda game, action: (action.player,), "corridor.free"), act],
)


def first_first(game: Game) -> Sequence[int]:
    first = game.state.match[0].first
    return (first, 1 - first)


PREPARE = Procedure("prepare", [gather, fill_row, Loop("draft", drafting, [take_from_row])], when=no_scene)
ROUNDS = Loop("round", rounds(), [PREPARE, Loop("duel", turns(first_first), [refill, ACTIONS], scope="turn")])


def determinize(view: View, rng: Random) -> dict[str, list[Zone]]:
    """All attack cards and all skills that the player does not see, dealt at random to where they may lie."""
    zones = view.state.zones.values()
    skills = [z for z in zones if str(z.id).split(":")[0] in ("skills", "removed", "dealt", "kept", "active")]
    attacks = [zone for zone in zones if zone not in skills]
    all_attacks, all_skills = cards_of(view.setup.scene)
    return {"zones": fill_hidden(attacks, all_attacks, rng) + fill_hidden(skills, all_skills, rng)}


def cards_of(scene: Scene | None) -> tuple[Sequence[str], Sequence[str]]:
    """All attack cards and skills that there are in a game."""
    if scene is None or scene.deck is None:
        return DECK, tuple(SKILLS) if scene is None else IN_SCENES
    return [card for pile in (*scene.hands, scene.row, scene.deck) for card in pile], IN_SCENES


RULESET = Ruleset(
    id="hidden-duel",
    title="A duel with hidden hands",
    state=Duel,
    flow=Procedure("match", [SKILL_DRAFT, ROUNDS]),
    procedures=[BLOW, SPECIAL, ATTACK_ACTION, COMBO],
    populate=populate,
    setup=Setup,
    triggers=[discard_at_once],
    reactions=[use_corridor, block],
    timing=TimingPolicy(active_first, ask_all=may_hold_shield),
    determinize=determinize,
)
RULES = RULESET.freeze()
