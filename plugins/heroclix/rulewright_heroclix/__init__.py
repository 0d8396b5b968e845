"""
HeroClix for Rulewright.

There are no rules yet, and so no game of that name: only maps in the HCMaps format, read as boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright import hookimpl

if TYPE_CHECKING:
    from rulewright.plugins import FileFormat


@hookimpl
def read_file_format() -> FileFormat:
    """Maps in the HCMaps format."""
    from .map_format import HCMap

    return HCMap()
