// The service worker is there in staging and production alone.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compressFolder } from "../../app/build/compressed.ts";
import { readSettings } from "../start/settings.ts";
import { addAppFiles } from "./app-files.ts";
import { addSecurityHeaders } from "./security-headers.ts";

let folder: string;
const doors: FastifyInstance[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "app-"));
  await writeFile(join(folder, "index.html"), `<html data-service-worker="off">`);
  await writeFile(join(folder, "service-worker.js"), "keep();");
});
afterAll(async () => {
  await Promise.all(doors.map((door) => door.close()));
  await rm(folder, { recursive: true });
});

async function doorIn(mode: string, environment: Record<string, string> = {}) {
  const settings = readSettings({ NODE_ENV: mode, ...environment });
  const door = fastify();
  doors.push(door);
  await addSecurityHeaders(door, settings, { known: null });
  await addAppFiles(door, folder, settings);
  return door;
}

it.each([
  ["development", "off"],
  ["test", "off"],
  ["staging", "on"],
  ["production", "on"],
])("in %s the page has the service worker %s", async (mode, value) => {
  const door = await doorIn(mode);
  for (const url of ["/", "/plants", "/index.html"]) {
    const page = await door.inject(url);
    expect(page.headers["cache-control"], url).toBe("no-cache");
    expect(page.body, url).toBe(`<html data-service-worker="${value}">`);
  }
  const worker = await door.inject("/service-worker.js");
  expect(worker.headers["content-type"]).toMatch(/^text\/javascript/);
  expect(worker.headers["cache-control"]).toBe("no-cache");
  expect(worker.body.includes("keep();")).toBe(value === "on");
  expect(worker.body.includes("unregister()")).toBe(value === "off");
});

it("names another build where the page may load from other servers", async () => {
  const workerOf = async (MAP_STYLE_URL: string) => {
    const door = await doorIn("production", { MAP_STYLE_URL });
    return (await door.inject("/service-worker.js")).body;
  };
  const before = await workerOf("");
  expect(await workerOf("")).toBe(before);
  expect(await workerOf("https://tiles.example/style.json")).not.toBe(before);
});

it("sends the compressed copy that the client accepts, and what the file says to others", async () => {
  const text = `export const words = "${"sun and wind ".repeat(400)}";`;
  await mkdir(join(folder, "assets"), { recursive: true });
  await writeFile(join(folder, "assets", "words-abc.js"), text);
  await writeFile(join(folder, "assets", "tiny-abc.js"), "1;");
  expect(await compressFolder(folder)).toBe(1);
  const door = await doorIn("production");
  const ask = async (name: string, accepted: string) => {
    const headers = { "accept-encoding": accepted };
    const { headers: sent, rawPayload } = await door.inject({ url: `/assets/${name}`, headers });
    return { sent, rawPayload };
  };
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
  ] as const) {
    const { sent, rawPayload } = await ask("words-abc.js", accepted);
    expect(sent["content-encoding"]).toBe(encoding);
    expect(sent["content-type"]).toMatch(/^(text|application)\/javascript/);
    expect(sent["cache-control"]).toMatch(/immutable/);
    expect(String(sent["vary"])).toMatch(/accept-encoding/i);
    expect(rawPayload.length).toBeLessThan(text.length / 10);
    expect(unpack[encoding](rawPayload).toString()).toBe(text);
  }
  const plain = await ask("words-abc.js", "identity");
  expect([plain.sent["content-encoding"], plain.rawPayload.toString()]).toEqual([undefined, text]);
  const tiny = await ask("tiny-abc.js", "br");
  expect([tiny.sent["content-encoding"], tiny.rawPayload.toString()]).toEqual([undefined, "1;"]);
});

it("sends a page that the browser has not once more", async () => {
  const door = await doorIn("production");
  const { headers } = await door.inject("/");
  const again = await door.inject({ url: "/", headers: { "if-none-match": `W/${headers.etag}` } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
