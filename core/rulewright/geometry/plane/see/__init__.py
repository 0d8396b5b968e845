"""Who sees whom: lines of sight, cover, facing, and the ground that is seen."""

from .crossing import crossed as crossed
from .crossing import crosses as crosses
from .lines import Sight as Sight
from .lines import sample_table as sample_table
from .lines import sight as sight
from .lines import sight_table as sight_table
from .overlook import Raster as Raster
from .overlook import seen_area as seen_area
from .screens import Screen as Screen
from .screens import SeeThrough as SeeThrough
from .screens import SightPolicy as SightPolicy
from .units import seers as seers
from .units import sees as sees
from .units import unit_sees as unit_sees
from .visible import Facing as Facing
from .visible import facing as facing
from .visible import fully_visible as fully_visible
