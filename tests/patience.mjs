// How busy and how fast this machine is, measured before the tests start.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** What the work below takes on one idle core of the machine that the limits were chosen on, in milliseconds. */
const USUAL_MS = 230;

const work = `
  let sum = 1;
  for (let at = 0; at < 10_000_000; at += 1) sum = (sum * 48_271 + at) % 2_147_483_647;
  require("node:worker_threads").parentPort.postMessage(sum);
`;

/** Milliseconds that each core takes for the same work at the same time: the slowest one's. */
async function slowest() {
  const begun = performance.now();
  const cores = Array.from({ length: availableParallelism() }, () => {
    const worker = new Worker(work, { eval: true });
    return new Promise((done, fail) => {
      worker.once("message", () => done(performance.now() - begun));
      worker.once("error", fail);
    });
  });
  return Math.max(...(await Promise.all(cores)));
}

/**
 * The factor of all time limits of the tests: twice the slowness of this machine, because tests run beside each
 * other, and because other work may begin later.
 * @returns {Promise<number>} at least 2
 */
export async function measurePatience() {
  return Math.max(2, (2 * (await slowest())) / USUAL_MS);
}
