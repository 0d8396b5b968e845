"""The tests of the kernel, one module a room."""
