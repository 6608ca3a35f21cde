"""Pictures: one canvas class, one file a picture, drawn from plain arrays in the theme's colours.

Importing this package does not import matplotlib; the modules in it do.
"""
