"""A draft: secret choices made at the same time, skills that nobody or one player knows, first hands from a row."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import rulewright as rw
from rulewright.zones import Zone, draw, fill_hidden, move, shuffle

from .hands import DECK, cards, fill_row, take

SKILLS = {"bold": 7, "calm": 3, "deft": 5, "grim": 2, "keen": 6, "sly": 4}
"""Skills and their initiative."""


class Draft(rw.State):
    zones: rw.Table[Zone]


def populate(draft: Draft, setup: None, content: Any) -> None:
    for name, lying in (("deck", DECK), ("skills", tuple(SKILLS)), ("removed", ())):
        draft.zones.add(Zone(name, None, rw.Seen.COUNT, lying))
    draft.zones.add(Zone("row", None, rw.Seen.PUBLIC))
    for player in (0, 1):
        for name in ("hand", "dealt", "kept"):
            draft.zones.add(Zone(f"{name}:{player}", player, rw.Seen.OWNER))
        draft.zones.add(Zone(f"active:{player}", player, rw.Seen.PUBLIC))


# ------------------------------------------------------------------------------------------------- two secret skills


def deal_skills(game: rw.Game, context: None) -> rw.Steps:
    yield from shuffle(game, "skills", rule="setup.skill-draft")
    for player in game.players:
        yield from draw(game, 3, "skills", f"dealt:{player}", rule="setup.skill-draft")


def choose_secretly(game: rw.Game, ask: str, zone: str) -> rw.Together:
    """Both choose from their own cards, neither seeing what the other does."""
    spaces = [rw.Options(cards(game, f"{zone}:{player}")) for player in game.players]
    return rw.Together(tuple(rw.Request(p, ask, spaces[p], "setup.skill-draft") for p in game.players))


def keep_and_pass(game: rw.Game, context: None) -> rw.Steps:
    """Each keeps one of three and passes the others, both at the same time."""
    kept = yield choose_secretly(game, "keep a skill", "dealt")
    passed = [[card for card in cards(game, f"dealt:{p}") if card != kept[p]] for p in game.players]
    for player in game.players:
        yield move(game, [kept[player]], f"dealt:{player}", f"kept:{player}", by=player, rule="setup.skill-draft")
    for player in game.players:
        yield move(game, passed[player], f"dealt:{player}", f"dealt:{1 - player}", rule="setup.skill-draft")


def keep_another(game: rw.Game, context: None) -> rw.Steps:
    """Of the two that the opponent passed one is kept; the other leaves the game unseen."""
    kept = yield choose_secretly(game, "keep another skill", "dealt")
    for player in game.players:
        yield move(game, [kept[player]], f"dealt:{player}", f"kept:{player}", by=player, rule="setup.skill-draft")
        yield move(game, cards(game, f"dealt:{player}"), f"dealt:{player}", "removed", by=player)


def turn_one_up(game: rw.Game, context: None) -> rw.Steps:
    up = yield choose_secretly(game, "turn a skill up", "kept")
    yield [move(game, [up[p]], f"kept:{p}", f"active:{p}", by=p, rule="setup.skill-draft") for p in game.players]


# -------------------------------------------------------------------------------------------------------- first hands


def order(game: rw.Game) -> Sequence[int]:
    """The higher initiative of the skills turned up comes first."""
    return sorted(game.players, key=lambda player: -SKILLS[cards(game, f"active:{player}")[0]])


def lay_row(game: rw.Game, context: None) -> rw.Steps:
    yield from shuffle(game, "deck", rule="setup.row")
    yield fill_row(game)


def one_two_one(game: rw.Game, last: rw.Turn | None) -> rw.Turn | None:
    """The first takes one card, the other two, the first the last one."""
    number = last.number + 1 if last else 1
    return rw.Turn(player=order(game)[number in (2, 3)], number=number) if number <= 4 else None


def take_from_row(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    card = yield rw.choose(turn.player, "take a card", cards(game, "row"), "setup.first-hands")
    return take(game, turn.player, card, "setup.first-hands")


def begin(game: rw.Game, context: None) -> rw.Steps:
    yield fill_row(game)
    yield rw.GameOver((order(game)[0],), "begins the duel", rule="setup.first-hands")


# ---------------------------------------------------------------------------------------------------------- the rules


def determinize(view: rw.View, rng: Random) -> dict[str, list[Zone]]:
    """All attack cards and all skills that the player does not see, dealt at random to where they may lie."""
    zones = view.state.zones.values()
    attacks = [zone for zone in zones if str(zone.id).partition(":")[0] in ("deck", "row", "hand")]
    skills = [zone for zone in zones if zone not in attacks]
    return {"zones": fill_hidden(attacks, DECK, rng) + fill_hidden(skills, tuple(SKILLS), rng)}


RULESET = rw.Ruleset(
    id="hidden-duel-draft",
    title="A draft of secret skills",
    state=Draft,
    flow=rw.Procedure(
        "draft",
        [
            rw.Procedure("skill draft", [deal_skills, keep_and_pass, keep_another, turn_one_up]),
            rw.Procedure("first hands", [lay_row, rw.Loop("taking", one_two_one, [take_from_row])]),
            begin,
        ],
    ),
    populate=populate,
    timing=rw.TimingPolicy(rw.active_first),
    determinize=determinize,
)
RULES = RULESET.freeze()
