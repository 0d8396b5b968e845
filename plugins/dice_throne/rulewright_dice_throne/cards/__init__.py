"""The content as cards and boards print it: its models, in which texts are programs, and how it is loaded."""
