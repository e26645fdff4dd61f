// New drones from a table: shown, then created, all of them or none.
import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { TablePreview } from "../../../domain/file-preview/table-preview.ts";
import type { Drone } from "../../../domain/provider/drone.ts";
import { writeShippedModels } from "../../store/provider/drone-model.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { book, row } from "../../table-file/book.fixture.ts";

let server: TestServer;
let customer_id: number;
beforeAll(async () => {
  server = await startTestServer();
  customer_id = server.accounts.viewer.customer_id;
  await writeShippedModels(server.database.owner.db);
});
afterAll(() => server.close());

type Table = string | Uint8Array;
const ask = (
  call: "previewFile" | "importFile",
  as: AccountKey,
  { owner, table, name = "drones.csv", mapping }: Sent,
) => {
  const body = new FormData();
  if (mapping) body.append("mapping", JSON.stringify(mapping));
  body.append("file", new File([table as BlobPart], name));
  const query = owner === null ? {} : { customer_id: String(owner) };
  return server.ask(api.drone[call], as, { query, body } as never);
};
type Sent = { owner: number | null; table: Table; name?: string; mapping?: object };
const listed = async () =>
  ((await server.ask(api.drone.list, "analyst")).body as Drone[]).map(
    ({
      internal_identifier,
      serial_number,
      model_abbreviation,
      type,
      generic,
      retired,
      customer_id: of,
    }) =>
      [internal_identifier, serial_number, model_abbreviation, type, generic, retired, of] as const,
  );
const problems = (body: unknown) =>
  ((body as ErrorAnswer).problems ?? []).map(({ reason, line, cell, field }) => [
    reason,
    line ?? cell,
    field,
  ]);

it("drones of a table are shown, then created for their owner", async () => {
  const table = [
    "Identificador interno;Modelo;Número de serie;Tipo;Retirado",
    "Halcón-1;M3T;00158A;Portátil;no",
    "Halcón-2;mavic 3t;00158B;drone in a box;sí",
  ].join("\r\n");
  const before = await listed();
  const shown = await ask("previewFile", "analyst", { owner: customer_id, table });
  expect(shown.body).toMatchObject({ row_count: 2, result_count: 2, faults: [], notes: [] });
  expect(await listed()).toEqual(before);
  const sent = await ask("importFile", "analyst", { owner: customer_id, table });
  expect([sent.status, sent.body]).toEqual([200, { count: 2, notes: [] }]);
  expect(await listed()).toEqual([
    ...before,
    ["Halcón-1", "00158A", "M3T", "portable", false, false, customer_id],
    ["Halcón-2", "00158B", "M3T", "drone_in_a_box", false, true, customer_id],
  ]);
  const entries = await server.database.owner.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.action, "create_drone"))
    .orderBy(auditEntry.id);
  expect(
    entries.map(({ customer_id: of, detail }) => [of, (detail as { name: string }).name]),
  ).toEqual([
    [customer_id, "Halcón-1"],
    [customer_id, "Halcón-2"],
  ]);
});

it("faults are named by line and field, and no drone of the table is created", async () => {
  const table = [
    "internal identifier,model,serial number,type,generic",
    "New-1,M3T,A1,portable,",
    "New 2,M3T,A2,portable,",
    "Halcón-1,M3T,A3,portable,",
    "New-4,M3T,00158a,portable,",
    "New-5,M3T,a1,portable,",
    "New-6,Zeppelin,A6,portable,",
    "New-7,M3T,A7,by foot,",
    "New-8,M3T,A8,portable,perhaps",
    "New-9,M3T,,portable,no",
    "New-1,M3T,A10,portable,no",
    "Stand-in,M3T,,portable,yes",
  ].join("\r\n");
  const expected = [
    ["internal_identifier_spaces", 3, "internal_identifier"],
    ["internal_identifier_taken", 4, "internal_identifier"],
    ["drones_serial_taken", 5, "serial_number"],
    ["drones_serial_taken", 6, "serial_number"],
    ["drones_model_unknown", 7, "model"],
    ["drones_type", 8, "drone_type"],
    ["drones_yes_no", 9, "generic"],
    ["serial_number_missing", 10, "serial_number"],
    ["internal_identifier_taken", 11, "internal_identifier"],
  ];
  const before = await listed();
  const shown = await ask("previewFile", "analyst", { owner: null, table });
  expect(problems({ problems: (shown.body as TablePreview).faults })).toEqual(expected);
  const sent = await ask("importFile", "analyst", { owner: null, table });
  expect([sent.status, problems(sent.body)]).toEqual([422, expected]);
  expect(await listed()).toEqual(before);
});

it("a serial number that a spreadsheet shortened is refused with its cell", async () => {
  const sheets = {
    Fleet: row(1, ["Aircraft", "Model", "Serial"]) + row(2, ["Book-1", "M3T", 1.5815816581658e18]),
  };
  const table = new Uint8Array(book({ sheets }));
  const mapping = { internal_identifier: "Aircraft" };
  const sent = await ask("importFile", "analyst", {
    owner: null,
    table,
    name: "fleet.xlsx",
    mapping,
  });
  expect([sent.status, JSON.stringify(sent.body)]).toEqual([
    422,
    expect.stringMatching(/shortened|digits/),
  ]);
});

it("a user of a customer imports for the own customer alone", async () => {
  const table = "internal_identifier,model,serial_number\nOwn-1,M3T,S1\n";
  for (const owner of [null, server.accounts.other_customer.customer_id]) {
    const answer = await ask("importFile", "tenant", { owner, table });
    expect([answer.status, problems(answer.body)[0]?.[0]]).toEqual([400, "customer_unknown"]);
  }
  const own = server.accounts.tenant.customer_id;
  const done = await ask("importFile", "tenant", { owner: own, table });
  expect([done.status, done.body]).toMatchObject([
    200,
    { count: 1, notes: [{ reason: "drones_portable" }] },
  ]);
  expect((await ask("importFile", "bare", { owner: own, table })).status).toBe(403);
});
