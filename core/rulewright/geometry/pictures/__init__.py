"""Pictures of boards and tables, for people."""
