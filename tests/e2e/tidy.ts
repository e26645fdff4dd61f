// Ends what a run of journeys left running, and removes what it wrote.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endLeftover } from "../../src/server/adapters/postgres-cluster.ts";
import { serverOf } from "../../src/server/start/data-folder.ts";
import { patient } from "../fixtures/patience.ts";

/** Ends the servers and databases that were left running in a folder, and removes it. */
export async function tidy(folder: string): Promise<void> {
  // Browsers leave single files here, too.
  const entries = await readdir(folder, { withFileTypes: true });
  const products = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  await Promise.all(products.map(endProduct));
  await rm(folder, { recursive: true, force: true, maxRetries: 30 });
}

async function endProduct(data_dir: string): Promise<void> {
  const server = serverOf(data_dir);
  if (server !== null) {
    process.kill(server, "SIGTERM");
    const until = Date.now() + patient(15_000);
    while (serverOf(data_dir) === server && Date.now() < until) await sleep(20);
    if (serverOf(data_dir) === server) process.kill(server, "SIGKILL");
  }
  await endLeftover(join(data_dir, "postgres", "cluster"));
}
