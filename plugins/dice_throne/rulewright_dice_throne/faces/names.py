"""Names and facts for the texts of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..cards.wording import Wording
from ..events.attack import AbilityAnnounced
from ..events.cards import CardPlayed
from ..events.dice import DiceRerolled, DiceRolled, DiceRolledAgain, DieChanged, TargetingDieRolled
from ..moments import ANNOUNCED, DICE_ROLLED, MAIN_ACTIONS, UNDER_WAY
from ..state import OFFENCE
from .table import (
    announcement,
    attack_text,
    called,
    dice_text,
    die_texts,
    fitting,
    numbered,
    player_name,
    rolls_left,
    say,
    with_colon,
)

if TYPE_CHECKING:
    from rulewright import View


SEATS: Final = frozenset(("player", "by", "target", "against", "of", "to", "at", "attacker", "defender"))
CALLED: Final = frozenset(("card", "cards", "ability", "source", "status", "tokens", "companion", "modifier"))


# Names ------------------------------------------------------------------------------------------------------


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """What a player, a card, an ability, a status effect or dice are called; None for what is known elsewhere."""
    if field in SEATS and type(value) is int:
        return player_name(view, value, lang)
    if field in CALLED and isinstance(value, str):
        return called(view, value, lang)
    if isinstance(value, tuple) and value:
        return _several(view, field, value, lang)
    if field == "window" and isinstance(value, str):
        return _window(view, value, lang)
    if field == "prevented" and isinstance(value, int):
        return say("prevented.some", lang, amount=value) if value else ""
    return None


def _several(view: View, field: str, values: tuple[Any, ...], lang: str) -> str | None:
    if field == "faces":
        return " ".join(map(str, values))
    if field == "indexes":
        return numbered(values, lang)
    if field == "cards" and None not in values:
        return " / ".join(called(view, card, lang) for card in values)
    if field == "cards":
        return say("cards.one" if len(values) == 1 else "cards.several", lang, count=len(values))
    return None


def _window(view: View, window: str, lang: str) -> str:
    """What a window asks, behind the dice or the Attack that it is about."""
    attack, rolled = view.state.attack[0], view.state.rolls[OFFENCE]
    key = f"window.{window.replace(' ', '_')}"
    if window == MAIN_ACTIONS.name:
        active, cp = view.state.round[0].active, view.state.heroes[view.player].cp
        return say(key if active == view.player else f"{key}_of", lang, cp=cp, player=player_name(view, active, lang))
    if window == DICE_ROLLED.name:
        dice = dice_text(view, rolled.player, rolled.faces, lang)
        player = player_name(view, rolled.player, lang)
        left, fits = rolls_left(view, lang), fitting(view, rolled, lang)
        own = "_own" if rolled.player == view.player else ""
        return say(f"{key}{own}", lang, player=player, dice=dice, left=left, fits=fits)
    if window == ANNOUNCED.name:
        altered = attack.stage and attack.announced != tuple(sorted(rolled.faces))
        return say("window.altered" if altered else key, lang, announced=announcement(view, attack, lang))
    return _behind(view, say(key, lang), lang)


def _behind(view: View, asked: str, lang: str) -> str:
    """A question behind what is at stake: the Attack under way, and the dice of a defence or an effect."""
    state = view.state
    told = [attack_text(view, state.attack[0], lang)] if state.attack[0].stage in UNDER_WAY else []
    for place, rolled in state.rolls.items():
        if rolled.faces and place != OFFENCE:
            source = called(view, rolled.source, lang) if rolled.source else ""
            head = say("table.effect", lang, player=player_name(view, rolled.player, lang), source=source)
            told.append(with_colon(head, dice_text(view, rolled.player, rolled.faces, lang), lang))
    for attack in reversed(told):
        asked = say("table.before_question", lang, attack=attack, question=asked)
    return asked


# Facts ------------------------------------------------------------------------------------------------------


def facts(view: View, thing: Any, lang: str) -> dict[str, Any]:
    """What a line of the log or a question tells besides its fields: symbols of dice, what a card does."""
    match thing:
        case TargetingDieRolled():
            return {}
        case DiceRolled(source="start"):
            return {}
        case DiceRolled() | DiceRerolled() | DiceRolledAgain() | AbilityAnnounced():
            return {"faces": dice_text(view, thing.player, thing.faces, lang)}
        case DieChanged():
            before, after = die_texts(view, thing.of, (thing.before, thing.after), lang)
            die = _whose_die(view, thing.index, thing.of, thing.player, lang)
            return {"index": die, "before": before, "after": after}
        case CardPlayed():
            what = Wording(view.content, lang).card(view.state.heroes[thing.player].name, thing.card)
            return {"what": with_colon("", what, lang)}
    if getattr(thing, "ask", "") == "defence":
        return {"attack": attack_text(view, view.state.attack[0], lang)}
    if getattr(thing, "ask", "") == "choose_value":
        place, index = thing.about["die"]
        rolled = view.state.rolls[place]
        shown = dice_text(view, rolled.player, rolled.faces[index : index + 1], lang)
        return {"die": f"{_whose_die(view, index, rolled.player, thing.player, lang)} {shown}"}
    return {}


def _whose_die(view: View, index: int, owner: int, player: int, lang: str) -> str:
    """A die, and whose it is where someone else turns it."""
    die = numbered((index,), lang)
    return die if owner == player else say("dice.of", lang, dice=die, player=player_name(view, owner, lang))
