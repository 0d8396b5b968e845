"""Before the first turn: the table is laid, boxes are mixed, skills are drafted, and first hands are taken."""
