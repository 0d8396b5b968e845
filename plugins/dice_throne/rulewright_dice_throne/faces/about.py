"""What things are known as, and which of them an option is about.

A hero is known as ``player:0``, what lies on it as ``player:0:evasive``, a die by its place and number as ``die:0:3``;
cards and abilities by their own ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_question

from ..state import OFFENCE

if TYPE_CHECKING:
    from rulewright import Request, View


def hero_id(seat: int) -> str:
    """What the hero of a player is known as."""
    return f"player:{seat}"


def token_id(seat: int, status: str) -> str:
    """What the tokens of a status effect, or a companion, are known as on a hero."""
    return f"{hero_id(seat)}:{status}"


def die_id(place: int, index: int) -> str:
    """What a die is known as."""
    return f"die:{place}:{index}"


def _nobody(view: View, request: Request, answer: None) -> tuple[str, ...]:
    return ()


def _user(view: View, request: Request, answer: tuple[str, str]) -> tuple[str, ...] | None:
    """The tokens or the companion that a player uses; nothing for what an ability brings."""
    kind, choice = answer
    if kind in ("play", "sell"):
        return None
    seat, source = request.player, choice.partition("#")[0]
    hero = view.state.heroes[seat]
    carried = source in (*(token.status for token in hero.tokens), *(one.name for one in hero.companions))
    return (token_id(seat, source),) if carried else ()


def _rolled_again(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    place = request.about.get("place", OFFENCE)
    return tuple(die_id(place, index) for index in _several(answer))


def _dice(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    dice = answer if not answer or isinstance(answer[0], tuple) else (answer,)
    return tuple(die_id(*die) for die in dice)


def _turned(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    return (die_id(*request.about["die"]),)


def _tokens(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    return (token_id(request.about["of"], answer),)


def _heroes(view: View, request: Request, answer: Any) -> tuple[str, ...]:
    return tuple(map(hero_id, _several(answer)))


def _several(answer: Any) -> tuple[Any, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


about: Final = by_question(
    {
        "react": _user,
        "keep_or_reroll": _rolled_again,
        "choose_die": _dice,
        "choose_dice": _dice,
        "choose_value": _turned,
        "choose_status": _tokens,
        "choose_player": _heroes,
        "choose_players": _heroes,
        "take_from": _heroes,
        "give_to": _heroes,
        "target": _heroes,
        "who_defends": _heroes,
    },
    nothing=_nobody,
)
"""The heroes, tokens and dice that an option is about; cards and abilities are named by the answer itself."""
