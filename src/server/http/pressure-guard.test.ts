// The guard refuses while the loop is late, and only outside of tests.
import fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { answerError } from "./error-answer.ts";
import { addPressureGuard } from "./pressure-guard.ts";

/** Keeps the loop from turning. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function appIn(mode: "test" | "production"): Promise<FastifyInstance> {
  const app = fastify();
  app.decorateRequest("viewerLocale", null);
  app.decorateRequest("caller", null);
  app.setErrorHandler(answerError);
  await addPressureGuard(app, { mode }, 50);
  app.get("/", () => "answered");
  await app.ready();
  return app;
}

/** The statuses of calls while the loop is late for as long as it takes the guard to notice. */
async function statusesWhenLate(app: FastifyInstance): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let round = 0; round < 5; round += 1) {
    hold(150);
    await new Promise((turn) => setTimeout(turn));
    statuses.add((await app.inject("/")).statusCode);
  }
  await app.close();
  return statuses;
}

test("a server whose loop is late answers 503", async () => {
  expect(await statusesWhenLate(await appIn("production"))).toContain(503);
});

test("a server under test refuses nothing", async () => {
  expect([...(await statusesWhenLate(await appIn("test")))]).toEqual([200]);
});
