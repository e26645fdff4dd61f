// Workbooks with several sheets of shapes: the user chooses, and the import reads what the preview has shown.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import { readMappings } from "../../store/plant/file-mapping.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import { form, startTwinStand, type TwinStand } from "../../upload/digital-twin.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

const as: AccountKey = "analyst";
const [lon, lat] = [-70.11, -18.88];
const outline = (at: number, size: number) => {
  const [x, y] = [lon + at * 2e-4, lat];
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  return `POLYGON((${corners.map((corner) => corner.join(" ")).join(",")}))`;
};
/** A sheet of so many outlines, each with its name. */
const sheet = (names: readonly string[], size = 2e-5) =>
  row(1, ["name", "type", "wkt"]) +
  names.map((name, at) => row(at + 2, [name, "tracker", outline(at, size)])).join("");
const sheets = { Planned: sheet(["P1"]), Built: sheet(["B1", "B2", "B3"]) };

const asked = ({ body }: { body: unknown }) =>
  (body as ErrorAnswer).problems?.map(({ reason, sheet: name, file }) => [reason, name, file]);
type Purpose = "twin" | "blueprint";
const preview = (purpose: Purpose, id: number, body: FormData) =>
  stand.server.ask(api.filePreview[purpose], as, { params: { id }, body });

it("a twin is imported from the sheet that was chosen, and the next file is asked for again", async () => {
  const { id, name } = await stand.makePlant();
  const files = { [`${name}.xlsx`]: book({ sheets }) };
  expect(asked(await preview("twin", id, form(files)))).toEqual([
    ["sheet_choice", "Planned", `${name}.xlsx`],
    ["sheet_choice", "Built", `${name}.xlsx`],
  ]);
  const shown = await preview("twin", id, form(files, { sheet: "Built" }));
  expect(shown.body as FilePreview).toMatchObject({ faults: [], feature_count: 3 });
  const mapping = { ...(shown.body as FilePreview).said, sheets: "Built", type: "type" };
  const fields = { mode: "create", mapping: JSON.stringify(mapping) };
  const done = await stand.finish(await stand.send(id, form(files, fields)));
  expect(done).toMatchObject({ state: "SUCCESSFUL", output: { error: null } });
  const { db } = stand.server.database.owner;
  const { customer_id } = stand.server.accounts.viewer;
  const [kept] = await readMappings(db, { customer_id: customer_id!, purpose: "twin" });
  expect(kept).toEqual({ type: "type" });
});

it("of two workbooks each is read from the sheet that was chosen in it", async () => {
  const { id, name } = await stand.makePlant();
  const files = {
    [`${name} 1.xlsx`]: book({ sheets }),
    [`${name} 2.xlsx`]: book({ sheets: { A: sheet(["A1"]), B: sheet(["C1", "C2"]) } }),
  };
  const second = await preview("twin", id, form(files, { sheet: "Built" }));
  expect(asked(second)).toEqual([
    ["sheet_choice", "A", `${name} 2.xlsx`],
    ["sheet_choice", "B", `${name} 2.xlsx`],
  ]);
  const shown = await preview("twin", id, form(files, { sheet: "Built/B" }));
  expect(shown.body as FilePreview).toMatchObject({
    files: [{ feature_count: 3 }, { feature_count: 2 }],
  });
});

it("outlines of plants come from the sheet that was chosen", async () => {
  const park = (at: number) => [`Park ${at}`];
  const parks = { Old: sheet(park(1), 4e-3), New: sheet(park(2), 5e-3) };
  const files = { "parks.xlsx": book({ sheets: parks }) };
  const { customer_id } = stand.server.accounts.viewer;
  const send = (fields: Record<string, string>) =>
    stand.server.ask(api.digitalTwin.importPlantAreas, as, {
      body: form(files, {
        customer_id: String(customer_id),
        technology: "photovoltaic",
        ...fields,
      }),
    });
  expect(asked(await send({}))?.map(([reason]) => reason)).toEqual([
    "sheet_choice",
    "sheet_choice",
  ]);
  const made = await send({ mapping: JSON.stringify({ sheets: "New" }) });
  expect(made.body).toMatchObject({ created: 1 });
  const { body } = await stand.server.ask(api.plant.list, as, {});
  expect((body as { name: string }[]).map(({ name }) => name)).toContain("Park 2");
});

it("a drawing comes from the sheet that was chosen", async () => {
  const { id } = await stand.makePlant();
  const files = { "roads.xlsx": book({ sheets }) };
  const upload = (fields: Record<string, string>) =>
    stand.server.ask(api.blueprint.uploadKml, as, { params: { id }, body: form(files, fields) });
  expect(asked(await upload({}))?.[0]?.[0]).toBe("sheet_choice");
  const made = await upload({ mapping: JSON.stringify({ sheets: "Built" }) });
  expect(made.body).toMatchObject({ feature_count: 3 });
});
