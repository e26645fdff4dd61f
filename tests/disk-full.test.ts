// A server on a small disk of its own that fills up. It needs the right to mount.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import { openObjectFolder } from "../src/server/adapters/object-folder.ts";
import { analysis, task } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { startedWorker } from "./fixtures/server.ts";
import { checksumHeader, creationHeaders, hexHash, sampleBytes } from "./fixtures/upload.ts";

const disk = mkdtempSync(join(tmpdir(), "disk-full-"));
chmodSync(disk, 0o711);
const options = ["-t", "tmpfs", "-o", "size=400m,mode=0711", "none", disk];
const isMounted = spawnSync("mount", options).status === 0;
const ballast = join(disk, "ballast");
const keptMb = 100;
const times = rounds(1, 20);

let server: CrashingServer | undefined;

afterAll(async () => {
  await server?.close();
  if (isMounted) spawnSync("umount", ["-l", disk]);
  rmSync(disk, { recursive: true, force: true });
});

function freeMb(): number {
  const { bavail, bsize } = statfsSync(disk);
  return (bavail * bsize) / 1e6;
}

/** Leaves so many megabytes free. */
function leave(megabytes: number): void {
  rmSync(ballast, { force: true });
  writeFileSync(ballast, Buffer.alloc(Math.max(0, Math.floor((freeMb() - megabytes) * 1e6))));
}

function documentForm(): FormData {
  const form = new FormData();
  form.append("title", "Manual");
  form.append("file", new Blob(["%PDF-1.7\n", new Uint8Array(2e6)]), "manual.pdf");
  return form;
}

async function objects(host: CrashingServer): Promise<string[]> {
  const found: string[] = [];
  for await (const key of (await openObjectFolder(join(host.folder, "objects"))).list("")) {
    if (!key.startsWith("health/")) found.push(key);
  }
  return found.toSorted();
}

/** Chunks are refused each time the disk is short, and taken within seconds after that; nothing is lost. */
async function refuseChunks(host: CrashingServer, plant_id: number): Promise<void> {
  const analysis_id = await host.withDatabase(async (db) => {
    const flown_at = "2026-11-01T10:00:00Z";
    const [row] = await db
      .insert(analysis)
      .values({ plant_id, name: "Survey", flown_at })
      .returning();
    return row?.id ?? 0;
  });
  const step = 100_000;
  const bytes = sampleBytes(step * times);
  const path = `${host.process().url}/api/auth/analysis-upload`;
  const begun = await fetch(`${path}/analysis/${analysis_id}`, {
    method: "POST",
    headers: { ...host.headers(), ...creationHeaders("a.jpg", bytes.length) },
  });
  const { id } = (await begun.json()) as { id: number };
  const send = async (offset: number) => {
    const chunk = bytes.subarray(offset, offset + step);
    const { status } = await fetch(`${path}/${id}/next-chunk`, {
      method: "POST",
      headers: {
        ...host.headers(),
        "content-type": "application/octet-stream",
        "upload-offset": String(offset),
        "upload-checksum": checksumHeader(chunk),
      },
      body: chunk as BodyInit,
    });
    return status;
  };
  for (let offset = 0; offset < bytes.length; offset += step) {
    leave(keptMb - 20);
    // The free space is measured at most every 200 ms.
    await sleep(250);
    expect(await send(offset)).toBe(507);
    rmSync(ballast);
    const healing = performance.now();
    await expect.poll(() => send(offset), { timeout: 5000 }).toBe(200);
    expect(performance.now() - healing).toBeLessThan(patient(5000));
  }
  const params = { upload_id: id };
  const body = { sha256: hexHash(bytes) };
  expect((await host.ask(api.analysisUpload.finish, { params, body })).status).toBe(200);
  const file_names = ["a.jpg"];
  await host.ask(api.analysisFile.remove, { params: { id: analysis_id }, body: { file_names } });
}

describe.skipIf(!isMounted)("a server whose disk fills up", { timeout: patient(180_000) }, () => {
  it("refuses uploads before its database stops, says what is missing, and heals", async () => {
    const host = (server = await startCrashingServer(
      { DISK_RESERVE_MB: String(keptMb), JOB_CONCURRENCY: "0" },
      disk,
    ));
    const plant_id = await host.withDatabase((db) => addPlant(db, host.customer_id));
    const upload = () => host.ask(api.document.upload, { body: documentForm() });
    const addCustomer = (name: string) => host.ask(api.customer.create, { body: { name } });
    const ready = async () => {
      const answer = await fetch(`${host.process().url}/api/health/ready`);
      return { status: answer.status, body: await answer.json() };
    };
    const list = () => host.ask(api.document.list, {});
    const twin = { params: { id: plant_id }, body: largeTwin(2000) };
    const launched = await host.ask(api.digitalTwin.importFiles, twin);
    const { task_id } = launched.body as { task_id: number };
    expect((await upload()).status).toBe(200);
    const before = await objects(host);

    await refuseChunks(host, plant_id);

    // Below the reserve: uploads are refused, and nothing of them stays. The rest goes on.
    leave(keptMb - 20);
    const refused = await upload();
    expect(refused).toMatchObject({
      status: 507,
      body: { code: "INSUFFICIENT_STORAGE", problems: [{ reason: "disk_short" }] },
    });
    expect(JSON.stringify(refused.body)).toMatch(/has \d+ MB free and must keep 100 MB/);
    expect((await addCustomer("With room")).status).toBe(200);
    await expect
      .poll(async () => (await ready()).body)
      .toMatchObject({
        status: "not ready",
        faults: ["disk"],
        disk: { kept_mb: keptMb },
      });

    // A task that runs now fails with that reason, and leaves nothing.
    const worker = await startedWorker(host.folder, { DISK_RESERVE_MB: String(keptMb) });
    const row = async () =>
      (await host.withDatabase((db) => db.select().from(task).where(eq(task.id, task_id))))[0];
    await expect.poll(async () => (await row())?.state, { timeout: 30_000 }).toBe("FAILED");
    expect(await row()).toMatchObject({
      error: "INSUFFICIENT_STORAGE",
      problems: [{ reason: "disk_short" }],
    });
    await worker.end();
    const kept = before.filter((key) => !key.startsWith("upload/") && !key.startsWith("twin-"));
    expect(await objects(host)).toEqual(kept);

    // Below half of it: changes are refused too, reading and deleting go on.
    leave(keptMb / 2 - 10);
    await expect.poll(async () => (await addCustomer("Without room")).status).toBe(507);
    expect((await list()).status).toBe(200);
    const [stored] = (await list()).body as { id: number }[];
    const params = { id: stored?.id ?? 0 };
    expect((await host.ask(api.document.remove, { params })).status).toBe(200);

    // Full, by others: no answer blames the program, and the server stays.
    leave(0);
    for (let round = 0; round < 20; round += 1) {
      const answers = [await upload(), await addCustomer(`Full ${round}`), await list()];
      expect(answers.map(({ status }) => status).filter((status) => status === 500)).toEqual([]);
    }

    rmSync(ballast);
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
    // Uploads measure the free space on their own, at most every 200 ms.
    await expect.poll(async () => (await upload()).status).toBe(200);
    expect((await addCustomer("Room again")).status).toBe(200);
  });
});
