"""The shortest way of a base round obstacles, and where it can come."""
