"""The kernel holds nothing that only its own tests use."""

from __future__ import annotations

import ast
from typing import Final

from tests.users import Named, kernel, named_in, unused, words_of_users

EXCUSED: Final = {
    "click and Rich call them": {
        "invoke", "get_command", "list_commands", "process_renderables", "_Seen", "writelines",
    },
    "processes that the kernel starts call them": {"answer_apart", "play_for_digests"},
    "words of the shared vocabulary, found in their room": {"Sum", "NamedValue"},
    "the page on tests of rulesets names their room": {"Mutator", "_anything", "_place_of"},
    "tests of games use it": {"check_damaged_file"},
    "authors draw places of a region with it": {"sample_places", "_in_part", "_in_triangles"},
}  # fmt: skip
"""Names that are written nowhere, and why they stay."""


def defined(text: str) -> list[Named]:
    """What a room of its own defines."""
    return list(named_in("room", ast.parse(text).body))


def names(found: list[Named]) -> list[str]:
    return [one.name for one in found]


def test_every_name_of_the_kernel_has_a_user() -> None:
    excused = {name for several in EXCUSED.values() for name in several}

    assert sorted(str(one) for one in unused(kernel(), words_of_users()) if one.name not in excused) == []


def test_what_is_excused_has_no_other_user() -> None:
    excused = {name for several in EXCUSED.values() for name in several}

    assert excused <= {*names(unused(kernel(), words_of_users()))}


def test_what_a_user_names_is_used_with_all_that_this_names() -> None:
    room = defined(
        """
def asked(): return helper() + LIMIT
def helper(): ...
LIMIT = 3
def alone(): return lonely
lonely = 1
"""
    )

    assert names(unused(room, ["asked"])) == ["alone", "lonely"]


def test_methods_are_used_where_their_class_is_and_someone_names_them() -> None:
    room = defined(
        """
class Seen:
    def __len__(self): ...
    def told(self): ...
    def idle(self): ...
class Unseen:
    def told(self): ...
"""
    )

    assert [str(one) for one in unused(room, ["Seen", "told"])] == ["room: Seen.idle", "room: Unseen"]


def test_imports_and_explanations_are_no_use() -> None:
    room = defined('"""Of helper."""\nfrom .elsewhere import helper\ndef helper():\n    """See `helper`."""')

    assert names(unused(room, [])) == ["helper"]


def test_what_a_module_runs_is_used() -> None:
    assert names(unused(defined("begin(now)\ndef begin(): ...\ndef now(): ...\ndef later(): ..."), [])) == ["later"]
