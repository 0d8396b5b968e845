"""The public names of the test kit (see `rulewright.late`)."""

from .damaged import check_damage as check_damage
from .damaged import check_damaged_file as check_damaged_file
from .findings import KitFailure as KitFailure
from .findings import Report as Report
from .fuzzing import fuzz as fuzz
from .fuzzing import machine as machine
from .fuzzing import reproduce as reproduce
from .kit import check_ruleset as check_ruleset
from .leaving import check_leaving as check_leaving
from .named import answer_named as answer_named
from .processes import same_under_hash_seeds as same_under_hash_seeds
from .refusals import refused as refused
from .scenarios import Scenario as Scenario
from .scenarios import ScenarioError as ScenarioError
from .scenarios import begin_game as begin_game
from .scenarios import invent as invent
from .scenarios import set_up as set_up
from .scripts import Script as Script
from .transcripts import playthrough as playthrough
from .transcripts import transcript as transcript
