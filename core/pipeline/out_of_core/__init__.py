"""Protects and checks files that do not fit into memory, in blocks and in parts on disk.

Every step goes through the records in parts and keeps a bounded number of them in memory
(manual: command-line#files-larger-than-memory).
"""
