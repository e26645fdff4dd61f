// How long the server takes to be ready: first start with the demo, and warm start.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serverBundle, serverWords } from "../../src/server/start/start.mjs";
import type { Report } from "./report.ts";

/** Milliseconds from the start of the process to the first "ready" answer; the process is ended after. */
async function timeToReady(data_dir: string, port: number): Promise<number> {
  const bundle = await serverBundle();
  const began = performance.now();
  const child = spawn(process.execPath, serverWords(bundle), {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: data_dir,
      SERVER_BUNDLE: bundle,
    },
    stdio: "ignore",
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error("the server ended before it was ready");
    await sleep(10);
  }
  const ready = performance.now() - began;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  return ready;
}

/** Node's own start of an empty program: what no server in this runtime can go below. */
async function emptyProgram(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return performance.now() - began;
}

export async function bench(report: Report): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), "start-bench-"));
  const port = 20_000 + (process.pid % 20_000);
  try {
    const empty = await emptyProgram();
    const first = await timeToReady(data_dir, port);
    await readFile(join(data_dir, "demo.json"));
    const warm: number[] = [];
    for (let run = 0; run < 3; run += 1) warm.push(await timeToReady(data_dir, port));
    const median = warm.toSorted((a, b) => a - b)[1] ?? NaN;
    const baseline = "an empty Node program";
    report({
      name: "start: first, with the demo",
      unit: "ms",
      ours: first,
      baseline,
      theirs: empty,
      goal: "at most 30 s",
      met: first <= 30_000,
    });
    report({
      name: "start: warm",
      unit: "ms",
      ours: median,
      baseline,
      theirs: empty,
      goal: "at most 2 s",
      met: median <= 2000,
    });
  } finally {
    await rm(data_dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
