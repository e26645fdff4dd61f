// A table of serial numbers with heads of its own: shown, its columns said, stored, and understood the next time.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import type { TablePreview } from "../../../domain/file-preview/table-preview.ts";
import { serialNumber } from "../../store/schema/serial-number.ts";

const calls = api.serialNumber;
let server: TestServer;
let plant: Awaited<ReturnType<typeof addResultPlant>>;

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Own", 3);
});
afterAll(() => server.close());

const formOf = (text: string, mapping?: FileMapping) => {
  const body = new FormData();
  if (mapping) body.append("mapping", JSON.stringify(mapping));
  body.append("file", new File([text], "labels.csv"));
  return body;
};
const shown = async (text: string, mapping?: FileMapping) => {
  const params = { id: plant.plant_id };
  const body = formOf(text, mapping);
  const answer = await server.ask(calls.previewFile, "viewer", { params, body });
  expect(answer.status).toBe(200);
  return answer.body as TablePreview;
};
const reasons = ({ faults }: TablePreview) => faults.map(({ reason, line }) => [reason, line]);
const table = (...rows: string[]) => ["Lage;Etikett;Reihe;Charge", ...rows].join("\n");
const mapping = { component_name: "Lage", serial: "Etikett", parent_name: "Reihe" };

it("is shown, named, stored, and understood by what was said of it", async () => {
  const [first, second] = [plant.moduleId(0), plant.moduleId(1)];
  const text = table(`${first} pcs;JK 1;T0;7`, `${second} pcs;JK 2;T0;7`);
  const unknown = await shown(text);
  expect(unknown.columns.map(({ name }) => name)).toEqual(["Lage", "Etikett", "Reihe", "Charge"]);
  expect(unknown.result_count).toBe(0);
  expect(unknown.faults).not.toEqual([]);

  const named = await shown(text, mapping);
  expect(named).toMatchObject({ result_count: 2, faults: [], mapping_source: "chosen" });
  expect(await server.database.owner.db.select().from(serialNumber)).toEqual([]);

  const asked = { params: { id: plant.plant_id }, query: { apply: "yes" } as const };
  const body = formOf(text, mapping);
  const stored = await server.ask(calls.importFile, "viewer", { ...asked, body });
  expect(stored).toMatchObject({ status: 200, body: { is_applied: true, changed_count: 2 } });
  const rows = await server.database.owner.db.select().from(serialNumber);
  expect(rows.map(({ dt_id, serial }) => [dt_id, serial]).toSorted()).toEqual([
    [first, "JK 1"],
    [second, "JK 2"],
  ]);

  const again = await shown(table(`${plant.moduleId(2)} pcs;JK 3;T0;8`));
  expect(again).toMatchObject({ result_count: 1, faults: [], mapping_source: "remembered" });
});

it("is refused by its lines where a component is elsewhere or unknown, and nothing of it is stored", async () => {
  const text = table(`${plant.moduleId(25)} pcs;A 1;T0;7`, "no such;A 2;T0;7");
  expect(reasons(await shown(text, mapping))).toEqual([
    ["serial_component_apart", 2],
    ["serial_component_unknown", 3],
  ]);
  const params = { id: plant.plant_id };
  const body = formOf(text, mapping);
  const refused = await server.ask(calls.importFile, "viewer", {
    params,
    query: { apply: "yes" },
    body,
  });
  expect(refused.status).toBe(422);
  const rows = await server.database.owner.db.select().from(serialNumber);
  expect(rows.filter(({ serial }) => serial.startsWith("A"))).toEqual([]);
});

it("is known by heads of three languages, and a repeated import changes nothing", async () => {
  const text = `Nombre;N° de serie;Seguidor\n${plant.moduleId(0)} pcs;JK 1;T0\n`;
  const preview = await shown(text);
  expect(preview.mapping).toEqual({
    component_name: "Nombre",
    serial: "N° de serie",
    parent_name: "Seguidor",
  });
  expect(preview.faults).toEqual([]);
});
