"""How the game looks at a terminal: names, options in words, and the table in characters."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final
from unicodedata import east_asian_width

from .book import UPGRADE
from .damage import attack_parts
from .rolling import ATTEMPTS, ROLL_ON
from .state import DECK, DISCARD, HAND, OFFENCE
from .timing import MAIN_ACTIONS, UNDER_WAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulewright import Request, View
    from rulewright.text import Texts

    from .book import Book, Op, Program
    from .state import Hero, Rolled

WIDTH: Final = 80
SEATS: Final = ("player", "by", "target", "against", "of", "to", "attacker", "defender")
CALLED: Final = ("card", "cards", "ability", "source", "status", "tokens")


@cache
def texts() -> Texts:
    """The texts of the game, read once."""
    from rulewright.text import Texts

    return Texts.load(files(__package__) / "text.toml")


def say(key: str, lang: str, **facts: Any) -> str:
    """A text of the game."""
    return texts().say(key, lang, **facts)


# Names ------------------------------------------------------------------------------------------------------


def name(view: View, field: str, value: Any, lang: str) -> str | None:
    """What a player, a card, an ability, a status effect or dice are called; None for what is known elsewhere."""
    if field in SEATS and type(value) is int:
        return player_name(view, value, lang)
    if field in CALLED and isinstance(value, str):
        return thing_name(view.content, value, lang) if value else say("option.announce_pass", lang)
    if field == "faces" and isinstance(value, tuple):
        return " ".join(map(str, value))
    if field == "indexes" and isinstance(value, tuple):
        return ", ".join(str(index + 1) for index in value)
    return None


def player_name(view: View, seat: int, lang: str) -> str | None:
    """The hero of a seat, with its number where two have the same; None for no seat."""
    heroes = view.state.heroes
    if seat not in heroes:
        return None
    hero = heroes[seat].name
    title = _in(view.content.heroes[hero].name, lang)
    same = [other for other, record in heroes.items() if record.name == hero]
    return title if len(same) == 1 else f"{title} {same.index(seat) + 1}"


def thing_name(book: Book, id: str, lang: str) -> str:
    """What a card, an ability, a variant or a status effect is called."""
    known = book.names.get(id)
    return _in(known, lang) if known else say(f"source.{id}", lang) if f"source.{id}" in texts() else id


def _in(names: Any, lang: str) -> str:
    return str(names.get(lang) or names["en"])


# Effects in short -------------------------------------------------------------------------------------------


def summary(book: Book, program: Program, lang: str) -> str:
    """Effects in a few words."""
    parts = [_short(book, book.ops[number], lang) for number in program]
    return ", ".join(part for part in parts if part)


def _short(book: Book, op: Op, lang: str) -> str:
    key = f"effect.{op.do}"
    if key not in texts():
        return ""
    facts: dict[str, Any] = {"amount": _amount(op, lang), "status": _status(book, op, lang)}
    for field in ("count", "what", "phase"):
        value = getattr(op, field, None)
        facts[field] = say(f"phase.{value}", lang) if field == "phase" and isinstance(value, str) else value
    for field in ("then", "effects", "win", "lose"):
        if field in vars(op):
            facts["then" if field == "effects" else field] = summary(book, getattr(op, field), lang)
    if op.do == "damage":
        facts["type"] = say(f"type.{op.type}", lang)
        key += "" if op.aims or not op.self_only else "_self"
    elif op.do == "roll":
        branches = [summary(book, effects, lang) for _, effects in op.on]
        facts["then"] = say("effect.or", lang).join(part for part in (*branches, facts["then"]) if part)
    elif op.do == "choose":
        facts["options"] = say("effect.or", lang).join(summary(book, effects, lang) for _, _, effects in op.options)
    return say(key, lang, **facts)


def _amount(op: Op, lang: str) -> str:
    if vars(op).get("fraction"):
        return say("part.all" if op.fraction == "all" else f"part.half_{op.round}", lang)
    value = next((vars(op)[field] for field in ("amount", "add", "dice") if field in vars(op)), None)
    if isinstance(value, int):
        return str(value)
    return say("effect.all" if value == "all" else "effect.some", lang)


def _status(book: Book, op: Op, lang: str) -> str:
    status = vars(op).get("status")
    return thing_name(book, status, lang) if status else say("effect.any_status", lang)


# Options ----------------------------------------------------------------------------------------------------


def label(view: View, request: Request, answer: Any, lang: str) -> str | None:
    """An option in words: what it costs, what it does."""
    if answer is None:
        return _passing(view, request, lang)
    make = LABELS.get(request.ask)
    return make(view, request, answer, lang) if make is not None else None


def _passing(view: View, request: Request, lang: str) -> str:
    if request.ask == "react":
        own = request.about.get("window") == MAIN_ACTIONS.name and request.player == view.state.round[0].active
        return say("option.main_pass" if own else "option.pass", lang)
    key = {"announce": "announce_pass", "defence": "defence_pass", "choose_die": "die_pass"}.get(request.ask, "pass")
    return say(f"option.{key}", lang)


def _reaction(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not (isinstance(answer, tuple) and len(answer) == 2):
        return None
    kind, choice = answer
    book, hero = view.content, view.state.heroes[request.player]
    if kind == "sell":
        return say("option.sell", lang, card=thing_name(book, choice, lang))
    if kind == "play":
        return _play_option(view, hero, choice, lang)
    source = choice.partition("#")[0]
    if source in book.statuses:
        use = book.spend(source, choice)
        line = say("option.spend", lang, source=thing_name(book, source, lang))
        return _with(line, summary(book, use.program, lang))
    return say("option.use", lang, source=thing_name(book, source, lang))


def _play_option(view: View, hero: Hero, card: str, lang: str) -> str:
    book = view.content
    sheet = book.heroes[hero.name].cards[card]
    cost = sheet.cost
    if sheet.bit == UPGRADE:
        from .cards import upgrade_cost

        cost = upgrade_cost(view, hero, sheet)  # type: ignore[arg-type]
        ability = book.heroes[hero.name].abilities[sheet.slot]
        what = say("option.upgrade", lang, ability=_in(ability.name, lang), level=sheet.level)
    else:
        what = summary(book, sheet.program, lang)
    return _with(say("option.play", lang, card=_in(sheet.name, lang), cost=cost), what)


def _with(line: str, what: str) -> str:
    text = f"{line}: {what}" if what else line
    return text if len(text) <= WIDTH - 8 else text[: WIDTH - 11] + "..."


def _reroll(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about.get("place", OFFENCE)
    if isinstance(answer, int):
        return _die(view, (place, answer), lang)
    if not answer:
        return say("option.keep_all", lang)
    return say("option.reroll", lang, dice=", ".join(str(index + 1) for index in answer))


def _die(view: View, die: tuple[int, int], lang: str, *, whose: bool = False) -> str:
    rolled = view.state.rolls[die[0]]
    face = rolled.faces[die[1]]
    facts = {"number": die[1] + 1, "face": face, "symbol": _symbol(view, rolled.player, face, lang)}
    if not whose:
        return say("option.die", lang, **facts)
    return say("option.die_of", lang, player=player_name(view, rolled.player, lang), **facts)


def _symbol(view: View, player: int, face: int, lang: str) -> str:
    sheet = view.content.heroes[view.state.heroes[player].name]
    return _in(sheet.symbols[sheet.faces[face - 1]], lang)


def _announce(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if answer == ROLL_ON:
        return say("option.roll_on", lang)
    hero = view.state.heroes[request.player]
    variant = view.content.variants(hero.name, hero.levels).get(answer)
    if variant is None:
        return None
    row = view.content.row(hero.name, variant, view.state.rolls[OFFENCE].faces)
    return _with(_in(variant.name, lang), summary(view.content, row.program, lang) if row else "")


def _defence(view: View, request: Request, answer: Any, lang: str) -> str | None:
    hero = view.state.heroes[request.player]
    sheet = view.content.heroes[hero.name]
    if answer not in sheet.slots:
        return None
    level = sheet.level(sheet.slots[answer], hero.levels)
    roll = say("effect.roll", lang, amount=level.dice, then=summary(view.content, level.program, lang))
    return _with(_in(level.name, lang), roll)


def _chosen_die(view: View, request: Request, answer: Any, lang: str) -> str | None:
    if not isinstance(answer, tuple):
        return None
    if answer and isinstance(answer[0], tuple):
        return ", ".join(_die(view, die, lang, whose=True) for die in answer)
    return _die(view, answer, lang, whose=True)


def _value(view: View, request: Request, answer: Any, lang: str) -> str:
    place = request.about["die"][0]
    return say("option.face", lang, face=answer, symbol=_symbol(view, view.state.rolls[place].player, answer, lang))


def _option(view: View, request: Request, answer: Any, lang: str) -> str:
    called, _, effects = view.content.ops[request.about["effect"]].options[answer]
    what = summary(view.content, effects, lang)
    return _with(_in(called, lang), what) if called else what


def _trigger(view: View, request: Request, answer: Any, lang: str) -> str:
    return thing_name(view.content, str(answer).rpartition(".")[0], lang)


def _named(view: View, request: Request, answer: Any, lang: str) -> str:
    return thing_name(view.content, str(answer), lang)


def _seat(view: View, request: Request, answer: Any, lang: str) -> str | None:
    return player_name(view, answer, lang) if isinstance(answer, int) else None


def _yes_or_no(view: View, request: Request, answer: Any, lang: str) -> str:
    return say("option.yes" if answer else "option.no", lang)


LABELS: Final = {
    "react": _reaction,
    "keep_or_reroll": _reroll,
    "announce": _announce,
    "after_interference": _announce,
    "defence": _defence,
    "choose_die": _chosen_die,
    "choose_dice": _chosen_die,
    "choose_value": _value,
    "choose_option": _option,
    "choose_status": _named,
    "choose_player": _seat,
    "choose_players": _seat,
    "target": _seat,
    "order": _trigger,
    "sell_down": _named,
    "discard": _named,
    "may": _yes_or_no,
    "pay": _yes_or_no,
}

# The table --------------------------------------------------------------------------------------------------


def draw(view: View, lang: str) -> str:
    """The table in characters, at most 80 columns wide."""
    now = view.state.round[0]
    phase = say(f"phase.{now.phase}", lang) if now.phase else ""
    lines = [say("table.turn", lang, number=now.number, player=player_name(view, now.active, lang), phase=phase)]
    for seat in view.state.heroes:
        lines += ["-" * WIDTH, *_hero_lines(view, int(seat), lang)]
    lines.append("-" * WIDTH)
    for place, rolled in view.state.rolls.items():
        if rolled.faces:
            lines += _dice_lines(view, int(place), rolled, lang)
    lines += _attack_lines(view, lang)
    hand = view.state.zones[HAND[view.player]].cards
    lines += _listed("table.hand", "cards", [_card(view, card, lang) for card in hand], lang)
    return "\n".join(lines)


def _hero_lines(view: View, seat: int, lang: str) -> list[str]:
    state = view.state
    hero = state.heroes[seat]
    side = state.sides[hero.side]
    counts = {of: len(state.zones[zone[seat]].cards) for of, zone in COUNTED.items()}
    player = player_name(view, seat, lang)
    line = say("table.hero", lang, player=player, health=side.health, most=side.most, cp=hero.cp, **counts)
    tokens = [f"{thing_name(view.content, token.status, lang)} {token.count}" for token in hero.tokens]
    upgrades = [thing_name(view.content, card, lang) for card in hero.upgrades]
    return [
        line,
        *_listed("table.tokens", "tokens", tokens, lang, if_any=True),
        *_listed("table.upgrades", "upgrades", upgrades, lang, if_any=True),
        *_listed("table.pending", "pending", _pending(view, seat, lang), lang, if_any=True),
    ]


COUNTED: Final = {"hand": HAND, "deck": DECK, "discards": DISCARD}


def _pending(view: View, seat: int, lang: str) -> list[str]:
    pending = view.state.pending[seat]
    found = [
        say("table.damage", lang, amount=amount, type=say(f"type.{type}", lang)) for type, amount, _ in pending.damage
    ]
    if pending.healing:
        found.append(say("table.healing", lang, amount=pending.healing))
    if pending.fixed:
        found.append(say("table.prevention", lang, amount=pending.fixed))
    found += [
        say("table.prevention", lang, amount=say(f"part.{part.replace(' ', '_')}", lang)) for part in pending.fractions
    ]
    return found


def _dice_lines(view: View, place: int, rolled: Rolled, lang: str) -> list[str]:
    shown = " ".join(f"[{face} {_symbol(view, rolled.player, face, lang)}]" for face in rolled.faces)
    lines = [say("table.dice", lang, player=player_name(view, rolled.player, lang), dice=shown)]
    if place == OFFENCE and not rolled.locked and len(rolled.faces) > 1:
        hero = view.state.heroes[rolled.player]
        variants = view.content.variants(hero.name, hero.levels)
        fits = [_in(variants[id].name, lang) for id in view.content.matches(hero.name, hero.levels, rolled.faces)]
        used = say("table.attempts", lang, used=rolled.attempts, most=ATTEMPTS)
        lines += _listed("table.fits", "abilities", fits, lang, tail=f" ({used})")
    return lines


def _attack_lines(view: View, lang: str) -> list[str]:
    attack = view.state.attack[0]
    if attack.stage not in UNDER_WAY:
        return []
    damage = [say("table.damage", lang, amount=n, type=say(f"type.{type}", lang)) for type, n in attack_parts(attack)]
    attacker = player_name(view, attack.attacker, lang)
    ability = thing_name(view.content, attack.variant, lang)
    return [say("table.attack", lang, attacker=attacker, ability=ability, damage=", ".join(damage) or "-")]


def _card(view: View, card: str, lang: str) -> str:
    sheet = view.content.heroes[view.state.heroes[view.player].name].cards[card]
    return f"{_in(sheet.name, lang)} ({sheet.cost})"


def _listed(
    key: str, field: str, items: Iterable[str], lang: str, *, if_any: bool = False, tail: str = ""
) -> list[str]:
    """A text with a list in it, broken into lines that are not too wide."""
    found = list(items)
    if if_any and not found:
        return []
    text = say(key, lang, **{field: ", ".join(found) or say("table.nothing", lang)}) + tail
    return _broken(text)


def _broken(text: str) -> list[str]:
    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    if len(text) + wide <= WIDTH:
        return [text]
    return wrap(text, WIDTH if not wide else WIDTH // 2, subsequent_indent="    ", break_long_words=True)
