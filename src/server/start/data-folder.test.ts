import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { openDataFolder, refuseFullDisk } from "./data-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "data-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = `
  import { openDataFolder } from ${JSON.stringify(new URL("./data-folder.ts", import.meta.url).href)};
  try {
    await openDataFolder(process.argv[1], { waitMs: 0 });
    console.log("held");
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ": " + error.message);
  }`;

/** Opens the folder in another process; gives its first line and the process. */
async function openElsewhere(path: string, identity: { uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, path], {
    ...identity,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((tell) =>
    child.stdout.once("data", (text: Buffer) => tell(text.toString().trim())),
  );
  const kill = () =>
    new Promise<void>((gone) => {
      if (child.exitCode !== null || child.signalCode !== null) return gone();
      child.once("exit", () => gone());
      child.kill("SIGKILL");
    });
  return { line, kill };
}

describe("the data folder", { timeout: patient(20_000) }, () => {
  it("is refused to a second server while the first one lives, and given once it was killed", async () => {
    const first = await openElsewhere(folder);
    expect(first.line).toBe("held");
    const second = await openElsewhere(folder);
    expect(second.line).toMatch(/^StartFault: Another server \(process \d+\) is running on/);
    await first.kill();
    const third = await openElsewhere(folder);
    expect(third.line).toBe("held");
    await third.kill();
  });

  it("is given when its holder's number has gone to a younger process", async () => {
    writeFileSync(join(folder, "server.lock"), JSON.stringify({ pid: 1, birth: "another boot:1" }));
    const opened = await openDataFolder(folder, { waitMs: 0 });
    opened.release();
    expect(existsSync(join(folder, "server.lock"))).toBe(false);
  });

  it("is given when the lock was cut off half way", async () => {
    writeFileSync(join(folder, "server.lock"), '{"pid":');
    const opened = await openDataFolder(folder, { waitMs: 0 });
    opened.release();
  });

  it("goes to exactly one of many that ask at once over a dead server's lock", async () => {
    writeFileSync(join(folder, "server.lock"), JSON.stringify({ pid: 999_999_9, birth: "gone" }));
    const all = await Promise.all(Array.from({ length: 6 }, () => openElsewhere(folder)));
    expect(all.filter(({ line }) => line === "held")).toHaveLength(1);
    await Promise.all(all.map(({ kill }) => kill()));
  });

  it("must be a folder", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(openDataFolder(file)).rejects.toThrow(/is not a folder/);
    await expect(openDataFolder(join(file, "below"))).rejects.toThrow(/is not a folder/);
  });

  it("needs room on its disk", () => {
    expect(() => refuseFullDisk(folder, 1e18)).toThrow(
      /is full: \d+ MB left, 1000000000000 MB needed/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)("must be writable", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o555);
    chownSync(closed, 0, 0);
    const tried = await openElsewhere(join(closed, "data"), { uid: 65534, gid: 65534 });
    expect(tried.line).toMatch(/^StartFault: This user cannot write to the folder /);
  });
});
