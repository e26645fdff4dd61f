// Before and after a run of journeys: the folder of everything that they write, and the demo that each product
// begins with. The demo is made once: making it takes longer than copying and starting it.
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";
import { tidy } from "./tidy.ts";

const tidyFile = join(import.meta.dirname, "tidy.ts");

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
  process.once("exit", tidyLater);
  const end = () => {
    process.off("exit", tidyLater);
    return tidy(folder);
  };
  function tidyLater() {
    // Ctrl-C leaves no time: another process waits until the servers have ended.
    const run = `import(${JSON.stringify(tidyFile)}).then(({ tidy }) => tidy(${JSON.stringify(folder)}))`;
    spawn(process.execPath, ["-e", run], { detached: true, stdio: "ignore" }).unref();
  }
  try {
    const demo = join(folder, "demo");
    await mkdir(demo, { mode: 0o700 });
    const product = await startProduct({}, demo);
    await product.end();
    project.provide("journeys", folder);
    project.provide("demo", demo);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
