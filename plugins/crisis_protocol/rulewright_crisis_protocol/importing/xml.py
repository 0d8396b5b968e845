"""XML of other people, read without entities: what declares any is refused before it can grow."""

from __future__ import annotations

from typing import Any, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from rulewright.problems import ContentError, Problem

DEEPEST = 100
"""Elements in elements; rosters and catalogues have some twenty."""


def read_xml(data: bytes) -> Element:
    """The root of a document, its elements under their plain names.

    Raises ContentError for what is no XML, says where, and for a document type, with which entities are declared.
    """
    builder, depth = TreeBuilder(), 0
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise _refused(f"elements in more than {DEEPEST} elements", "a catalogue or a roster")
        builder.start(tag.rpartition(" ")[2], {name.rpartition(" ")[2]: value for name, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag.rpartition(" ")[2])

    def doctype(*_: Any) -> NoReturn:
        raise _refused("a document type", "XML without one: entities are not read")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, ContentError):
            raise
        raise _refused(str(error), "XML") from None
    return builder.close()


def _refused(found: str, expected: str) -> ContentError:
    return ContentError([Problem("", found=found, expected=expected)])
