// Counts and times the requests of the server.
import type { FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";

/** Route of requests that no route answers. Their addresses are made by strangers and would grow without end. */
const noRoute = "none";

/** Must be called before the routes are added. */
export function addRequestTimes(
  app: FastifyInstance,
  { countRequest }: Pick<Metrics, "countRequest">,
): void {
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    countRequest(method, routeOptions.url ?? noRoute, reply.statusCode, reply.elapsedTime / 1000);
  });
}
