"""Lists as text, as players paste them: cleaned lines, one small file for each layout, and one typed list of them all.

`lines` undoes what pasting does, `words` reads counts and points, `units` the units of any layout, `layouts` what each
one says of the whole army; `sheets` and `arming` find datasheets for them, and `matching` makes the army.
"""

from __future__ import annotations

from .model import ArmyList as ArmyList
from .model import Entry as Entry
from .model import ListedUnit as ListedUnit
from .reading import read_list as read_list
