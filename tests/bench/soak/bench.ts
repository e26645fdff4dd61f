// Fifty people at work for half an hour on the demo: how long they wait, what fails or is lost, and whether memory grows.
//
// Not in it: signing in (the bench `sign-in`), uploads (`upload`) and tasks. Server, database, users and this bench share
// the machine; a bare server on the same machine, asked at the same time, says what the machine itself makes of it.
import { fork, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { eq, inArray } from "drizzle-orm";
import { keyFigureById } from "../../../src/domain/key-figure/key-figure.ts";
import { findEmbeddedPostgres } from "../../../src/server/adapters/postgres.ts";
import { connect } from "../../../src/server/store/database.ts";
import { account, role } from "../../../src/server/store/schema/account.ts";
import { createSession } from "../../../src/server/store/account/session.ts";
import { startProduct, type Product } from "../../e2e/product.ts";
import { memoryOfTree } from "../../fixtures/process-memory.ts";
import { fullGoal, type BenchOptions, type Report } from "../report.ts";
import type { DriverOrder, DriverReport } from "./driver.ts";
import type { Kind, PlantScene } from "./script.ts";
import { isLeak, slopeOf, type Sample } from "./slope.ts";

const SECONDS = { short: 40, full: 1800 };
const USERS = { short: 20, full: 50 };
const DRIVERS = 5;
const SAMPLE_MS = 10_000;
/** Minutes in which caches fill and code is compiled. */
const WARM_MINUTES = 5;
/** After the last call: connections close, and what was kept for a while is let go. */
const REST_MS = { short: 5000, full: 120_000 };

const monitor = join(import.meta.dirname, "..", "loop-delay.ts");
const kinds = ["read", "column", "write", "heavy"] as const satisfies readonly Kind[];

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const delays = {
    ours: join(tmpdir(), `loop-delay-${process.pid}`),
    idle: join(tmpdir(), `loop-delay-idle-${process.pid}`),
  };
  const watched = (file: string) => ({
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import ${monitor}`,
    LOOP_DELAY_FILE: file,
  });
  const idle = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], {
    env: { ...process.env, ...watched(delays.idle) },
  });
  const product = await startProduct(watched(delays.ours));
  try {
    const users = await makeUsers(product, USERS[form]);
    const memory: Sample[] = [];
    const begun = performance.now();
    const since = Date.now();
    const minute = () => (performance.now() - begun) / 60_000;
    const sample = () => memory.push({ minute: minute(), value: memoryOfTree(product.pid) });
    const timer = setInterval(sample, SAMPLE_MS);
    const answers = await drive(product.url, users, SECONDS[form]);
    clearInterval(timer);
    sample();
    const until = Date.now();
    await new Promise((resolve) => setTimeout(resolve, REST_MS[form]));
    const after = memoryOfTree(product.pid);
    const stored = await storedNames(product);
    const about = `${USERS[form]} users for ${SECONDS[form] / 60} min`;
    reportTimes(report, form, about, answers);
    reportFaults(report, about, answers, stored);
    reportDelay(report, form, about, {
      ours: await longestDelay(delays.ours, [since, until], product.pid),
      idle: await longestDelay(delays.idle, [since, until], idle.pid ?? 0),
    });
    reportMemory(report, form, about, memory, after);
  } finally {
    idle.kill();
    await product.stop();
  }
}

type User = DriverOrder["users"][number];

/** Accounts of the demo's own customer and of the provider, each with a session. */
async function makeUsers(product: Product, count: number): Promise<User[]> {
  const { ownerUrl } = findEmbeddedPostgres(product.data_dir);
  const connection = connect(ownerUrl, 4, { seesAll: true });
  try {
    const { db } = connection;
    const models = ["viewer", "viewer", "viewer", "customer_admin", "analyst"].map(
      (key) => product.accounts.find((one) => one.key === key)!.email,
    );
    const known = await db
      .select({ email: account.email, customer_id: account.customer_id, role_id: role.id })
      .from(account)
      .innerJoin(role, eq(role.id, account.role_id))
      .where(inArray(account.email, models));
    const scenes = new Map<string, readonly PlantScene[]>();
    const users: User[] = [];
    for (let at = 0; at < count; at += 1) {
      const email = models[at % models.length]!;
      const model = known.find((one) => one.email === email)!;
      const [row] = await db
        .insert(account)
        .values({
          customer_id: model.customer_id,
          role_id: model.role_id,
          email: `user-${at}@bench.example`,
          state: "REGISTERED",
        })
        .returning();
      const token = await createSession(db, row!.id);
      if (!scenes.has(email)) scenes.set(email, await sceneOf(product.url, token));
      users.push({ token, scene: scenes.get(email)! });
    }
    return users;
  } finally {
    await connection.close();
  }
}

/** Asks the server for what such a user sees. */
async function sceneOf(url: string, token: string): Promise<PlantScene[]> {
  const bot = (await (await fetch(`${url}/api/bot-protection-token`)).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "x-bot-protection-token": bot.token };
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status} ${path}`);
    return (await answer.json()) as Answer;
  };
  const plants: PlantScene[] = [];
  for (const { id, digitized } of await ask<{ id: number; digitized: boolean }[]>("/auth/plants")) {
    if (!digitized) continue;
    const analyses = await ask<{ id: number; key_figure_ids: number[] }[]>(
      `/auth/analyses-for-view/${id}`,
    );
    for (const { id: analysis_id, key_figure_ids } of analyses.slice(0, 1)) {
      const all = await ask<{ key_figure_id: number; hash: string }[]>(
        `/auth/analysis/${analysis_id}/columns`,
      );
      // Columns of uncertainties are read beside others, never alone.
      const columns = all.filter((one) => key_figure_ids.includes(one.key_figure_id));
      const component_type = keyFigureById(columns[0]?.key_figure_id ?? 0)?.component_type;
      if (component_type === undefined) continue;
      const figures = columns.filter(
        (one) => keyFigureById(one.key_figure_id)?.component_type === component_type,
      );
      const { rows } = await ask<{ rows: { dt_id: string }[] }>(
        `/auth/analysis-result/${analysis_id}/${columns[0]!.key_figure_id}?limit=200`,
      );
      plants.push({
        id,
        analysis_id,
        component_type,
        key_figures: figures.map(({ key_figure_id, hash }) => ({ id: key_figure_id, hash })),
        dt_ids: rows.map(({ dt_id }) => dt_id),
      });
    }
  }
  if (plants.length === 0) throw new Error("the user sees no plant with results");
  return plants;
}

/** The users at work, in several processes, so that none of them waits for another's. */
async function drive(url: string, users: readonly User[], seconds: number) {
  const path = join(import.meta.dirname, "driver.ts");
  const reports = await Promise.all(
    Array.from({ length: DRIVERS }, (_, seed) => {
      const child = fork(path);
      const own = users.filter((_user, at) => at % DRIVERS === seed);
      child.send({ url, users: own, seconds, seed } satisfies DriverOrder);
      return new Promise<DriverReport>((resolve, reject) => {
        child.once("message", (done: DriverReport) => resolve(done));
        child.once("exit", (code) => reject(new Error(`a driver ended with ${code}`)));
      });
    }),
  );
  const all = <Value>(pick: (one: DriverReport) => readonly Value[]) => reports.flatMap(pick);
  return {
    times: Object.fromEntries(
      kinds.map((kind) => [kind, all(({ times }) => times[kind]).toSorted((a, b) => a - b)]),
    ) as Record<Kind, number[]>,
    faults: all(({ faults }) => faults),
    refused: reports.reduce((sum, { refused }) => sum + refused, 0),
    stored: all(({ stored }) => stored),
  };
}

type Answers = Awaited<ReturnType<typeof drive>>;

/** Names of the observations of the bench, once for each row. */
async function storedNames(product: Product): Promise<string[]> {
  const { ownerUrl } = findEmbeddedPostgres(product.data_dir);
  const connection = connect(ownerUrl, 2, { seesAll: true });
  try {
    const { rows } = await connection.db.execute<{ notes: string }>(
      "select notes from observation where notes like 'user %-%, %'",
    );
    return rows.map(({ notes }) => notes);
  } finally {
    await connection.close();
  }
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;

function reportTimes(report: Report, form: "short" | "full", about: string, { times }: Answers) {
  for (const kind of kinds) {
    const sorted = times[kind];
    if (sorted.length === 0) continue;
    const p99 = quantile(sorted, 0.99);
    report({
      name: `${about}: ${kind}, p99`,
      unit: "ms",
      ours: p99,
      baseline: "goal",
      theirs: 250,
      // Files and filtered pages wait for their share of the server.
      ...(kind === "heavy" ? {} : fullGoal(form, "at most 250 ms", (p99 ?? Infinity) <= 250)),
      note: `${sorted.length} calls, middle ${Math.round(quantile(sorted, 0.5) ?? 0)} ms, slowest ${Math.round(sorted.at(-1) ?? 0)} ms`,
    });
  }
}

function reportFaults(report: Report, about: string, answers: Answers, stored: readonly string[]) {
  const { faults, refused } = answers;
  report({
    name: `${about}: failed calls`,
    unit: "",
    ours: faults.length,
    baseline: "none",
    theirs: null,
    goal: "none",
    met: faults.length === 0,
    note: `${refused} times "too many requests"${faults.length > 0 ? `; ${faults.slice(0, 3).join("; ")}` : ""}`,
  });
  const kept = new Set(stored);
  const lost = answers.stored.filter((name) => !kept.has(name)).length;
  const twice = stored.length - kept.size;
  report({
    name: `${about}: observations lost or stored twice`,
    unit: "",
    ours: lost + twice,
    baseline: "none",
    theirs: null,
    goal: "none",
    met: lost + twice === 0,
    note: `${answers.stored.length} written`,
  });
}

/** The longest delay that this process wrote between two times. */
async function longestDelay(file: string, [since, until]: readonly [number, number], pid: number) {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const delays = lines.map((line) => line.split(" ").map(Number) as [number, number, number]);
  const own = delays.filter(([at, , of]) => of === pid && at >= since && at <= until);
  return own.reduce((most, [, delay]) => Math.max(most, delay), 0);
}

function reportDelay(
  report: Report,
  form: "short" | "full",
  about: string,
  { ours, idle }: { ours: number; idle: number },
) {
  report({
    name: `${about}: longest delay of the event loop`,
    unit: "ms",
    ours,
    baseline: "idle Node process beside it",
    theirs: idle,
    ...fullGoal(form, "at most 50 ms, or 5 times the idle process", ours <= Math.max(50, 5 * idle)),
  });
}

function reportMemory(
  report: Report,
  form: "short" | "full",
  about: string,
  memory: readonly Sample[],
  after: number,
) {
  const slope = slopeOf(memory, form === "full" ? WARM_MINUTES : 0);
  report({
    name: `${about}: growth of memory in an hour`,
    unit: "MB",
    ours: slope?.perHour ?? null,
    baseline: "standard error of it",
    theirs: slope?.error ?? null,
    ...fullGoal(form, "no more than chance, or at most 20 MB", slope !== null && !isLeak(slope)),
    note: `processes of the server without the database, ${slope?.minutes ?? 0} minutes`,
  });
  const warm = memory.filter(({ minute }) => minute >= WARM_MINUTES).slice(0, 6);
  const before = Math.max(...(warm.length > 0 ? warm : memory).map(({ value }) => value));
  report({
    name: `${about}: memory after a rest`,
    unit: "MB",
    ours: after,
    baseline: "in the sixth minute",
    theirs: before,
    ...fullGoal(form, "at most 1.15 times", after <= 1.15 * before),
  });
}
