"""The steps of the window: a page each, with the parts of the pages in folders."""
