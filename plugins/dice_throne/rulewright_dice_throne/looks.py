"""How a game of Dice Throne looks at a terminal: names, options in words, and the table in characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from rulewright.text import WIDTH, columns, cut, padded

from .book import UPGRADE
from .cards import upgrade_cost
from .damage import attack_parts
from .events import (
    AbilityAnnounced,
    CardPlayed,
    DiceRerolled,
    DiceRolled,
    DiceRolledAgain,
    DieChanged,
    TargetingDieRolled,
)
from .modes import has_leaders, leaders
from .odds import glance
from .rolling import PLACE, ROLL_ON, attempts_left, uncovered_among
from .state import DECK, DEFENCE, DISCARD, HAND, OFFENCE
from .statuses import forbidden
from .timing import ANNOUNCED, DICE_ROLLED, MAIN_ACTIONS, MAIN_PHASES, UNDER_WAY
from .wording import Wording, name_of, symbol_name, words

if TYPE_CHECKING:
    from rulewright import Request, View

    from .state import Attack, Companion, Hero, Rolled, Side

BAR: Final = 16
MAX_CP: Final = 15
SEATS: Final = frozenset(("player", "by", "target", "against", "of", "to", "at", "attacker", "defender"))
CALLED: Final = frozenset(("card", "cards", "ability", "source", "status", "tokens", "companion"))
BOLD, DIM, RED, YELLOW, GREEN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[0m"


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
        return _numbered(values, lang)
    if field == "cards" and None not in values:
        return " / ".join(called(view, card, lang) for card in values)
    if field == "cards":
        return say("cards.one" if len(values) == 1 else "cards.several", lang, count=len(values))
    return None


def _numbered(indexes: tuple[int, ...], lang: str) -> str:
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
        left, fits = _rolls_left(view, lang), _fitting(view, rolled, lang)
        own = "_own" if rolled.player == view.player else ""
        return say(f"{key}{own}", lang, player=player, dice=dice, left=left, fits=fits)
    if window == ANNOUNCED.name:
        altered = attack.stage and attack.announced != tuple(sorted(rolled.faces))
        return say("window.altered" if altered else key, lang, announced=_announcement(view, attack, lang))
    return _behind(view, say(key, lang), lang)


def _behind(view: View, asked: str, lang: str) -> str:
    """A question behind what is at stake: the Attack under way, and the dice of a defence or an effect."""
    state = view.state
    told = [_attack(view, state.attack[0], lang)] if state.attack[0].stage in UNDER_WAY else []
    for place, rolled in state.rolls.items():
        if rolled.faces and place != OFFENCE:
            source = called(view, rolled.source, lang) if rolled.source else ""
            head = say("table.effect", lang, player=player_name(view, rolled.player, lang), source=source)
            told.append(head + _shown(view, rolled.player, rolled.faces, lang))
    for attack in reversed(told):
        asked = say("table.before_question", lang, attack=attack, question=asked)
    return asked


def _announcement(view: View, attack: Attack, lang: str) -> str:
    """The ability that is announced, and what it does with the dice as they lie."""
    rolled = view.state.rolls[OFFENCE]
    if not attack.variant:
        return called(view, attack.variant, lang)
    hero = view.state.heroes[attack.attacker]
    what = _announced(view, hero, attack.variant, rolled.faces, lang) or say("table.fits_no_more", lang)
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
    return [f"[{face} {_symbol(view, player, face, lang)}]" for face in faces]


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
        return {"attack": _attack(view, view.state.attack[0], lang)}
    if getattr(thing, "ask", "") == "choose_value":
        place, index = thing.about["die"]
        rolled = view.state.rolls[place]
        shown = _shown(view, rolled.player, rolled.faces[index : index + 1], lang)
        return {"die": f"{_whose_die(view, index, rolled.player, thing.player, lang)} {shown}"}
    return {}


def _whose_die(view: View, index: int, owner: int, player: int, lang: str) -> str:
    """A die, and whose it is where someone else turns it."""
    die = _numbered((index,), lang)
    return die if owner == player else say("dice.of", lang, dice=die, player=player_name(view, owner, lang))


def _comma(lang: str) -> str:
    return "、" if lang == "zh" else ", "


def _symbol(view: View, player: int, face: int, lang: str) -> str:
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
        return say("option.sell", lang, card=called(view, choice, lang), cp=0 if hero.cp >= MAX_CP else 1)
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
    cost = upgrade_cost(view, hero, sheet) if upgrade else sheet.cost  # type: ignore[arg-type]
    line = say("option.upgrade" if upgrade else "option.play", lang, card=called(view, card, lang), cost=cost)
    return _with(line, Wording(book, lang).card(hero.name, card), lang)


def _reroll(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about.get("place", OFFENCE)
    if isinstance(answer, int):
        return _die(view, (place, answer), lang)
    if not answer:
        return say("option.keep_all", lang)
    shown = _comma(lang).join(_short(view, place, index, lang) for index in answer)
    return say("option.reroll", lang, dice=_numbered(answer, lang), shown=shown)


def _short(view: View, place: int, index: int, lang: str) -> str:
    rolled = view.state.rolls[place]
    return f"{rolled.faces[index]} {_symbol(view, rolled.player, rolled.faces[index], lang)}"


def _die(view: View, die: tuple[int, int], lang: str, *, whose: bool = False) -> str:
    rolled = view.state.rolls[die[0]]
    face = rolled.faces[die[1]]
    facts = {"number": die[1] + 1, "face": face, "symbol": _symbol(view, rolled.player, face, lang)}
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
    return _with(line, _announced(view, hero, answer, view.state.rolls[OFFENCE].faces, lang), lang)


def _announced(view: View, hero: Hero, variant: str, faces: tuple[int, ...], lang: str) -> str:
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
    return say("option.face", lang, face=answer, symbol=_symbol(view, view.state.rolls[place].player, answer, lang))


def _counted(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.number", lang, number=answer)


def _found(view: View, request: Request, answer: Any, lang: str) -> str:
    if answer is None:
        return say("option.find_none", lang)
    return say("option.find", lang, card=called(view, answer, lang))


def _option(view: View, request: Request, answer: Any, lang: str) -> str:
    option = view.content.ops[request.about["effect"]].verb.options[answer]
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
    hero = view.state.heroes[request.player].name
    key = "option.sell" if request.ask == "sell_down" else "option.discard"
    cp = 0 if view.state.heroes[request.player].cp >= MAX_CP else 1
    line = say(key, lang, card=called(view, answer, lang), cp=cp)
    return line + say("option.card", lang, cost=view.content.heroes[hero].cards[answer].cost)


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
        verb = view.content.ops[request.about["effect"]].verb
        return _with(say("option.yes", lang), wording.effects(verb.effects), lang)
    moment = str(request.about.get("moment", ""))
    return _with(say("option.yes", lang), wording.moment(str(request.about.get("source", "")), moment), lang)


def _pay(view: View, request: Request, answer: Any, lang: str) -> str:
    wording = Wording(view.content, lang)
    verb = view.content.ops[request.about["effect"]].verb
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

# The table --------------------------------------------------------------------------------------------------


def draw(view: View, lang: str) -> str:
    """The table in characters, at most 80 columns wide."""
    now = view.state.round[0]
    phase = say(f"phase.{now.phase or 'rolls'}", lang) if now.number else say("phase.setup", lang)
    head = say("table.turn", lang, number=now.number, player=player_name(view, now.active, lang), phase=phase)
    lines = [f"{BOLD}{cut(head)}{PLAIN}", _RULE]
    for side, players in zip(view.state.sides.values(), view.teams, strict=True):
        if len(players) > 1:
            lines.append(_team_line(view, side, players, lang))
        for seat in players:
            lines += _hero_lines(view, seat, lang)
    if has_leaders(view):
        lines.append(f"{DIM}{cut(say('table.leaders', lang))}{PLAIN}")
    lines.append(_RULE)
    on_table = _table_lines(view, lang)
    if on_table:
        lines += [*on_table, _RULE]
    lines += own_hand_lines(view, lang)
    for partner in _partners(view):
        title = say("table.partner_hand", lang, player=player_name(view, partner, lang))
        lines += _hand_lines(view, partner, title, lang)
    return "\n".join(lines)


def _partners(view: View) -> tuple[int, ...]:
    """The partners of the one who looks."""
    return tuple(seat for team in view.teams if view.player in team for seat in team if seat != view.player)


_RULE: Final = f"{DIM}{'─' * WIDTH}{PLAIN}"


def _team_line(view: View, side: Side, players: tuple[int, ...], lang: str) -> str:
    """The health that a team shares; its players stand below it."""
    title = say("table.own_team" if view.player in players else "table.other_team", lang)
    return f"{BOLD}{padded(title, 20)}{PLAIN} {_health(side)}"


def _health(side: Side) -> str:
    return f"{_bar(side.health, side.start)} {side.health:2}/{side.start}"


def _hero_lines(view: View, seat: int, lang: str) -> list[str]:
    state = view.state
    hero, now = state.heroes[seat], state.round[0]
    side = state.sides[hero.side]
    title = player_name(view, seat, lang) or ""
    if seat == view.player:
        title = say("table.you", lang, player=title)
    mark = ">" if now.number and seat == now.active else " "
    mark += "*" if has_leaders(view) and seat in leaders(view) else " "
    counts = {of: len(state.zones[zone[seat]].cards) for of, zone in _COUNTED.items()}
    figures = say("table.figures", lang, cp=f"{hero.cp:2}", **counts)
    health = "" if any(len(team) > 1 for team in view.teams) else f"{_health(side)} "
    named = f"{mark}{padded(cut(title, 18), 18)}"
    if hero.out:
        return [f"{DIM}{named} {say('table.out', lang)}{PLAIN}"]
    line = f"{BOLD}{named}{PLAIN} {health}{figures}"
    tokens = [f"{called(view, token.status, lang)} ×{token.count}" for token in hero.tokens]
    tokens += [_companion(view, companion, lang) for companion in hero.companions]
    return [
        line,
        *_listed("table.tokens", tokens, lang),
        *_listed("table.upgrades", [called(view, card, lang) for card in hero.upgrades], lang),
        *_listed("table.pending", _pending(view, seat, lang), lang),
    ]


def _companion(view: View, companion: Companion, lang: str) -> str:
    """A companion, whether it is active, what its dial shows, and with whom it is."""
    condition = say(f"condition.{companion.condition}", lang)
    line = f"{called(view, companion.name, lang)} {condition} {companion.dial}"
    at = player_name(view, companion.at, lang)
    return line if at is None else say("table.placed", lang, companion=line, player=at)


_COUNTED: Final = {"hand": HAND, "deck": DECK, "discards": DISCARD}


def _bar(health: int, start: int) -> str:
    full = min(BAR, -(-health * BAR // start)) if health > 0 else 0
    colour = GREEN if health * 2 > start else YELLOW if health * 5 > start else RED
    return f"{colour}{'█' * full}{PLAIN}{DIM}{'░' * (BAR - full)}{PLAIN}"


def _pending(view: View, seat: int, lang: str) -> list[str]:
    pending = view.state.pending[seat]
    found = [_damage(type, amount, lang) for type, amount, _ in pending.damage]
    if pending.healing:
        found.append(say("table.healing", lang, amount=pending.healing))
    if pending.fixed:
        found.append(say("table.prevention", lang, amount=pending.fixed))
    for companion, amount in pending.shares:
        share = say("amount.all", lang) if amount < 0 else amount
        found.append(say("table.shared", lang, companion=called(view, companion, lang), amount=share))
    parts = [say(f"part.{part.replace(' ', '_')}", lang) for part in pending.fractions]
    return found + [say("table.prevention", lang, amount=part) for part in parts]


def _damage(type: str, amount: int, lang: str) -> str:
    return say("table.damage", lang, amount=amount, type=say(f"type.{type}", lang))


def _table_lines(view: View, lang: str) -> list[str]:
    lines: list[str] = []
    for place, rolled in view.state.rolls.items():
        if rolled.faces:
            lines += _dice_lines(view, int(place), rolled, lang)
    return lines + _attack_lines(view, lang)


def _dice_lines(view: View, place: int, rolled: Rolled, lang: str) -> list[str]:
    player = player_name(view, rolled.player, lang)
    shown = _marks(view, rolled.player, rolled.faces, lang)
    if place != OFFENCE:
        source = called(view, rolled.source, lang) if rolled.source else ""
        key = "table.defence" if place == DEFENCE else "table.effect"
        return _filled(say(key, lang, player=player, source=source), shown, " ")
    left = say("left.locked", lang) if rolled.locked else _rolls_left(view, lang)
    lines = [cut(say("table.dice", lang, player=player, left=left)), *_filled("  ", shown, " ")]
    return lines if rolled.locked else lines + (_odds_lines(view, rolled, lang) or _fits_lines(view, rolled, lang))


def _rolls_left(view: View, lang: str) -> str:
    left = max(0, attempts_left(view))
    return say(f"left.{ {0: 'none', 1: 'one'}.get(left, 'left') }", lang, count=left)


def _fits_lines(view: View, rolled: Rolled, lang: str) -> list[str]:
    hero = view.state.heroes[rolled.player]
    fits = uncovered_among(view, hero, view.content.matches(hero.name, hero.levels, rolled.faces))
    head = say("table.fits", lang)
    if not fits:
        return [cut(head + say("table.fits_nothing", lang))]
    told = [_with(called(view, id, lang), _announced(view, hero, id, rolled.faces, lang), lang) for id in fits]
    return [cut((head if number == 0 else " " * columns(head)) + line) for number, line in enumerate(told)]


def _odds_lines(view: View, rolled: Rolled, lang: str) -> list[str]:
    """For whoever is asked which dice to keep: how likely each ability is, and what is best rolled again."""
    player, left = rolled.player, attempts_left(view)
    if view.player != player or left < 1 or not _chooses_dice(view.request, player):
        return []
    hero, hand = view.state.heroes[player], view.state.zones[HAND[player]].cards
    variants = view.content.variants(hero.name, hero.levels)
    barred = forbidden(view, player, "straights")  # type: ignore[arg-type]
    can = tuple(id for id, variant in variants.items() if not (barred and variant.straights))
    cards = () if forbidden(view, player, "cards") else tuple(sorted(hand))  # type: ignore[arg-type]
    seen = glance(view.content, hero.name, can, hero.levels, rolled.faces, left, cards, hero.cp)
    helped = any(percent(chance) != percent(seen.chances[id]) for id, chance in seen.with_cards.items())
    lines = [cut(say("odds.chances_helped" if helped else "odds.chances", lang))]
    wording = Wording(view.content, lang)
    for id, bare in seen.chances.items():
        chances = f"{percent(bare):>6}" + (f" {percent(seen.with_cards[id]):>6}" if helped else "")
        line = _with(called(view, id, lang), wording.variant(hero.name, id, hero.levels), lang)
        lines.append(cut(f"{chances}  {line}"))
    return [*lines, cut(_advised(rolled.faces, seen.keep, seen.value, lang))]


def _chooses_dice(request: Request | None, player: int) -> bool:
    """Whether a player is asked about their own roll, and may still roll again; not where a card gives the roll."""
    if request is None or request.player != player:
        return False
    if request.ask == "react":
        return request.about.get("window") == DICE_ROLLED.name
    return request.ask == "keep_or_reroll" and request.about == PLACE


def _advised(faces: tuple[int, ...], keep: tuple[int, ...], value: float, lang: str) -> str:
    """Which dice are best rolled again, and what the roll then promises."""
    spare = list(keep)
    again = []
    for index, face in enumerate(faces):
        if face in spare:
            spare.remove(face)
        else:
            again.append(index)
    what = say("odds.reroll_these", lang, dice=_numbered(tuple(again), lang)) if again else say("option.keep_all", lang)
    return say("odds.best", lang, what=what, keep=" ".join(map(str, keep)), value=f"{value:.1f}")


def percent(chance: float) -> str:
    """A chance in whole per cent, where nothing possible is 0 and nothing open is 100."""
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"


def _attack_lines(view: View, lang: str) -> list[str]:
    attack = view.state.attack[0]
    if attack.stage == "announced":
        return _folded("", say("table.announced", lang, ability=_announcement(view, attack, lang)))
    return _folded("", _attack(view, attack, lang)) if attack.stage in UNDER_WAY else []


def _attack(view: View, attack: Attack, lang: str) -> str:
    """The ability under way, its target, its damage so far, and the defence."""
    ability = called(view, attack.variant, lang)
    amounts: Counter[str] = Counter()
    for type, amount in attack_parts(attack):
        amounts[type] += amount
    damage = " + ".join(_damage(type, amount, lang) for type, amount in amounts.items())
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


def _hand_lines(view: View, seat: int, title: str, lang: str) -> list[str]:
    hero = view.state.heroes[seat].name
    cards = view.content.heroes[hero].cards
    held = Counter(view.state.zones[HAND[seat]].cards)
    told = []
    for card, count in held.items():
        sheet = cards[card]
        kind = say(f"short.{sheet.kind}", lang)
        text = say("table.card", lang, card=called(view, card, lang), cost=sheet.cost, kind=kind)
        told.append(f"{text} ×{count}" if count > 1 else text)
    return _filled(title, told or [say("table.nothing", lang)], _comma(lang))


def own_hand_lines(view: View, lang: str) -> list[str]:
    """The cards of whoever looks, each with its cost, its kind and all that it does."""
    hero, held = view.state.heroes[view.player].name, Counter(view.state.zones[HAND[view.player]].cards)
    if not held:
        return [say("table.hand", lang) + say("table.nothing", lang)]
    wording, lines = Wording(view.content, lang), [say("table.hand", lang).rstrip()]
    for card, count in held.items():
        sheet = view.content.heroes[hero].cards[card]
        told = f"{called(view, card, lang)} ×{count}" if count > 1 else called(view, card, lang)
        head = f"{sheet.cost:>3} CP  {padded(say(f'short.{sheet.kind}', lang), 8)} "
        lines += _folded(head, _with(told, wording.card(hero, card), lang))
    return lines


def _listed(key: str, items: list[str], lang: str) -> list[str]:
    return _filled(f"    {say(key, lang)}", items, _comma(lang)) if items else []


def _folded(head: str, text: str) -> list[str]:
    """A heading and a text behind it, broken between words or Chinese signs."""
    return _filled(head, re.findall(r"[!-~]+\s*|[^!-~]", text), "")


def _filled(head: str, items: Iterable[str], comma: str) -> list[str]:
    """A heading and items behind it, in as many lines as they need."""
    indent = min(columns(head), 24)
    lines, line, empty = [], head, True
    for item in items:
        piece = item if empty else comma + item
        if not empty and columns(line) + columns(piece) > WIDTH - columns(comma.rstrip()):
            lines.append(line + comma.rstrip())
            line, piece = " " * indent, item
        line += piece
        empty = False
    return [cut(text) for text in (*lines, line)]
