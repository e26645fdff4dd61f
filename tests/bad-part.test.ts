// Broken files to every call of the contract that takes one: each is refused with a reason, and no one else waits. A share
// of them for each change; more than a thousand refusals for a release.
import { afterAll, beforeAll, expect, it } from "vitest";
import { badParts } from "./fixtures/bad-parts.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { partCalls, partForm, partPlace, sendPart } from "./fixtures/part-receiver.ts";
import { patient } from "./fixtures/patience.ts";
import { isMutated } from "./fixtures/processor-time.ts";
import { everyNth, isRelease } from "./fixtures/rounds.ts";
import { MOST_P99_MS, p99, watchedUser } from "./fixtures/watched-user.ts";

/** Files for each call. */
const FILES = isRelease ? 45 : 3;
const calls = everyNth(partCalls, 5);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
});
afterAll(() => server.close());

type Answer = { readonly status: number; readonly body: unknown };
type Said = {
  readonly code?: string;
  readonly problems?: readonly { readonly message?: string }[];
};

/** What is wrong with the answer; null for a refusal that says why, and for what is taken. */
function faultOf({ status, body }: Answer): string | null {
  if (status === 200) return null;
  const { code = "", problems = [] } = body as Said;
  const isSaid = code !== "" && problems.length > 0 && problems.every(({ message }) => message);
  return [400, 409, 413, 422].includes(status) && isSaid ? null : JSON.stringify({ status, body });
}

it.skipIf(isMutated)(
  "broken files are refused with a reason, and hold up no one",
  async () => {
    const user = watchedUser(server);
    const wrong: string[] = [];
    let [count, refused] = [0, 0];
    const times: number[] = [];
    const idle: number[] = [];
    try {
      await user.report();
      for (const one of calls) {
        const [call] = one;
        count += 1;
        const ids = await partPlace(server, call, count);
        // Nothing is sent to the server meanwhile but what the other user asks.
        idle.push(...(await user.report()).times);
        for (const [at, bytes] of badParts(FILES, count).entries()) {
          const form = partForm(server, call, bytes, at % 3 === 2 ? "sent.json" : undefined);
          const answer = await sendPart(server, one, ids, form);
          const fault = faultOf(answer);
          if (fault !== null) wrong.push(`${call}, file ${at}: ${fault}`);
          if (answer.status !== 200) refused += 1;
        }
        const report = await user.report();
        times.push(...report.times);
        wrong.push(...report.faults);
      }
    } finally {
      user.end();
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThanOrEqual(isRelease ? 1000 : calls.length);
    expect(p99(times)).toBeLessThan(Math.max(patient(MOST_P99_MS), 5 * p99(idle)));
  },
  patient(600_000),
);
