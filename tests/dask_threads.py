"""Threads that Dask leaves in a process are ended: one with threads is not copied for a pool."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor


def end() -> None:
    from distributed import utils  # takes long, and few tests need it

    gc.collect()
    for _, runner in list(utils.LoopRunner._all_loops.values()):
        runner.stop()
    utils._offload_executor.shutdown()
    utils._offload_executor = ThreadPoolExecutor(1, thread_name_prefix="Dask-Offload")
