// The drill: the commands as people run them, beside a running server, and the way back in a new folder.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startedServer, startServer, type RunningServer } from "./fixtures/server.ts";

let home: string;
let server: RunningServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "drill-"));
  server = await startedServer(join(home, "first"), { DEMO: "on" });
});
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

test("a server that is killed after a backup comes back from it, in a new folder, and fits together", async () => {
  const made = join(home, "copy");
  const written = await command("backup", "first", made);
  expect(written).toMatchObject({ code: 0, said: expect.stringContaining("written and compared") });
  expect(written.said).not.toContain("missing");
  const note = JSON.parse(await readFile(join(home, "first", "backup.json"), "utf8"));
  expect(note).toMatchObject({ path: made, finished_at: expect.any(String) });
  expect((await command("backup", "first", made)).said).toContain("exists");

  await server.end("SIGKILL");
  const restored = await command("restore", "second", made);
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining("Restored the state") });
  const checked = await command("fsck", "second", "--older-than=0");
  expect(checked).toEqual({ code: 0, said: expect.stringContaining("All is well") });

  const again = await startServer(join(home, "second"));
  if (!("url" in again)) throw new Error(again.message);
  expect((await fetch(`${again.url}/api/health/ready`)).status).toBe(200);
  expect((await command("restore", "second", made)).said).toContain("has users already");
  expect(await again.end()).toBe(0);
}, 120_000);

test("wrong words are answered with the usage", async () => {
  expect(await command("restore", "third")).toMatchObject({
    code: 2,
    said: expect.stringContaining("Usage: npm run restore"),
  });
  expect((await command("backup", "third", "--fast")).said).toContain("Usage: npm run backup");
});
