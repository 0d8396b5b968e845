"""The content as it stands in files: its models, in which texts are programs, and how it is loaded."""
