"""The figures: each module measures one kind of thing."""
