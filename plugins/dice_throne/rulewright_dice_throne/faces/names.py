"""Names and facts for the texts of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_field, by_kind

from ..cards.wording import Wording
from ..events.attack import AbilityAnnounced
from ..events.cards import CardPlayed
from ..events.dice import DiceRerolled, DiceRolled, DiceRolledAgain, DieChanged
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
    from rulewright import Request, View


SEATS: Final = frozenset(("player", "by", "target", "against", "of", "to", "at", "attacker", "defender"))
CALLED: Final = frozenset(("card", "ability", "source", "status", "tokens", "companion", "modifier"))


# Names ------------------------------------------------------------------------------------------------------


def _seat(view: View, field: str, value: Any, lang: str) -> str | None:
    return player_name(view, value, lang) if type(value) is int else None


def _called(view: View, field: str, value: Any, lang: str) -> str | None:
    return called(view, value, lang) if isinstance(value, str) else None


def _cards(view: View, field: str, value: Any, lang: str) -> str | None:
    if not isinstance(value, tuple) or not value:
        return _called(view, field, value, lang)
    if None in value:
        return say("cards.one" if len(value) == 1 else "cards.several", lang, count=len(value))
    return " / ".join(called(view, card, lang) for card in value)


def _faces(view: View, field: str, value: Any, lang: str) -> str | None:
    return " ".join(map(str, value)) if isinstance(value, tuple) and value else None


def _indexes(view: View, field: str, value: Any, lang: str) -> str | None:
    return numbered(value, lang) if isinstance(value, tuple) and value else None


def _prevented(view: View, field: str, value: Any, lang: str) -> str | None:
    return say("prevented.some", lang, amount=value) if value else "" if value == 0 else None


def _window(view: View, field: str, window: Any, lang: str) -> str | None:
    """What a window asks, behind the dice or the Attack that it is about."""
    if not isinstance(window, str):
        return None
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


name: Final = by_field(
    {
        **dict.fromkeys(SEATS, _seat),
        **dict.fromkeys(CALLED, _called),
        "cards": _cards,
        "faces": _faces,
        "indexes": _indexes,
        "window": _window,
        "prevented": _prevented,
    }
)
"""What a player, a card, an ability, a status effect or dice are called; None for what is known elsewhere."""


# Facts ------------------------------------------------------------------------------------------------------


def _with_symbols(view: View, event: Any, lang: str) -> dict[str, Any]:
    return {"faces": dice_text(view, event.player, event.faces, lang)}


def _rolled(view: View, event: DiceRolled, lang: str) -> dict[str, Any]:
    """The rolls for who begins and for a target are about numbers alone."""
    return {} if event.source in ("start", "targeting") else _with_symbols(view, event, lang)


def _turned(view: View, event: DieChanged, lang: str) -> dict[str, Any]:
    before, after = die_texts(view, event.of, (event.before, event.after), lang)
    return {"index": _whose_die(view, event.index, event.of, event.player, lang), "before": before, "after": after}


def _played(view: View, event: CardPlayed, lang: str) -> dict[str, Any]:
    what = Wording(view.content, lang).card(view.state.heroes[event.player].name, event.card)
    return {"what": with_colon("", what, lang)}


def _attacked(view: View, request: Request, lang: str) -> dict[str, Any]:
    return {"attack": attack_text(view, view.state.attack[0], lang)}


def _die_to_turn(view: View, request: Request, lang: str) -> dict[str, Any]:
    place, index = request.about["die"]
    rolled = view.state.rolls[place]
    shown = dice_text(view, rolled.player, rolled.faces[index : index + 1], lang)
    return {"die": f"{_whose_die(view, index, rolled.player, request.player, lang)} {shown}"}


def _whose_die(view: View, index: int, owner: int, player: int, lang: str) -> str:
    """A die, and whose it is where someone else turns it."""
    die = numbered((index,), lang)
    return die if owner == player else say("dice.of", lang, dice=die, player=player_name(view, owner, lang))


facts: Final = by_kind(
    {
        DiceRolled: _rolled,
        DiceRerolled: _with_symbols,
        DiceRolledAgain: _with_symbols,
        AbilityAnnounced: _with_symbols,
        DieChanged: _turned,
        CardPlayed: _played,
    },
    {"defence": _attacked, "choose_value": _die_to_turn},
)
"""What a line of the log or a question tells besides its fields: symbols of dice, what a card does."""
