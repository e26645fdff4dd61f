// Starts the whole product, as `npm start` does, in a temporary folder, for the browser journeys.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

export type DemoAccount = {
  readonly key: string;
  readonly role: string;
  readonly email: string;
  readonly password: string;
  readonly totp_secret?: string;
  readonly sign_in_url: string;
};

export type Product = {
  readonly url: string;
  readonly data_dir: string;
  /** Milliseconds from the start of the process until it answered. */
  readonly ready_ms: number;
  readonly accounts: readonly DemoAccount[];
  /** Ends the server; its folder stays. */
  end(): Promise<void>;
  /** Ends the server as a crash does: at once, wherever it is. Its folder stays. */
  kill(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
};

/** The demo's file, once this very start of the server has written it and the server answers. */
async function readyDemo(data_dir: string, printed: string): Promise<Demo | null> {
  try {
    const demo = JSON.parse(await readFile(join(data_dir, "demo.json"), "utf8")) as Demo;
    if (!printed.includes(demo.url)) return null;
    const answer = await fetch(`${demo.url}/api/health/ready`);
    return answer.ok ? demo : null;
  } catch {
    return null;
  }
}

async function databaseLog(data_dir: string): Promise<string> {
  const text = await readFile(join(data_dir, "postgres", "postgres.log"), "utf8").catch(() => "");
  return text.slice(-2000);
}

type Demo = { url: string; accounts: DemoAccount[] };

/**
 * Runs the server on a free port and waits until the demo is seeded and the server answers.
 * @param seeded a data folder to go on with, see copyOf; else a new one
 */
export async function startProduct(
  environment: Record<string, string> = {},
  seeded?: string,
): Promise<Product> {
  const data_dir = seeded ?? (await mkdtemp(join(tmpdir(), "workbench-")));
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, ["src/server/main.ts"], {
    env: { ...process.env, NODE_ENV: "test", PORT: "0", DATA_DIR: data_dir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout?.on("data", (text: Buffer) => (printed += text.toString()));
  child.stderr?.on("data", (text: Buffer) => (printed += text.toString()));
  let demo: Demo | null = null;
  while ((demo = await readyDemo(data_dir, printed)) === null) {
    const { exitCode, signalCode } = child;
    const hasEnded = exitCode !== null || signalCode !== null;
    if (hasEnded || performance.now() - began > 180_000) {
      child.kill("SIGKILL");
      const how = hasEnded ? `it ended with ${exitCode ?? signalCode}` : "it still runs";
      throw new Error(
        `the server did not get ready, ${how}:\n${printed.slice(-4000)}\n${await databaseLog(data_dir)}`,
      );
    }
    await sleep(50);
  }
  async function end() {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await Promise.race([
      ended,
      sleep(15_000, undefined, { ref: false }).then(() => child.kill("SIGKILL")),
    ]);
  }
  return {
    url: demo.url,
    data_dir,
    ready_ms: performance.now() - began,
    accounts: demo.accounts,
    end,
    async kill() {
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null) {
        throw new Error(`the server had ended before, with ${exitCode ?? signalCode}:\n${printed}`);
      }
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      await end();
      await rm(data_dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A copy of the data folder of a product that has ended, with its owners. */
export async function copyOf({ data_dir }: Pick<Product, "data_dir">): Promise<string> {
  const copy = `${data_dir}-${randomUUID()}`;
  await promisify(execFile)("cp", ["-a", data_dir, copy]);
  return copy;
}

/** The newest mail to this address written after `since`, as text. */
export async function mailTo(data_dir: string, email: string, since: number): Promise<string> {
  const folder = join(data_dir, "mail");
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names
      .filter((file) => file.endsWith(".eml"))
      .toSorted()
      .toReversed()) {
      const text = await readFile(join(folder, name), "utf8");
      const sent = Date.parse(/^Date: (.+)$/m.exec(text)?.[1] ?? "");
      if (text.includes(email) && sent >= since - 1000) return text;
    }
    await sleep(100);
  }
  throw new Error(`no mail to ${email}`);
}
