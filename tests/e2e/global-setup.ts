// Before and after a run of journeys: the folder of everything that they write, and the demo that each product
// begins with. The demo is made once: making it takes longer than copying and starting it.
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { endLeftover } from "../../src/server/adapters/postgres-cluster.ts";
import { serverOf } from "../../src/server/start/data-folder.ts";
import { patient } from "../fixtures/patience.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** What journeys write is in here: it is removed after the last one. */
    journeys: string;
    /** Data folder of a product that has ended. */
    demo: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "journeys-"));
  // The database may run as another user.
  await chmod(folder, 0o711);
  try {
    const demo = join(folder, "demo");
    await mkdir(demo, { mode: 0o700 });
    const { end } = await startProduct({}, demo);
    await end();
    project.provide("journeys", folder);
    project.provide("demo", demo);
  } catch (error) {
    await tidy(folder);
    throw error;
  }
  return () => tidy(folder);
}

/** Ends the servers and databases that were left running in a folder, and removes it. */
async function tidy(folder: string): Promise<void> {
  const products = (await readdir(folder)).map((name) => join(folder, name));
  await Promise.all(products.map(endProduct));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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
