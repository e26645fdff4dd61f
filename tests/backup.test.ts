// The drill: the commands as people run them, beside a running server, and the way back in a new folder.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { findEmbeddedPostgres } from "../src/server/adapters/postgres.ts";
import { connect } from "../src/server/store/database.ts";
import { observationPhotoPart } from "../src/server/store/schema/observation.ts";
import { startedServer, startServer, type RunningServer } from "./fixtures/server.ts";

let home: string;
let server: RunningServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "drill-"));
  server = await startedServer(join(home, "first"), { DEMO: "on" });
}, patient(180_000));
afterAll(async () => {
  await server.end("SIGKILL");
  await rm(home, { recursive: true });
});

const programs = {
  backup: ["backup", "backup.ts"],
  restore: ["backup", "restore.ts"],
  fsck: ["leftover", "fsck.ts"],
};

function command(name: keyof typeof programs, data_dir: string, ...words: string[]) {
  const program = join(import.meta.dirname, "..", "src", "server", ...programs[name]);
  return new Promise<{ code: number; said: string }>((ended) => {
    const env = { PATH: process.env["PATH"], DATA_DIR: join(home, data_dir), DEMO: "off" };
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      ended({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

/** Signs a demo account in by its link. */
async function tokenOf(key: string): Promise<string> {
  type Demo = { accounts: { key: string; sign_in_url: string }[] };
  const demo = JSON.parse(await readFile(join(home, "first", "demo.json"), "utf8")) as Demo;
  const { sign_in_url } = demo.accounts.find((one) => one.key === key)!;
  const shown = await (await fetch(sign_in_url)).text();
  const session = /id="session" hidden>([^<]*)</.exec(shown)![1]!.replaceAll("&#34;", '"');
  return (JSON.parse(session) as { token: string }).token;
}

/** Calls below /api as this user. */
async function as(token: string, url: string, path: string, init: RequestInit = {}) {
  const bot = (await (await fetch(`${url}/api/bot-protection-token`)).json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const headers = { ...init.headers, authorization, "x-bot-protection-token": bot.token };
  const answer = await fetch(`${url}/api${path}`, { ...init, headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as {
    observations: { fieldgeometry_component: { dt_id: string } }[];
  };
}

const bytes = Buffer.alloc(900, 7);
const hash = createHash("sha256").update(bytes).digest("hex");
const half = (id: number) => `/auth/observation/${id}/image-part/half?hash=${hash}`;

/** Sends the first part of a photo, and not the rest. Answers the observation. */
async function sendHalf(token: string): Promise<number> {
  const [plant] = (await as(token, server.url, "/auth/plants")) as unknown as { id: number }[];
  const list = `/auth/plant/${plant!.id}/observations?limit=1`;
  const { fieldgeometry_component: of } = (await as(token, server.url, list)).observations[0]!;
  const observed_at = "2026-03-04T10:00:00Z";
  const named = { dt_id: of.dt_id, observed_at, request: { file_ids: ["half"] } };
  const made = await as(token, server.url, `/auth/plant/${plant!.id}/observation`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(named),
  });
  const { id } = made as unknown as { id: number };
  const about = `&file_name=half.jpg&offset=0&bytes=${bytes.length}`;
  await as(token, server.url, half(id) + about, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: bytes.subarray(0, 400),
  });
  return id;
}

/** What has arrived of photos that are sent in parts, in the database of this folder. */
async function partsIn(data_dir: string) {
  const { ownerUrl } = findEmbeddedPostgres(join(home, data_dir));
  const { db, close } = connect(ownerUrl, 1, { seesAll: true });
  const rows = await db.select().from(observationPhotoPart);
  await close();
  return rows.map(({ file_id, observation_id, offset, body }) => [
    file_id,
    observation_id,
    offset,
    body,
  ]);
}

test(
  "a server that is killed after a backup comes back from it, in a new folder, and fits together",
  async () => {
    const made = join(home, "copy");
    const token = await tokenOf("viewer");
    const observation = await sendHalf(token);
    const written = await command("backup", "first", made);
    expect(written).toMatchObject({
      code: 0,
      said: expect.stringContaining("written and compared"),
    });
    expect(written.said).not.toContain("missing");
    const note = JSON.parse(await readFile(join(home, "first", "backup.json"), "utf8"));
    expect(note).toMatchObject({ path: made, finished_at: expect.any(String) });
    expect((await command("backup", "first", made)).said).toContain("exists");

    await server.end("SIGKILL");
    const restored = await command("restore", "second", made);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining("Restored the state"),
    });
    const checked = await command("fsck", "second", "--older-than=0");
    expect(checked).toEqual({ code: 0, said: expect.stringContaining("All is well") });

    const again = await startServer(join(home, "second"));
    if (!("url" in again)) throw new Error(again.message);
    expect((await fetch(`${again.url}/api/health/ready`)).status).toBe(200);
    // A photo that was half sent goes on from there.
    expect(await partsIn("second")).toEqual([["half", observation, 0, bytes.subarray(0, 400)]]);
    expect((await command("restore", "second", made)).said).toContain("has users already");
    expect(await again.end()).toBe(0);
  },
  patient(120_000),
);

test("wrong words are answered with the usage", async () => {
  expect(await command("restore", "third")).toMatchObject({
    code: 2,
    said: expect.stringContaining("Usage: npm run restore"),
  });
  expect((await command("backup", "third", "--fast")).said).toContain("Usage: npm run backup");
});
