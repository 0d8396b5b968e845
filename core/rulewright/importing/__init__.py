"""What importers of files of other programs share: XML and archives that are read safely, ids made from names, and
rosters of BattleScribe and New Recruit as one tree, whichever of them wrote it.
"""

from __future__ import annotations

from .battlescribe import Category as Category
from .battlescribe import Characteristic as Characteristic
from .battlescribe import Choosable as Choosable
from .battlescribe import Cost as Cost
from .battlescribe import Force as Force
from .battlescribe import NamedRule as NamedRule
from .battlescribe import Profile as Profile
from .battlescribe import Roster as Roster
from .battlescribe import Selection as Selection
from .battlescribe import Tree as Tree
from .battlescribe import read_roster as read_roster
from .ids import Ids as Ids
from .ids import both as both
from .ids import slug as slug
from .xml import beginning as beginning
from .xml import files_in as files_in
from .xml import read_xml as read_xml
from .xml import unpacked as unpacked
