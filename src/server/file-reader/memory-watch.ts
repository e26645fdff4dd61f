// Ends its process when that passes its memory or its processor time, or has lost the server. It runs in a thread of its own,
// because a file that is too complex keeps the main thread of the process busy.
import { workerData } from "node:worker_threads";

/** Bytes, and milliseconds of processor time since the process began; 0 for no limit. */
const limit = workerData as Float64Array;
const parent = process.ppid;
const everyMs = 25;

setInterval(() => {
  const [most = 0, longest = 0] = limit;
  const { user, system } = process.cpuUsage();
  if (longest > 0 && (user + system) / 1000 > longest) process.kill(process.pid, "SIGVTALRM");
  const isTooLarge = most > 0 && process.memoryUsage.rss() > most;
  // The kernel sends the same signal when the machine runs out of memory.
  if (isTooLarge || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, everyMs);
