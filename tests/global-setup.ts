// Before and after a run of the tests: the home of the PostgreSQL that database tests share.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { endLeftover } from "../src/server/adapters/postgres-cluster.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseHome: string;
  }
}

export default function setUp(project: TestProject): () => Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "workbench-test-"));
  chmodSync(home, 0o711);
  project.provide("databaseHome", home);
  return async () => {
    await endLeftover(join(home, "postgres", "cluster"));
    rmSync(home, { recursive: true, force: true });
  };
}
