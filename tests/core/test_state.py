"""State: tables of records that only events write, cheap to fork, to take back, to hide and to save."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import Context, Record, Result, Seen, State, Table
from rulewright.state import (
    Frame,
    Removed,
    StateError,
    Viewer,
    hidden_fields,
    masked,
    masked_state,
    table_types,
    with_facts,
)
from tests.lengths import examples


class Card(msgspec.Struct, frozen=True):
    name: str
    cost: int = 0


class Hero(Record):
    player: int = 0
    hp: int = 5
    tags: tuple[str, ...] = ()
    card: Card | None = None


class Hand(Record):
    owner: int = 0
    count: Annotated[tuple[str, ...], Seen.COUNT] = ()
    own: Annotated[str, Seen.OWNER] = ""
    team: Annotated[str, Seen.TEAM] = ""
    secret: Annotated[int, Seen.NOBODY] = 0
    open: Annotated[str, Seen.PUBLIC] = ""


class World(State):
    heroes: Table[Hero]
    hands: Table[Hand]


class Bigger(World):
    more: Table[Hero]


def world() -> World:
    """A state with three heroes."""
    state = World()
    state.writing = True
    for number in (3, 1, "two"):
        state.heroes.add(Hero(number))
    state.writing = False
    state.undo.clear()
    return state


def writing(state: World) -> World:
    state.writing = True
    return state


# ------------------------------------------------------------------------------------------------------ writing


@pytest.mark.parametrize(
    "write",
    [
        lambda table: table.edit(1),
        lambda table: table.add(Hero(9)),
        lambda table: table.put(Hero(1)),
        lambda table: table.put(Hero(9)),
        lambda table: table.remove(1),
    ],
)
def test_tables_are_written_only_while_an_event_is_applied(write: Any) -> None:
    state = world()
    before = state.to_json()

    with pytest.raises(StateError, match=r"heroes.*outside an event; yield an Event instead"):
        write(state.heroes)

    assert state.to_json() == before
    write(writing(state).heroes)
    assert state.to_json() != before or list(state.heroes) == [3, 1, "two"]


@pytest.mark.parametrize(
    "write",
    [
        lambda table: table.__setitem__(1, Hero(1)),
        lambda table: table.__delitem__(1),
        lambda table: table.clear(),
        lambda table: table.pop(1),
        lambda table: table.popitem(),
        lambda table: table.setdefault(9, Hero(9)),
        lambda table: table.update({9: Hero(9)}),
        lambda table: table.__ior__({9: Hero(9)}),
    ],
)
def test_tables_are_not_written_like_dictionaries(write: Any) -> None:
    """Not even inside an event: such a write could not be taken back."""
    state = writing(world())

    with pytest.raises(StateError, match="table heroes is written through edit, add and remove"):
        write(state.heroes)
    assert list(state.heroes) == [3, 1, "two"]


def test_unknown_and_taken_ids_are_named() -> None:
    state = writing(world())

    with pytest.raises(StateError, match="heroes has no record 9"):
        state.heroes.edit(9)
    with pytest.raises(StateError, match="heroes has no record 'one'"):
        state.heroes.remove("one")
    with pytest.raises(StateError, match="heroes already has a record 'two'"):
        state.heroes.add(Hero("two"))


def test_a_record_in_the_hand_is_a_snapshot() -> None:
    state = writing(world())
    held = state.heroes[1]

    state.heroes.edit(1).hp = 2

    assert held.hp == 5
    assert state.heroes[1].hp == 2


def test_editing_twice_keeps_both_changes() -> None:
    state = writing(world())
    state.heroes.edit(1).hp = 2
    state.heroes.edit(1).tags = ("hurt",)

    assert (state.heroes[1].hp, state.heroes[1].tags) == (2, ("hurt",))


def test_records_stand_in_the_order_of_arrival() -> None:
    state = writing(world())
    state.heroes.edit(3).hp = 1
    state.heroes.put(Hero(1, hp=2))
    state.heroes.remove("two")
    state.heroes.add(Hero("two"))
    state.heroes.put(Hero(0))

    assert list(state.heroes) == [3, 1, "two", 0]


def test_the_only_record_of_a_table() -> None:
    state = writing(world())
    state.hands.add(Hand(4))

    assert state.hands.only.id == 4
    with pytest.raises(ValueError):
        assert state.heroes.only


def test_versions_grow_with_every_write_and_when_it_is_taken_back() -> None:
    state = writing(world())
    versions = [state.heroes.version]
    state.heroes.edit(1)
    versions.append(state.heroes.version)
    state.rollback(0)
    versions.append(state.heroes.version)

    assert versions == sorted(set(versions))
    assert state.hands.version == 0


# ------------------------------------------------------------------------------------------------- taking back


Wishes = list[tuple[str, Any, str]]
"""How is written, to whose record, in which table."""
WRITES = st.lists(
    st.tuples(
        st.sampled_from(["edit", "add", "put", "remove"]),
        st.sampled_from([1, 3, "two", 4, 5]),
        st.sampled_from(["heroes", "heroes", "hands"]),
    ),
    max_size=12,
)


def write_some(state: World, writes: Wishes) -> None:
    for number, (how, key, name) in enumerate(writes):
        table: Table[Any] = getattr(state, name)
        known = key in table
        if how == "edit" and known:
            setattr(table.edit(key), "hp" if name == "heroes" else "owner", number)
        elif how == "remove" and known:
            table.remove(key)
        elif how == "put" or (how == "add" and not known):
            record = Hero(key, hp=number) if name == "heroes" else Hand(key, owner=number)
            (table.put if how == "put" else table.add)(record)


@given(WRITES, WRITES)
@examples(60)
def test_what_is_taken_back_was_never_written(first: Wishes, second: Wishes) -> None:
    """The same rows in the same order."""
    state = writing(world())
    write_some(state, first)
    mark, before = len(state.undo), state.to_json()
    write_some(state, second)

    state.rollback(mark)
    assert state.to_json() == before
    state.rollback(0)
    assert state.to_json() == world().to_json()


@given(WRITES, WRITES)
@examples(60)
def test_who_follows_a_table_learns_what_is_taken_back(first: Wishes, second: Wishes) -> None:
    """Row by row, as if each was written again."""
    state = writing(world())
    state.follow("heroes")
    heroes: Any = state.heroes
    write_some(state, first)
    mark = len(state.undo)
    write_some(state, second)
    before, version = dict(heroes), heroes.version
    state.rollback(mark)

    other = {key for key in {**before, **heroes} if before.get(key) is not heroes.get(key)}
    assert other <= set(heroes.written(version))


def test_to_take_a_removal_back_no_other_row_is_kept() -> None:
    state = writing(world())
    gone = state.heroes.remove(1)

    assert [*state.writes.since(0)] == [("heroes", 1, Removed(gone, place=1))]
    state.rollback(0)
    assert list(state.heroes) == [3, 1, "two"]


@given(WRITES, WRITES)
@examples(60)
def test_a_fork_goes_its_own_way(first: Wishes, second: Wishes) -> None:
    state = writing(world())
    write_some(state, first)
    fork = writing(state.fork())
    before = state.to_json()
    assert fork.to_json() == before

    write_some(fork, second)
    assert state.to_json() == before
    write_some(state, second)
    assert state.to_json() == fork.to_json()


def test_a_fork_shares_records_and_writes_nothing_to_the_old_log() -> None:
    state = world()
    fork = writing(state.fork())

    assert fork.heroes[1] is state.heroes[1]
    fork.heroes.edit(1).hp = 0
    assert (state.heroes[1].hp, state.undo) == (5, [])
    with pytest.raises(StateError):
        state.heroes.edit(1)


def test_writes_of_another_state_can_be_taken_back_in_a_fork() -> None:
    state = writing(world())
    state.heroes.edit(1).hp = 0
    state.heroes.remove(3)
    fork = state.fork()

    fork.written(state.writes)

    assert fork.to_json() == world().to_json()
    assert state.heroes[1].hp == 0


# ------------------------------------------------------------------------------------------------------ hiding


def hand() -> Hand:
    return Hand(1, 0, ("ace", "king"), "mine", "ours", 42, "all")


@pytest.mark.parametrize(
    ("viewer", "count", "own", "team"),
    [
        (Viewer(0, (0, 2)), ("ace", "king"), "mine", "ours"),
        (Viewer(2, (0, 2)), (None, None), None, "ours"),
        (Viewer(1, (1, 3)), (None, None), None, None),
    ],
)
def test_each_viewer_sees_what_the_marks_allow(viewer: Viewer, count: Any, own: Any, team: Any) -> None:
    seen = hand().seen_by(viewer)

    assert [seen.count, seen.own, seen.team, seen.secret, seen.open] == [count, own, team, None, "all"]
    assert hand() == Hand(1, 0, ("ace", "king"), "mine", "ours", 42, "all")


def test_a_record_without_secrets_is_shown_as_it_is() -> None:
    hero = Hero(1)

    assert hero.seen_by(Viewer(1, (1,))) is hero
    assert hidden_fields(Hero) == ()
    assert [name for name, _ in hidden_fields(Hand)] == ["count", "own", "team", "secret"]


def test_the_owner_is_the_field_owner_or_else_player() -> None:
    class Purse(Record):
        player: int = 0
        coins: Annotated[int, Seen.OWNER] = 0

    assert Purse(0, 1, 7).seen_by(Viewer(1, (1,))).coins == 7
    assert Purse(0, 1, 7).seen_by(Viewer(0, (0,))).coins is None


def test_nobodys_secret_is_hidden_from_all() -> None:
    class Deck(Record):
        cards: Annotated[tuple[int, ...], Seen.OWNER] = ()

    assert Deck(0, (1, 2)).seen_by(Viewer(0, (0,))).cards is None


def test_a_counted_field_that_is_none_stays_none() -> None:
    class Maybe(Record):
        owner: int = 0
        cards: Annotated[tuple[int, ...] | None, Seen.COUNT] = None

    assert masked(Maybe(0), Viewer(1, (1,))).cards is None


def test_a_masked_state_is_another_state() -> None:
    state = writing(world())
    state.hands.add(hand())

    seen = masked_state(state, Viewer(1, (1,)))

    assert seen.hands[1].secret is None  # type: ignore[attr-defined]
    assert state.hands[1].secret == 42
    assert list(seen.heroes) == list(state.heroes)  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------------------------- through JSON


def test_a_state_survives_json() -> None:
    state = writing(world())
    state.heroes.put(Hero(1, 1, -3, ("a", "b"), Card("axe", 2)))
    state.hands.add(hand())
    state.result = Result((1,), "won")

    back = World.from_json(state.to_json())

    assert back.to_json() == state.to_json()
    assert back.digest() == state.digest()
    assert back.heroes == state.heroes
    assert back.heroes[1].card == Card("axe", 2)
    assert back.result == Result((1,), "won")
    assert not back.writing


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "not a state"),
        (b"[1]", "not a state: found list, expected an object with tables"),
        (b'{"heros": []}', "unknown table 'heros'; this ruleset has .*heroes"),
        (b'{"heroes": [{"id": 1}, {"id": 1}]}', "table heroes, row 1: id 1 stands there twice"),
        (b'{"heroes": [{"id": 1, "hp": "many"}]}', r"table heroes, row 0: Expected `int`, got `str` - at `\$.hp`"),
        (b'{"heroes": [{"hp": 4}]}', "table heroes, row 0: .*missing required field `id`"),
        (b'{"heroes": [7]}', "table heroes, row 0: Expected `object`, got `int`"),
        (b'{"heroes": 7}', "table heroes: found int, expected a list of rows"),
        (b'{"heroes": {"id": 1}}', "table heroes: found dict, expected a list of rows"),
        (b'{"result": 7}', r"result: Expected `object.*`, got `int`"),
        (b"[" * 100_000, "not a state"),
        (b'{"result": "\xff"}', "(?i)not a state: .*utf-8"),
    ],
)
def test_what_is_no_state_is_named(data: bytes, words: str) -> None:
    with pytest.raises(StateError, match=words):
        World.from_json(data)


def test_digests_tell_states_apart() -> None:
    digests = {world().digest()}
    for change in (
        lambda s: s.heroes.edit(1).__setattr__("hp", 4),
        lambda s: s.heroes.remove(1),
        lambda s: s.heroes.put(Hero(9)),
        lambda s: (s.heroes.remove(3), s.heroes.add(Hero(3))),
        lambda s: s.__setattr__("result", Result(())),
        lambda s: s.hands.add(Hand(1)),
    ):
        state = writing(world())
        change(state)
        digests.add(state.digest())

    assert len(digests) == 7
    assert world().digest() in digests


def test_a_checksum_names_the_table_that_differs() -> None:
    state = writing(world())
    state.hands.add(hand())
    before = state.sums()
    state.hands.edit(1).own = "changed"
    after = state.sums()

    assert {name for name in before if before[name] != after[name]} == {"hands"}


# ------------------------------------------------------------------------------------------------- declarations


def test_tables_are_declared_and_inherited() -> None:
    assert set(table_types(World)) == {*table_types(State), "heroes", "hands"}
    assert set(table_types(Bigger)) == {*table_types(World), "more"}
    assert Bigger().more.name == "more"


class NoRecords(State):
    numbers: Table[int]  # type: ignore[type-var]


def test_a_table_of_something_else_is_refused() -> None:
    with pytest.raises(StateError, match=r"NoRecords.numbers: a table holds records"):
        NoRecords()


# ------------------------------------------------------------------------------------- facts of running procedures


class Deed(Context):
    size: int = 0
    name: str = ""


def test_facts_are_noted_in_a_copy_of_the_stack() -> None:
    """Frames inside that share the context see the new facts; the old stack stays as it was."""
    deed = Deed(id=1, size=2)
    outer = Frame(None, 0, None, deed, 1, 0)
    sharing = Frame(outer, 3, None, deed, 2, 0)
    own = Frame(sharing, 1, None, Deed(id=3), 3, 1)

    new = with_facts(own, 1, {"size": 7})

    assert isinstance(new.context, Deed) and new.context.size == 0
    assert new.parent is not None and new.parent.parent is not None
    assert new.parent.context is new.parent.parent.context
    assert isinstance(new.parent.context, Deed) and new.parent.context.size == 7
    assert (new.uid, new.parent.index, new.floor) == (3, 3, 1)
    assert deed.size == 2
    assert outer.context is deed


def test_facts_of_what_has_ended_are_refused() -> None:
    with pytest.raises(StateError, match="size, name: the context to be noted is of something that has ended"):
        with_facts(Frame(None, 0, None, Deed(id=1), 1, 0), 5, {"size": 1, "name": "x"})
