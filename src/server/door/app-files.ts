// Serves the built browser app. Files with a hash in their name are cached; the page is always revalidated.
import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failure } from "../../domain/error.ts";
import { answerError } from "./error-answer.ts";

const notBuilt =
  "<!doctype html><meta charset=utf-8><title>Not built</title><p>The browser app is not built yet: run <code>npm run build</code>.";

/** Serves the folder. Other addresses are routes of the app and get its page. */
export async function addAppFiles(door: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, "index.html");
  if (existsSync(folder)) {
    await door.register(staticFiles, {
      root: folder,
      index: false,
      wildcard: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(folder, "assets"));
        void reply.header(
          "cache-control",
          isHashed ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ""] = request.url.split("?");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isFile = /^\/(api|demo)(\/|$)/.test(path) || /\.\w+$/.test(path);
    if (!isRead || isFile) return answerError(failure("RESOURCE_NOT_FOUND"), request, reply);
    if (!existsSync(page)) return reply.type("text/html").code(503).send(notBuilt);
    return reply.header("cache-control", "no-cache").sendFile("index.html", folder);
  };
  door.get("/", sendPage);
  door.setNotFoundHandler(sendPage);
}
