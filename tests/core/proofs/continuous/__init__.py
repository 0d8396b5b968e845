"""King of the hill in inches: moves along a path, and activations that alternate with passing."""
