"""What of a panel is shown again at the terminal."""

from __future__ import annotations

from rulewright.cli.news import news_of
from rulewright.geometry.maps import Map
from rulewright.panels import Cards, Dice, DieFace, Heading, Item, MapOf, Panel, Row, Rows, Section, Text

HAND = Cards((Item("Axe"), Item("Bow")), "Hand")


def heroes(*health: int) -> Rows:
    return Rows(tuple(Row((Text("Hero"), Text(str(one)))) for one in health))


def test_what_is_as_it_was_is_not_shown_again() -> None:
    panel = Panel((Heading("Turn 1"), Section((heroes(8, 7),)), Section((HAND,))))
    assert news_of(panel, panel, with_map=True) == Panel(())


def test_of_rows_and_cards_those_are_shown_that_are_new() -> None:
    before = Panel((Heading("Turn 1"), Section((heroes(8, 7),)), Section((HAND,), "Yours")))
    hand = Cards((Item("Bow"), Item("Cap")), "Hand")
    now = Panel((Heading("Turn 1, roll"), Section((heroes(8, 5),)), Section((hand,), "Yours")))
    assert news_of(before, now, with_map=True) == Panel(
        (Section((heroes(5),)), Section((Cards((Item("Cap"),), "Hand"),), "Yours"))
    )


def test_what_stands_below_a_row_is_not_shown_again_with_its_cells() -> None:
    def dial(click: str, powers: str) -> Panel:
        return Panel((Rows((Row((Text("Ann"), Text(click)), (Text(powers),), about="ann"),)),))

    assert news_of(dial("1", "flies"), dial("2", "flies"), with_map=True) == Panel(
        (Rows((Row((Text("Ann"), Text("2")), about="ann"),)),)
    )
    assert news_of(dial("1", "flies"), dial("2", "swims"), with_map=True) == dial("2", "swims")


def test_dice_are_shown_whole_and_what_is_gone_leaves_no_line() -> None:
    dice = Dice((DieFace("1"), DieFace("2")))
    rolled = Dice((DieFace("1"), DieFace("3")))
    before, now = Panel((dice, Section((HAND,)))), Panel((rolled, Section((Cards((Item("Axe"),), "Hand"),))))
    assert news_of(before, now, with_map=True) == Panel((rolled,))


def test_a_map_is_shown_again_where_a_question_lays_something_over_it() -> None:
    before, now = (Panel((MapOf(Map(True, width, 4)),)) for width in (4, 5))
    assert news_of(before, now, with_map=False) == Panel(())
    assert news_of(before, now, with_map=True) == news_of(now, now, with_map=True) == now
