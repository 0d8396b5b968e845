"""Where units may be set up, and finding room for them."""
