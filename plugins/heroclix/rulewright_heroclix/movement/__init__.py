"""Movement: moving, carrying, breaking away and placing (chapter 10)."""
