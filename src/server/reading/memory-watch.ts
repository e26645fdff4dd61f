// Ends its process when that passes its memory or has lost the server. It runs in a thread of its own,
// because a file that is too complex keeps the main thread of the process busy.
import { workerData } from "node:worker_threads";

/** Bytes; 0 for no limit. */
const limit = workerData as Float64Array;
const parent = process.ppid;
const everyMs = 25;

setInterval(() => {
  const most = limit[0] ?? 0;
  const isTooLarge = most > 0 && process.memoryUsage.rss() > most;
  // The kernel sends the same signal when the machine runs out of memory.
  if (isTooLarge || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, everyMs);
