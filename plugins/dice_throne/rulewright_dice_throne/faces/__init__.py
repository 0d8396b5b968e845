"""What players see: names, options and questions in words, the table, a closer look."""
