// Every call that takes files in a form gets one in which the virus scanner finds something. The list of calls is the
// contract's, so that the next call is in it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desc } from "drizzle-orm";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import {
  partCalls,
  partForm,
  partPlace,
  sendPart,
  sentPart,
} from "../../../tests/fixtures/part-receiver.ts";
import { reasonsIn } from "../../../tests/fixtures/upload-host.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { api } from "../../api/index.ts";
import {
  startClamdStandIn,
  virusName,
  virusWord,
  type ClamdStandIn,
} from "../adapters/clamd-stand-in.fixture.ts";
import { auditEntry } from "../store/schema/account.ts";

let clamd: ClamdStandIn;
let server: TestServer;
beforeAll(async () => {
  clamd = await startClamdStandIn();
  server = await startTestServer(undefined, {
    VIRUS_SCANNER: clamd.address,
    VIRUS_SCANNER_MB: "2",
    VIRUS_SCANNER_SECONDS: "2",
    BOT_PROTECTION_WORK: "2",
  });
});
afterAll(async () => {
  await server.close();
  await clamd.close();
});

function formOf(call: string, word: string) {
  const { head = "" } = sentPart(call);
  const bytes = Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(`a;b\n1;${word}\n`)]);
  return partForm(server, call, new Uint8Array(bytes));
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of server.services.files.list("")) found.push(key);
  return found;
}

let count = 0;
async function send(endpoint: Endpoint, call: string, word: string) {
  count += 1;
  const ids = await partPlace(server, call, count);
  const before = await keys();
  const answer = await sendPart(server, [call, endpoint], ids, formOf(call, word));
  const after = await keys();
  return { answer, left: after.filter((key) => !before.includes(key)) };
}

describe.each(partCalls)("%s", (call, endpoint) => {
  it(
    "refuses a file in which something is found, keeps nothing of it, and notes it",
    async () => {
      const { answer, left } = await send(endpoint, call, virusWord);
      expect([answer.status, reasonsIn(answer.body), left]).toEqual([422, ["virus_found"], []]);
      expect(answer.body).toMatchObject({
        problems: [{ file: sentPart(call).name ?? "sent.csv", values: { virus: virusName } }],
      });
      const { db } = server.database.owner;
      const [entry] = await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1);
      expect(entry).toMatchObject({
        action: "virus_found",
        account_id: server.accounts.super_admin.id,
        detail: { file_name: sentPart(call).name ?? "sent.csv", virus: virusName },
      });
      expect(server.launched.length).toBe(0);
    },
    patient(20_000),
  );

  it(
    "takes nothing while the scanner does not answer, and says so",
    async () => {
      clamd.manner = "closes";
      const { answer, left } = await send(endpoint, call, "sound").finally(() => {
        clamd.manner = "sound";
      });
      expect([answer.status, reasonsIn(answer.body), left]).toEqual([
        503,
        ["virus_scanner_away"],
        [],
      ]);
    },
    patient(20_000),
  );
});

it("a sound file is taken, and the scanner has seen it", async () => {
  clamd.seen.length = 0;
  const form = new FormData();
  form.append("file", new Blob(["a sound file"]), "notes.txt");
  const answer = await server.ask(api.document.upload, "super_admin", { body: form } as never);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  expect(clamd.seen).toEqual([12]);
});
