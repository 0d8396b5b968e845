"""Movement tools, pushes and throws, beams and areas."""

from .sampling import sample_advance as sample_advance
from .sampling import sample_place as sample_place
from .throws import Struck as Struck
from .throws import Thrown as Thrown
from .throws import Wedge as Wedge
from .throws import area as area
from .throws import beam as beam
from .throws import push as push
from .throws import straight_tool as straight_tool
from .throws import throw as throw
from .throws import throw_piece as throw_piece
from .throws import wedge as wedge
from .tools import Advance as Advance
from .tools import MovementTool as MovementTool
from .tools import Passage as Passage
from .tools import can_end as can_end
from .tools import check_advance as check_advance
from .tools import lay as lay
from .tools import placements as placements
from .tools import reachable as reachable
from .tools import tool_faults as tool_faults
