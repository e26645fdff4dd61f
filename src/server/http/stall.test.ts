// After stalls of the whole server no call is refused for them: calls wait, and are answered.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, {
    NODE_ENV: "production",
    PUBLIC_URL: "https://plants.example",
    SMTP_URL: "smtp://127.0.0.1:1",
  });
});
afterAll(() => server.close());

/** Keeps the loop from turning. */
function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it("answers the calls of all sessions that waited, and those after them", async () => {
  const ask = async (as: "viewer" | "other_customer") =>
    (await server.ask(api.session.me, as)).status;
  const both = () => [ask("viewer"), ask("other_customer")];
  expect(await Promise.all(both())).toEqual([200, 200]);
  const waiting = Array.from({ length: 10 }, both).flat();
  await new Promise(setImmediate);
  // Two: what samples the delay each second sees nothing else between them.
  for (let stall = 0; stall < 2; stall += 1) {
    hold(5500);
    await new Promise((turn) => setTimeout(turn, 20));
  }
  const after: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await new Promise((turn) => setTimeout(turn, 200));
    after.push(...(await Promise.all(both())));
  }
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  expect(new Set(after)).toEqual(new Set([200]));
});
