// Starts the whole product, as `npm start` does, in a temporary folder, for the browser journeys.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { serverWords } from "../../src/server/start/start.mjs";
import { patient } from "../fixtures/patience.ts";

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
  readonly pid: number;
  readonly data_dir: string;
  /** Milliseconds from the start of the process until it answered. */
  readonly ready_ms: number;
  readonly accounts: readonly DemoAccount[];
  isReady(): Promise<boolean>;
  /** Ends the server; its folder stays. */
  end(): Promise<void>;
  /** Ends the server as a crash does: at once, wherever it is. Its folder stays. */
  kill(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
};

const isReady = ({ url }: { readonly url: string }): Promise<boolean> =>
  fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The demo's file, once this very start of the server has written it and the server answers. */
async function readyDemo(data_dir: string, printed: string): Promise<Demo | null> {
  try {
    const demo = JSON.parse(await readFile(join(data_dir, "demo.json"), "utf8")) as Demo;
    if (!printed.includes(demo.url)) return null;
    return (await isReady(demo)) ? demo : null;
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
  const child: ChildProcess = spawn(process.execPath, serverWords(process.env["SERVER_BUNDLE"]), {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: "0",
      DATA_DIR: data_dir,
      FILE_READING_SECONDS: String(Math.ceil(patient(60))),
      PICTURE_SECONDS: String(Math.ceil(patient(20))),
      ...environment,
    },
    // The channel closes however this process ends, and the server ends with it.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  child.stdout?.on("data", (text: Buffer) => (printed += text.toString()));
  child.stderr?.on("data", (text: Buffer) => (printed += text.toString()));
  let demo: Demo | null = null;
  while ((demo = await readyDemo(data_dir, printed)) === null) {
    const { exitCode, signalCode } = child;
    const hasEnded = exitCode !== null || signalCode !== null;
    if (hasEnded || performance.now() - began > patient(180_000)) {
      child.kill("SIGKILL");
      const how = hasEnded ? `it ended with ${exitCode ?? signalCode}` : "it still runs";
      throw new Error(
        `the server did not get ready, ${how}:\n${printed.slice(-4000)}\n${await databaseLog(data_dir)}`,
      );
    }
    await sleep(50);
  }
  async function end() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await Promise.race([
      ended,
      sleep(patient(15_000), undefined, { ref: false }).then(() => child.kill("SIGKILL")),
    ]);
  }
  return {
    url: demo.url,
    pid: child.pid ?? 0,
    data_dir,
    ready_ms: performance.now() - began,
    accounts: demo.accounts,
    isReady: () => isReady(demo),
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

/**
 * A copy of the data folder of a product that has ended, beside it and with its owners. The objects are the same
 * files: the store writes each under another name and renames it, so that no copy sees what another one stores.
 */
export async function copyOf({ data_dir }: Pick<Product, "data_dir">): Promise<string> {
  const copy = `${data_dir}-${randomUUID().slice(0, 8)}`;
  const run = promisify(execFile);
  await mkdir(copy, { mode: 0o700 });
  const names = (await readdir(data_dir)).filter((name) => name !== "objects");
  await run("cp", ["-a", ...names.map((name) => join(data_dir, name)), copy]);
  await run("cp", ["-al", join(data_dir, "objects"), copy]);
  return copy;
}

/** The newest mail to this address written after `since`, as text. */
export async function mailTo(data_dir: string, email: string, since: number): Promise<string> {
  const folder = join(data_dir, "mail");
  const until = Date.now() + patient(10_000);
  while (Date.now() < until) {
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
