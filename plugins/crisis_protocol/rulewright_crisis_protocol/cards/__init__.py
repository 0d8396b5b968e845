"""The content as cards print it: its models, in which texts are programs, and how it is loaded."""
