// Uploads of drone data against a raw PUT with fsync, and the ZIP download against `zip -0` and a stream.
import { spawn } from "node:child_process";
import { createHash, randomFillSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { api } from "../../src/api/index.ts";
import { analysis } from "../../src/server/store/schema/plant.ts";
import { addPlant } from "../fixtures/large-import.ts";
import { creationHeaders } from "../fixtures/upload.ts";
import { startProduct, type Product } from "./product.ts";
import type { Report } from "./report.ts";

const megabyte = 1024 ** 2;
/** Like the files of a card: a video and photos. */
const fileBytes = 512 * megabyte;
const chunkBytes = 64 * megabyte;
const streams = 4;
const fileCount = 4;

const block = randomFillSync(Buffer.alloc(megabyte));

/** A body that takes no memory. */
function* blocks(bytes: number) {
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}
const bodyOf = (bytes: number) =>
  Readable.toWeb(Readable.from(blocks(bytes))) as unknown as BodyInit;
const init = { duplex: "half" } as RequestInit;

const megabytesPerSecond = (bytes: number, began: number) =>
  bytes / megabyte / ((performance.now() - began) / 1000);

/** Bytes that the process of the server holds now, without what it shares with files. */
function heldBy(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

async function uploadOne(product: Product, analysis_id: number, name: string, sha256: string) {
  const { url, headers } = product;
  const path = `${url}/api/auth/analysis-upload`;
  const created = await fetch(`${path}/analysis/${analysis_id}`, {
    method: "POST",
    headers: { ...headers, ...creationHeaders(name, fileBytes) },
  });
  const { id } = (await created.json()) as { id: number };
  for (let offset = 0; offset < fileBytes; offset += chunkBytes) {
    const answer = await fetch(`${path}/${id}`, {
      ...init,
      method: "PATCH",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      },
      body: bodyOf(chunkBytes),
    });
    if (answer.status !== 204) throw new Error(`a chunk was refused: ${await answer.text()}`);
  }
  const finish = api.analysisUpload.finish.path.replace("{upload_id}", String(id));
  const finished = await fetch(`${url}/api${finish}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ sha256 }),
  });
  if (!finished.ok) throw new Error(`the finish was refused: ${await finished.text()}`);
}

/** Runs the work for all files, several at a time. */
async function inStreams(work: (name: string) => Promise<unknown>): Promise<void> {
  const names = Array.from({ length: fileCount }, (_, number) => `file-${number}.mp4`);
  const next = async (): Promise<void> => {
    const name = names.pop();
    if (name === undefined) return;
    await work(name);
    await next();
  };
  await Promise.all(Array.from({ length: streams }, next));
}

async function drain(url: string, headers: HeadersInit = {}): Promise<number> {
  let bytes = 0;
  const answer = await fetch(url, { headers });
  if (!answer.ok || !answer.body) throw new Error(`the download was refused: ${answer.status}`);
  for await (const chunk of answer.body) bytes += chunk.byteLength;
  return bytes;
}

async function startRaw(folder: string): Promise<{ url: string; end: () => void }> {
  const path = join(import.meta.dirname, "put-server.ts");
  const child = spawn(process.execPath, [path, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { url: `http://127.0.0.1:${String(port).trim()}`, end: () => child.kill() };
}

/** Megabytes per second of `zip -0` over the files; null where the program is missing. */
async function zipProgram(folder: string, names: readonly string[]): Promise<number | null> {
  const target = join(folder, "all.zip");
  const began = performance.now();
  const child = spawn("zip", ["-0", "-q", target, ...names], { cwd: folder, stdio: "ignore" });
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(null)).once("exit", resolve);
  });
  if (code !== 0) return null;
  const speed = megabytesPerSecond((await stat(target)).size, began);
  await rm(target);
  return speed;
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  const raw = await startRaw(product.dataDir);
  try {
    const { db } = product.owner;
    const plant_id = await addPlant(db, product.customer_id);
    const flown_at = "2026-11-01T10:00:00Z";
    const [row] = await db
      .insert(analysis)
      .values({ plant_id, name: "Bench", flown_at })
      .returning();
    const hash = createHash("sha256");
    for (const part of blocks(fileBytes)) hash.update(part);
    const sha256 = hash.digest("hex");
    const total = fileCount * fileBytes;
    const size = `${fileCount} files of ${fileBytes / megabyte} MB, ${streams} at a time`;

    const put = (name: string) =>
      fetch(`${raw.url}/${name}`, { ...init, method: "PUT", body: bodyOf(fileBytes) });
    let began = performance.now();
    await inStreams(put);
    const theirs = megabytesPerSecond(total, began);

    const { pid } = product;
    const before = heldBy(pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, heldBy(pid))), 20);
    began = performance.now();
    await inStreams((name) => uploadOne(product, row?.id ?? 0, name, sha256)).finally(() =>
      clearInterval(watch),
    );
    const ours = megabytesPerSecond(total, began);
    const grown = (most - before) / megabyte;
    report({
      name: `upload: ${size}`,
      unit: "MB/s",
      ours,
      baseline: "a PUT with fsync",
      theirs,
      higher_is_better: true,
      goal: "at least 70 %",
      met: ours >= 0.7 * theirs,
    });
    report({
      name: "upload: memory growth of the server",
      unit: "MB",
      ours: grown,
      baseline: "the data",
      theirs: total / megabyte,
      goal: "below 100 MB",
      met: grown < 100,
    });

    const download = `${product.url}/api/auth/analysis/${row?.id}/files/download`;
    began = performance.now();
    const zipped = megabytesPerSecond(await drain(download, product.headers), began);
    began = performance.now();
    let streamed = 0;
    await inStreams(async (name) => (streamed += await drain(`${raw.url}/${name}`)));
    const files = megabytesPerSecond(streamed, began);
    const names = Array.from({ length: fileCount }, (_, number) => `file${number}.mp4`);
    const program = await zipProgram(product.dataDir, names);
    const about = { unit: "MB/s", ours: zipped, higher_is_better: true };
    const name = `ZIP download: ${fileCount} files of ${fileBytes / megabyte} MB`;
    report({ ...about, name, baseline: "zip -0 to the disk", theirs: program });
    report({ ...about, name, baseline: "the files as streams of a bare server", theirs: files });
  } finally {
    raw.end();
    await product.close();
  }
}
