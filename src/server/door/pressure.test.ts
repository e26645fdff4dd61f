import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { addPressureLimit } from "./pressure.ts";

let door: FastifyInstance | null = null;
afterEach(() => door?.close());

/** A door that answers "ok", and calls to it until one of them meets a blocked process. */
async function answersWhileBlocked(longest_ms: number): Promise<Set<number>> {
  door = fastify();
  await door.register(async (inner) => {
    await addPressureLimit(inner, longest_ms, 20);
    inner.get("/", () => "ok");
  });
  await door.ready();
  const answers = new Set<number>();
  for (let time = 0; time < 12; time += 1) {
    const end = performance.now() + 60;
    while (performance.now() < end);
    // The delay is read by a timer.
    await new Promise((done) => setTimeout(done, 1));
    answers.add((await door.inject("/")).statusCode);
  }
  return answers;
}

test("calls are refused while timers are late", async () => {
  expect(await answersWhileBlocked(25)).toContain(503);
});

test("no call is refused where the limit is off", async () => {
  expect([...(await answersWhileBlocked(0))]).toEqual([200]);
});
