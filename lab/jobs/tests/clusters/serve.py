"""A HyperQueue server with workers of one core each: serve.py FOLDER WORKERS; it runs until it is ended."""

import sys
import time

from hyperqueue.cluster import LocalCluster, WorkerConfig

folder, workers = sys.argv[1], int(sys.argv[2])
with LocalCluster(folder) as cluster:
    for _ in range(workers):
        cluster.start_worker(WorkerConfig(cores=1))
    print("ready", flush=True)
    while True:
        time.sleep(60)
