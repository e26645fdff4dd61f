// Loaded into a process before its program: writes the longest delay of its event loop to a file, ten times a second.
import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const file = process.env["LOOP_DELAY_FILE"];
/** Milliseconds between two looks at the loop; the monitor counts them as delay. */
const resolution = 5;

if (file !== undefined && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${delay.max / 1e6 - resolution} ${process.pid}\n`);
    delay.reset();
  }, 100).unref();
}
