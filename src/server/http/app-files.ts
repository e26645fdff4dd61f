// Serves the built browser app. Files with a hash in their name are cached; the page is always revalidated.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAppPage, isHashedFile, serviceWorkerAddress } from "../../domain/app/address.ts";
import { failure } from "../../domain/error.ts";
import type { Settings } from "../start/settings.ts";
import { answerError } from "./error-answer.ts";

const notBuilt =
  "<!doctype html><meta charset=utf-8><title>Not built</title><p>The browser app is not built yet: run <code>npm run build</code>.";

/** Replaces a worker that this address had under another setting: it removes itself and what it kept. */
const noServiceWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("app ")) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** Serves the folder. Other addresses are routes of the app and get its page. */
export async function addAppFiles(
  app: FastifyInstance,
  folder: string,
  { mode }: Pick<Settings, "mode">,
): Promise<void> {
  const hasServiceWorker = mode === "staging" || mode === "production";
  if (existsSync(folder)) {
    await app.register(staticFiles, {
      root: folder,
      index: false,
      wildcard: true,
      cacheControl: false,
      // The build keeps its text files compressed.
      preCompressed: true,
      setHeaders(reply, path) {
        void reply.header(
          "cache-control",
          isHashedFile(path.slice(folder.length))
            ? "public, max-age=31536000, immutable"
            : "no-cache",
        );
      },
    });
  }

  /** The page, which learns here whether it may have a service worker; null if the app is not built. */
  const readPage = async (): Promise<string | null> => {
    const text = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
    const from = `data-service-worker="off"`;
    return hasServiceWorker ? (text?.replace(from, `data-service-worker="on"`) ?? null) : text;
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await readPage();
    if (page === null) return reply.type("text/html; charset=utf-8").code(503).send(notBuilt);
    return sendText(request, reply.type("text/html; charset=utf-8"), page);
  };
  app.get("/", sendPage);
  app.get("/index.html", sendPage);
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && isAppPage(path)) return sendPage(request, reply);
    return answerError(failure("RESOURCE_NOT_FOUND"), request, reply);
  });

  app.get(serviceWorkerAddress, async (request, reply) => {
    void reply.type("text/javascript; charset=utf-8");
    const [page, worker] = await Promise.all([
      readPage(),
      readFile(join(folder, serviceWorkerAddress), "utf8").catch(() => null),
    ]);
    if (!hasServiceWorker || page === null || worker === null)
      return sendText(request, reply, noServiceWorker);
    // A kept page has the headers with which it was fetched: another policy makes another build.
    const policy = String(reply.getHeader("content-security-policy"));
    const served = { name: hashOf(worker + page + policy), page: hashOf(page + policy) };
    return sendText(request, reply, `self.served = ${JSON.stringify(served)};\n${worker}`);
  });
}

function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const tag = `"${hashOf(text)}"`;
  void reply.header("cache-control", "no-cache").header("etag", tag);
  const known = request.headers["if-none-match"]?.replaceAll("W/", "").split(/\s*,\s*/);
  return known?.includes(tag) ? reply.code(304).send() : reply.send(text);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
