"""What people type, read: orders, answers, packs, cases, with words for what is wrong."""
