// Every call that takes files in a form gets one in which the virus scanner finds something. The list of calls is the
// contract's, so that the next call is in it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desc } from "drizzle-orm";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { storeRecords } from "../../../tests/fixtures/records.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
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
import { endpointList } from "./route.ts";

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

const calls = endpointList(api).filter(([, , { bodyKind }]) => bodyKind === "multipart");

/** What a call asks of the beginning of a file before it takes the rest, and of the form. */
type Sent = {
  readonly field?: string;
  readonly name?: string;
  readonly head?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** State of the analysis; by default one that takes files. */
  readonly state?: "FINISHED";
};
const zip = "PK\x03\x04";
const images: Sent = { field: "image_files_zip", head: zip, fields: { upload_tmp_id: "one" } };
const sentTo: Readonly<Record<string, Sent>> = {
  "customer.uploadLogo": { field: "logo", head: "\x89PNG\r\n\x1a\n" },
  "resultFile.uploadImages": images,
  "resultFile.uploadImagesAsSpecified": images,
  "report.create": { field: "plant_image_file" },
  "blueprint.uploadPdf": { name: "sent.pdf", head: "%PDF-1.7\n" },
  "blueprint.uploadKml": { name: "sent.kml" },
  "blueprint.uploadTif": { name: "sent.tif", head: "II*\0" },
  "elevation.upload": { name: "sent.tif", head: "II*\0" },
  "plantModel.upload": { name: "sent.zip", head: zip },
  "digitalTwin.importFiles": { name: `Surveyed ${"x".repeat(calls.length * 2)}.geojson` },
  "user.previewFile": { query: { customer_id: "own" } },
  "user.importFile": { query: { customer_id: "own" } },
  "workOrder.importStates": { query: { apply: "no" } },
  "serialNumber.importFile": { query: { apply: "no" } },
  "meteredEnergy.importFile": { query: { apply: "no" } },
  "analysisResult.importFile": { field: "json_file", state: "FINISHED" },
  "releaseMail.writeNotes": { name: "sent.txt" },
  "droneApp.upload": { name: "sent.apk", head: zip },
};

function formOf({ field = "file", name = "sent.csv", head = "", fields = {} }: Sent, word: string) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  const bytes = Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(`a;b\n1;${word}\n`)]);
  form.append(field, new Blob([bytes]), name);
  return form;
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of server.services.files.list("")) found.push(key);
  return found;
}

let count = 0;
async function send(endpoint: Endpoint, call: string, word: string) {
  count += 1;
  const { customer_id } = server.accounts.viewer;
  const owned = { ...server.services, db: server.database.owner.db };
  const records = await storeRecords(server, customer_id, `Records ${count}`);
  const plant = await addResultPlant(owned, customer_id, `Surveyed ${"x".repeat(count)}`);
  const state = sentTo[call]?.state ?? "EMPTY";
  const open = { state, visibility: "not_released" } as const;
  const analysis = await plant.addAnalysis("Open", "2026-03-01", open);
  const ids = { ...records, plant: plant.plant_id, analysis } as Record<string, number>;
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => {
      const object = Object.entries(endpoint.scope ?? {}).find(([, name]) => name === param)?.[0];
      return [param, ids[object ?? param] ?? ids[param] ?? 1];
    }),
  );
  const query = Object.entries(sentTo[call]?.query ?? {}).map(([name, value]) => [
    name,
    value === "own" ? String(customer_id) : value,
  ]);
  const before = await keys();
  const answer = await server.ask(endpoint, "super_admin", {
    params,
    query: Object.fromEntries(query),
    body: formOf(sentTo[call] ?? {}, word),
  } as never);
  const after = await keys();
  return { answer, left: after.filter((key) => !before.includes(key)) };
}

describe.each(calls.map(([noun, name, endpoint]) => [`${noun}.${name}`, endpoint] as const))(
  "%s",
  (call, endpoint) => {
    it(
      "refuses a file in which something is found, keeps nothing of it, and notes it",
      async () => {
        const { answer, left } = await send(endpoint, call, virusWord);
        expect([answer.status, reasonsIn(answer.body), left]).toEqual([422, ["virus_found"], []]);
        expect(answer.body).toMatchObject({
          problems: [{ file: sentTo[call]?.name ?? "sent.csv", values: { virus: virusName } }],
        });
        const { db } = server.database.owner;
        const [entry] = await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(1);
        expect(entry).toMatchObject({
          action: "virus_found",
          account_id: server.accounts.super_admin.id,
          detail: { file_name: sentTo[call]?.name ?? "sent.csv", virus: virusName },
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
  },
);

it("a sound file is taken, and the scanner has seen it", async () => {
  clamd.seen.length = 0;
  const form = new FormData();
  form.append("file", new Blob(["a sound file"]), "notes.txt");
  const answer = await server.ask(api.document.upload, "super_admin", { body: form } as never);
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  expect(clamd.seen).toEqual([12]);
});
