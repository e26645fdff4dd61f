// Broken files to every call of the contract that takes one: each is refused with a reason, and no one else waits. A share
// of them for each change; more than a thousand refusals for a release.
import { afterAll, beforeAll, expect, it } from "vitest";
import { badParts } from "./fixtures/bad-parts.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { partCalls, partForm, partPlace, partSender } from "./fixtures/part-receiver.ts";
import type { PartAnswer } from "./fixtures/part-sender.ts";
import { patient } from "./fixtures/patience.ts";
import { isMutated, longestBlock } from "./fixtures/processor-time.ts";
import { everyNth, isRelease } from "./fixtures/rounds.ts";
import { MOST_P99_MS, p99, watchedUser } from "./fixtures/watched-user.ts";

/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;
/** Files for each call. */
const FILES = isRelease ? 45 : 3;
const calls = everyNth(partCalls, 5);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
});
afterAll(() => server.close());

type Said = {
  readonly code?: string;
  readonly problems?: readonly { readonly message?: string }[];
};

/** What is wrong with the answer; null for a refusal that says why, and for what is taken. */
function faultOf({ status, text }: PartAnswer): string | null {
  if (status === 200) return null;
  const { code = "", problems = [] } = text.startsWith("{") ? (JSON.parse(text) as Said) : {};
  const isSaid = code !== "" && problems.length > 0 && problems.every(({ message }) => message);
  return [400, 409, 413, 422].includes(status) && isSaid ? null : `${status} ${text}`;
}

it.skipIf(isMutated)(
  "broken files are refused with a reason, and hold up no one",
  async () => {
    const user = watchedUser(server);
    const sender = partSender(server);
    const [wrong, late]: [string[], string[]] = [[], []];
    let [count, refused] = [0, 0];
    const spent: number[] = [];
    try {
      for (const one of calls) {
        const [call] = one;
        count += 1;
        const ids = await partPlace(server, call, count);
        await user.report();
        for (const [at, bytes] of badParts(FILES, count).entries()) {
          const form = partForm(server, call, bytes, at % 3 === 2 ? "sent.json" : undefined);
          const part = await sender.ready(one, ids, form);
          let answer = { status: 0, text: "" };
          const block = await longestBlock(async () => (answer = await part.send()));
          const fault = faultOf(answer);
          if (fault !== null) wrong.push(`${call}, file ${at}: ${fault}`);
          if (answer.status !== 200) refused += 1;
          if (block > patient(MOST_BLOCK_MS)) late.push(`${call}, file ${at}: ${block} ms`);
        }
        const report = await user.report();
        spent.push(...report.spent);
        wrong.push(...report.faults);
      }
    } finally {
      user.end();
      sender.end();
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThanOrEqual(isRelease ? 1000 : calls.length);
    expect(late).toEqual([]);
    expect(spent.length).toBeGreaterThan(calls.length);
    expect(p99(spent)).toBeLessThan(patient(MOST_P99_MS));
  },
  // All files of a release take ten minutes on a machine that others use.
  patient(isRelease ? 3_600_000 : 600_000),
);
