"""A game of Dice Throne in words: names, facts for texts, and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright.programs import deed_at

from .book import UPGRADE
from .cards import play_cost, upgrade_cost
from .damage import attack_parts
from .decks import sale_price
from .events import (
    AbilityAnnounced,
    CardPlayed,
    DiceRerolled,
    DiceRolled,
    DiceRolledAgain,
    DieChanged,
    TargetingDieRolled,
)
from .rolling import ROLL_ON, attempts_left, uncovered_among
from .state import OFFENCE
from .timing import ANNOUNCED, DICE_ROLLED, MAIN_ACTIONS, MAIN_PHASES, UNDER_WAY
from .wording import Wording, name_of, symbol_name, words

if TYPE_CHECKING:
    from rulewright import Request, View

    from .state import Attack, Hero, Rolled


SEATS: Final = frozenset(("player", "by", "target", "against", "of", "to", "at", "attacker", "defender"))
CALLED: Final = frozenset(("card", "cards", "ability", "source", "status", "tokens", "companion", "modifier"))


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return words().say(key, lang, **facts)


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


def called(view: View, id: str, lang: str) -> str:
    """What a card, an ability or a status effect is called."""
    if not id:
        return say("nothing.ability", lang)
    key = f"source.{id}"
    return say(key, lang) if key in words() else name_of(view.content, id, lang)


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


def numbered(indexes: tuple[int, ...], lang: str) -> str:
    """Dice by their numbers, counted from 1."""
    numbers = _comma(lang).join(str(index + 1) for index in indexes)
    return say("dice.one" if len(indexes) == 1 else "dice.several", lang, numbers=numbers)


def player_name(view: View, seat: int, lang: str) -> str | None:
    """The hero of a seat, with its number where two have the same; None for no seat."""
    heroes = view.state.heroes
    if seat not in heroes:
        return None
    hero = heroes[seat].name
    same = [other for other, record in heroes.items() if record.name == hero]
    title = name_of(view.content, hero, lang)
    return title if len(same) == 1 else f"{title} {same.index(seat) + 1}"


def _window(view: View, window: str, lang: str) -> str:
    """What a window asks, behind the dice or the Attack that it is about."""
    attack, rolled = view.state.attack[0], view.state.rolls[OFFENCE]
    key = f"window.{window.replace(' ', '_')}"
    if window == MAIN_ACTIONS.name:
        active, cp = view.state.round[0].active, view.state.heroes[view.player].cp
        return say(key if active == view.player else f"{key}_of", lang, cp=cp, player=player_name(view, active, lang))
    if window == DICE_ROLLED.name:
        dice = _shown(view, rolled.player, rolled.faces, lang)
        player = player_name(view, rolled.player, lang)
        left, fits = rolls_left(view, lang), _fitting(view, rolled, lang)
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
            told.append(_with(head, _shown(view, rolled.player, rolled.faces, lang), lang))
    for attack in reversed(told):
        asked = say("table.before_question", lang, attack=attack, question=asked)
    return asked


def announcement(view: View, attack: Attack, lang: str) -> str:
    """The ability that is announced, and what it does with the dice as they lie."""
    rolled = view.state.rolls[OFFENCE]
    if not attack.variant:
        return called(view, attack.variant, lang)
    hero = view.state.heroes[attack.attacker]
    what = announced(view, hero, attack.variant, rolled.faces, lang) or say("table.fits_no_more", lang)
    dice = _shown(view, rolled.player, rolled.faces, lang)
    return say("table.announcement", lang, ability=called(view, attack.variant, lang), what=what, dice=dice)


def _fitting(view: View, rolled: Rolled, lang: str) -> str:
    """What some dice are good for now, in short."""
    hero = view.state.heroes[rolled.player]
    fits = uncovered_among(view, hero, view.content.matches(hero.name, hero.levels, rolled.faces))
    return _comma(lang).join(called(view, id, lang) for id in fits) or say("table.fits_nothing", lang)


def _shown(view: View, player: int, faces: Iterable[int], lang: str) -> str:
    """Dice of a player with the symbols of their hero."""
    return " ".join(_marks(view, player, faces, lang))


def _marks(view: View, player: int, faces: Iterable[int], lang: str) -> list[str]:
    return [f"[{face} {face_symbol(view, player, face, lang)}]" for face in faces]


def damage_text(type: str, amount: int, lang: str) -> str:
    """An amount of damage with its type."""
    return say("table.damage", lang, amount=amount, type=say(f"type.{type}", lang))


def rolls_left(view: View, lang: str) -> str:
    """How many rolls are left to the one who rolls."""
    left = max(0, attempts_left(view))
    return say(f"left.{ {0: 'none', 1: 'one'}.get(left, 'left') }", lang, count=left)


def attack_text(view: View, attack: Attack, lang: str) -> str:
    """The ability under way, its target, its damage so far, and the defence."""
    ability = called(view, attack.variant, lang)
    amounts: Counter[str] = Counter()
    for type, amount in attack_parts(attack):
        amounts[type] += amount
    damage = " + ".join(damage_text(type, amount, lang) for type, amount in amounts.items())
    if not (attack.attacks or damage):
        return say("table.ability", lang, ability=ability)
    target = player_name(view, attack.target, lang)
    key = "table.attack" if target else "table.attack_nobody"
    line = say(key, lang, ability=ability, target=target, damage=damage or say("table.no_damage", lang))
    if attack.bonus:
        line += say("table.bonus", lang, bonus=attack.bonus)
    if attack.defence:
        line += say("table.defended", lang, ability=called(view, attack.defence, lang))
    return line


# Facts ------------------------------------------------------------------------------------------------------


def facts(view: View, thing: Any, lang: str) -> dict[str, Any]:
    """What a line of the log or a question tells besides its fields: symbols of dice, what a card does."""
    match thing:
        case TargetingDieRolled():
            return {}
        case DiceRolled(source="start"):
            return {}
        case DiceRolled() | DiceRerolled() | DiceRolledAgain() | AbilityAnnounced():
            return {"faces": _shown(view, thing.player, thing.faces, lang)}
        case DieChanged():
            before, after = _marks(view, thing.of, (thing.before, thing.after), lang)
            die = _whose_die(view, thing.index, thing.of, thing.player, lang)
            return {"index": die, "before": before, "after": after}
        case CardPlayed():
            what = Wording(view.content, lang).card(view.state.heroes[thing.player].name, thing.card)
            return {"what": _with("", what, lang)}
    if getattr(thing, "ask", "") == "defence":
        return {"attack": attack_text(view, view.state.attack[0], lang)}
    if getattr(thing, "ask", "") == "choose_value":
        place, index = thing.about["die"]
        rolled = view.state.rolls[place]
        shown = _shown(view, rolled.player, rolled.faces[index : index + 1], lang)
        return {"die": f"{_whose_die(view, index, rolled.player, thing.player, lang)} {shown}"}
    return {}


def _whose_die(view: View, index: int, owner: int, player: int, lang: str) -> str:
    """A die, and whose it is where someone else turns it."""
    die = numbered((index,), lang)
    return die if owner == player else say("dice.of", lang, dice=die, player=player_name(view, owner, lang))


def _comma(lang: str) -> str:
    return "、" if lang == "zh" else ", "


def face_symbol(view: View, player: int, face: int, lang: str) -> str:
    """What a face shows, on the dice of a player."""
    sheet = view.content.heroes[view.state.heroes[player].name]
    return symbol_name(view.content, sheet.faces[face - 1], lang)


# Options ----------------------------------------------------------------------------------------------------


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An option in words: what it costs, what it does; None for what the texts alone tell."""
    make = _LABELS.get(request.ask)
    return make(view, request, answer, lang) if make is not None else None


def _with(line: str, what: str, lang: str) -> str:
    return f"{line}{'：' if lang == 'zh' else ': '}{what}" if what else line


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
    return _with(line, Wording(book, lang).use(source, choice, hero), lang)


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
    return say(full if full in words() else "pass.nothing", lang)


def _play(view: View, hero: Hero, card: str, lang: str) -> str:
    book = view.content
    sheet = book.heroes[hero.name].cards[card]
    upgrade = sheet.bit == UPGRADE
    cost = upgrade_cost(view, hero, sheet) if upgrade else play_cost(view, int(hero.id), sheet)
    line = say("option.upgrade" if upgrade else "option.play", lang, card=called(view, card, lang), cost=cost)
    return _with(line, Wording(book, lang).card(hero.name, card), lang)


def _reroll(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about.get("place", OFFENCE)
    if isinstance(answer, int):
        return _die(view, (place, answer), lang)
    if not answer:
        return say("option.keep_all", lang)
    shown = _comma(lang).join(_short(view, place, index, lang) for index in answer)
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
    return _with(line, announced(view, hero, answer, view.state.rolls[OFFENCE].faces, lang), lang)


def announced(view: View, hero: Hero, variant: str, faces: tuple[int, ...], lang: str) -> str:
    """What an ability does with these dice."""
    return Wording(view.content, lang).announced(hero.name, variant, hero.levels, faces)


def _defence(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.defence_pass", lang)
    hero = view.state.heroes[request.player]
    model = next(a for a in view.content.content.heroes[hero.name].abilities if a.id == answer)
    slot = view.content.heroes[hero.name].slots[answer]
    line = say("option.defence", lang, ability=called(view, answer, lang))
    return _with(line, Wording(view.content, lang).level(model, hero.levels[slot]), lang)


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
    return _with(getattr(option.name, lang), what, lang) if option.name else what


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _first(view: View, request: Request, answer: Any, lang: str) -> str:
    source = str(answer).rpartition(".")[0]
    moment = str(request.about.get("moment", ""))
    return _with(called(view, source, lang), Wording(view.content, lang).moment(source, moment), lang)


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
        return _comma(lang).join(player_name(view, seat, lang) or "" for seat in answer)
    title = player_name(view, answer, lang)
    return say("option.yourself", lang, player=title) if answer == request.player else title


def _may(view: View, request: Request, answer: Any, lang: str) -> str:
    if not answer:
        return say("option.no", lang)
    wording = Wording(view.content, lang)
    if "effect" in request.about:
        verb = deed_at(view.content, request.about["effect"]).verb
        return _with(say("option.yes", lang), wording.effects(verb.effects), lang)
    moment = str(request.about.get("moment", ""))
    return _with(say("option.yes", lang), wording.moment(str(request.about.get("source", "")), moment), lang)


def _pay(view: View, request: Request, answer: Any, lang: str) -> str:
    wording = Wording(view.content, lang)
    verb = deed_at(view.content, request.about["effect"]).verb
    if answer:
        return _with(say("option.pay", lang, cost=verb.cost.said(wording)), wording.effects(verb.then), lang)
    return _with(say("option.pay_not", lang), wording.effects(verb.otherwise), lang)


_LABELS: Final = {
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
}  # fmt: skip
