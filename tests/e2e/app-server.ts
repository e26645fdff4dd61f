// A server of the app's files before a product: it can serve another build, and be out of reach.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, request as ask, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { addAppFiles } from "../../src/server/http/app-files.ts";
import { addSecurityHeaders } from "../../src/server/http/security-headers.ts";
import { readSettings } from "../../src/server/start/settings.ts";
import type { Product } from "./product.ts";

const built = join(import.meta.dirname, "..", "..", "dist");

type Mode = "test" | "staging";

async function appOf(folder: string, mode: Mode): Promise<FastifyInstance> {
  const app = fastify();
  await addSecurityHeaders(app, readSettings({ NODE_ENV: mode }), { known: null });
  await addAppFiles(app, folder, { mode });
  await app.ready();
  return app;
}

/**
 * What becomes of a call of the API: `cut` never arrives, of `half` the beginning arrives, of `lost` the answer
 * does not, and `late` waits a second.
 */
export type Weather = "fair" | "cut" | "half" | "lost" | "late";

const LATE_MS = 1000;

export type AppServer = {
  /** The product as this server shows it. */
  readonly product: Product;
  /** Serves this folder of a build from now on. */
  serve(folder: string): Promise<void>;
  /** Asks this product from now on. */
  askOf(product: Product): void;
  /** Asked for every call of the API from now on. */
  meet(weather: (request: IncomingMessage) => Weather): void;
  /** Ends all connections, and takes none. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  stop(): Promise<void>;
};

export async function startAppServer(product: Product, mode: Mode = "staging"): Promise<AppServer> {
  let app = await appOf(built, mode);
  let upstream = new URL(product.url);
  let weather: (request: IncomingMessage) => Weather = () => "fair";
  const server: Server = createServer((request, reply) => {
    if (!/^\/(api|demo)\//.test(request.url ?? "")) return app.routing(request, reply);
    const { method, url: path, headers } = request;
    const { hostname, port } = upstream;
    const met = weather(request);
    const end = () => request.socket.destroy();
    if (met === "cut") return end();
    const passed = ask({ hostname, port, method, path, headers }, (answer) => {
      if (met === "lost") return void answer.resume().on("close", end);
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      answer.on("error", end);
    });
    passed.on("error", end);
    // A browser that ends takes its request with it, as without a server in between.
    reply.on("close", () => {
      if (!reply.writableEnded && met !== "lost") passed.destroy();
    });
    if (met === "half") {
      request.once("data", () => setImmediate(() => (passed.destroy(), end())));
      request.once("end", end);
    }
    if (met === "late") setTimeout(() => request.pipe(passed), LATE_MS);
    else request.pipe(passed);
  });
  let port = 0;
  const listen = () =>
    new Promise<void>((resolve) => {
      server.listen(port, "127.0.0.1", () => {
        ({ port } = server.address() as AddressInfo);
        resolve();
      });
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen();
  return {
    product: { ...product, url: `http://127.0.0.1:${port}` },
    async serve(folder) {
      const before = app;
      app = await appOf(folder, mode);
      await before.close();
    },
    askOf({ url }) {
      upstream = new URL(url);
    },
    meet(next) {
      weather = next;
    },
    cut,
    mend: listen,
    async stop() {
      await cut();
      await app.close();
    },
  };
}

/**
 * Makes a copy of the build as if something had changed in every script: no file keeps its name, and the app
 * has this version. Remove the folder afterwards.
 */
export async function anotherBuild(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "build-"));
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(map|br|gz)$/.test(path) });
  const mark = version.replaceAll(".", "_");
  const assets = join(folder, "assets");
  const names = await readdir(assets);
  const odd = names.filter((name) => !/^[\w.-]+$/.test(name));
  if (odd.length > 0) throw new Error(`names that are not found in a text: ${odd.join(", ")}`);
  const next = new Map(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, name.replace(/\.(\w+)$/, `${mark}.$1`)]),
  );
  const { version: present } = JSON.parse(await readFile(join(folder, "version.json"), "utf8")) as {
    version: string;
  };
  const texts = [...next.keys()].map((name) => join("assets", name));
  for (const path of [...texts, "index.html", "service-worker.js", "version.json"]) {
    const text = await readFile(join(folder, path), "utf8");
    const changed = text
      .replaceAll(/[\w.-]+\.(?:js|css)\b/g, (name) => next.get(name) ?? name)
      .replaceAll(present, version);
    await writeFile(join(folder, path), changed);
  }
  for (const [from, to] of next) await rename(join(assets, from), join(assets, to));
  return folder;
}

export const removeBuild = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });
