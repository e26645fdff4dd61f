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
const apps: FastifyInstance[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "app-"));
  await writeFile(join(folder, "index.html"), `<html data-service-worker="off">`);
  await writeFile(join(folder, "service-worker.js"), "keep();");
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await rm(folder, { recursive: true });
});

async function appIn(mode: string, environment: Record<string, string> = {}) {
  const settings = readSettings({ NODE_ENV: mode, ...environment });
  const app = fastify();
  apps.push(app);
  await addSecurityHeaders(app, settings, { known: null });
  await addAppFiles(app, folder, settings);
  return app;
}

it.each([
  ["development", "off"],
  ["test", "off"],
  ["staging", "on"],
  ["production", "on"],
])("in %s the page has the service worker %s", async (mode, value) => {
  const app = await appIn(mode);
  for (const url of ["/", "/plants", "/index.html"]) {
    const page = await app.inject(url);
    expect(page.headers["cache-control"], url).toBe("no-cache");
    expect(page.body, url).toBe(`<html data-service-worker="${value}">`);
  }
  const worker = await app.inject("/service-worker.js");
  expect(worker.headers["content-type"]).toMatch(/^text\/javascript/);
  expect(worker.headers["cache-control"]).toBe("no-cache");
  expect(worker.body.includes("keep();")).toBe(value === "on");
  expect(worker.body.includes("unregister()")).toBe(value === "off");
});

it("names another build where the page may load from other servers", async () => {
  const workerOf = async (MAP_STYLE_URL: string) => {
    const app = await appIn("production", { MAP_STYLE_URL });
    return (await app.inject("/service-worker.js")).body;
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
  const app = await appIn("production");
  const ask = async (name: string, accepted: string) => {
    const headers = { "accept-encoding": accepted };
    const { headers: sent, rawPayload } = await app.inject({ url: `/assets/${name}`, headers });
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
  const app = await appIn("production");
  const { headers } = await app.inject("/");
  const again = await app.inject({ url: "/", headers: { "if-none-match": `W/${headers.etag}` } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
