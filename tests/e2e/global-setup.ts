// The demo that every file of journeys gets a copy of. It is made once: making it takes longer than copying and
// starting it for each file.
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Data folder of a product that has ended. */
    demo: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { end, data_dir } = await startProduct();
  await end();
  project.provide("demo", data_dir);
  return () => rm(data_dir, { recursive: true, force: true, maxRetries: 5 });
}
