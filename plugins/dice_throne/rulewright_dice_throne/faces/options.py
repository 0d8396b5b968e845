"""Options in words: what they cost and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright.labels import by_question
from rulewright.programs import deed_at

from ..book.sheets import UPGRADE
from ..book.wording import TEXTS, say
from ..cards.wording import Wording
from ..decks import sale_price
from ..moments import DICE_ROLLED, MAIN_ACTIONS, MAIN_PHASES
from ..playing import play_cost, upgrade_cost
from ..roll_phases.rolling import ROLL_ON, attempts_left
from ..state import OFFENCE
from .table import announced, called, comma, face_symbol, numbered, player_name, with_colon

if TYPE_CHECKING:
    from rulewright import Request, View

    from ..state import Hero


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if answer is None:
        return _passing(view, request, lang)
    kind, choice = answer
    hero = view.state.heroes[request.player]
    if kind == "sell":
        return say("option.sell", lang, card=called(view, choice, lang), cp=sale_price(view, request.player))
    if kind == "play":
        return _play(view, hero, choice, lang)
    source = choice.partition("#")[0]
    book = view.content
    key = "option.spend" if source in book.statuses else "option.use"
    tokens = book.spend(source, choice).tokens if source in book.statuses else 0
    amount = tokens or say("amount.any", lang)
    line = say(key, lang, source=called(view, source, lang), amount=amount)
    return with_colon(line, Wording(book, lang).use(source, choice, hero), lang)


def _passing(view: View, request: Request, lang: str) -> str:
    window = str(request.about.get("window", "")).replace(" ", "_")
    now = view.state.round[0]
    if window == MAIN_ACTIONS.name.replace(" ", "_"):
        key = f"end_{now.phase}" if request.player == now.active and now.phase in MAIN_PHASES else "nothing"
    elif window == DICE_ROLLED.name.replace(" ", "_") and view.state.rolls[OFFENCE].player == request.player:
        key = "nothing_own_dice"
    else:
        key = f"nothing_{window}"
    full = f"pass.{key}"
    return say(full if full in TEXTS else "pass.nothing", lang)


def _play(view: View, hero: Hero, card: str, lang: str) -> str:
    book = view.content
    sheet = book.heroes[hero.name].cards[card]
    upgrade = sheet.bit == UPGRADE
    cost = upgrade_cost(view, hero, sheet) if upgrade else play_cost(view, int(hero.id), sheet)
    line = say("option.upgrade" if upgrade else "option.play", lang, card=called(view, card, lang), cost=cost)
    return with_colon(line, Wording(book, lang).card(hero.name, card), lang)


def _reroll(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about.get("place", OFFENCE)
    if isinstance(answer, int):
        return _die(view, (place, answer), lang)
    if not answer:
        return say("option.keep_all", lang)
    shown = comma(lang).join(_short(view, place, index, lang) for index in answer)
    return say("option.reroll", lang, dice=numbered(answer, lang), shown=shown)


def _short(view: View, place: int, index: int, lang: str) -> str:
    rolled = view.state.rolls[place]
    return f"{rolled.faces[index]} {face_symbol(view, rolled.player, rolled.faces[index], lang)}"


def _die(view: View, die: tuple[int, int], lang: str, *, whose: bool = False) -> str:
    rolled = view.state.rolls[die[0]]
    face = rolled.faces[die[1]]
    facts = {"number": die[1] + 1, "face": face, "symbol": face_symbol(view, rolled.player, face, lang)}
    if not whose:
        return say("option.die", lang, **facts)
    return say("option.die_of", lang, player=player_name(view, rolled.player, lang), **facts)


def _announce(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.announce_pass", lang)
    if answer == ROLL_ON:
        return say("option.roll_on", lang, left=attempts_left(view))
    hero = view.state.heroes[request.player]
    line = say("option.announce", lang, ability=called(view, answer, lang))
    return with_colon(line, announced(view, hero, answer, view.state.rolls[OFFENCE].faces, lang), lang)


def _defence(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.defence_pass", lang)
    hero = view.state.heroes[request.player]
    model = next(a for a in view.content.content.heroes[hero.name].abilities if a.id == answer)
    slot = view.content.heroes[hero.name].slots[answer]
    line = say("option.defence", lang, ability=called(view, answer, lang))
    return with_colon(line, Wording(view.content, lang).level(model, hero.levels[slot]), lang)


def _chosen_die(view: View, request: Request, answer: Any, lang: str) -> str:
    if not answer:
        return say("option.die_pass", lang)
    if isinstance(answer[0], tuple):
        return ("；" if lang == "zh" else "; ").join(_die(view, die, lang, whose=True) for die in answer)
    return _die(view, answer, lang, whose=True)


def _value(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about["die"][0]
    return say("option.face", lang, face=answer, symbol=face_symbol(view, view.state.rolls[place].player, answer, lang))


def _counted(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.number", lang, number=answer)


def _found(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.find_none", lang)
    return say("option.find", lang, card=called(view, answer, lang))


def _option(view: View, request: Request, answer: Any, lang: str) -> str:
    option = deed_at(view.content, request.about["effect"]).verb.options[answer]
    what = _capital(Wording(view.content, lang).effects(option.effects))
    return with_colon(getattr(option.name, lang), what, lang) if option.name else what


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _first(view: View, request: Request, answer: Any, lang: str) -> str:
    source = str(answer).rpartition(".")[0]
    moment = str(request.about.get("moment", ""))
    return with_colon(called(view, source, lang), Wording(view.content, lang).moment(source, moment), lang)


def _named(view: View, request: Request, answer: Any, lang: str) -> str:
    return called(view, str(answer), lang)


def _card(view: View, request: Request, answer: Any, lang: str) -> str:
    sheet = view.content.heroes[view.state.heroes[request.player].name].cards[answer]
    key = "option.sell" if request.ask == "sell_down" else "option.discard"
    cp = sale_price(view, request.player)
    line = say(key, lang, card=called(view, answer, lang), cp=cp)
    return line + say("option.card", lang, cost=play_cost(view, request.player, sheet))


def _seat(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if isinstance(answer, tuple):
        return comma(lang).join(player_name(view, seat, lang) or "" for seat in answer)
    title = player_name(view, answer, lang)
    return say("option.yourself", lang, player=title) if answer == request.player else title


def _may(view: View, request: Request, answer: Any, lang: str) -> str:
    if not answer:
        return say("option.no", lang)
    wording = Wording(view.content, lang)
    if "effect" in request.about:
        verb = deed_at(view.content, request.about["effect"]).verb
        return with_colon(say("option.yes", lang), wording.effects(verb.effects), lang)
    moment = str(request.about.get("moment", ""))
    return with_colon(say("option.yes", lang), wording.moment(str(request.about.get("source", "")), moment), lang)


def _pay(view: View, request: Request, answer: Any, lang: str) -> str:
    wording = Wording(view.content, lang)
    verb = deed_at(view.content, request.about["effect"]).verb
    if answer:
        return with_colon(say("option.pay", lang, cost=verb.cost.said(wording)), wording.effects(verb.then), lang)
    return with_colon(say("option.pay_not", lang), wording.effects(verb.otherwise), lang)


label: Final = by_question({
    "react": _reaction,
    "keep_or_reroll": _reroll,
    "announce": _announce,
    "after_interference": _announce,
    "defence": _defence,
    "choose_die": _chosen_die,
    "choose_dice": _chosen_die,
    "choose_value": _value,
    "count_die": _counted,
    "cover": _named,
    "search": _found,
    "choose_option": _option,
    "choose_status": _named,
    "choose_player": _seat,
    "choose_players": _seat,
    "take_from": _seat,
    "give_to": _seat,
    "target": _seat,
    "who_defends": _seat,
    "order": _first,
    "sell_down": _card,
    "discard": _card,
    "may": _may,
    "pay": _pay,
})  # fmt: skip
"""An option in words: what it costs, what it does; None for what the texts alone tell."""
