"""Partitions large files in blocks, and repairs the borders between them."""

from core.jobs.block_engine import BlockEngine
from core.protect.blocks.block_cutting import smallest_block
from core.protect.blocks.block_partition import cut_into_blocks, partition_in_blocks, with_repair
from core.protect.blocks.engine import ThreadEngine
