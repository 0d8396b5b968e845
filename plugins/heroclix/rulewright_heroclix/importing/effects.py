"""What happens: deeds as effects in the parts that have begun."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from ..powers import LIMITED, STANDARD
from .frames import ROLES, Deed, Document, Frame, NotUnderstood, Said, all_of, named, own, within


def carry_out(said: Said, deeds: list[Deed], parts: list[Document], frame: Frame) -> None:
    """Put what happens into parts that have begun."""
    for part in parts:
        place = _opened(part["effects"])
        if not frame.timed and frame.tests:
            place.append({"do": "if", **all_of(frame.tests), "then": []})
            place = place[-1]["then"]
        for deed in deepcopy(deeds):
            place = _put(said, deed, part, place, frame)


def _put(said: Said, deed: Deed, part: Document, place: list[Document], frame: Frame) -> list[Document]:
    """Put a deed into a part; where the next one goes."""
    means = deed.means
    if deed.kind == "may":
        if means != "self":
            raise NotUnderstood("what someone else may do")
        place.append({"do": "may", "effects": []})
        return place[-1]["effects"]  # type: ignore[no-any-return]
    if deed.kind == "done":
        return _last(part, "may").setdefault("if_done", [])  # type: ignore[no-any-return]
    if deed.kind == "effect" and any(one.pop("one_hit", False) for one in within(means)):
        part.setdefault("once", "attack")
        part["may"] = True
        if not means:
            return place
    if deed.kind == "effect" and "into" in means:
        _last(part, means["into"]).setdefault("then", []).append(means["effect"])
        return place
    if deed.kind == "result":
        return _with_result(_last(part, "roll"), means)
    if deed.kind == "effect" and "victim" in means and not deed.until:
        effects = [{**means["victim"], "then": [means["then"]] if "then" in means else []}]
    else:
        effects = list(_effects(said, deed, part, frame.unique))
    if place and place[-1]["do"] == "roll" and not place[-1]["results"]:
        place[-1]["results"].append({"effects": effects})
        return place
    place += effects
    return _opened(place)


def _opened(place: list[Document]) -> list[Document]:
    """Where effects behind these go: to whoever has been chosen for nothing yet."""
    last = place[-1] if place else {}
    if last.get("do") == "target" and not last["then"]:
        return last["then"]  # type: ignore[no-any-return]
    if last.get("do") == "may":
        inside = _opened(last["effects"])
        return place if inside is last["effects"] else inside
    return place


def _last(part: Document, verb: str) -> Document:
    """The last effect of a part with a verb."""
    found = [one for one in within(part) if one.get("do") == verb]
    if not found:
        raise NotUnderstood(f"{verb} of nothing")
    return found[-1]


def _with_result(roll: Document, means: Document) -> list[Document]:
    """Where the effects of a result go."""
    effects: list[Document] = []
    if means.get("next") and means["most"] != means["least"] + 1:
        raise NotUnderstood("two results that are no range")
    means = {key: means[key] for key in ("least", "most") if key in means}
    if "adds" not in roll:
        roll["results"].append({**means, "effects": effects})
        return effects
    if "most" in means:
        raise NotUnderstood("a range of results with something added")
    amount = {"sum": [{"rolled": True}, roll.pop("adds")]}
    test = {"amount": amount, "at_least": means["least"]}
    roll["results"].append({"effects": [{"do": "if", "test": test, "then": effects}]})
    return effects


def _effects(said: Said, deed: Deed, part: Document, unique: bool) -> Iterator[Document]:
    """What happens, as verbs of the game. Raises NotUnderstood."""
    means = deed.means
    if deed.kind == "grant":
        if "untargetable" in means:
            yield _hidden(means, deed.until)
            return
        if "and" in means or means["to"] == "both":
            raise NotUnderstood("powers of several")
        yield {"do": "can_use", "to": _whom(means["to"], part), "powers": means["powers"], **_lasts(deed.until)}
    elif deed.kind == "modify":
        yield from _modify(means, {**_lasts(deed.until), **({"unique": True} if unique else {})}, part)
    elif deed.kind == "chosen":
        if not said.options:
            raise NotUnderstood("which power was chosen")
        if not deed.until:
            raise NotUnderstood("how long the chosen power can be used")
        own(means)
        another = {"another": True} if said.another else {}
        yield {"do": "choose_power", "powers": said.options, "until": deed.until, **another}
        said.options, said.another = [], False
    elif deed.kind != "effect" or deed.until:
        raise NotUnderstood(deed.kind)
    elif isinstance(means, list):
        yield from ({**one, **_roles(one, part)} for one in means)
    elif "choose" in means:
        said.options, said.another = means["choose"], means.get("another", False)
    elif "between" in means:
        options = [
            {"effects": [{"do": "can_use", "powers": one["powers"], "until": means["until"]}]}
            for one in map(_of_itself, means["between"])
        ]
        yield {"do": "choose", "options": options}
    elif "powers_free" in means:
        for power in own(means)["powers_free"]:
            yield from free_use({"power": power}, said)
    elif "power" in means:
        bound = {key: _whom(means[key], part) for key in ROLES if key in means}
        yield from free_use({**own(means), **bound}, said)
    else:
        powers = {"powers": list(STANDARD)} if means.get("powers") == "standard" else {}
        yield {**own(means), **_roles(means, part), **powers}


def _hidden(means: Document, until: str) -> Document:
    """Whom attacks cannot target for a while. Raises NotUnderstood where that is said of some of them only."""
    if not until or means["untargetable"] != "any" or not means.get("nonadjacent") or means["to"] != "self":
        raise NotUnderstood("who cannot be targeted for a while")
    return {"do": "hide", "to": "self", "until": until}


def _of_itself(means: Document) -> Document:
    if means["to"] != "self":
        raise NotUnderstood("powers of others")
    return means


def _roles(means: Document, part: Document) -> Document:
    """Whom it means there."""
    return {key: _whom(means[key], part) for key in ROLES if key in means}


def _whom(whom: Any, part: Document) -> Any:
    """At the moment of each hit "hit characters" are the one that is hit; "that character" is the one chosen last."""
    if whom == "hit" and part.get("when") == "hits":
        return "other"
    chosen = any(one.get("do") == "target" for one in within(part))
    return "chosen" if whom == "other" and chosen else whom


def _lasts(until: str) -> Document:
    """How long something lasts, where the text says so (20.3)."""
    return {"until": until} if until else {}


def _modify(means: Document, how: Document, part: Document) -> Iterator[Document]:
    to = _whom(means["to"], part)
    if to in ("opponent", "both"):
        raise NotUnderstood("whose values")
    for one in means.get("pairs") or [means["change"]]:
        if "per" in one or "other" in one or one.get("same", one.get("by")) != one.get("by"):
            raise NotUnderstood("an amount for a while, values of another one, or a choice of different amounts")
        for values in [one["choice"]] if "choice" in one else [[value] for value in one["values"]]:
            yield {"do": "modify", "to": to, "values": values, "by": one["by"], **how}


def free_use(means: Document, said: Said) -> Iterator[Document]:
    """An action of a power as FREE, which the character can use for it if it cannot otherwise."""
    power = means["power"]
    if power == SHOT and SHOT in said.grants:
        yield {"do": "as_free", "powers": ["range"]}
        return
    if power not in LIMITED:
        raise NotUnderstood("a power without an action as FREE")
    lends: Document = {} if power in said.grants else {"lends": True}
    bound: Document = {key: means[key] for key in BOUND if key in means}
    yield {"do": "as_free", "powers": [power], **lends, **bound}


SHOT: Final = "penetrating-psychic-blast"
"""The power that is used in every range attack."""
BOUND: Final = ("on", "markers", "where", "touching")
"""The fields that say how alone a power may be used as FREE."""


# A whole text -----------------------------------------------------------------------------------------------


def complete(said: Said) -> None:
    """Refuse what says of something that it happens, and not what; what may be left is left as a whole.

    Raises NotUnderstood.
    """
    if said.options:
        raise NotUnderstood("a power is chosen for nothing")
    for one in within(said.does):
        wanted = {"may": "effects", "roll": "results", "if": "then", "target": "then"}.get(one.get("do", ""), "")
        if (wanted and not one[wanted]) or one.get("effects") == [] or one.get("if_done") == [] or "adds" in one:
            raise NotUnderstood("it says when, and not what")
    for part in said.attacks:
        _once_an_attack(part)
    said.does += [_of_itself_too(part) for part in said.friends if part["when"] != "KO'd"]
    for part in said.does:
        only = part["effects"][0] if len(part.get("effects", ())) == 1 else {}
        if "when" in part and only.get("do") == "may":
            part.update(may=True, effects=[*only["effects"], *_if_done(only)])


def _if_done(may: Document) -> list[Document]:
    """What follows if something was done; who fails to break away has not moved."""
    found: list[Document] = may.get("if_done", [])
    moves = any(one.get("do") == "move" for one in within(may["effects"]))
    return [{"do": "if", "test": {"did": True}, "then": found}] if found and moves else found


def _of_itself_too(part: Document) -> Document:
    """A part about the moment of a friendly character, for that of the character itself; who is KO'd does nothing more.

    Raises NotUnderstood where both would count together, and where it speaks of that one by name.
    """
    of = part.get("of", {})
    if part.get("once") in ("turn", "game") or "named" in of or "test" in part:
        raise NotUnderstood("a friendly character that may be the character itself")
    test = {"test": {"keyword": of["keyword"]}} if "keyword" in of else {}
    own_part = deepcopy({key: one for key, one in part.items() if key not in ("whose", "of")})
    for one in within(own_part["effects"]):
        one.update({key: "self" for key in ("to", "who", "near") if one.get(key) == "other"})
    return {**own_part, **test}


def _once_an_attack(part: Document) -> None:
    """What an attack brings that hits or misses comes once, not for each of its targets, unless it speaks of them.

    Raises NotUnderstood for dice that would be rolled for each of them.
    """
    if not named(part["effects"]) & {"other", "hit"}:
        part.setdefault("once", "attack")
    elif any(one.get("do") == "roll" for one in within(part)):
        raise NotUnderstood("whether dice are rolled for each of those who are hit")
