"""The battlefield: tools, what stands where, range, sight and cover, and hints for moves."""
