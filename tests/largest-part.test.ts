// Every call that takes a file gets the largest one that it takes, of the shortest lines and of empty JSON objects. Another
// user's answers and the longest block are measured for each call. The list of calls is the contract's.
import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limits } from "../src/domain/limits.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { partCalls, partForm, partPlace, partSender, sentPart } from "./fixtures/part-receiver.ts";
import { patient } from "./fixtures/patience.ts";
import { isMutated, longestBlock } from "./fixtures/processor-time.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { MOST_P99_MS, p99, watchedUser } from "./fixtures/watched-user.ts";

/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;
/** Larger files are streamed to the disk: these bytes are enough for what is read in memory. */
const MOST_BYTES = isRelease ? 24 * 1024 ** 2 : 6 * 1024 ** 2;
/**
 * Of the rest of a refused body the server reads so much, and then closes the connection: the sender may then see that alone
 * (src/server/http/drain.ts).
 */
const DRAINED_BYTES = 16 * 1024 ** 2;
/** Calls that go through the rows of a table themselves, for each change; all for a release. */
const everyday =
  /^(workOrder\.importStates|serialNumber\.importFile|user\.importFile|referenceMeasurement\.preview)$/;
const asked = (call: string) => isRelease || everyday.test(call);
const calls = partCalls.filter(([call]) => asked(call));
/** Calls that answer at least one of these files with 200: a preview with what is wrong in it, others because any file will do. */
const mustTake: readonly string[] = [
  "user.previewFile",
  "drone.previewFile",
  "serialNumber.previewFile",
  "referenceMeasurement.preview",
  "evaluation.previewConditions",
  "resultFile.preview",
  "analysisFile.upload",
  "analysisResult.importFile",
  "releaseMail.writeNotes",
  "document.upload",
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
});
afterAll(() => server.close());

/** The head, then the line again and again. */
function filled(head: string, line: string, end: string, bytes: number): Uint8Array<ArrayBuffer> {
  const room = bytes - head.length - end.length;
  const lines = Buffer.alloc(room - (room % line.length), line, "latin1");
  return new Uint8Array(Buffer.concat([Buffer.from(head, "latin1"), lines, Buffer.from(end)]));
}

/** Heads with which the readers of tables go on to the rows. */
const heads: Readonly<Record<string, string>> = {
  "workOrder.importStates": "order\n",
  "serialNumber.previewFile": "dt_id,serial\n",
  "serialNumber.importFile": "dt_id,serial\n",
  "user.previewFile": "email,first_name,last_name\n",
  "user.importFile": "email,first_name,last_name\n",
  "drone.previewFile": "internal_identifier,model\n",
  "drone.importFile": "internal_identifier,model\n",
  "referenceMeasurement.preview": "dt_id,measured_at,power_loss\n",
  "referenceMeasurement.importCsv": "dt_id,measured_at,power_loss\n",
  "evaluation.previewConditions": "time,irradiance\n",
  "evaluation.importConditions": "time,irradiance\n",
};

/** Files of one call by what they are made of. */
function filesFor(call: string, bytes: number): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  const { head = "" } = sentPart(call);
  const csv = filled(head || (heads[call] ?? "a,b\n"), "1\n", "", bytes);
  const lines = { "lines of one letter": csv };
  if (head !== "") return lines;
  return {
    ...lines,
    "lines in Windows-1252": filled(heads[call] ?? "a,b\n", "\xe9\n", "", bytes),
    "blank lines": filled(heads[call] ?? "a,b\n", ",\n", "", bytes),
    "empty JSON objects": filled("[", "{},", "{}]", bytes),
  };
}

type Sender = ReturnType<typeof partSender>;
type User = ReturnType<typeof watchedUser>;

/** Sends the form, and says what that took of the server meanwhile. */
async function watched(user: User, sender: Sender, ...about: Parameters<Sender["ready"]>) {
  const part = await sender.ready(...about);
  await user.report();
  let status = 0;
  const block = await longestBlock(async () => ({ status } = await part.send()));
  return { block, status, ...(await user.report()) };
}

it.skipIf(isMutated)(
  "no call holds up the others with the largest file that it takes",
  async () => {
    const user = watchedUser(server);
    const late: string[] = [];
    const statuses = new Map<string, number>();
    const sender = partSender(server);
    const others: number[] = [];
    let count = 0;
    try {
      for (const one of calls) {
        const [call, endpoint] = one;
        count += 1;
        const ids = await partPlace(server, call, count);
        const most = Math.min(endpoint.maxBytes ?? limits.jsonBodyBytes, MOST_BYTES) - 4096;
        for (const [kind, bytes] of Object.entries(filesFor(call, most))) {
          const name = kind.endsWith("objects") && !sentPart(call).name ? "sent.json" : undefined;
          const form = partForm(server, call, bytes, name);
          const first = await watched(user, sender, one, ids, form);
          // Memory that is tidied up in between, and a busy machine, are no fault of the call: it is the least of three.
          let least = first.block;
          for (let again = 0; least > patient(MOST_BLOCK_MS) && again < 2; again += 1) {
            count += 1;
            const fresh = await partPlace(server, call, count);
            const same = partForm(server, call, bytes, name);
            least = Math.min(least, (await watched(user, sender, one, fresh, same)).block);
          }
          const { status, spent, faults } = first;
          const row = `${call}, ${kind}: ${least.toFixed(0)} ms, others ${p99(spent).toFixed(0)} ms, ${status}`;
          if (process.env["PART_TABLE"]) appendFileSync(process.env["PART_TABLE"], `${row}\n`);
          if (status !== 0 || bytes.length <= DRAINED_BYTES)
            statuses.set(`${call}, ${kind}`, status);
          if (least > patient(MOST_BLOCK_MS) || faults.length > 0)
            late.push(`${row} ${faults.join(" ")}`);
          others.push(...spent);
        }
        // Who was cut off in each of them is asked with a file whose rest the server reads: a call always answers.
        if (![...statuses.keys()].some((row) => row.startsWith(`${call},`))) {
          count += 1;
          const fresh = await partPlace(server, call, count);
          const [[kind, bytes] = ["", new Uint8Array()]] = Object.entries(
            filesFor(call, DRAINED_BYTES / 2),
          );
          const again = await watched(user, sender, one, fresh, partForm(server, call, bytes));
          statuses.set(`${call}, ${kind} that are read to their end`, again.status);
        }
      }
    } finally {
      user.end();
      sender.end();
    }
    expect(late).toEqual([]);
    expect(others.length).toBeGreaterThan(calls.length);
    // Of all: an answer that is open for long on a busy machine has others' work in it that it did not wait for.
    expect(p99(others)).toBeLessThan(patient(MOST_P99_MS));
    // It is the file that is judged, not the form or the object: 400 and 404 would say those.
    const other = [...statuses].filter(([, status]) => ![200, 409, 422, 413].includes(status));
    expect(other).toEqual([]);
    const taken = new Set(
      [...statuses].flatMap(([row, status]) => (status === 200 ? [row.split(",")[0]] : [])),
    );
    expect([...mustTake].filter((call) => asked(call) && !taken.has(call))).toEqual([]);
    expect(calls.length).toBeGreaterThanOrEqual(isRelease ? 30 : 4);
  },
  // All files of a release take ten minutes on a machine that others use.
  patient(isRelease ? 3_600_000 : 600_000),
);
