// Observations as tables of people: components by name alone, three decimals, the day first, and days of a sheet.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../../api/index.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import {
  middleOf,
  reasons,
  startObservationStand,
  type Fields,
  type ObservationStand,
} from "./observation-file.fixture.ts";

let stand: ObservationStand;
let crack: number;
beforeAll(async () => {
  stand = await startObservationStand();
  const { body } = await stand.server.ask(api.customComponentProperty.create, "viewer", {
    params: stand.params,
    body: {
      component_type: "module",
      name: "Crack",
      relation_type: "time",
      data_type: "number",
    },
  });
  crack = (body as { id: number }).id;
});
afterAll(() => stand.server.close());

const zone: Fields = { time_zone: "America/Santiago" };

/** The preview, and what is stored by its mapping: the oldest first. */
async function imported(name: string, bytes: Uint8Array | string) {
  await stand.clear();
  const shown = await stand.previewOf(name, bytes, zone);
  const mapping = JSON.stringify(shown.said);
  const done = await stand.importFile(name, bytes, { mapping, ...zone });
  expect([done.status, reasons(done)]).toEqual([200, undefined]);
  const stored = (await stand.stored()).map((one) => ({
    id: one.fieldgeometry_component.dt_id,
    at: new Date(one.observed_at).toISOString(),
    values: one.column_values.map(({ value }) => value),
  }));
  return { shown, stored: stored.toSorted((a, b) => (a.at < b.at ? -1 : 1)) };
}

describe("a table of observations", () => {
  it("of components with a property each names them in its column of names", async () => {
    const id = (module: number) => `${stand.plant.moduleId(module)} pcs`;
    const lines = ["Nombre;Severity;date", `${id(3)};High;2026-05-04`, `${id(4)};low;2026-05-04`];
    const { shown, stored } = await imported("components.csv", lines.join("\n"));
    expect(shown.mapping).toMatchObject({ component: "Nombre", notes: null });
    expect(shown).toMatchObject({ result_count: 2, refused_count: 0 });
    expect(stored.map(({ id: dt_id }) => dt_id).toSorted()).toEqual([
      stand.plant.moduleId(3),
      stand.plant.moduleId(4),
    ]);
    expect(stored.every(({ values }) => values.length === 1)).toBe(true);
  });

  it("has its head below a title that names the plant", async () => {
    const id = (module: number) => `${stand.plant.moduleId(module)} pcs`;
    const lines = ["Nombre;Parque Norte", "Nombre;Fecha;Nota", `${id(3)};2026-05-04;roto`];
    const { shown, stored } = await imported("round.csv", lines.join("\n"));
    expect(shown.mapping).toMatchObject({ component: "Nombre", observed_at: "Fecha" });
    expect(stored.map(({ id: dt_id }) => dt_id)).toEqual([stand.plant.moduleId(3)]);
  });

  it("may name its components and have no place", async () => {
    const id = (module: number) => stand.plant.moduleId(module);
    const lines = [
      "Round of May;;",
      "component;date;note",
      `${id(3)};2026-05-04 10:00;broken`,
      `${id(27)};2026-05-04 11:00;dirt`,
      "nobody;2026-05-04 12:00;x",
      ";2026-05-04 13:00;y",
    ];
    const { shown, stored } = await imported("round.csv", lines.join("\n"));
    expect(shown).toMatchObject({
      result_count: 2,
      point_count: 0,
      bounds: null,
      refused_count: 2,
    });
    expect(shown.refused.map(({ reason, line }) => [reason, line])).toEqual([
      ["observation_component_unknown", 5],
      ["observation_no_place", 6],
    ]);
    expect(stored.map(({ id: dt_id, at }) => [dt_id, at])).toEqual([
      [id(3), "2026-05-04T14:00:00.000Z"],
      [id(27), "2026-05-04T15:00:00.000Z"],
    ]);
  });

  it("may have a place in some rows, and names in others", async () => {
    const [lon, lat] = middleOf(5);
    const lines = [
      "dt_id,lon,lat,date",
      `,${lon},${lat},2026-05-04 10:00Z`,
      `${stand.plant.moduleId(7)},,,2026-05-04 11:00Z`,
    ];
    const { stored } = await imported("mixed.csv", lines.join("\n"));
    expect(stored.map(({ id }) => id)).toEqual([5, 7].map((one) => stand.plant.moduleId(one)));
  });

  it("has its decimal sign and the order of its dates from the whole column", async () => {
    const id = stand.plant.moduleId(3);
    const lines = [
      "dt_id;date;Crack",
      `${id};03/04/2026 10:00;1,250`,
      `${id};13/04/2026 10:00;12,5`,
    ];
    const { shown, stored } = await imported("cracks.csv", lines.join("\n"));
    expect(shown.mapping[`ccp_${crack}`]).toBe("Crack");
    expect(stored).toMatchObject([
      { at: "2026-04-03T13:00:00.000Z", values: [1.25] },
      { at: "2026-04-13T14:00:00.000Z", values: [12.5] },
    ]);
  });

  it("of a workbook has titles above its head, and days for days", async () => {
    const days = {
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/s0.xml"/><Relationship Id="y" Type="x/styles" Target="styles.xml"/></Relationships>`,
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
    };
    const line = (number: number, name: string, serial: number) =>
      `<row r="${number}"><c t="inlineStr"><is><t>${name}</t></is></c><c s="1"><v>${serial}</v></c></row>`;
    const sheets = {
      Walk: [
        row(1, ["Round of June"]),
        row(2, ["dt_id", "date"]),
        line(3, stand.plant.moduleId(3), 46_174),
        line(4, stand.plant.moduleId(4), 46_175),
      ].join(""),
    };
    const { shown, stored } = await imported("walk.xlsx", book({ sheets, parts: days }));
    expect(shown.noon_count).toBe(2);
    expect(stored.map(({ at }) => at)).toEqual([
      "2026-06-01T16:00:00.000Z",
      "2026-06-02T16:00:00.000Z",
    ]);
  });
});
